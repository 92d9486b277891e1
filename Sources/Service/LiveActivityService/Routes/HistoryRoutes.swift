#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityPush

/// The routes for histories, which are replayed from the journal, and for an activity's pushes.
enum HistoryRoutes {
    static let all = [
        Route(.get, "/v1/history", .read) { call in try await allHistory(call) },
        Route(.get, "/v1/activities/{id}/history", .read) { call in
            _ = try call.query([])
            let history = try await history(call)
            return try Response(encoding: ShownHistory(history, of: call.parameter("id")))
        },
        Route(.get, "/v1/activities/{id}/why", .read) { call in
            _ = try call.query([])
            let id = try call.activity()
            try await checkAccess(call, toPast: id)
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

    /// Answers with the changes of all activities that the query selects, oldest first, as JSON Lines.
    private static func allHistory(_ call: Call) async throws -> Response {
        let query = try call.query(["owner", "kind", "activity", "from", "until", "after", "limit"])
        var filter = HistoryFilter()
        filter.owner = query["owner"].map { OwnerID($0) } ?? call.access.owner
        if let owner = filter.owner { try call.access.check(owner: owner) } else { try call.access.checkEveryOwner() }
        filter.activity = try query["activity"].map { (text) throws(Problem) in try Call.activity(text, "activity") }
        filter.kind = query["kind"].map { ActivityKind($0) }
        filter.from = try Call.date("from", query) ?? .distantPast
        filter.until = try Call.date("until", query)
        filter.after = try query["after"].map { (text: String) throws(Problem) in
            guard let position = HistoryPosition(text) else {
                throw .badRequest(
                    "badQuery", "'after' must be the 'position' of a line of an earlier answer.", path: "after")
            }
            return position
        }
        let limit = try Call.limit(query, default: 1_000, max: 10_000)
        guard let moments = try await call.service.history(filter, limit: limit) else { throw Problem.noJournal }
        let lines = moments.map { moment in
            var line = ShownHistory.Moment(moment)
            line.activity = moment.change.activity
            line.owner = moment.change.owner
            line.kind = moment.change.kind
            line.position = moment.position.description
            return line
        }
        return try Response(lines: lines)
    }

    /// Refuses a caller without access to an activity. The owner of a dismissed one is in its history only.
    private static func checkAccess(_ call: Call, toPast id: ActivityID) async throws {
        guard call.access.owner != nil, try await call.runtime.owner(of: id) == nil else {
            return try await call.checkAccess(to: id)
        }
        try call.access.check(id, of: try await call.service.history(of: id)?.moments.first?.change.owner)
    }

    /// The history of the path's activity. Refuses a caller without access to it, and every link.
    static func history(_ call: Call) async throws -> ActivityHistory {
        try call.access.check(.read)
        let id = try call.activity()
        guard let history = try await call.service.history(of: id) else { throw Problem.noJournal }
        guard let first = history.moments.first else { throw RuntimeError.engine(.unknownActivity(id)) }
        try call.access.check(id, of: first.change.owner)
        return history
    }
}

extension Problem {
    static let noJournal = Problem(.notFound, "noJournal", "This service does not record commands, so it has no history.")
}

extension HistoryPosition: LosslessStringConvertible {
    /// The time's bits, the shard and the number of the change, in hexadecimal. Clients treat it as opaque.
    public var description: String {
        [at.timeIntervalSinceReferenceDate.bitPattern, UInt64(shard), sequence].map { String($0, radix: 16) }
            .joined(separator: "-")
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0, radix: 16) }
        guard parts.count == 3, let bits = parts[0], let shard = parts[1].flatMap({ Int(exactly: $0) }),
            let sequence = parts[2], Double(bitPattern: bits).isFinite
        else { return nil }
        self.init(at: Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)), shard: shard, sequence: sequence)
    }
}

/// A history in the API's JSON form.
private struct ShownHistory: Encodable {
    struct Moment: Encodable {
        var at: String
        // Only in the history of all activities.
        var activity: ActivityID?
        var owner: OwnerID?
        var kind: ActivityKind?
        var revision: UInt32
        var state: ActivityState
        var change: String
        var command: JSONText?
        /// The name of the command's event.
        var event: String?
        var content: EncodedContent?
        /// The size of attributes and content, counted as for the size limit of a push.
        var payloadBytes: Int?
        /// The place in the history of all activities, after which a next answer begins.
        var position: String?

        init(_ moment: HistoryMoment) {
            let change = moment.change
            (at, revision, state, self.change) = (change.at.iso8601, change.revision, change.state, change.what.name)
            command = moment.command.map(ShownHistory.dated)
            event = moment.command.flatMap(ShownHistory.event)
            content = change.content
        }
    }

    var activity: String
    var isComplete: Bool
    var moments: [Moment] = []

    init(_ history: ActivityHistory, of id: String) {
        (activity, isComplete) = (id, history.isComplete)
        var attributesBytes = 0
        for moment in history.moments {
            attributesBytes = moment.change.start?.attributes.bytes.count ?? attributesBytes
            var shown = Moment(moment)
            shown.payloadBytes = moment.change.content.map { attributesBytes + $0.state.bytes.count }
            moments.append(shown)
        }
    }

    fileprivate static func event(_ command: JSONText) -> String? {
        (try? JSONValue(parsing: command.bytes))?["event"].flatMap { EventName.of($0) }
    }

    /// A command with its dates in ISO 8601, as everywhere in the API. The journal stores them as numbers, which are exact.
    fileprivate static func dated(_ command: JSONText) -> JSONText {
        do {
            let timed = try WireDecoder(limits: .stored).decode(TimedCommand.self, from: command.bytes)
            return JSONText(trusted: try WireEncoder().encode(timed))
        } catch { return command }
    }
}
#endif
