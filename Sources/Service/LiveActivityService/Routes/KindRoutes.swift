#if Service
import Foundation
import HTTPTypes
import LiveActivitySurfaces
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import NIOCore
import Synchronization

/// The answers of the routes for kinds. They cost milliseconds of processor time, and change with the examples' dates, once a
/// second: clients that send many requests and read slowly would otherwise delay all others.
final class KindAnswers: Sendable {
    private struct Known {
        var begin = Date.distantPast
        /// The list of all kinds has the key `nil`.
        var bodies: [ActivityKind?: ByteBuffer] = [:]
    }

    private let known = Mutex(Known())

    /// The body of the answer for a kind of the service, or for all of them if `nil`. Requests that come at the same time may
    /// each encode it.
    func body(
        of kind: ActivityKind?, now: Date = Date(), _ encode: (MovedExamples) throws -> [UInt8]
    ) rethrows -> ByteBuffer {
        let moved = MovedExamples(begin: now)
        if let body = known.withLock({ $0.begin == moved.begin ? $0.bodies[kind] : nil }) { return body }
        let body = ByteBuffer(bytes: try encode(moved))
        known.withLock { known in
            if known.begin != moved.begin { known = Known(begin: moved.begin) }
            known.bodies[kind] = body
        }
        return body
    }
}

/// The routes for kinds with examples.
enum KindRoutes {
    static let all = [
        Route(.get, "/v1/kinds", .read) { call in
            _ = try call.query([])
            let service = call.service
            return Response(
                body: try service.kindAnswers.body(of: nil) { moved in
                    try WireEncoder().encode(["kinds": service.kinds.providers.map { ListedKind($0, service, moved) }])
                })
        },
        Route(.get, "/v1/kinds/{kind}", .read) { call in
            _ = try call.query([])
            let provider = try call.provider(of: ActivityKind(call.parameter("kind"))) {
                Problem(.notFound, "unknownKind", $0)
            }
            let service = call.service
            return Response(
                body: try service.kindAnswers.body(of: provider.kind) { moved in
                    var kind = ListedKind(provider, service, moved)
                    kind.schemas = try service.kinds.schemas?(provider)
                    return try WireEncoder().encode(kind)
                })
        },
    ]

    /// A kind with its examples, as in `live-activities describe --json`, but with dates moved to the present, so that an
    /// example can be posted as a start unchanged.
    private struct ListedKind: Encodable {
        var kind: ActivityKind
        var summary: String
        var hasRules: Bool
        var hasWidget: Bool
        /// The date at which the examples begin.
        var begin: String
        var attributes: [JSONText]
        var state: JSONText?
        var events: [Event]
        var actions: [KindDescription.Action]
        var commands: [JSONText]
        /// JSON Schemas, in the answer for a single kind only.
        var schemas: JSONText?

        struct Event: Encodable {
            /// The name of the event's case, such as `scored`.
            var name: String?
            var after_s: TimeInterval
            var event: JSONText
            /// The JSON pointers of the event's dates.
            var dates: [String]

            init(_ moment: EncodedSamples.Moment, dates: [String], _ moved: MovedExamples) {
                self.dates = dates
                name = (try? JSONValue(parsing: moment.event.bytes)).flatMap { EventName.of($0) }
                (after_s, event) = (moment.after_s, moved.text(moment.event))
            }
        }

        init(_ provider: AnyProvider, _ service: ServiceState, _ moved: MovedExamples) {
            let description = service.descriptions.first { $0.kind == provider.kind }
            kind = provider.kind
            summary = description?.summary ?? service.kinds.summaries[provider.kind] ?? ""
            hasRules = provider.hasRules
            hasWidget = service.kinds.widgets.kinds.contains(provider.kind)
            begin = moved.begin.iso8601
            attributes = description?.attributes.map(moved.text) ?? []
            state = description?.state.map(moved.text)
            events = zip(description?.events ?? [], service.eventDates[provider.kind] ?? []).map {
                Event($0, dates: $1, moved)
            }
            actions = description?.actions ?? []
            for index in actions.indices { actions[index].command = actions[index].command.map(moved.text) }
            commands = description?.commands.map(moved.text) ?? []
        }
    }
}
#endif
