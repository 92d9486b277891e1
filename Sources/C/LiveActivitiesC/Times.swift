import LiveActivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Milliseconds {
    /// - Throws: for a time that no calendar has.
    static func checked(_ ms: Int64, _ name: StaticString) throws(Failure) -> Date {
        guard range ~= ms else { throw .argument("\(name) is \(ms), which is not from the year 1 to 9999") }
        return date(ms)
    }

    /// The same where 0 is none.
    static func optional(_ ms: Int64, _ name: StaticString) throws(Failure) -> Date? {
        ms == 0 ? nil : try checked(ms, name)
    }

    /// What the system's clock says.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
