#if Push
public import LiveActivityCore

/// The contents of a push to a Live Activity, from which the JSON body of a request is made.
///
/// The body has dates of two forms: `timestamp`, `stale-date` and `dismissal-date` are seconds since 1970, and dates inside
/// ``contentState`` and ``attributes`` seconds since 2001, because the device decodes those with a default `JSONDecoder`.
/// Source: Documentation/Reference.md, PAY-15.
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
    /// The date of the content. The device shows the content with the latest date. Sent in whole seconds, rounded down.
    public var timestamp: Date
    /// The content in the JSON form of the app's `ContentState`. Required for a start and an update.
    public var contentState: JSONText?
    /// When the content becomes stale. Sent in whole seconds, rounded up.
    public var staleDate: Date?
    /// When an ended activity is removed; a past date removes it at once. Only for an end. Sent in whole seconds, rounded up.
    public var dismissalDate: Date?
    /// The activity's relevance among the app's activities.
    public var relevanceScore: Double?
    /// The alert. Required for a start: without it APNs answers 200, but the device ignores the push. Source:
    /// Documentation/Reference.md, PAY-16.
    public var alert: AlertConfiguration?
    /// The name of the app's `ActivityAttributes` type, exactly as declared. Only for a start.
    public var attributesType: String?
    /// The attributes. Only for a start.
    public var attributes: JSONText?
    /// If `true`, the device makes an update token for the started activity (iOS 18). Only for a start.
    public var inputPushToken = false
    /// The channel that the started activity follows (iOS 18; on older systems the activity does not start). Only for a start.
    public var inputPushChannel: ChannelID?
    /// Other members of the body than `aps`; an object.
    public var custom: JSONValue?

    /// A payload with the members that every event needs. Set the others afterwards.
    public init(_ event: Event, contentState: JSONText?, timestamp: Date) {
        (self.event, self.contentState, self.timestamp) = (event, contentState, timestamp)
    }

    /// The body of the request.
    ///
    /// - Parameter limit: The maximum size in bytes: ``PayloadSize/deviceLimit`` or ``PayloadSize/broadcastLimit``.
    /// - Throws: ``PushError/badPayload(reason:)`` if a member is missing or not allowed for the event,
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
    /// The member `alert`. In pushes to Live Activities it contains the sound, unless the alert is silent. Source:
    /// Documentation/Reference.md, PAY-07 to PAY-09.
    var payload: JSONValue {
        let texts = [("title", title.payload), ("body", body.payload)]
        return JSONValue(members: sound == .silent ? texts : texts + [("sound", JSONValue(sound.rawValue))])
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
