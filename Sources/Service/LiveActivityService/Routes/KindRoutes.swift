#if Service
import HTTPTypes
import LiveActivitySurfaces
import Hummingbird
import LiveActivities
import LiveActivityCore

/// What kinds there are, with examples.
enum KindRoutes {
    static let all = [
        Route(.get, "/v1/kinds", .read) { call in
            _ = try call.query([])
            var pieces = JSONPieces()
            pieces.put(#"{"kinds":["#)
            for (index, provider) in call.service.kinds.providers.enumerated() {
                if index > 0 { pieces.put(",") }
                pieces.put(try WireEncoder().encode(ListedKind(provider, call.service)))
            }
            pieces.put("]}")
            return Response(bytes: pieces.bytes)
        },
        Route(.get, "/v1/kinds/{kind}", .read) { call in
            _ = try call.query([])
            let kind = ActivityKind(call.parameter("kind"))
            guard let provider = call.service.kinds.providers.first(where: { $0.kind == kind }) else {
                throw Problem(
                    .notFound, "unknownKind",
                    "There is no kind '\(kind)': there are \(call.service.kinds.providers.map(\.kind.rawValue).joined(separator: ", "))."
                )
            }
            return try Response(encoding: ListedKind(provider, call.service))
        },
    ]

    /// A kind with its examples, as `live-activities describe --json` has them.
    private struct ListedKind: Encodable {
        var kind: ActivityKind
        var summary: String
        var hasRules: Bool
        var hasWidget: Bool
        var attributes: [JSONText]
        var state: JSONText?
        var events: [EncodedSamples.Moment]
        var actions: [KindDescription.Action]
        var commands: [JSONText]

        init(_ provider: AnyProvider, _ service: ServiceState) {
            let description = service.descriptions.first { $0.kind == provider.kind }
            kind = provider.kind
            summary = description?.summary ?? service.kinds.summaries[provider.kind] ?? ""
            hasRules = provider.hasRules
            hasWidget = service.kinds.widgets.kinds.contains(provider.kind)
            attributes = description?.attributes ?? []
            state = description?.state
            events = description?.events ?? []
            actions = description?.actions ?? []
            commands = description?.commands ?? []
        }
    }
}
#endif
