#if SQLite
import LiveActivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The driver's report to the test: 32 bytes in a single write, which a pipe transfers as a whole, so that every report before
/// the kill is read.
struct Report: Equatable {
    enum What: UInt64 {
        /// A step of a thread has returned.
        case done
        /// All steps of a thread up to this one were flushed.
        case flushed
        /// A change was passed to the consumer.
        case handed
        /// The consumer has finished the change, and is about to acknowledge it.
        case acknowledging
        /// The store is open and the threads begin.
        case ready
    }

    static let bytes = 32

    var what: What
    /// The number of the thread or activity.
    var who: UInt64 = 0
    /// The step's number, or the change's sequence.
    var number: UInt64 = 0
    /// The change's revision; the highest bit marks a dismissal.
    var revision: UInt64 = 0

    func tell() {
        var words = [what.rawValue, who, number, revision]
        let told = words.withUnsafeMutableBytes { write(1, $0.baseAddress, $0.count) }
        // The test has ended, so nothing reads the pipe.
        if told != Self.bytes { exit(3) }
    }

    init(_ what: What, who: UInt64 = 0, number: UInt64 = 0, revision: UInt64 = 0) {
        (self.what, self.who, self.number, self.revision) = (what, who, number, revision)
    }

    /// The report that a change was passed to the consumer.
    init(_ change: Change) {
        let isDismissal = if case .dismissed = change.what { true } else { false }
        self.init(
            .handed, who: change.activity.rawValue, number: change.sequence,
            revision: UInt64(change.revision) | (isDismissal ? 1 << 63 : 0))
    }

    var isDismissal: Bool { revision >> 63 == 1 }

    /// - Parameter bytes: The 32 bytes of a report.
    init?(_ bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
        guard let what = What(rawValue: word(0)) else { return nil }
        self.init(what, who: word(1), number: word(2), revision: word(3))
    }
}
#endif
