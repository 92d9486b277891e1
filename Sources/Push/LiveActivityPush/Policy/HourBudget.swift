#if Push
import LiveActivityCore

/// Counts events of the last hour in 20 bytes: 16 counters of four minutes each.
///
/// The counted time is never shorter than an hour: a period of four minutes that lies partly within the hour is counted
/// completely. So a limit of N permits at most N events in any 60 minutes.
struct HourBudget: Hashable, Sendable {
    private static let period: UInt32 = 240
    private var counts = SIMD16<UInt8>(repeating: 0)
    /// The number of the newest period that has a counter.
    private var newest: UInt32 = 0

    init() {}

    /// A budget from stored counters.
    init(_ stored: [UInt8], newest: UInt32) {
        for (index, count) in stored.prefix(16).enumerated() { counts[index] = count }
        self.newest = newest
    }

    /// The counters and the number of the newest period, to be stored; `nil` if all are 0.
    var stored: ([UInt8], UInt32)? { counts == .init(repeating: 0) ? nil : ((0..<16).map { counts[$0] }, newest) }

    /// The number of events in the last hour.
    mutating func count(at now: Date) -> Int {
        move(to: now)
        return (0..<16).reduce(0) { $0 + Int(counts[$1]) }
    }

    /// Counts an event now. A period counts at most 255.
    mutating func add(at now: Date) {
        move(to: now)
        let index = Int(newest % 16)
        if counts[index] < .max { counts[index] += 1 }
    }

    private mutating func move(to now: Date) {
        let period = PackedDate(now).seconds / Self.period
        guard period > newest else { return }
        if period - newest >= 16 {
            counts = .init(repeating: 0)
        } else {
            for number in (newest + 1)...period { counts[Int(number % 16)] = 0 }
        }
        newest = period
    }
}
#endif
