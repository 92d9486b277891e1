#if Push
import LiveActivityCore

/// Counts what happened within the last hour, in 20 bytes: 16 counters of four minutes each.
///
/// The window is never shorter than an hour: an interval of four minutes that is partly over still counts whole. So a limit of
/// N allows at most N in any 60 minutes.
struct HourBudget: Hashable, Sendable {
    private static let period: UInt32 = 240
    private var counts = SIMD16<UInt8>(repeating: 0)
    /// The number of the newest period that has a counter.
    private var newest: UInt32 = 0

    init() {}

    /// Counters that were stored.
    init(_ stored: [UInt8], newest: UInt32) {
        for (index, count) in stored.prefix(16).enumerated() { counts[index] = count }
        self.newest = newest
    }

    /// The counters and the newest period; `nil` if nothing was counted.
    var stored: ([UInt8], UInt32)? { counts == .init(repeating: 0) ? nil : ((0..<16).map { counts[$0] }, newest) }

    /// How often it happened in the last hour.
    mutating func count(at now: Date) -> Int {
        move(to: now)
        return (0..<16).reduce(0) { $0 + Int(counts[$1]) }
    }

    /// It happens now. Of one period at most 255 are counted.
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
