#if Push
public import LiveActivityCore

/// The contents of a push to a Live Activity: the body of a request, before it is written as JSON.
///
/// Dates count seconds in two ways in one body: `timestamp`, `stale-date` and `dismissal-date` since 1970, and the dates inside
/// ``contentState`` and ``attributes`` since 2001, because the device decodes those with a plain `JSONDecoder`. Source:
/// Documentation/Reference.md, PAY-15.
public struct ActivityPayload: Hashable, Sendable {
    /// The effect of the push.
    public enum Event: String, Hashable, Sendable, CaseIterable {
        /// Starts an activity.
        case start
        /// Replaces the content.
        case update
        /// Ends the activity.
        case end
    }

    /// The effect of the push.
    public var event: Event
    /// When the push was made. The device shows the content with the newest one. Sent in whole seconds, rounded down.
    public var timestamp: Date
    /// The content, as the device's `ContentState` decodes it. Needed for a start and an update.
    public var contentState: JSONText?
    /// When the content turns stale. Sent in whole seconds, rounded up.
    public var staleDate: Date?
    /// When an ended activity is removed; in the past: at once. Sent in whole seconds, rounded up. Only for an end.
    public var dismissalDate: Date?
    /// The activity's relevance among the app's activities.
    public var relevanceScore: Double?
    /// The alert. A start needs one: without it APNs answers 200, and the device drops the push. Source:
    /// Documentation/Reference.md, PAY-16.
    public var alert: AlertConfiguration?
    /// The name of the app's `ActivityAttributes` type, exactly as declared. Only for a start.
    public var attributesType: String?
    /// The attributes. Only for a start.
    public var attributes: JSONText?
    /// Asks the started activity for an update token (iOS 18). Only for a start.
    public var inputPushToken = false
    /// Subscribes the started activity to a channel (iOS 18; on older systems it does not start). Only for a start.
    public var inputPushChannel: ChannelID?
    /// Members beside `aps`; an object.
    public var custom: JSONValue?

    /// A payload with what every event needs. The rest can be set afterwards.
    public init(_ event: Event, contentState: JSONText?, timestamp: Date) {
        (self.event, self.contentState, self.timestamp) = (event, contentState, timestamp)
    }

    /// The body of the request.
    ///
    /// - Parameter limit: The most bytes that it may have: ``PayloadSize/deviceLimit`` or ``PayloadSize/broadcastLimit``.
    /// - Throws: ``PushError/badPayload(reason:)`` where a member is missing or does not belong to the event,
    ///   ``PushError/payloadTooLarge(_:)``.
    public func encoded(limit: Int = PayloadSize.deviceLimit) throws(PushError) -> [UInt8] {
        try check()
        var writer = PayloadWriter()
        writer.open("aps")
        writer.member("timestamp", Self.seconds(timestamp, .down))
        writer.member("event", event.rawValue)
        if let staleDate { writer.member("stale-date", Self.seconds(staleDate, .up)) }
        if let dismissalDate { writer.member("dismissal-date", Self.seconds(dismissalDate, .up)) }
        if let relevanceScore, let value = JSONValue(relevanceScore) { writer.member("relevance-score", value) }
        if let contentState { writer.part("content-state", contentState.bytes) }
        if let attributesType { writer.member("attributes-type", attributesType) }
        if let attributes { writer.part("attributes", attributes.bytes) }
        if let alert { writer.part("alert", JSONText(alert.payload).bytes) }
        if inputPushToken { writer.member("input-push-token", 1) }
        if let inputPushChannel { writer.member("input-push-channel", inputPushChannel.rawValue) }
        writer.close()
        for (key, value) in custom?.members.map({ ($0.key, $0.value) }) ?? [] { writer.custom(key, value) }
        return try writer.finished(limit: limit)
    }

    private func check() throws(PushError) {
        if event != .end, contentState == nil {
            throw .badPayload(reason: "a push with the event '\(event.rawValue)' needs content")
        }
        if event == .start {
            guard attributesType?.isEmpty == false, attributes != nil else {
                throw .badPayload(reason: "a start needs the attributes and the name of their type")
            }
            guard alert != nil else {
                throw .badPayload(reason: "a start needs an alert: without one the device drops it, although APNs answers 200")
            }
        } else if attributesType != nil || attributes != nil || inputPushToken || inputPushChannel != nil {
            throw .badPayload(reason: "attributes, input-push-token and input-push-channel belong to a start only")
        }
        if event != .end, dismissalDate != nil { throw .badPayload(reason: "a dismissal date belongs to an end only") }
        if let relevanceScore, !relevanceScore.isFinite { throw .badPayload(reason: "the relevance is not a finite number") }
        if custom?["aps"] != nil { throw .badPayload(reason: "a custom key must not be 'aps'") }
    }

    private static func seconds(_ date: Date, _ rule: FloatingPointRoundingRule) -> Int {
        Int(clamping: Int64(max(-1e15, min(1e15, date.timeIntervalSince1970.rounded(rule)))))
    }
}

extension AlertConfiguration {
    /// The member `alert`: for Live Activities the sound is inside it. Source: Documentation/Reference.md, PAY-07 to PAY-09.
    var payload: JSONValue {
        JSONValue(members: [("title", title.payload), ("body", body.payload), ("sound", JSONValue(sound.rawValue))])
    }
}

extension LocalizedStringResource {
    fileprivate var payload: JSONValue {
        guard let (key, arguments) = deviceKey else { return JSONValue(description) }
        let keyMember = ("loc-key", JSONValue(key))
        return JSONValue(
            members: arguments.isEmpty ? [keyMember] : [keyMember, ("loc-args", JSONValue(arguments.map { JSONValue($0) }))])
    }
}
#endif
