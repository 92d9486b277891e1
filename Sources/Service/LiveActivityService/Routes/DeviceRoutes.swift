#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityPush

/// The routes for apps: they register tokens and report that an installation is alive, as lines do in the device file of `run
/// --push`.
enum DeviceRoutes {
    static let all = [
        Route(.post, "/v1/tokens", .device) { call in
            let body = try await call.object(DeviceFeed.tokenMembers + ["secret"])
            let line = JSONValue(members: body.members.filter { $0.key != "secret" }.map { (key: $0.key, value: $0.value) })
            guard case .token(let token, let target, let installation, let owner, let app) = try entry(line) else {
                throw Problem.unprocessable(
                    "undecodable",
                    "The registration of a token needs 'installation', 'owner', 'app', 'environment' and 'token'.")
            }
            try call.access.check(owner: owner)
            let given = try secret(in: body)
            let registered = try await pushing {
                try await pusher(call).register(
                    token, as: target, installation: installation, owner: owner, app: app, secret: given)
            }
            return response(to: registered)
        },
        Route(.post, "/v1/receipts", .device) { call in
            let body = try await call.object(["installation", "owner", "secret"])
            guard let name = body["installation"]?.string else {
                throw Problem.unprocessable("undecodable", "The key 'installation' is missing.", path: "installation")
            }
            let (installation, given) = (InstallationID(rawValue: name), try secret(in: body))
            let owner = body["owner"]?.string.map { OwnerID(rawValue: $0) } ?? call.access.owner
            if let owner { try call.access.check(owner: owner) }
            try await pushing {
                let pusher = try pusher(call)
                if let owner, try await !pusher.admits(given, for: installation, of: owner) {
                    throw PushError.installationUnproven(name)
                }
                try await pusher.heard(from: installation, owner: owner)
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
                    "undecodable", "'frequentUpdates' must be true or false.", path: "frequentUpdates")
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

    /// - Throws: ``Problem``, 404, if no push is configured.
    static func pusher(_ call: Call) throws(Problem) -> any ServicePusher {
        guard let pusher = call.service.pusher else {
            throw Problem(.notFound, "pushNotConfigured", "This service sends no pushes: its configuration has no 'push'.")
        }
        return pusher
    }

    /// The JSON of an installation, without the tokens themselves.
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

    /// The JSON of a token's target, with the members of the request that registers it.
    private static func value(of target: TokenTarget) -> JSONValue {
        switch target {
        case .activity(let id): ["activity": JSONValue("\(id)")]
        case .pushToStart(let kind): ["start": JSONValue(kind.rawValue)]
        case .widgets: ["widgets": true]
        case .control(let name): ["control": JSONValue(name)]
        case .messages: ["messages": true]
        }
    }

    static func response(to registered: TokenRegistration) -> Response {
        var members: [(key: String, value: JSONValue)] = [("isNew", JSONValue(registered.isNew))]
        if let secret = registered.secret { members.append(("secret", JSONValue(secret.text))) }
        return Response(json: JSONValue(members: members), status: registered.isNew ? .created : .ok)
    }

    static func secret(in body: JSONValue) throws(Problem) -> InstallationSecret? {
        guard let value = body["secret"] else { return nil }
        guard let secret = value.string.flatMap({ InstallationSecret($0) }) else {
            throw .unprocessable(
                "undecodable",
                "'secret' must be the value that the first registration returned: 32 to 128 visible ASCII characters.",
                path: "secret")
        }
        return secret
    }

    private static func entry(_ body: JSONValue) throws(Problem) -> DeviceFeed.Entry {
        do throws(PushError) { return try DeviceFeed.entry(JSONText(body).bytes) } catch {
            throw .unprocessable("badToken", "\(error)")
        }
    }

    static func pushing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as PushError {
            throw switch error {
            case .installationUnproven: Problem(.forbidden, "installationUnproven", "\(error)")
            case .reservedInstallation:
                Problem.unprocessable("reservedInstallation", "\(error)", path: "installation")
            case .appNotConfigured: Problem.unprocessable("appNotConfigured", "\(error)", path: "app")
            case .kindNotConfigured: Problem.unprocessable("kindNotConfigured", "\(error)", path: "start")
            case .tooManyInstallations: Problem(.conflict, "tooManyInstallations", "\(error)")
            default: Problem(.serviceUnavailable, "ledgerUnavailable", "\(error)")
            }
        }
    }
}
#endif
