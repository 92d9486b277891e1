#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityPush

/// The routes for an activity's history and for its pushes.
enum HistoryRoutes {
    static let all = [
        Route(.get, "/v1/activities/{id}/history", .read) { call in
            _ = try call.query([])
            let history = try await history(call)
            return try Response(encoding: ShownHistory(history, of: call.parameter("id")))
        },
        Route(.get, "/v1/activities/{id}/why", .read) { call in
            _ = try call.query([])
            let id = try call.activity()
            try await call.checkAccess(to: id)
            let steps = try await DeviceRoutes.pushing { try await DeviceRoutes.pusher(call).steps(of: id) }.map { entry in
                var entry = entry
                entry.installation = entry.installation.map { call.shown($0) }
                return entry.json()
            }
            return Response(json: ["activity": JSONValue("\(id)"), "pushes": JSONValue(steps)])
        },
        Route(.get, "/v1/activities/{id}/devices", .read) { call in
            _ = try call.query([])
            let id = try call.activity()
            try await call.checkAccess(to: id)
            let pusher = try DeviceRoutes.pusher(call)
            guard let owner = try await call.runtime.owner(of: id) else { throw RuntimeError.engine(.unknownActivity(id)) }
            let devices = try await DeviceRoutes.pushing { try await pusher.devices(of: owner) }.map {
                DeviceRoutes.value(of: call.shown($0.installation), $0.tokens)
            }
            return Response(json: ["activity": JSONValue("\(id)"), "devices": JSONValue(devices)])
        },
    ]

    /// The history of the path's activity. Refuses a caller without access to it.
    static func history(_ call: Call) async throws -> ActivityHistory {
        let id = try call.activity()
        guard let history = try await call.service.history(of: id) else {
            throw Problem(.notFound, "noJournal", "This service does not record commands, so it has no history.")
        }
        guard let first = history.moments.first else { throw RuntimeError.engine(.unknownActivity(id)) }
        try call.access.check(id, of: first.change.owner)
        return history
    }
}

extension Call {
    /// The installation's name for this caller: a shared link gets a pseudonym, which stays the same as long as the service
    /// keeps its key.
    func shown(_ installation: InstallationID) -> InstallationID {
        access.activity == nil ? installation : InstallationID(rawValue: service.links.alias(of: installation.rawValue))
    }
}

/// A history in the API's JSON form.
private struct ShownHistory: Encodable {
    struct Moment: Encodable {
        var at: String
        var revision: UInt32
        var state: ActivityState
        var change: String
        var command: JSONText?
        /// The name of the command's event.
        var event: String?
        var content: EncodedContent?
        /// The size of attributes and content, counted as for the size limit of a push.
        var payloadBytes: Int?
    }

    var activity: String
    var isComplete: Bool
    var moments: [Moment] = []

    init(_ history: ActivityHistory, of id: String) {
        (activity, isComplete) = (id, history.isComplete)
        var attributesBytes = 0
        for moment in history.moments {
            let change = moment.change
            attributesBytes = change.start?.attributes.bytes.count ?? attributesBytes
            moments.append(
                Moment(
                    at: change.at.iso8601, revision: change.revision, state: change.state, change: change.what.name,
                    command: moment.command.map(Self.dated), event: moment.command.flatMap(Self.event),
                    content: change.content,
                    payloadBytes: change.content.map { attributesBytes + $0.state.bytes.count }))
        }
    }

    private static func event(_ command: JSONText) -> String? {
        (try? JSONValue(parsing: command.bytes))?["event"].flatMap { EventName.of($0) }
    }

    /// A command with its dates in ISO 8601, as everywhere in the API. The journal stores them as numbers, which are exact.
    private static func dated(_ command: JSONText) -> JSONText {
        do {
            let timed = try WireDecoder(limits: .stored).decode(TimedCommand.self, from: command.bytes)
            return JSONText(trusted: try WireEncoder().encode(timed))
        } catch { return command }
    }
}
#endif
