import CLiveActivities
import LiveActivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Milliseconds since 1970, as C has them.
enum Milliseconds {
    /// From the year 1 to 9999.
    static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// Between 1970-01-01 and 2001-01-01.
    private static let epoch: Int64 = 978_307_200_000

    static func date(_ ms: Int64) -> Date { Date(timeIntervalSinceReferenceDate: Double(ms - epoch) / 1_000) }

    /// - Throws: for a time that no calendar has.
    static func checked(_ ms: Int64, _ name: StaticString) throws(Failure) -> Date {
        guard range ~= ms else { throw .argument("\(name) is \(ms), which is not from the year 1 to 9999") }
        return date(ms)
    }

    /// The same where 0 is none.
    static func optional(_ ms: Int64, _ name: StaticString) throws(Failure) -> Date? {
        ms == 0 ? nil : try checked(ms, name)
    }

    /// The millisecond that `date` is in, or nearest to.
    static func nearest(_ date: Date) -> Int64 {
        whole((date.timeIntervalSinceReferenceDate * 1_000).rounded())
    }

    /// The first millisecond that is not before `date`, so that a host that waits until then finds it due.
    static func up(_ date: Date) -> Int64 {
        let ms = nearest(date)
        return self.date(ms) >= date || ms == range.upperBound ? ms : ms + 1
    }

    /// 0 for none; the one millisecond that 0 would be is moved by one.
    static func orZero(_ date: Date?) -> Int64 {
        guard let date else { return 0 }
        let ms = nearest(date)
        return ms == 0 ? 1 : ms
    }

    private static func whole(_ milliseconds: Double) -> Int64 {
        let shifted = milliseconds + Double(epoch)
        guard shifted < Double(range.upperBound) else { return range.upperBound }
        guard shifted > Double(range.lowerBound) else { return range.lowerBound }
        return Int64(shifted)
    }

    /// What the system's clock says.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
