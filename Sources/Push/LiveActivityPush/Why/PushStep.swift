#if Push
public import LiveActivityCore

/// One step between a change and a device: an action, or the reason why nothing was sent.
@nonexhaustive
public enum PushStep: Hashable, Sendable {
    /// The runtime delivered a change.
    case changed(String)
    /// The change was replaced by a newer one before it was sent.
    case conflated
    /// The owner has no installation whose app shows the kind.
    case noDevice
    /// There is no token yet. The push waits for one until a date.
    case awaitsToken(until: Date)
    /// No token arrived in time. If one arrives later, the newest content is sent.
    case noToken
    /// The push-to-start token is suspect: no start is sent to it.
    case tokenSuspect
    /// A start was accepted, or its answer was lost. A sign of life is awaited until a date.
    case awaitsProof(until: Date)
    /// No token of the activity arrived in time after its start.
    case noProof
    /// The end waits for a sign of life of the successor.
    case awaitsSuccessor
    /// The push waits, because the last update was too recent.
    case heldBack(until: Date)
    /// The hour's budget is used up, so the push is sent with a lower priority.
    case demoted
    /// The device has this content already.
    case sameContent
    /// The device needs no push for this: it marks content as stale, runs timers and removes activities itself.
    case deviceDoesIt
    /// The device never showed the activity.
    case neverShown
    /// Another activity sends for the channel.
    case sentByChannel
    /// A request was sent.
    case sent(Sent)
    case answered(PushAnswer)
    /// The device's expected reaction to the accepted push.
    case expected(PushExpectation)
    /// There was no answer.
    case failed(PushError)
    /// The newest content is sent again at a date.
    case retries(at: Date)
    /// The token was removed.
    case tokenDropped
    /// The app has registered another token soon after an alert was accepted. The alert may have gone to the old one, so it is
    /// sent again.
    case repeatsAlert
    /// The push was refused and is not sent again.
    case refused(String)
    /// The app's pushes are stopped until a date.
    case stopped(String, until: Date)
    /// The device gave a sign of life.
    case proven
    /// A step of another process, as text.
    case described(String)

    /// A sent request.
    public struct Sent: Hashable, Sendable {
        /// `start`, `update`, `end` or `widgets`.
        public var event: String
        /// The headers, without the provider token.
        public var headers: [PushRequest.Header]
        /// The size of the body.
        public var bytes: Int
        /// The age of the token in seconds; `nil` for a channel.
        public var tokenAge: TimeInterval?
        /// The date of the installation's last sign of life.
        public var heardAt: Date?
    }
}

extension PushStep: CustomStringConvertible {
    public var description: String {
        switch self {
        case .changed(let what): "change: \(what)"
        case .conflated: "conflated into a newer change"
        case .noDevice: "not sent: the owner has no installation whose app shows this kind"
        case .awaitsToken(let until): "waits for a token until \(until.iso8601)"
        case .noToken: "not sent: no token; when one is registered, the newest content is sent"
        case .tokenSuspect: "not sent: the push-to-start token is suspect, as no sign of life followed a start"
        case .awaitsProof(let until): "waits for a sign of life until \(until.iso8601)"
        case .noProof: "the activity has not shown up since its start: no token of it was registered"
        case .awaitsSuccessor: "the end waits for a sign of life of the successor"
        case .heldBack(let until): "held back until \(until.iso8601): too soon after the last update"
        case .demoted: "the hour's budget of priority 10 is used up: a lower priority"
        case .sameContent: "not sent: the device has this content"
        case .deviceDoesIt: "not sent: the device does it without a push"
        case .neverShown: "not sent: the device never showed the activity"
        case .sentByChannel: "not sent: another activity sends for the channel"
        case .sent(let sent):
            "sent: \(sent.event), " + sent.headers.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
                + ", \(sent.bytes) bytes"
                + (sent.tokenAge.map { ", token \(Int($0)) s old" } ?? "")
                + (sent.heardAt.map { ", last sign of life \($0.iso8601)" } ?? ", no sign of life yet")
        case .answered(let answer): "answer: \(answer)" + (answer.uniqueID.map { ", apns-unique-id \($0)" } ?? "")
        case .expected(let expectation): "the device \(expectation)"
        case .failed(let error): "no answer: \(error)"
        case .retries(let date): "is sent again at \(date.iso8601), with the newest content"
        case .tokenDropped: "the token was removed"
        case .repeatsAlert: "another token soon after the alert: the alert is sent again"
        case .refused(let reason): "not sent again: \(reason)"
        case .stopped(let reason, let until): "pushes of the app are stopped until \(until.iso8601): \(reason)"
        case .proven: "sign of life"
        case .described(let words): words
        }
    }
}
#endif
