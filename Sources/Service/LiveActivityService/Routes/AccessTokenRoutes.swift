#if Service
import Foundation
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import NIOPosix

/// The tokens that callers of this API show: an app's backend makes one for each person's devices, and revokes it.
enum AccessTokenRoutes {
    static let all = [
        Route(.get, "/v1/access-tokens", .admin) { call in
            _ = try call.query([])
            let entries = try await changing(call) { try $0.list() }
            return try Response(encoding: ["tokens": entries.map { AccessToken($0) }])
        },
        Route(.post, "/v1/access-tokens", .admin) { call in try await create(call) },
        Route(.delete, "/v1/access-tokens/{id}", .admin) { call in
            let id = call.parameter("id")
            guard try await changing(call, { try $0.revoke(id) }) else {
                throw Problem.notFound("No token has the id '\(id.abridged)'.")
            }
            return Response(status: .noContent)
        },
        Route(.get, "/v1/audit", .admin) { call in try await audit(call) },
    ]

    /// Answers with the audit log as JSON Lines.
    private static func audit(_ call: Call) async throws -> Response {
        try call.access.checkEveryOwner()
        let parameters = try call.query(["from", "until", "token", "path", "limit"])
        guard let audit = call.service.audit else {
            throw Problem.notFound("This service has no audit log, because it keeps its state in memory.")
        }
        let query = AuditLog.Query(
            from: try Call.date("from", parameters) ?? .distantPast,
            until: try Call.date("until", parameters) ?? .distantFuture,
            token: parameters["token"], path: parameters["path"],
            limit: try Call.limit(parameters, default: 1_000, max: 100_000))
        let entries = try await NIOThreadPool.singleton.runIfActive { try audit.entries(query) }
        return try Response(lines: entries)
    }

    /// A token without its hash, or with its text, which only the answer to its creation has.
    private struct AccessToken: Encodable {
        var token: String?
        var id: String
        var name: String
        var scope: Scope
        var owner: OwnerID?
        var createdAt: String
        var expiresAt: String?

        init(_ entry: TokenFile.Entry, token: String? = nil) {
            (self.token, id, name, scope) = (token, entry.id, entry.name, entry.scope)
            (owner, createdAt, expiresAt) = (entry.owner, entry.createdAt, entry.expiresAt)
        }
    }

    private static func create(_ call: Call) async throws -> Response {
        let body = try await call.object(["name", "scope", "owner", "expiresIn_s"])
        guard let name = body["name"]?.string, 1...200 ~= name.utf8.count,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Problem.unprocessable("undecodable", "The 'name' of a token must have 1 to 200 bytes.", path: "name")
        }
        guard let scope = body["scope"]?.string.flatMap({ Scope(rawValue: $0) }) else {
            let scopes = Scope.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.unprocessable("undecodable", "The 'scope' of a token must be one of \(scopes).", path: "scope")
        }
        let owner = try Call.member("owner", of: body, \.string).map { OwnerID($0) }
        if let owner { try call.access.check(owner: owner) }
        guard scope != .device || owner != nil else {
            throw Problem.unprocessable("undecodable", "A token with the scope 'device' needs an 'owner'.", path: "owner")
        }
        let seconds = try Call.member("expiresIn_s", of: body, \.double)
        if let seconds, !(1...3_153_600_000 ~= seconds) {
            throw Problem.unprocessable(
                "invalidValue", "The validity of a token must be from 1 second to 100 years.", path: "expiresIn_s")
        }
        let (text, entry) = try await changing(call) {
            try $0.create(name: name, scope: scope, owner: owner, expiresAt: seconds.map { Date() + $0 })
        }
        return try Response(encoding: AccessToken(entry, token: text), status: .created)
    }

    /// Reads or changes the file of tokens, beside the threads that answer requests.
    private static func changing<Value: Sendable>(
        _ call: Call, _ body: @escaping @Sendable (TokenFile) throws -> Value
    ) async throws -> Value {
        try call.access.checkEveryOwner()
        guard let tokens = call.service.tokens else {
            throw Problem.notFound("This service has no token file: set 'tokens' or 'state' in its configuration.")
        }
        // It would lock out every other caller, and this one.
        guard !call.access.isAnonymous else {
            throw Problem(
                .forbidden, "noToken",
                "This service has no tokens yet: create the first one with 'live-activities token create'.")
        }
        let settings = call.service.settings
        do {
            return try await NIOThreadPool.singleton.runIfActive {
                // Another node may have just changed them. Without an answer, what is known already is listed.
                try? settings?.refresh()
                return try body(tokens)
            }
        } catch let failure as TokenFile.Failure {
            throw Problem(.serviceUnavailable, "tokensUnavailable", "\(failure)")
        }
    }
}
#endif
