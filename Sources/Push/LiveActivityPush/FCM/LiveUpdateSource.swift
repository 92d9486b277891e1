#if Push
public import LiveActivityCore

/// The activity from which ``PushKind/liveUpdate`` makes a Live Update for an Android app.
public struct LiveUpdateSource: Sendable {
    public var activity: ActivityID
    public var kind: ActivityKind
    /// The event that the message reports.
    public var event: ActivityPayload.Event
    /// The date of the message. The app ignores a message that is older than its content.
    public var timestamp: Date
    /// The attributes; only for a start.
    public var attributes: JSONText?
    /// The content; `nil` for an end whose content is unknown.
    public var content: EncodedContent?
    /// The alert of the change, if any.
    public var alert: AlertConfiguration?
    /// When an ended activity is removed.
    public var dismissalDate: Date?

    /// The default Live Update: the alert's texts, or else the kind's name, and the content state, for an app that draws its
    /// own views.
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
