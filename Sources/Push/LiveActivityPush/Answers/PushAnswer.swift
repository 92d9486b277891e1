#if Push
public import LiveActivityCore

/// APNs' answer to a request.
public struct PushAnswer: Hashable, Sendable {
    /// The HTTP status. 200 says that APNs has accepted the push, and not that a device shows it.
    public var status: Int
    /// `apns-id`, or for a channel `apns-request-id`.
    public var id: String?
    /// `apns-unique-id`, by which Apple's console finds the push.
    public var uniqueID: String?
    /// `apns-channel-id`: of a channel that was created.
    public var channelID: String?
    /// Why the request was refused.
    public var reason: PushReason?
    /// With 410: when APNs found that the token is no longer in use.
    public var invalidSince: Date?
    /// The server's `Retry-After`, in seconds.
    public var retryAfter: TimeInterval?
    /// The server's clock, where it says it (`date`), in whole seconds.
    public var date: Date?
    /// The body, where it is not the object of a refusal: of channel management.
    public var body: [UInt8]

    /// Whether APNs has accepted the request.
    public var isAccepted: Bool { 200..<300 ~= status }

    /// An answer with these parts.
    public init(
        status: Int, id: String? = nil, uniqueID: String? = nil, channelID: String? = nil, reason: PushReason? = nil,
        invalidSince: Date? = nil, retryAfter: TimeInterval? = nil, body: [UInt8] = []
    ) {
        (self.status, self.id, self.uniqueID, self.channelID, self.reason) = (status, id, uniqueID, channelID, reason)
        (self.invalidSince, self.retryAfter, self.body) = (invalidSince, retryAfter, body)
    }

    /// The date of a header such as `Sun, 22 Nov 2026 18:00:00 GMT`; `nil` for another form.
    package static func date(inHeader text: String) -> Date? { HTTPDate.date(text) }

    /// Reads `reason` and `timestamp` (in milliseconds) of a refusal's body.
    mutating func read(_ body: [UInt8]) {
        guard !body.isEmpty else { return }
        self.body = body
        guard !isAccepted, let value = try? JSONValue(parsing: body) else { return }
        reason = value["reason"]?.string.map { PushReason(rawValue: $0) }
        invalidSince = value["timestamp"]?.double.map { Date(timeIntervalSince1970: $0 / 1_000) }
        if let error = value["error"], error.kind == .object { readFCM(error) }
    }

    /// FCM's form: the code of FCM itself where there is one, otherwise Google's general one.
    private mutating func readFCM(_ error: JSONValue) {
        let own = (error["details"]?.elements).map { details in
            Array(details).compactMap { detail -> String? in
                detail["@type"]?.string?.hasSuffix("FcmError") == true ? detail["errorCode"]?.string : nil
            }
        }
        reason = (own?.first ?? error["status"]?.string).map { PushReason(rawValue: $0) }
        // The same code means a wrong token and a wrong message; only the text distinguishes them.
        if reason?.rawValue == "INVALID_ARGUMENT", error["message"]?.string?.contains("registration token") == true {
            reason = .invalidRegistration
        }
        // Google requires a minute at least.
        if reason?.rawValue == "QUOTA_EXCEEDED", retryAfter == nil { retryAfter = 60 }
    }
}

extension PushAnswer: CustomStringConvertible {
    public var description: String { reason.map { "\(status) \($0)" } ?? "\(status)" }
}
#endif
