#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityPush

/// What happened to an activity, and why its devices show what they show.
enum HistoryRoutes {
    static let all = [
        Route(.get, "/v1/activities/{id}/history", .read) { call in
            _ = try call.query([])
            let history = try await history(call)
            var pieces = JSONPieces()
            pieces.put(#"{"activity":"#)
            pieces.put(string: call.parameter("id"))
            pieces.put(#","isComplete":"#)
            pieces.put(plain: history.isComplete ? "true" : "false")
            pieces.put(#","moments":["#)
            var attributes = 0
            for (index, moment) in history.moments.enumerated() {
                if index > 0 { pieces.put(",") }
                attributes = moment.change.start?.attributes.bytes.count ?? attributes
                put(moment, attributesBytes: attributes, into: &pieces)
            }
            pieces.put("]}")
            return Response(bytes: pieces.bytes)
        },
        Route(.get, "/v1/activities/{id}/why", .read) { call in
            _ = try call.query([])
            let id = try call.activity()
            try await call.checkAccess(to: id)
            let steps = try await DeviceRoutes.pushing { try await DeviceRoutes.pusher(call).steps(of: id) }.map { $0.json() }
            return Response(json: ["activity": JSONValue("\(id)"), "pushes": JSONValue(steps)])
        },
        Route(.get, "/v1/activities/{id}/devices", .read) { call in
            _ = try call.query([])
            let id = try call.activity()
            try await call.checkAccess(to: id)
            let pusher = try DeviceRoutes.pusher(call)
            guard let owner = try await call.runtime.owner(of: id) else { throw RuntimeError.engine(.unknownActivity(id)) }
            let devices = try await DeviceRoutes.pushing { try await pusher.devices(of: owner) }.map {
                DeviceRoutes.value(of: $0.installation, $0.tokens)
            }
            return Response(json: ["activity": JSONValue("\(id)"), "devices": JSONValue(devices)])
        },
    ]

    /// The history of the activity that the path names, if the caller may see it.
    static func history(_ call: Call) async throws -> ActivityHistory {
        let id = try call.activity()
        guard let history = try await call.service.history(of: id) else {
            throw Problem(.notFound, "noJournal", "This service records no commands, so it has no history.")
        }
        guard let first = history.moments.first else { throw RuntimeError.engine(.unknownActivity(id)) }
        try call.access.check(id, of: first.change.owner)
        return history
    }

    /// A command with its dates in ISO 8601, as everywhere in the API. The journal has them as numbers, which are exact.
    private static func dated(_ command: JSONText) -> [UInt8] {
        do {
            return try WireEncoder().encode(WireDecoder(limits: .stored).decode(TimedCommand.self, from: command.bytes))
        } catch {
            return command.bytes
        }
    }

    private static func put(_ moment: ActivityHistory.Moment, attributesBytes: Int, into pieces: inout JSONPieces) {
        let change = moment.change
        pieces.put(#"{"at":""#)
        pieces.put(plain: change.at.iso8601)
        pieces.put(#"","revision":"#)
        pieces.put(change.revision)
        pieces.put(#","state":""#)
        pieces.put(plain: change.state.rawValue)
        pieces.put(#"","change":""#)
        pieces.put(plain: change.what.name)
        pieces.put("\"")
        if let command = moment.command {
            pieces.put(#","command":"#)
            pieces.put(Self.dated(command))
        }
        if let content = change.content {
            pieces.put(#","content":"#)
            pieces.put((try? WireEncoder().encode(content)) ?? Array("null".utf8))
            pieces.put(#","payloadBytes":"#)
            pieces.put(attributesBytes + content.state.bytes.count)
        }
        pieces.put("}")
    }
}
#endif
