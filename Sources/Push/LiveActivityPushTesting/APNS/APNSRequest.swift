#if Push
public import LiveActivityCore

/// A request whose contents were not checked yet.
public struct APNSRequest: Sendable {
    /// One header field. Names are lowercase, as in HTTP/2.
    public typealias Header = (name: String, value: String)

    /// The method, such as `POST`.
    public var method: String
    /// The path, such as `/3/device/…`.
    public var path: String
    /// The fields in the received order, without those whose names begin with a colon.
    public var headers: [Header]
    /// The body, not decoded.
    public var body: [UInt8]

    /// Creates a request.
    public init(method: String = "POST", path: String, headers: [Header], body: [UInt8] = []) {
        (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
    }

    /// A typical push (Documentation/Reference.md, FIX-05), for tests without a client.
    ///
    /// - Parameters:
    ///   - token: The token of the device or activity, in hex.
    ///   - bundle: The bundle id, without a suffix.
    ///   - authorization: The provider token (``ProviderSigner/token(at:)``).
    public static func push(
        to token: String, bundle: String, authorization: String, priority: Int = 5, expiration: Int? = 0,
        id: String? = nil, collapseID: String? = nil, body: String
    ) -> APNSRequest {
        var headers: [Header] = [
            ("authorization", "bearer \(authorization)"), ("apns-push-type", "liveactivity"),
            ("apns-topic", "\(bundle).push-type.liveactivity"), ("apns-priority", "\(priority)"),
        ]
        if let expiration { headers.append(("apns-expiration", "\(expiration)")) }
        if let id { headers.append(("apns-id", id)) }
        if let collapseID { headers.append(("apns-collapse-id", collapseID)) }
        return APNSRequest(path: "/3/device/\(token)", headers: headers, body: Array(body.utf8))
    }
}

/// A push that APNs has accepted, for a device or for the followers of a channel.
public struct APNSDelivery: Sendable {
    /// The receivers of a push.
    public enum Target: Hashable, Sendable {
        /// One token, in lowercase hex.
        case token(String)
        /// All activities of the app that follow a channel.
        case channel(String)
    }

    /// How long the service may store a push for a device that is offline.
    public enum Storage: Hashable, Sendable {
        /// The service does not store the push.
        case none
        case until(Date)
    }

    /// The time at which the request was accepted.
    public var at: Date
    /// The receivers of the push.
    public var target: Target
    /// The bundle id, without the suffix of the push type.
    public var bundle: String
    /// The header `apns-push-type`, such as `liveactivity`.
    public var pushType: String
    /// The priority: 10, 5 or 1.
    public var priority: Int
    /// The value of `apns-expiration`; without the header 30 days for a device, 8 hours for a channel.
    public var storage: Storage
    /// The header `apns-collapse-id`.
    public var collapseID: String?
    /// The `apns-id` or `apns-request-id` of the answer.
    public var id: String
    /// The payload as it was sent.
    public var body: [UInt8]

    /// Creates a delivery, for a ``Fleet`` without a server.
    public init(
        at: Date, target: Target, bundle: String, pushType: String = "liveactivity", priority: Int = 10,
        storage: Storage = .none, collapseID: String? = nil, id: String = "", body: [UInt8]
    ) {
        (self.at, self.target, self.bundle, self.pushType, self.priority) = (at, target, bundle, pushType, priority)
        (self.storage, self.collapseID, self.id, self.body) = (storage, collapseID, id, body)
    }
}
#endif
