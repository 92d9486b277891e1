#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOPosix

/// The routes that start, read and command single activities.
enum ActivityRoutes {
    static let all = [
        Route(.get, "/v1/activities", .read) { call in
            let query = try call.query(["owner", "kind", "state", "limit", "after", "at"])
            return try await list(call, owner: query["owner"].map { OwnerID($0) }, query)
        },
        Route(.get, "/v1/owners/{owner}/activities", .read) { call in
            let query = try call.query(["kind", "state", "limit", "after", "at"])
            return try await list(call, owner: OwnerID(call.parameter("owner")), query)
        },
        Route(.post, "/v1/commands", .write) { call in
            let body = try await call.object()
            return try await call.perform(try call.command([], body), as: "command", body)
        },
        Route(.post, "/v1/activities", .write) { call in
            let body = try await call.object()
            return try await call.perform(try call.command([("command", "start")], body), as: "start", body)
        },
        Route(.put, "/v1/owners/{owner}/{kind}/{key}", .write) { call in try await put(call) },
        Route(.get, "/v1/owners/{owner}/{kind}/{key}", .read) { call in
            let owner = OwnerID(call.parameter("owner"))
            try call.access.check(owner: owner)
            let id = try await call.runtime.resolve(
                .key(owner: owner, kind: ActivityKind(call.parameter("kind")), key: StartKey(call.parameter("key"))))
            return try await show(call, id)
        },
        Route(.get, "/v1/activities/{id}", .read, admitsLinks: true) { call in
            _ = try call.query([])
            let id = try call.activity()
            try await call.checkAccess(to: id)
            return try await show(call, id)
        },
        Route(.patch, "/v1/activities/{id}", .write) { call in try await command("update", call) },
        Route(.post, "/v1/activities/{id}/end", .write) { call in try await command("end", call) },
        Route(.post, "/v1/activities/{id}/perform", .read, admitsLinks: true) { call in
            try call.access.checkPerform()
            return try await command("perform", call)
        },
        Route(.post, "/v1/activities/{id}/dismiss", .device) { call in try await command("dismiss", call) },
        Route(.post, "/v1/activities/{id}/lease", .write) { call in try await command("renewLease", call) },
        Route(.post, "/v1/activities/{id}/link", .admin) { call in try await link(call) },
        Route(.delete, "/v1/activities/{id}/link", .admin) { call in try await revokeLinks(call) },
        Route(.post, "/v1/permission", .device) { call in
            let body = try await call.object()
            let name = body["frequentUpdates"]?.bool == true ? "permitFrequentUpdates" : "permit"
            let members = body.members.filter { $0.key != "frequentUpdates" }.map { (key: $0.key, value: $0.value) }
            let command = try call.command([("command", JSONValue(name))], JSONValue(members: members))
            return try await call.perform(command, as: "permission", body)
        },
    ]

    // MARK: - Starting

    /// Starts the activity with this key, or updates it if it is running and the body has content.
    private static func put(_ call: Call) async throws -> Response {
        let (owner, kind) = (OwnerID(call.parameter("owner")), ActivityKind(call.parameter("kind")))
        let key = StartKey(call.parameter("key"))
        try call.access.check(owner: owner)
        let body = try await call.object()
        let names: [(key: String, value: JSONValue)] = [
            ("owner", JSONValue(owner.rawValue)), ("kind", JSONValue(kind.rawValue)), ("key", JSONValue(key.rawValue)),
        ]
        let command = try call.command([("command", "start"), ("ifRunning", "join")] + names, body)
        return try await call.once("put \(call.request.uri.path)", JSONText(body).bytes) { _ in
            try await put(call, owner, kind, key, body, command)
        }
    }

    private static func put(
        _ call: Call, _ owner: OwnerID, _ kind: ActivityKind, _ key: StartKey, _ body: JSONValue, _ command: Command
    ) async throws -> Response {
        if let running = try await call.runtime.activity(owner: owner, kind: kind, key: key) {
            return try await show(call, running, body)
        }
        if call.service.isDraining { throw Problem.draining }
        let outcome = try await call.carryOut(command)
        // Another request has started it since.
        if case .joined(let running) = outcome { return try await show(call, running, body) }
        return try await call.answer(outcome, command.activity, notices: call.service.memberCheck.unknownMembers(in: command))
    }

    /// Updates a running activity to the body's content, if it has any.
    private static func show(_ call: Call, _ running: ActivityID, _ body: JSONValue) async throws -> Response {
        guard let content = body["content"] else { return try await call.answer(.joined(running), .id(running)) }
        return try await call.apply(
            call.command(
                [("command", "update"), ("activity", JSONValue("\(running)")), ("content", content)], JSONValue(members: [])))
    }

    // MARK: - Commands to one activity

    /// - Parameter name: The command's name in the vocabulary. The body contains its other members.
    private static func command(_ name: String, _ call: Call) async throws -> Response {
        let id = try call.activity()
        let body = name == "update" || name == "perform" ? try await call.object() : try await call.objectIfAny()
        let command = try call.command([("command", JSONValue(name)), ("activity", JSONValue("\(id)"))], body)
        return try await call.perform(command, as: "\(name) \(id)", body)
    }

    private static func link(_ call: Call) async throws -> Response {
        let id = try call.activity()
        let body = try Call.check(try await call.objectIfAny(), ["expiresIn_s", "actions"])
        try await call.checkAccess(to: id)
        guard try await call.runtime.state(of: id) != nil else { throw RuntimeError.engine(.unknownActivity(id)) }
        let seconds = body["expiresIn_s"]?.double ?? 3_600
        guard 1...ActivityLinks.lifetimeMax ~= seconds else {
            throw Problem.unprocessable(
                "invalidValue", "The validity of a link must be from 1 second to 7 days.", path: "expiresIn_s")
        }
        guard let mayPerform = (body["actions"] ?? false).bool else {
            throw Problem.unprocessable("undecodable", "'actions' must be true or false.", path: "actions")
        }
        let expiry = Date() + seconds
        let text = call.service.links.text(for: id, until: expiry, mayPerform: mayPerform)
        return Response(
            json: [
                "access_token": JSONValue(text), "expiresAt": JSONValue(expiry.iso8601),
                "url": JSONValue("/activity?activity=\(id)&access_token=\(text)\(mayPerform ? "&actions=true" : "")"),
            ], status: .created)
    }

    private static func revokeLinks(_ call: Call) async throws -> Response {
        let id = try call.activity()
        try await call.checkAccess(to: id)
        let links = call.service.links
        try await NIOThreadPool.singleton.runIfActive { try links.revoke(id) }
        return Response(status: .noContent)
    }

    // MARK: - Reading

    private static func show(_ call: Call, _ id: ActivityID) async throws -> Response {
        let record = try await call.runtime.record(of: id), kind = try await call.runtime.kind(of: id)
        try await call.service.untilStored([id])
        guard let record, let kind else { throw RuntimeError.engine(.unknownActivity(id)) }
        let etag = Response.etag(record.revision)
        if call.request.headers[.ifNoneMatch] == etag { return Response(status: .notModified, headers: [.eTag: etag]) }
        let json = try WireEncoder().encode(ActivityDescription(record, kind: kind))
        var response = Response(bytes: call.access.isLink ? try LinkedJSON.text(of: json) : json)
        response.headers[.eTag] = etag
        return response
    }

    /// A page of activities, ordered by id. `next` is the id after which the next page begins. `at` selects the activities
    /// that existed at an earlier time, replayed from the journal.
    private static func list(_ call: Call, owner: OwnerID?, _ query: [String: String]) async throws -> Response {
        let owner = owner ?? call.access.owner
        if let owner { try call.access.check(owner: owner) } else { try call.access.checkEveryOwner() }
        let limit = try Call.limit(query, default: 100, max: 1_000)
        let state = try query["state"].map { (text: String) throws(Problem) -> ActivityState in
            guard let state = ActivityState(rawValue: text) else {
                throw .badRequest("badQuery", "'\(text.abridged)' is not a state.", path: "state")
            }
            return state
        }
        let after = try query["after"].map { (text) throws(Problem) in try Call.activity(text, "after") }
        let kind = try call.kind(query)
        if let date = try Call.date("at", query) {
            guard let past = try await call.service.activities(at: date) else { throw Problem.noJournal }
            let found = past.filter { id, entry in
                (owner == nil || entry.record.owner == owner) && (kind == nil || entry.kind == kind)
                    && (state == nil || entry.record.state == state) && after.map { id > $0 } ?? true
            }
            return try Response(encoding: try await page(found.keys.sorted(), limit: limit) { found[$0] })
        }
        let ids = try await ids(call.runtime, owner, kind, after)
        return try Response(
            encoding: try await page(of: ids, call.service, limit: limit) { record, recordKind in
                (kind == nil || recordKind == kind) && (state == nil || record.state == state)
            })
    }

    /// The activity ids after a given one, in ascending order.
    private static func ids(
        _ runtime: any ServiceRuntime, _ owner: OwnerID?, _ kind: ActivityKind?, _ after: ActivityID?
    ) async throws -> [ActivityID] {
        let all: [ActivityID] =
            if let owner { try await runtime.activities(of: owner) } else if let kind {
                try await runtime.activities(ofKind: kind)
            } else { try await runtime.activities }
        return (after.map { after in all.filter { $0 > after } } ?? all).sorted()
    }

    /// A page of activities; `next` is the id after which the next page begins, `null` on the last page.
    struct Page: Encodable {
        var activities: [ActivityDescription] = []
        var next = JSONValue.null
    }

    /// The first activities that satisfy a condition. Waits until everything shown is durable.
    static func page(
        of ids: [ActivityID], _ service: ServiceState, limit: Int, where condition: (ActivityRecord, ActivityKind) -> Bool
    ) async throws -> Page {
        let runtime = service.runtime
        let page = try await page(ids, limit: limit) { id in
            guard let record = try await runtime.record(of: id), let kind = try await runtime.kind(of: id),
                condition(record, kind)
            else { return nil }
            return (record, kind)
        }
        try await service.untilStored(page.activities.map(\.activity))
        return page
    }

    /// The first activities that have an entry.
    private static func page(
        _ ids: [ActivityID], limit: Int, _ entry: (ActivityID) async throws -> (record: ActivityRecord, kind: ActivityKind)?
    ) async throws -> Page {
        var page = Page()
        for id in ids {
            if page.activities.count == limit {
                page.next = page.activities.last.map { JSONValue("\($0.activity)") } ?? .null
                break
            }
            guard let (record, kind) = try await entry(id) else { continue }
            page.activities.append(ActivityDescription(record, kind: kind))
        }
        return page
    }
}
#endif
