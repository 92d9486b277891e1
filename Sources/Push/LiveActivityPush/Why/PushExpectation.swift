#if Push
public import LiveActivityCore

/// The reaction that is expected of a device to an accepted push, according to Documentation/Reference.md. It is a model:
/// devices do not report what they show.
public enum PushExpectation: Hashable, Sendable {
    /// The device starts the activity, with the alert's sound. It ignores the push without a report if Live Activities are
    /// switched off, the app has reached its limit, or the token has expired.
    case starts
    /// The device draws the content at once; an alert may have a sound.
    case draws(isAlert: Bool)
    /// The device draws the content when its battery permits.
    case drawsWhenItSuits(isAlert: Bool)
    /// The device shows the last content, and removes the activity at a date; `nil` for at most four hours.
    case ends(removedAt: Date?)
    /// The device reloads the widgets' timelines, within their own budget.
    case reloadsWidgets
    /// The app makes a Live Update of the message.
    case givesToApp
}

extension PushExpectation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .starts:
            "starts the activity with a sound, unless Live Activities are off, the app has too many, or the token is no longer valid"
        case .draws(let isAlert):
            "draws it at once" + (isAlert ? " with a sound" : ", perhaps some seconds after the last drawing")
        case .drawsWhenItSuits(let isAlert):
            "draws it when it is awake; to save power it may wait" + (isAlert ? ". The alert waits too" : "")
        case .ends(let date):
            "shows the last content" + (date.map { ", and removes the activity at \($0.iso8601)" } ?? " for up to four hours")
        case .reloadsWidgets: "reloads the widgets' timelines, within their budget"
        case .givesToApp: "passes it to the app, which makes a Live Update of it"
        }
    }
}
#endif
