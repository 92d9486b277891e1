public import LiveActivityCore

/// Follows one party from the end of a queue to its turn.
///
/// It requests one wake, at the end of the time for which a called party's turn is held. Surfaces count to the estimated turn
/// on their own.
public struct WaitQueueProvider: ActivityProvider {
    /// The attributes of an activity. They never change.
    public typealias Attributes = WaitQueueAttributes
    /// The events of an activity.
    public typealias Event = WaitQueueEvent

    /// The permanent name `waitQueue`, which is stored and sent.
    public let kind: ActivityKind = "waitQueue"

    /// The action with which the party leaves the queue.
    public static let leaveQueue: ActionID = "leaveQueue"
    /// The action with which a called party requests ``extensionMinutes`` more minutes.
    public static let moreTime: ActionID = "moreTime"

    /// Creates the provider. It has no settings.
    public init() {}

    /// - Throws: `InvalidField` or ``WaitQueueError`` for attributes that no party can have.
    public func validate(_ attributes: WaitQueueAttributes) throws { try attributes.validate() }

    /// - Throws: `InvalidField` for content that no party can have.
    public func validate(_ state: WaitQueueState, for attributes: WaitQueueAttributes) throws { try state.validate() }

    /// The content of a new activity: the party at its position, with an estimate if the host gave one.
    public func content(for attributes: WaitQueueAttributes, at now: Date) throws -> ActivityContent<WaitQueueState> {
        let pace = QueuePace(guess: attributes.secondsPerParty)
        let state = WaitQueueState(
            step: attributes.position <= attributes.threshold ? .almostReady : .waiting,
            currentPositionInQueue: attributes.position, progress: 0, partySize: attributes.partySize,
            estimatedTurn: pace.turn(from: now, position: attributes.position), heldUntil: nil, extensionsUsed: 0, pace: pace,
            movedAt: now)
        return ActivityContent(state: state, staleDate: nil, relevanceScore: Self.relevance(of: state.step))
    }

    /// Starts to measure the wait, and sets the estimate and the stale date.
    ///
    /// Events may have changed the content of a scheduled start before.
    public func begin(_ activity: inout Scope) throws {
        guard activity.state.step != .called else { return }
        activity.state.movedAt = activity.now
        estimate(in: &activity)
    }

    /// One activity for each booking: a second start returns the first one's id.
    public func options(for attributes: WaitQueueAttributes, at now: Date) -> StartOptions {
        StartOptions(key: StartKey(attributes.bookingId), ifRunning: .join)
    }

    /// The topic `queue/<queueId>`.
    public func topics(for attributes: WaitQueueAttributes) -> [Topic] { [Topic("queue/\(attributes.queueId)")] }

    /// Applies an event.
    ///
    /// - Throws: `InvalidTransition` where the event cannot follow the current step, `InvalidField` or
    ///   ``WaitQueueError`` for a value that is wrong at every step. The engine then drops all changes of this call.
    public func handle(_ event: WaitQueueEvent, in activity: inout Scope) throws {
        let previous = activity.state.step
        guard let step = previous.after(event) else {
            throw InvalidTransition(from: previous.rawValue, event: event.name)
        }
        activity.state.step = step

        switch event {
        case .advanced(let through, let also):
            let position = try position(of: activity.attributes.ticket, through: through, also: also)
            guard step != .called else { return }
            advance(to: position, in: &activity)
        case .waitPosted(let minutes, let position):
            let pace = try secondsPerParty(minutes, position, activity.attributes)
            guard step != .called else { return }
            activity.state.pace.learn(posted: pace)
            estimate(in: &activity)
        case .waitMeasured(let minutes, let position):
            let pace = try secondsPerParty(minutes, position, activity.attributes)
            guard step != .called else { return }
            activity.state.pace.learn(measured: pace)
            estimate(in: &activity)
        case .called(let holdUntil):
            try call(holdUntil: holdUntil, in: &activity)
        case .seated:
            reachFront(in: &activity)
            finish(dismissal: .immediate, in: &activity)
        case .left:
            finish(dismissal: .immediate, in: &activity)
        case .partySizeChanged(let size):
            try InvalidField.check(size, "partySize", in: WaitQueueAttributes.partySizesAllowed)
            activity.state.partySize = size
        }
    }

    /// Ends the activity of a called party that did not come in time.
    public func tick(_ activity: inout Scope) throws {
        guard activity.state.step == .called, let heldUntil = activity.state.heldUntil else { return }
        // A host may have replaced the content and moved the end.
        guard heldUntil <= activity.now else { return activity.wake(at: heldUntil) }
        activity.state.step = .noShow
        // A party that comes a little late can still read why its turn is over.
        finish(dismissal: .after(activity.now.addingTimeInterval(Self.noShowSeconds)), in: &activity)
    }

    /// Performs ``leaveQueue`` or ``moreTime``.
    ///
    /// - Throws: `UnknownAction` for any other action, and for more time when the party is not called;
    ///   ``WaitQueueError/noMoreTime(times:)`` when the party has requested as often as it may.
    public func perform(_ action: ActionID, in activity: inout Scope) throws {
        switch action {
        case Self.leaveQueue:
            try handle(.left, in: &activity)
        case Self.moreTime:
            guard activity.state.step == .called, let heldUntil = activity.state.heldUntil else { throw UnknownAction(action) }
            guard activity.state.extensionsUsed < activity.attributes.extensionsMax else {
                throw WaitQueueError.noMoreTime(times: activity.attributes.extensionsMax)
            }
            activity.state.extensionsUsed += 1
            hold(until: heldUntil.addingTimeInterval(Self.extensionSeconds), in: &activity)
        default:
            throw UnknownAction(action)
        }
    }

    /// The time by which ``moreTime`` extends the hold of the turn, in minutes.
    public static let extensionMinutes = 5
    static let extensionSeconds = TimeInterval(extensionMinutes * 60)
    /// How long the end is shown after a no-show, in seconds.
    static let noShowSeconds: TimeInterval = 900
    /// The longest hold, in seconds.
    static let holdMax: TimeInterval = 7_200
    static let alsoMax = 64
    /// Without an estimate, the number of seconds without an event after which the content is stale.
    static let silenceMax: TimeInterval = 1_800

    // MARK: Moving up

    private func position(of ticket: Int, through: Int, also: [Int]?) throws -> Int {
        try InvalidField.check(ticket, "ticket", in: WaitQueueAttributes.ticketsAllowed)
        try InvalidField.check(through, "through", in: 0...WaitQueueAttributes.ticketsAllowed.upperBound)
        var position = ticket - through
        if let also {
            try InvalidField.check(also.count, "the count of also", in: 0...Self.alsoMax)
            var last = through
            for gone in also {
                guard gone > last else { throw WaitQueueError.ticketsNotAscending(also) }
                last = gone
                if gone < ticket { position -= 1 }
            }
        }
        // If this party is itself among the parties that no longer wait, its own event will follow.
        return max(position, 1)
    }

    private func advance(to position: Int, in activity: inout Scope) {
        // Otherwise the event is old, or is about parties behind this one. `position` is at least 1.
        guard activity.state.currentPositionInQueue > position else { return }
        // Before a scheduled start the wait has not begun, so it does not show the pace.
        if activity.state.movedAt <= activity.now {
            activity.state.pace.learn(
                movedBy: activity.state.currentPositionInQueue - position,
                in: activity.now.timeIntervalSince(activity.state.movedAt))
            activity.state.movedAt = activity.now
        }
        activity.state.currentPositionInQueue = position
        let first = max(Double(activity.attributes.position), 1)
        // A host may have put the party further back than it began.
        activity.state.progress = max(0, (first - Double(position)) / first)
        if position <= activity.attributes.threshold {
            activity.state.step = .almostReady
            activity.relevanceScore = Self.relevance(of: .almostReady)
        }
        if position == 1 { activity.alert(WaitQueueStrings.nextInLine(activity.attributes)) }
        estimate(in: &activity)
    }

    /// The pace that a posted or measured wait means.
    private func secondsPerParty(
        _ minutes: Int, _ position: Int?, _ attributes: WaitQueueAttributes
    ) throws(InvalidField) -> Double {
        try InvalidField.check(minutes, "minutes", in: 0...600)
        if let position { try InvalidField.check(position, "place", in: WaitQueueAttributes.positionsAllowed) }
        return Double(minutes * 60) / Double(max(position ?? attributes.position, 1))
    }

    private func estimate(in activity: inout Scope) {
        let state = activity.state
        activity.state.estimatedTurn = state.pace.turn(from: activity.now, position: state.currentPositionInQueue)
        activity.stale(at: staleDate(of: activity.state, at: activity.now))
    }

    /// The end of the estimate: once it has passed, it was wrong.
    private func staleDate(of state: WaitQueueState, at now: Date) -> Date {
        state.estimatedTurn?.upperBound ?? now.addingTimeInterval(Self.silenceMax)
    }

    // MARK: Calling a party

    private func call(holdUntil: Date?, in activity: inout Scope) throws(WaitQueueError) {
        let now = activity.now
        let until = holdUntil ?? now.addingTimeInterval(activity.attributes.hold)
        guard until > now, until <= now.addingTimeInterval(Self.holdMax) else { throw .holdOutOfReach(until, now: now) }
        reachFront(in: &activity)
        activity.stale(at: nil)
        activity.relevanceScore = Self.relevance(of: .called)
        hold(until: until, in: &activity)
        let minutes = max(1, Int(until.timeIntervalSince(now) / 60))
        activity.alert(WaitQueueStrings.called(activity.attributes, minutes: minutes))
    }

    private func hold(until date: Date, in activity: inout Scope) {
        activity.state.heldUntil = date
        activity.wake(at: date)
    }

    private func reachFront(in activity: inout Scope) {
        activity.state.currentPositionInQueue = 1
        activity.state.progress = 1
        activity.state.estimatedTurn = nil
    }

    private func finish(dismissal: ActivityUIDismissalPolicy, in activity: inout Scope) {
        activity.state.estimatedTurn = nil
        activity.state.heldUntil = nil
        activity.wake(at: nil)
        activity.stale(at: nil)
        activity.relevanceScore = Self.relevance(of: activity.state.step)
        activity.end(dismissal: dismissal)
    }

    /// The relevance among the user's activities: it rises towards the turn.
    private static func relevance(of step: WaitQueueStep) -> Double {
        switch step {
        case .waiting: 50
        case .almostReady: 80
        case .called: 100
        case .seated, .left, .noShow: 0
        }
    }
}
