#if Push
public import LiveActivityCore

/// What is known when a message to an Android app is made: the activity's data, from which ``PushKind/liveUpdate`` makes what the app shows.
public struct LiveUpdateSource: Sendable {
    public var activity: ActivityID
    public var kind: ActivityKind
    /// What happens to it.
    public var event: ActivityPayload.Event
    /// When the message is made. The app ignores one that is older than what it shows.
    public var timestamp: Date
    /// The attributes, with a start.
    public var attributes: JSONText?
    /// The content; with an end `nil` if nothing is known of it.
    public var content: EncodedContent?
    /// What the user is to hear and read.
    public var alert: AlertConfiguration?
    /// When an ended activity is removed.
    public var dismissalDate: Date?

    /// A Live Update with the alert's texts, or the kind's name, and with the content state, for an app that draws by itself.
    public var plain: LiveUpdate {
        var update = LiveUpdate(
            activity: "\(activity)", event: event, kind: kind, timestamp: timestamp,
            title: alert.map { "\($0.title)" } ?? kind.rawValue)
        update.body = alert.map { "\($0.body)" }
        update.contentState = content?.state
        update.dismissAfter = dismissalDate
        return update
    }
}
#endif
