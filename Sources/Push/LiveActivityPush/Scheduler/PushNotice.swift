#if Push
public import LiveActivityCore

/// A problem with pushes that no caller has received as an error.
@nonexhaustive
public enum PushNotice: Hashable, Sendable {
    /// A start was accepted, and no sign of life of the installation followed. No start is sent to it until a sign of life or a
    /// new token comes. Source: Documentation/Reference.md, UNC-31.
    case tokenSuspect(InstallationID, ActivityKind, activity: ActivityID)
    /// APNs says that a token is no longer in use, and it was removed.
    case tokenDropped(InstallationID, TokenTarget, reason: PushReason?)
    /// A channel does not exist. Its followers get nothing more; start them with another one.
    case channelDropped(ChannelID, reason: PushReason?)
    /// Pushes of an app are stopped until a date, because each would fail. Then they are tried again.
    case appStopped(PushAppID, reason: String, until: Date)
    /// One push was refused and is not sent again.
    case pushRefused(ActivityID, InstallationID, reason: String)
}

extension PushNotice: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tokenSuspect(let installation, let kind, let activity):
            "the push-to-start token of \(installation) for '\(kind)' is suspect: no sign of life followed the start of \(activity)"
        case .tokenDropped(let installation, let target, let reason):
            "a token of \(installation) (\(target)) was removed: \(reason?.rawValue ?? "no longer in use")"
        case .channelDropped(let channel, let reason):
            "channel \(channel) is not used any more: \(reason?.rawValue ?? "unknown")"
        case .appStopped(let app, let reason, let until): "pushes of \(app) are stopped until \(until.iso8601): \(reason)"
        case .pushRefused(let activity, let installation, let reason):
            "a push of \(activity) to \(installation) was refused: \(reason)"
        }
    }
}
#endif
