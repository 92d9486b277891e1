#if Push
import LiveActivityCore

/// A sender's reaction to an answer.
@nonexhaustive
public enum PushRemedy: Hashable, Sendable {
    /// The push was accepted; there is nothing to do.
    case done
    /// Send the newest content again at once, on another connection.
    case retryOnNewConnection
    /// Make another provider token, then send the newest content again. This is tried once.
    case renewProviderToken
    /// Send the newest content again after a pause, which is longer for each attempt.
    case retryLater(RetrySchedule.Pause)
    /// Remove the token, unless the app registered it again after APNs found it invalid.
    case dropToken
    /// Stop using the channel. Its followers cannot move to another one.
    case dropChannel
    /// Stop the app's pushes until an operator has corrected the reported problem.
    case stop(report: String)
    /// Do not send this push again, because its content is wrong; the next push may succeed.
    case refuse(report: String)
}

/// Maps each answer of APNs to a remedy. An unknown reason is judged by its status.
/// Source: Documentation/Reference.md, RESP-03 to RESP-37, CHAN-19 to CHAN-24.
public struct AnswerPolicy: Sendable {
    /// Remedies that replace those of the default table. Empty by default.
    public var overrides: [PushReason: PushRemedy]

    /// A policy with the default table and these replacements.
    public init(overrides: [PushReason: PushRemedy] = [:]) { self.overrides = overrides }

    /// The remedy for an answer.
    public func remedy(for answer: PushAnswer) -> PushRemedy {
        if answer.isAccepted { return .done }
        if let reason = answer.reason, let remedy = overrides[reason] ?? known(reason) { return remedy }
        switch answer.status {
        case 410: return .dropToken
        case 413: return .refuse(report: "the payload is too large")
        case 429: return .retryLater(.short)
        case 500...599: return .retryLater(.long)
        case 403: return .stop(report: "APNs refuses the credentials: \(answer)")
        default: return .refuse(report: "APNs refuses the request: \(answer)")
        }
    }

    private func known(_ reason: PushReason) -> PushRemedy? {
        switch reason.rawValue {
        case "BadDeviceToken", "DeviceTokenNotForTopic", "ExpiredToken", "Unregistered": .dropToken
        case "ChannelNotRegistered", "BadChannelId": .dropChannel
        case "IdleTimeout", "UnrelatedKeyIdInToken", "Shutdown": .retryOnNewConnection
        case "ExpiredProviderToken": .renewProviderToken
        case "TooManyProviderTokenUpdates", "TooManyRequests": .retryLater(.short)
        case "InternalServerError", "ServiceUnavailable", "Service Unavailable": .retryLater(.long)
        case "InvalidProviderToken":
            .stop(report: "the provider token is not valid: check the key, its id, the team's id and the clock")
        case "MissingProviderToken": .stop(report: "the requests have no provider token: configure a key")
        case "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken":
            .stop(report: "the key is one of the other environment: check 'environment'")
        case "BadCertificate", "BadCertificateEnvironment":
            .stop(report: "APNs refuses the connection's certificate: pushes to Live Activities need a key")
        case "Forbidden": .stop(report: "APNs forbids the request: check the key's rights")
        case "TopicDisallowed", "BadTopic", "MissingTopic", "TopicMismatch":
            .stop(report: "the key has no right to this topic: check the bundle id and the key's topics")
        case "FeatureNotEnabled": .stop(report: "broadcast is not switched on for the app in the developer portal")
        case "CannotCreateChannelConfig":
            .stop(report: "the app has as many channels as it may have (10,000): delete unused ones")
        default: knownOfFCM(reason)
        }
    }

    /// The remedy for a reason of FCM; `nil` for an unknown reason. Source: Documentation/Reference.md, FCM-03.
    private func knownOfFCM(_ reason: PushReason) -> PushRemedy? {
        if reason.isAboutRegistration { return .dropToken }
        return switch reason.rawValue {
        case "QUOTA_EXCEEDED", "UNAVAILABLE", "INTERNAL": .retryLater(.short)
        case "UNAUTHENTICATED": .renewProviderToken
        case "PERMISSION_DENIED":
            .stop(report: "the service account may not send: give it the role of Firebase Cloud Messaging, and enable its API")
        case "THIRD_PARTY_AUTH_ERROR":
            .stop(report: "FCM has no valid key for APNs: upload one in the Firebase console, under Cloud Messaging")
        case "INVALID_ARGUMENT": .refuse(report: "FCM refuses the message as invalid")
        default: nil
        }
    }
}
#endif
