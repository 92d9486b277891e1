#if Push
public import LiveActivityCore

/// The data of an activity when a message to an Android app is made. ``PushKind/liveUpdate`` makes the app's Live Update from
/// it.
public struct LiveUpdateSource: Sendable {
    public var activity: ActivityID
    public var kind: ActivityKind
    /// The event that the message reports.
    public var event: ActivityPayload.Event
    /// When the message is made. The app ignores one that is older than what it shows.
    public var timestamp: Date
    /// The attributes, with a start.
    public var attributes: JSONText?
    /// The content; with an end `nil` if nothing is known of it.
    public var content: EncodedContent?
    /// The alert of the change, if any.
    public var alert: AlertConfiguration?
    /// When an ended activity is removed.
    public var dismissalDate: Date?

    /// A Live Update with the alert's texts, or the kind's name, and with the content state, for an app that draws its own
    /// views.
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
