#if Push
public import LiveActivityCore

/// A problem with pushes that was not reported to a caller as an error.
@nonexhaustive
public enum PushNotice: Hashable, Sendable {
    /// A start was accepted, but no sign of life of the installation followed. The installation receives no further start until
    /// there is a sign of life or a new token. Source: Documentation/Reference.md, UNC-31.
    case tokenSuspect(InstallationID, ActivityKind, activity: ActivityID)
    /// APNs reported that a token is no longer in use, so it was removed.
    case tokenDropped(InstallationID, TokenTarget, reason: PushReason?)
    /// The channel does not exist, so its followers receive nothing more. Start their activities again with another channel.
    case channelDropped(ChannelID, reason: PushReason?)
    /// The app's pushes are stopped until a date, because each would fail. They are tried again after it.
    case appStopped(PushAppID, reason: String, until: Date)
    /// One push was refused and is not sent again.
    case pushRefused(ActivityID, InstallationID, reason: String)
    /// This number of the ledger's records was skipped at start, wholly or in part: they name more than 65,535 apps, kinds or
    /// controls, of which most cannot be real, or a device that has the name of a broadcast channel, or they are damaged or of
    /// a later version.
    case recordsSkipped(Int)
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
        case .recordsSkipped(let count):
            "\(count) records of the token ledger were skipped: they name more than 65,535 apps, kinds or controls, or a device "
                + "'channel:…', or are damaged or of a later version"
        }
    }
}
#endif
