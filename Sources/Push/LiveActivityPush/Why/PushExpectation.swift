#if Push
public import LiveActivityCore

/// A device's expected reaction to a push that the service has accepted, as Documentation/Reference.md describes devices. A
/// model: devices do not report what a screen shows.
public enum PushExpectation: Hashable, Sendable {
    /// It starts the activity, with the alert's sound. It drops the push silently if Live Activities are switched off, the app
    /// has reached its limit, or the token has expired.
    case starts
    /// It draws the content at once, with a sound or without.
    case draws(isAlert: Bool)
    /// It draws the content when it suits its battery.
    case drawsWhenItSuits(isAlert: Bool)
    /// It shows the last content and removes the activity at a date; `nil` after four hours at the latest.
    case ends(removedAt: Date?)
    /// The widgets' timelines are loaded again, as far as their own budget allows.
    case reloadsWidgets
    /// The app makes a Live Update of it.
    case givesToApp
}

extension PushExpectation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .starts:
            "starts the activity with a sound, unless Live Activities are off, the app has too many, or the token has died"
        case .draws(let isAlert):
            "draws it at once" + (isAlert ? " with a sound" : ", perhaps some seconds after the last drawing")
        case .drawsWhenItSuits(let isAlert):
            "draws it when it is awake; saving power, it may wait" + (isAlert ? ". The alert waits too" : "")
        case .ends(let date):
            "shows the last content" + (date.map { ", and removes the activity at \($0.iso8601)" } ?? " for up to four hours")
        case .reloadsWidgets: "loads the widgets' timelines again, within their budget"
        case .givesToApp: "gives it to the app, which makes a Live Update of it"
        }
    }
}
#endif
