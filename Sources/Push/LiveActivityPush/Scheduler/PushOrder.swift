#if Push
public import LiveActivityCore

/// A request to send now. Pass its answer and its number to ``PushScheduler/answered(_:_:at:)``.
public struct PushOrder: Sendable {
    /// The number that identifies the order.
    public var number: UInt64
    /// The app, whose connection is used.
    public var app: PushAppID
    /// The request to send.
    public var request: PushRequest
    /// `start`, `update`, `end` or `widgets`.
    public var event: String
    public var activity: ActivityID
    /// The addressed installation, or `channel:…`.
    public var installation: InstallationID
    /// The sequence of the newest change that the request includes.
    public var sequence: UInt64
    /// The trace of the command that caused that change.
    public var trace: TraceContext?
    /// The date of that change.
    public var changedAt: Date
    /// The number of pushes of priority 10 that remain for the device in this hour; `nil` for another priority.
    public var budgetLeft: Int?
    /// `true` if the order's ledger record must be stored before it is sent, so that it survives a killed process. That is so
    /// for a start, for a use of the hour's budget, and for a timestamp that is ahead of the clock.
    public var mustBeStored = false
}

/// The numbers of changes and pushes since the last call.
struct PushCounts: Hashable, Sendable {
    /// Changes that were replaced by newer ones before they were sent.
    var conflated = 0
    /// Updates that had to wait because the previous update was too recent.
    var heldBack = 0
    /// Pushes that were sent with a lower priority, because the budget was used up.
    var demoted = 0
}

/// An action on the sender's connections that an answer makes necessary.
public enum PushEffect: Hashable, Sendable {
    /// Make another provider token. If that is not possible, call ``PushScheduler/couldNotRenewToken(of:at:)``.
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
    /// The ledger entry of the token.
    var key: TokenRow.Key
    var token: PackedToken?
    /// The registration token with FCM, if FCM sends the push to APNs: then the request has two tokens.
    var registration: PackedToken?
    var event: Event
    var sequence: UInt64
    var content: UInt64
    var expectation: PushExpectation

    enum Event: Hashable, Sendable {
        /// With the state of an earlier start, which is restored if this start is refused.
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
