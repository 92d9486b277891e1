#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityPush

/// What apps pass on: their tokens, and signs of life. As a line of `run --push`'s file of devices.
enum DeviceRoutes {
    static let all = [
        Route(.post, "/v1/tokens", .write) { call in
            let body = try await call.object(DeviceFeed.tokenMembers)
            guard case .token(let token, let target, let installation, let owner, let app) = try entry(body) else {
                throw Problem.unprocessable(
                    "undecodable", "A token has 'installation', 'owner', 'app', 'environment' and 'token'.")
            }
            try call.access.check(owner: owner)
            let isNew = try await pushing {
                try await pusher(call).register(token, as: target, installation: installation, owner: owner, app: app)
            }
            return Response(json: ["isNew": JSONValue(isNew)], status: isNew ? .created : .ok)
        },
        Route(.post, "/v1/receipts", .write) { call in
            let body = try await call.object(["installation", "owner"])
            guard let installation = body["installation"]?.string else {
                throw Problem.unprocessable("undecodable", "The key 'installation' is missing.", path: "installation")
            }
            let owner = body["owner"]?.string.map { OwnerID(rawValue: $0) }
            if let owner { try call.access.check(owner: owner) }
            try await pushing {
                try await pusher(call).heard(from: InstallationID(rawValue: installation), owner: owner)
            }
            return Response(status: .noContent)
        },
        Route(.get, "/v1/devices/{installation}", .read) { call in
            _ = try call.query([])
            try call.access.checkEveryOwner()
            let pusher = try pusher(call)
            let installation = InstallationID(rawValue: call.parameter("installation"))
            let tokens = try await pushing { try await pusher.tokens(of: installation) }
            guard !tokens.isEmpty else { throw Problem.notFound("There is no such installation.") }
            return Response(json: value(of: installation, tokens))
        },
        Route(.put, "/v1/devices/{installation}", .write) { call in
            let body = try await call.object(["frequentUpdates"])
            try call.access.checkEveryOwner()
            guard let isPermitted = body["frequentUpdates"]?.bool else {
                throw Problem.unprocessable(
                    "undecodable", "The key 'frequentUpdates' is true or false.", path: "frequentUpdates")
            }
            try await pushing {
                try await pusher(call).permitFrequentUpdates(
                    isPermitted, for: InstallationID(rawValue: call.parameter("installation")))
            }
            return Response(status: .noContent)
        },
        Route(.delete, "/v1/devices/{installation}", .write) { call in
            try call.access.checkEveryOwner()
            try await pushing {
                try await pusher(call).forget(InstallationID(rawValue: call.parameter("installation")))
            }
            return Response(status: .noContent)
        },
    ]

    /// - Throws: ``Problem``, 404, where no push is configured.
    static func pusher(_ call: Call) throws(Problem) -> any ServicePusher {
        guard let pusher = call.service.pusher else {
            throw Problem(.notFound, "pushNotConfigured", "This service sends no pushes: its configuration has no 'push'.")
        }
        return pusher
    }

    /// An installation without its tokens' text.
    static func value(of installation: InstallationID, _ tokens: [TokenState]) -> JSONValue {
        let tokens = tokens.map { token -> JSONValue in
            var members: [(key: String, value: JSONValue)] = [
                ("target", value(of: token.target)), ("isKnown", JSONValue(token.isKnown)),
                ("isSuspect", JSONValue(token.isSuspect)),
            ]
            if let date = token.registeredAt { members.append(("registeredAt", JSONValue(date.iso8601))) }
            return JSONValue(members: members)
        }
        return ["installation": JSONValue(installation.rawValue), "tokens": JSONValue(tokens)]
    }

    /// With the members of the request that registers such a token.
    private static func value(of target: TokenTarget) -> JSONValue {
        switch target {
        case .activity(let id): ["activity": JSONValue("\(id)")]
        case .pushToStart(let kind): ["start": JSONValue(kind.rawValue)]
        case .widgets: ["widgets": true]
        case .control(let name): ["control": JSONValue(name)]
        case .messages: ["messages": true]
        }
    }

    private static func entry(_ body: JSONValue) throws(Problem) -> DeviceFeed.Entry {
        do throws(PushError) { return try DeviceFeed.entry(JSONText(body).bytes) } catch {
            throw .unprocessable("badToken", "\(error)")
        }
    }

    static func pushing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as PushError {
            throw Problem(.serviceUnavailable, "ledgerUnavailable", "\(error)")
        }
    }
}
#endif
