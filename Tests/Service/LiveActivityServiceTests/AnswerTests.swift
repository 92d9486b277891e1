#if Service
import LiveActivities
import LiveActivityCore
import Logging
import Synchronization
import Testing

@testable import LiveActivityService

/// The response and the logger of every request, which are written by hand for speed.
@Suite struct AnswerTests {
    private struct ByCodable: Encodable {
        var answer: CommandAnswer
        func encode(to encoder: any Encoder) throws { try answer.encode(to: encoder) }
    }

    @Test func anAnswerHasTheMembersThatCodableWrites() throws {
        var report = PublishReport()
        (report.applied, report.unchanged, report.refused) = (1, 2, 3)
        var full = CommandAnswer(.published(report))
        (full.reason, full.activity, full.state, full.revision) = ("older", ActivityID(rawValue: 7), .stale, .max)
        (full.error, full.status, full.detail, full.eventId) = ("undecodable", 422, "a \"quoted\"\nline", "e1")
        for answer in [full, CommandAnswer(.applied), CommandAnswer(.ignored(.repeatedEvent))] {
            let text = String(decoding: try WireEncoder().encode(answer), as: UTF8.self)
            #expect(try text == String(decoding: WireEncoder().encode(ByCodable(answer: answer)), as: UTF8.self))
        }
        #expect(Mirror(reflecting: full).children.filter { "\($0.value)" == "nil" }.map(\.label) == ["notices"])
    }

    private struct Recorder: LogHandler {
        let events: Events
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { events.all.withLock { $0.append((event.level, event.metadata ?? [:])) } }
    }

    private final class Events: Sendable {
        let all = Mutex<[(Logger.Level, Logger.Metadata)]>([])
    }

    /// Hummingbird's logger has the number of its request, and the level of the service's logger.
    @Test func whatIsLoggedForARequestHasItsMetadata() {
        let events = Events()
        let service = Logger(label: "service") { _ in Recorder(events: events) }
        var request = Logger(label: "service") { _ in RequestLogHandler(service) }
        request[metadataKey: "number"] = "7"
        request.debug("nothing")
        request.warning("slow", metadata: ["route": "GET /"])
        request.warning("slower", metadata: ["number": "8"])
        let all = events.all.withLock { $0 }
        #expect(all.map(\.0) == [.warning, .warning])
        #expect(all.map(\.1) == [["number": "7", "route": "GET /"], ["number": "8"]])
    }
}
#endif
