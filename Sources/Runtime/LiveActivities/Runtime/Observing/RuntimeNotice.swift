public import LiveActivityCore
public import LiveActivityHost

/// A fact about a runtime that a program or its operator should know, sent when it occurs (``LiveActivityRuntime/notices()``).
///
/// A later version may add cases.
@nonexhaustive
public enum RuntimeNotice: Hashable, Sendable {
    /// The store began to fail: commands are refused from now on, and the runtime retries the store. Sent once per failure, and
    /// again when the reason changes.
    case storeFailed(StoreError)
    /// The store works again and has all changes: commands are accepted. Sent once after each ``storeFailed(_:)``.
    case storeRecovered
    /// The store belongs to another runtime now: this one writes nothing any more, and every command is refused with
    /// ``/LiveActivityHost/RuntimeError/fenced(reason:)``. Sent once, and no ``storeRecovered`` follows.
    case storeFenced(reason: String)
    /// A subscriber's sequence was too slow and has dropped changes (``ChangeSequence/missed``). Sent for the first dropped
    /// change, and not again before the subscriber has received one.
    ///
    /// `label` is the label given when the sequence was created.
    case changesMissed(label: String?, of: ChangeFilter)
    /// Changes for named consumers were dropped, because too many waited for acknowledgements. Sent for each command or
    /// deadline that caused it; `count` is the number dropped in that shard since the runtime was created.
    case consumerChangesMissed(shard: Int, count: Int)
    /// Events were dropped before ``/LiveActivityCore/EngineLimits/rememberedEventSeconds`` had passed, because there were more
    /// than ``/LiveActivityCore/EngineLimits/rememberedEventsInAll``: a repetition of one is applied again. Sent for the first
    /// of them, then each time that as many as the limit were dropped; `count` is their number in that shard since the runtime
    /// was created.
    case eventsForgottenEarly(shard: Int, count: Int)
    /// A provider failed at a deadline: at a wake or a scheduled start. Sent with each
    /// ``/LiveActivityCore/Change/What/faulted(reason:)``.
    case providerFaulted(ActivityID, ActivityKind, reason: String)
    /// An update, event or end arrived after its activity had ended. Sent with each
    /// ``/LiveActivityCore/Change/What/refusedLateUpdate``.
    case lateUpdateRefused(ActivityID, ActivityKind)
    /// A provider refused an event that was published or sent in a batch, so that no caller received the error. Sent with each
    /// ``/LiveActivityCore/Change/What/refused(reason:)``.
    case eventRefused(ActivityID, ActivityKind, reason: String)
    /// An update was accepted without its alert. Sent with each ``/LiveActivityCore/Change/What/alertSuppressed(_:)``.
    case alertSuppressed(ActivityID, ActivityKind)

    /// JSON had a member that its kind does not have: it is misspelt, or the sender is newer. Sent once for each member of a
    /// kind, and for at most 1,000 of them; the command is carried out without the member.
    case unknownMember(UnknownMember)

    /// The computer's clock has jumped (``SystemClock``). Sent when the jump is held back, and when it is accepted or
    /// discarded.
    case clockJumped(ClockJump)

    /// A permanent name for the case, for logs and metrics.
    public var name: String {
        switch self {
        case .storeFailed: "storeFailed"
        case .storeRecovered: "storeRecovered"
        case .storeFenced: "storeFenced"
        case .changesMissed: "changesMissed"
        case .consumerChangesMissed: "consumerChangesMissed"
        case .eventsForgottenEarly: "eventsForgottenEarly"
        case .providerFaulted: "providerFaulted"
        case .lateUpdateRefused: "lateUpdateRefused"
        case .eventRefused: "eventRefused"
        case .alertSuppressed: "alertSuppressed"
        case .unknownMember: "unknownMember"
        case .clockJumped: "clockJumped"
        }
    }

    /// The notice for a report among the changes; `nil` if the caller of the command has received the report.
    init?(_ change: borrowing PendingChange) {
        guard change.isReport else { return nil }
        switch change.what {
        case .faulted(let reason): self = .providerFaulted(change.activity, change.kind, reason: reason)
        case .refusedLateUpdate: self = .lateUpdateRefused(change.activity, change.kind)
        case .refused(let reason): self = .eventRefused(change.activity, change.kind, reason: reason)
        case .alertSuppressed: self = .alertSuppressed(change.activity, change.kind)
        default: return nil
        }
    }
}

extension RuntimeNotice: CustomStringConvertible {
    public var description: String {
        switch self {
        case .storeFailed(let error): "the store began to fail, commands are refused: \(error)"
        case .storeFenced(let reason): "the store belongs to another runtime, this one has ended: \(reason)"
        case .storeRecovered: "the store works again, commands are accepted"
        case .changesMissed(let label, _):
            "the subscriber\(label.map { " '\($0)'" } ?? "") is too slow: changes were dropped for it"
        case .consumerChangesMissed(let shard, let count):
            "named consumers do not acknowledge: \(count) changes of shard \(shard) were dropped"
        case .eventsForgottenEarly(let shard, let count):
            "there are more events than are remembered: \(count) of shard \(shard) were dropped early, and are applied again if repeated"
        case .providerFaulted(let id, let kind, let reason):
            "the provider of '\(kind)' failed at a deadline of \(id): \(reason)"
        case .lateUpdateRefused(let id, let kind): "\(id) of kind '\(kind)' has ended: a command for it was refused"
        case .eventRefused(let id, let kind, let reason):
            "\(id) of kind '\(kind)' refused an event that was sent to many: \(reason)"
        case .alertSuppressed(let id, let kind):
            "\(id) of kind '\(kind)' has had too many alerts within the hour: one was left out"
        case .unknownMember(let member): "JSON of \(member)"
        case .clockJumped(let jump): "\(jump)"
        }
    }
}
