public import LiveActivityCore

/// Follows one party from the end of a queue to its turn.
///
/// It is woken only when a called party has not come in time. Everything else is an event, and the surfaces count to the
/// estimated turn by themselves.
public struct WaitQueueProvider: ActivityProvider {
    public typealias Attributes = WaitQueueAttributes
    public typealias Event = WaitQueueEvent

    public let kind: ActivityKind = "waitQueue"

    /// The party gives its place up.
    public static let leaveQueue: ActionID = "leaveQueue"
    /// A called party needs five more minutes.
    public static let moreTime: ActionID = "moreTime"

    public init() {}

    /// - Throws: ``WaitQueueError`` for attributes that no party can have.
    public func content(for attributes: WaitQueueAttributes, at now: Date) throws -> ActivityContent<WaitQueueState> {
        try attributes.validate()
        let pace = QueuePace(guess: attributes.secondsPerParty)
        let state = WaitQueueState(
            step: attributes.position <= attributes.threshold ? .almostReady : .waiting,
            currentPositionInQueue: attributes.position, progress: 0, partySize: attributes.partySize,
            estimatedTurn: pace.turn(from: now, position: attributes.position), heldUntil: nil, extensionsUsed: 0, pace: pace,
            movedAt: now)
        return ActivityContent(state: state, staleDate: nil, relevanceScore: Self.relevance(of: state.step))
    }

    /// The wait counts from here: a scheduled start was still far from it when its content was made.
    public func begin(_ activity: inout Scope) throws {
        guard activity.state.step != .called else { return }
        activity.state.movedAt = activity.now
        estimate(in: &activity)
    }

    /// One activity a booking, however often it is started.
    public func options(for attributes: WaitQueueAttributes, at now: Date) -> StartOptions {
        StartOptions(key: StartKey(attributes.bookingId), ifRunning: .join)
    }

    public func topics(for attributes: WaitQueueAttributes) -> [Topic] { [Topic("queue/\(attributes.queueId)")] }

    /// - Throws: `InvalidTransition` for an event that cannot follow the current step, ``WaitQueueError`` for one that makes no sense.
    public func handle(_ event: WaitQueueEvent, in activity: inout Scope) throws {
        let previous = activity.state.step
        guard let step = previous.after(event) else {
            throw InvalidTransition(from: previous.rawValue, event: event.name)
        }
        activity.state.step = step

        switch event {
        case .advanced(let through, let also):
            let position = try place(of: activity.attributes.ticket, through: through, also: also)
            guard step != .called else { return }
            advance(to: position, in: &activity)
        case .waitPosted(let minutes, let place):
            let pace = try secondsPerParty(minutes, place, activity.attributes)
            guard step != .called else { return }
            activity.state.pace.read(sign: pace)
            estimate(in: &activity)
        case .waitMeasured(let minutes, let place):
            let pace = try secondsPerParty(minutes, place, activity.attributes)
            guard step != .called else { return }
            activity.state.pace.measured(pace)
            estimate(in: &activity)
        case .called(let holdUntil):
            try call(holdUntil: holdUntil, in: &activity)
        case .seated:
            reachFront(in: &activity)
            finish(dismissal: .immediate, in: &activity)
        case .left:
            finish(dismissal: .immediate, in: &activity)
        case .partySizeChanged(let size):
            try check(size, "partySize", in: WaitQueueAttributes.partySizesAllowed)
            activity.state.partySize = size
        }
    }

    /// The hold is over and the party did not come.
    public func tick(_ activity: inout Scope) throws {
        guard activity.state.step == .called, let heldUntil = activity.state.heldUntil, heldUntil <= activity.now else {
            return
        }
        activity.state.step = .noShow
        // So long that the person who comes a little late reads why the place is gone (LIFE-30).
        finish(dismissal: .after(activity.now.addingTimeInterval(Self.noShowLinger)), in: &activity)
    }

    /// - Throws: `UnknownAction` for more time when the party is not called, ``WaitQueueError/noMoreTime(times:)`` when it had it all.
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

    /// What ``moreTime`` gives.
    public static let extensionMinutes = 5
    static let extensionSeconds = TimeInterval(extensionMinutes * 60)
    static let noShowLinger: TimeInterval = 900
    static let holdMax: TimeInterval = 7_200
    static let alsoMax = 64
    /// With no estimate to pass, a queue that says nothing for half an hour is not to be trusted.
    static let silenceMax: TimeInterval = 1_800

    // MARK: Moving up

    private func place(of ticket: Int, through: Int, also: [Int]?) throws(WaitQueueError) -> Int {
        try check(through, "through", in: 0...WaitQueueAttributes.ticketsAllowed.upperBound)
        var place = ticket - through
        if let also {
            try check(also.count, "the count of also", in: 0...Self.alsoMax)
            var last = through
            for gone in also {
                guard gone > last else { throw .ticketsNotAscending(also) }
                last = gone
                if gone < ticket { place -= 1 }
            }
        }
        // The queue says that this very party is gone: its call is on its way.
        return max(place, 1)
    }

    private func advance(to position: Int, in activity: inout Scope) {
        let moved = activity.state.currentPositionInQueue - position
        guard moved > 0 else { return }  // An old event, or one about parties behind.
        activity.state.pace.moved(by: moved, in: activity.now.timeIntervalSince(activity.state.movedAt))
        activity.state.movedAt = activity.now
        activity.state.currentPositionInQueue = position
        activity.state.progress = Double(activity.attributes.position - position) / Double(activity.attributes.position)
        if position <= activity.attributes.threshold {
            activity.state.step = .almostReady
            activity.relevanceScore = Self.relevance(of: .almostReady)
        }
        if position == 1 { activity.alert(WaitQueueStrings.nextInLine(activity.attributes)) }
        estimate(in: &activity)
    }

    private func secondsPerParty(_ minutes: Int, _ place: Int?, _ attributes: WaitQueueAttributes) throws(WaitQueueError)
        -> Double
    {
        try check(minutes, "minutes", in: 0...600)
        if let place { try check(place, "place", in: WaitQueueAttributes.positionsAllowed) }
        return Double(minutes * 60) / Double(place ?? attributes.position)
    }

    private func estimate(in activity: inout Scope) {
        let state = activity.state
        activity.state.estimatedTurn = state.pace.turn(from: activity.now, position: state.currentPositionInQueue)
        activity.stale(at: staleDate(of: activity.state, at: activity.now))
    }

    /// An estimate that has passed is wrong on its face.
    private func staleDate(of state: WaitQueueState, at now: Date) -> Date {
        state.estimatedTurn?.upperBound ?? now.addingTimeInterval(Self.silenceMax)
    }

    // MARK: One's turn

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

    /// How much it matters against the person's other activities: more the nearer it comes (LIFE-33).
    private static func relevance(of step: WaitQueueStep) -> Double {
        switch step {
        case .waiting: 50
        case .almostReady: 80
        case .called: 100
        case .seated, .left, .noShow: 0
        }
    }
}
