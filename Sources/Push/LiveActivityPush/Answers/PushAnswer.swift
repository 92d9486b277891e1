#if Push
public import LiveActivityCore

/// APNs' answer to a request.
public struct PushAnswer: Hashable, Sendable {
    /// The HTTP status. 200 means that APNs has accepted the push, not that a device shows it.
    public var status: Int
    /// The header `apns-id`, or for a channel `apns-request-id`.
    public var id: String?
    /// The header `apns-unique-id`, by which Apple's console finds the push.
    public var uniqueID: String?
    /// The header `apns-channel-id`: the id of a created channel.
    public var channelID: String?
    /// Why the request was refused.
    public var reason: PushReason?
    /// With 410: when APNs found that the token is no longer in use.
    public var invalidSince: Date?
    /// The server's `Retry-After`, in seconds.
    public var retryAfter: TimeInterval?
    /// The server's time from the header `date`, in whole seconds; `nil` without the header.
    public var date: Date?
    /// The body of an accepted request for channel management; empty for a refusal, which is decoded.
    public var body: [UInt8]

    /// `true` if APNs has accepted the request.
    public var isAccepted: Bool { 200..<300 ~= status }

    /// An answer with these values.
    public init(
        status: Int, id: String? = nil, uniqueID: String? = nil, channelID: String? = nil, reason: PushReason? = nil,
        invalidSince: Date? = nil, retryAfter: TimeInterval? = nil, body: [UInt8] = []
    ) {
        (self.status, self.id, self.uniqueID, self.channelID, self.reason) = (status, id, uniqueID, channelID, reason)
        (self.invalidSince, self.retryAfter, self.body) = (invalidSince, retryAfter, body)
    }

    /// Reads `reason` and `timestamp` (in milliseconds) of a refusal's body.
    mutating func read(_ body: [UInt8]) {
        guard !body.isEmpty else { return }
        self.body = body
        guard !isAccepted, let value = try? JSONValue(parsing: body) else { return }
        reason = value["reason"]?.string.map { PushReason(rawValue: $0) }
        invalidSince = value["timestamp"]?.double.map { Date(timeIntervalSince1970: $0 / 1_000) }
        if let error = value["error"], error.kind == .object { readFCM(error) }
    }

    /// Reads FCM's error: FCM's own code if present, otherwise Google's general code.
    private mutating func readFCM(_ error: JSONValue) {
        let own = (error["details"]?.elements).map { details in
            Array(details).compactMap { detail -> String? in
                detail["@type"]?.string?.hasSuffix("FcmError") == true ? detail["errorCode"]?.string : nil
            }
        }
        reason = (own?.first ?? error["status"]?.string).map { PushReason(rawValue: $0) }
        // A wrong token and a wrong message have the same code; only the text distinguishes them.
        if reason?.rawValue == "INVALID_ARGUMENT", error["message"]?.string?.contains("registration token") == true {
            reason = .invalidRegistration
        }
        // Google requires a pause of at least a minute.
        if reason?.rawValue == "QUOTA_EXCEEDED", retryAfter == nil { retryAfter = 60 }
    }
}

extension PushAnswer: CustomStringConvertible {
    public var description: String { reason.map { "\(status) \($0)" } ?? "\(status)" }
}
#endif
