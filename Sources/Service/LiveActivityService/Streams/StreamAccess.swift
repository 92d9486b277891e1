#if Service
import LiveActivityCore
import Synchronization

/// The reason why the service ends a stream, as sent in the event `end`.
struct StreamEnd: Hashable, Sendable {
    /// A stable identifier; `nil` if the service stops.
    var code: String?
    var detail = ""

    static let stopping = StreamEnd()

    /// The encoded lines of the event.
    var text: String {
        guard let code else { return "event: end\ndata: {}\n\n" }
        let data: JSONValue = ["code": JSONValue(code), "detail": JSONValue(detail)]
        return "event: end\ndata: \(String(decoding: JSONText(data).bytes, as: UTF8.self))\n\n"
    }
}

/// The open streams, grouped by access, so that a stream ends when its token or link does.
///
/// A token is checked when a stream is opened, and the stream may last for days. So each distinct access is checked again twice
/// a second: the cost grows with the tokens and links in use rather than with the streams.
final class StreamAccess: Sendable {
    /// The interval between checks. Together with ``TokenFile/checkInterval``, a stream ends within a second.
    private static let interval: Duration = .milliseconds(400)

    private let open = Mutex<[Access: [Int: StreamReader]]>([:])

    /// - Parameter number: The stream's number in the hub.
    func insert(_ reader: StreamReader, _ number: Int, of access: Access) {
        open.withLock { $0[access, default: [:]][number] = reader }
    }

    func remove(_ number: Int, of access: Access) {
        open.withLock { open in
            open[access]?[number] = nil
            if open[access]?.isEmpty == true { open[access] = nil }
        }
    }

    /// Ends the streams whose clients may no longer read.
    ///
    /// - Parameter refusal: Returns why an access has ended; `nil` while it is valid.
    func check(_ refusal: (Access) -> StreamEnd?) {
        let known = open.withLock { Array($0.keys) }
        for access in known {
            guard let end = refusal(access) else { continue }
            let readers = open.withLock { $0[access].map { Array($0.values) } ?? [] }
            for reader in readers { reader.cut(end) }
        }
    }

    /// Checks periodically until the task is cancelled.
    func run(_ refusal: (Access) -> StreamEnd?) async {
        while (try? await Task.sleep(for: Self.interval)) != nil { check(refusal) }
    }
}
#endif
