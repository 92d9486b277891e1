#if Service
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySealing

/// The routes for the keys of sealed content: a device publishes its key, and hosts read the keys of an owner.
///
/// The service checks that a key is signed by its identity. It cannot prove whose identity that is: hosts compare the
/// fingerprint.
enum KeyRoutes {
    static let all = [
        Route(.post, "/v1/keys", .device) { call in
            let body = try await call.object(["installation", "owner", "app", "environment", "secret", "key"])
            guard let installation = body["installation"]?.string, !installation.isEmpty, let owner = body["owner"]?.string,
                let bundle = body["app"]?.string.flatMap({ try? BundleID(app: $0) }),
                let environment = body["environment"]?.string.flatMap({ PushEnvironment(rawValue: $0) })
            else {
                throw Problem.unprocessable(
                    "undecodable", "The registration of a key needs 'installation', 'owner', 'app', 'environment' and 'key'.")
            }
            try call.access.check(owner: OwnerID(owner))
            let (key, given) = (try key(in: body), try DeviceRoutes.secret(in: body))
            let registered = try await DeviceRoutes.pushing {
                try await DeviceRoutes.pusher(call).register(
                    key, installation: InstallationID(rawValue: installation), owner: OwnerID(owner),
                    app: PushAppID(bundle, environment), secret: given)
            }
            return DeviceRoutes.response(to: registered)
        },
        Route(.delete, "/v1/keys/{installation}", .device) { call in
            let wasThere = try await DeviceRoutes.pushing {
                try await DeviceRoutes.pusher(call).removeKey(
                    of: InstallationID(rawValue: call.parameter("installation")), owner: call.access.owner)
            }
            guard wasThere else { throw Problem.notFound("There is no key of this installation.") }
            return Response(status: .noContent)
        },
        Route(.get, "/v1/owners/{owner}/keys", .device) { call in
            _ = try call.query([])
            let owner = OwnerID(call.parameter("owner"))
            try call.access.check(owner: owner)
            let keys = try await DeviceRoutes.pushing { try await DeviceRoutes.pusher(call).keys(of: owner) }
            return Response(json: ["keys": JSONValue(try keys.map { try value(of: $0.key, $0.installation) })])
        },
    ]

    private static func key(in body: JSONValue) throws(Problem) -> DeviceKey {
        guard let value = body["key"], value.kind == .object else {
            throw .unprocessable("undecodable", "'key' must be an object.", path: "key")
        }
        _ = try Call.check(value, ["agreement", "identity", "generation", "signature"])
        do {
            let key = try WireDecoder().decode(DeviceKey.self, from: value)
            try key.verify()
            return key
        } catch let error as SealingError {
            throw .unprocessable("badKey", "\(error)", path: "key")
        } catch {
            throw .unprocessable(
                "undecodable", "'key' needs 'agreement', 'identity' and 'signature' in Base64, and 'generation'.", path: "key")
        }
    }

    private static func value(of key: DeviceKey, _ installation: InstallationID) throws -> JSONValue {
        [
            "installation": JSONValue(installation.rawValue), "fingerprint": JSONValue(key.fingerprint),
            "key": try WireEncoder().encodeToJSONValue(key),
        ]
    }
}
#endif
