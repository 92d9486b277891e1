#if Push
public import LiveActivityCore

/// A request that is to be sent now. Its answer goes to ``PushScheduler/answered(_:_:at:)`` with the number.
public struct PushOrder: Sendable {
    /// The number by which the answer is matched.
    public var number: UInt64
    /// Which connection it goes to.
    public var app: PushAppID
    /// The request to send.
    public var request: PushRequest
    /// `start`, `update`, `end` or `widgets`.
    public var event: String
    public var activity: ActivityID
    /// To which installation, or `channel:…`.
    public var installation: InstallationID
    /// The newest change that it includes.
    public var sequence: UInt64
    /// The trace of the command that caused that change.
    public var trace: TraceContext?
    /// When that change happened.
    public var changedAt: Date
    /// How many pushes of priority 10 the device has left within the hour after this one; `nil` for another priority.
    public var budgetLeft: Int?
    /// Whether what the ledger has of it must be stored before it is sent, because it must not be forgotten, whatever happens
    /// next: that there was a start, how much of the budget is used, and a timestamp that is ahead of the clock.
    public var mustBeStored = false
}

/// Counters of changes and pushes since the last call.
struct PushCounts: Hashable, Sendable {
    /// Changes whose place a newer one took before they were sent.
    var conflated = 0
    /// Updates that came too soon after the last one.
    var heldBack = 0
    /// Pushes that went with a lower priority, because the budget was used up.
    var demoted = 0
}

/// The effect of an answer on the sender's connections.
public enum PushEffect: Hashable, Sendable {
    /// Make another provider token. Tell ``PushScheduler/couldNotRenewToken(of:at:)`` if that is not possible.
    case renewProviderToken(PushAppID)
    /// Open new connections.
    case useNewConnections(PushAppID)
}

/// A request that was sent and has no answer yet.
struct Ticket: Sendable {
    var app: PushAppID
    var activity: ActivityID
    var row: Int
    var installation: PackedName
    /// The entry that the token is of.
    var key: TokenRow.Key
    var token: PackedToken?
    var event: Event
    var sequence: UInt64
    var content: UInt64
    var expectation: PushExpectation

    enum Event: Hashable, Sendable {
        /// With what was known of an earlier start, which counts again if this one is refused.
        case start(before: TokenRow.Start, at: PackedDate)
        case update(isAlert: Bool)
        case end, widgets

        var name: String {
            switch self {
            case .start: "start"
            case .update: "update"
            case .end: "end"
            case .widgets: "widgets"
            }
        }
    }
}
#endif
