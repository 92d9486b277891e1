#if Service
import HTTPTypes
import LiveActivities
import LiveActivityCore
import NIOCore

/// Parses the body of the most frequent request, `{"event":{…}}` with or without an id, without the general decoder of
/// commands.
enum EventBody {
    /// - Returns: The event's JSON, unparsed; `nil` for any other body, which the general decoder accepts or refuses with a
    ///   reason.
    static func read(_ body: ByteBuffer) -> (event: [UInt8], id: EventID?)? {
        body.withUnsafeReadableBytes { bytes in
            SendLine(bytes.bindMemory(to: UInt8.self), as: .event).map { (Array($0.event), $0.eventID) }
        }
    }
}

/// A batch of events: a JSON array, or one event a line.
enum EventBatch {
    enum Element {
        /// The common form: the event's JSON, its id and its activity.
        case event([UInt8], EventID?, ActivityReference)
        case value(JSONValue)
        case notJSON(String)
    }

    /// - Throws: ``Problem`` if the body is not a batch or has too many elements.
    static func elements(of body: ByteBuffer, limit: Int) throws(Problem) -> [Element] {
        let first = body.readableBytesView.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        guard first != UInt8(ascii: "[") else {
            let value = try Call.parse(body)
            if value.count > limit { throw tooMany(limit) }
            return value.elements.map { .value($0) }
        }
        var elements: [Element] = []
        var isTooLong = false
        body.withUnsafeReadableBytes { bytes in
            for line in bytes.bindMemory(to: UInt8.self).split(separator: 0x0A, omittingEmptySubsequences: true) {
                if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
                if elements.count == limit {
                    isTooLong = true
                    return
                }
                elements.append(element(UnsafeBufferPointer(rebasing: line)))
            }
        }
        if isTooLong { throw tooMany(limit) }
        return elements
    }

    private static func element(_ text: UnsafeBufferPointer<UInt8>) -> Element {
        if let line = SendLine(text, as: .element) { return .event(Array(line.event), line.eventID, line.activity) }
        do throws(JSONParseError) { return .value(try JSONValue(parsing: text)) } catch { return .notJSON("\(error)") }
    }

    private static func tooMany(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, "tooManyEvents", "A batch may have at most \(limit) events.")
    }
}
#endif
