#if Push
public import LiveActivityCore

/// APNs' answer to one request.
public struct APNSAnswer: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// Why the request was refused; `nil` if it was accepted.
    public var reason: APNSReason?
    /// Since when a token is invalid. Only with status 410; the body has it in milliseconds since 1970.
    public var invalidSince: Date?
    /// The id of the request, or one that the service has generated.
    public var id: String?
    /// `true` if the request concerned a channel.
    public var isAboutChannel = false
    /// The header `apns-unique-id`: only in the sandbox and for broadcasts.
    public var uniqueID: String?
    /// The header `apns-channel-id` of a created channel.
    public var channel: String?
    /// The body of an accepted request that has one.
    public var json: [UInt8] = []

    init(_ reason: APNSReason, invalidSince: Date? = nil) {
        status = reason.status
        self.reason = reason
        self.invalidSince = invalidSince
    }

    init(status: Int = 200, id: String? = nil) {
        self.status = status
        self.id = id
    }

    /// The name of the header with ``id``: `apns-id`, or `apns-request-id` for channels.
    public var idHeader: String { isAboutChannel ? "apns-request-id" : "apns-id" }

    /// The body: empty for an accepted push, an object with `reason` for a refused one.
    public var body: [UInt8] {
        guard let reason else { return json }
        guard let invalidSince else { return Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8) }
        let milliseconds = Int64((invalidSince.timeIntervalSince1970 * 1_000).rounded())
        return Array(#"{"reason":"\#(reason.rawValue)","timestamp":\#(milliseconds)}"#.utf8)
    }
}

/// The service's reaction to one request: an answer or a simulated failure of the connection.
public struct APNSDecision: Sendable {
    /// The result for the client.
    public enum Outcome: Hashable, Sendable {
        /// An answer after a delay; `.zero` for no delay.
        case answer(APNSAnswer, after: Duration)
        /// No answer; the stream stays open.
        case stall
        /// The stream is reset.
        case reset
        /// The connection is closed with GOAWAY and this reason. Without an answer the stream counts as not processed.
        case goAway(APNSReason, APNSAnswer?)
        /// The connection is closed without GOAWAY.
        case disconnect
    }

    /// The result for the client.
    public var outcome: Outcome
    /// The delivery to the device; `nil` if there is none.
    public var delivery: APNSDelivery?
}
#endif
