import LiveActivityCore

extension Milliseconds {
    /// Converts a time of the host to a date.
    ///
    /// - Throws: ``Failure`` for a time before the year 1 or after 9999.
    static func checked(_ ms: Int64, _ name: StaticString) throws(Failure) -> Date {
        guard range ~= ms else {
            let hint = secondsOfToday ~= ms / 1_000_000 ? ": it looks like microseconds" : ""
            throw .argument("\(name) is \(ms), which is not from the year 1 to 9999\(hint)")
        }
        return date(ms)
    }

    /// The numbers that are dates from 1970 to 1973 in milliseconds, but dates from 2001 to 5138 in seconds.
    static let secondsOfToday: Range<Int64> = 1_000_000_000..<100_000_000_000

    /// Reads a field in which 0 means no time.
    static func optional(_ ms: Int64, _ name: StaticString) throws(Failure) -> Date? {
        ms == 0 ? nil : try checked(ms, name)
    }

    /// A duration in seconds; `nil` for 0, which means the default.
    static func duration(_ ms: Int64, _ name: StaticString) throws(Failure) -> Double? {
        guard (0...366 * 86_400_000).contains(ms) else {
            throw .argument("\(name) is \(ms), not a duration from 0 to 366 days")
        }
        return ms == 0 ? nil : Double(ms) / 1_000
    }

    /// The time of the system's clock.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
