#if Push
public import LiveActivityCore

/// One HTTP request to APNs, without the provider token, which the client adds.
public struct PushRequest: Hashable, Sendable {
    /// One header. Names are lowercase, as in HTTP/2.
    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The method: `POST`; for channels also `GET` and `DELETE`.
    public var method: String
    /// The path. That of a push to a device contains the token, which is a secret.
    public var path: String
    /// The headers, without `authorization`.
    public var headers: [Header]
    /// The body as JSON.
    public var body: [UInt8]

    /// A request with these values, which are not checked.
    public init(method: String = "POST", path: String, headers: [Header], body: [UInt8]) {
        (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
    }

    /// The value of a header; `nil` if the request has no such header.
    public subscript(header name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension PushRequest {
    /// A push to one activity, or one that starts an activity.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - token: The activity's token; for a start the push-to-start token.
    ///   - app: The app.
    ///   - priority: The urgency.
    ///   - expiration: How long APNs stores the push.
    ///   - id: The push's id, which the answer contains. A repeated push should have the id of the first.
    ///   - collapseID: Of stored pushes with the same value, APNs keeps the newest. At most 64 bytes.
    /// - Throws: As ``ActivityPayload/encoded(limit:)``; ``PushError/badHeader(name:reason:)``.
    public static func device(
        _ payload: ActivityPayload, to token: DeviceToken, app: BundleID, priority: PushPriority, expiration: PushExpiration,
        id: UUID? = nil, collapseID: String? = nil
    ) throws(PushError) -> PushRequest {
        var headers = [
            Header("apns-push-type", "liveactivity"), Header("apns-topic", app.liveActivityTopic),
            Header("apns-priority", String(priority.rawValue)),
        ]
        if let expiration = expiration.headerValue { headers.append(Header("apns-expiration", expiration)) }
        if let id { headers.append(Header("apns-id", id.uuidString.lowercased())) }
        if let collapseID { headers.append(try collapseHeader(collapseID)) }
        return PushRequest(path: "/3/device/" + token.hex, headers: headers, body: try payload.encoded())
    }

    /// A push to all followers of a channel.
    ///
    /// - Parameters:
    ///   - payload: The payload of an update or an end.
    ///   - channel: The channel.
    ///   - app: The app.
    ///   - priority: The urgency.
    ///   - expiration: ``PushExpiration/once`` for a channel that stores nothing; APNs refuses any other value.
    ///   - id: The request's id, which the answer contains.
    /// - Throws: As ``ActivityPayload/encoded(limit:)``, and ``PushError/badPayload(reason:)`` for a start.
    public static func broadcast(
        _ payload: ActivityPayload, to channel: ChannelID, app: BundleID, priority: PushPriority,
        expiration: PushExpiration = .once, id: UUID? = nil
    ) throws(PushError) -> PushRequest {
        guard payload.event != .start else { throw .badPayload(reason: "a channel accepts updates and ends, and no start") }
        guard let expiration = expiration.headerValue else {
            throw .badHeader(
                name: "apns-expiration", reason: "a push to a channel needs one; it is 0 where the channel stores nothing")
        }
        var headers = [
            Header("apns-push-type", "liveactivity"), Header("apns-channel-id", channel.rawValue),
            Header("apns-priority", String(priority.rawValue)), Header("apns-expiration", expiration),
        ]
        if let id { headers.append(Header("apns-request-id", id.uuidString.lowercased())) }
        return PushRequest(
            path: "/4/broadcasts/apps/" + app.rawValue, headers: headers,
            body: try payload.encoded(limit: PayloadSize.broadcastLimit))
    }

    /// A push that makes an app's widgets reload their timelines.
    ///
    /// Widgets have a small budget and no broadcast, so such a push is sent only for a start, an end and an alert. Source:
    /// Documentation/Reference.md, WID-01 to WID-03.
    public static func widgets(token: DeviceToken, app: BundleID, id: UUID? = nil) -> PushRequest {
        var headers = [Header("apns-push-type", "widgets"), Header("apns-topic", app.widgetsTopic)]
        if let id { headers.append(Header("apns-id", id.uuidString.lowercased())) }
        return PushRequest(
            path: "/3/device/" + token.hex, headers: headers, body: Array(#"{"aps":{"content-changed":true}}"#.utf8))
    }

    private static func collapseHeader(_ id: String) throws(PushError) -> Header {
        guard 1...64 ~= id.utf8.count, id.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw .badHeader(
                name: "apns-collapse-id", reason: "it has 1 to 64 visible ASCII characters, not \(id.utf8.count) bytes")
        }
        return Header("apns-collapse-id", id)
    }
}

extension PushRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, path and headers, with the token's fingerprint instead of the token.
    public var description: String {
        "\(method) \(redactedPath) " + headers.map { "\($0.name)=\($0.value)" }.joined(separator: " ") + ", \(body.count) bytes"
    }

    /// The same text as ``description``, without the token.
    public var debugDescription: String { description }

    /// A mirror without the token and the body.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }

    /// The path with the token's fingerprint instead of the token.
    public var redactedPath: String {
        let prefix = "/3/device/"
        guard path.hasPrefix(prefix) else { return path }
        return prefix + ((try? DeviceToken(hex: String(path.dropFirst(prefix.count))))?.description ?? "<not a token>")
    }
}
#endif
