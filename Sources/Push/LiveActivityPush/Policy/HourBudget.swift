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

    /// Follows a clock that was set back. No event counts for a shorter time than before.
    mutating func moveBack(by seconds: TimeInterval) {
        guard seconds > 0, newest > 0 else { return }
        renumber(newest - UInt32(min(seconds / TimeInterval(Self.period), TimeInterval(newest))))
    }

    /// If events were counted in a period after now, because the clock has been set back since, they count as events of now.
    ///
    /// - Returns: `true` if that was so.
    mutating func limit(to now: Date) -> Bool {
        let period = PackedDate(now).seconds / Self.period
        guard newest > period else { return false }
        renumber(period)
        return true
    }

    /// Assigns the counters to the period with this number and the 15 periods before it.
    private mutating func renumber(_ number: UInt32) {
        var moved = SIMD16<UInt8>(repeating: 0)
        for age in 0..<UInt32(16) { moved[Int((number &- age) % 16)] = counts[Int((newest &- age) % 16)] }
        (counts, newest) = (moved, number)
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
