import LiveActivityCore

/// A change in the form in which the engine and its model are compared.
struct Line: Hashable {
    var sequence: UInt64
    var at: Date
    var activity: ActivityID
    var kind: ActivityKind
    var owner: OwnerID
    var revision: UInt32
    var state: ActivityState
    var what: Change.What
    var content: ActivityContent<CounterProvider.Attributes.ContentState>?
}

/// An engine in which a random story is played.
struct World: ~Copyable {
    var engine: Engine
    let configuration: EngineConfiguration
    /// The latest time of a step so far.
    private(set) var now = Date(timeIntervalSinceReferenceDate: 803_667_600)
    /// The activities in the order of their starts.
    private(set) var ids: [ActivityID] = []

    static var providers: [AnyProvider] { Story.kinds.map { AnyProvider(CounterProvider(kind: $0)) } }

    /// The number of activities before the current step. The step's time may start successors, which it cannot refer to.
    private var known = 0

    init(_ configuration: EngineConfiguration) throws {
        self.configuration = configuration
        engine = Engine(configuration: configuration)
        for provider in Self.providers { try engine.register(provider) }
    }

    /// The id of an activity of the story; an unknown id for a number out of range.
    func id(_ number: Int) -> ActivityID { (0..<known).contains(number) ? ids[number] : ActivityID("00200000000000ff")! }

    /// The time of a step; advances the story's time. A step may have an earlier time than the one before.
    mutating func time(of step: Step) -> Date {
        let stepTime: Date
        switch step.time {
        case .by(let seconds): stepTime = now + seconds
        case .deadline(let nudge):
            let next = engine.nextDeadline?.timeIntervalSinceReferenceDate ?? now.timeIntervalSinceReferenceDate
            stepTime = Date(timeIntervalSinceReferenceDate: nudge == 0 ? next : nudge < 0 ? next.nextDown : next.nextUp)
        }
        now = max(now, stepTime)
        known = ids.count
        return stepTime
    }

    mutating func advance(to date: Date) -> [Line] {
        engine.advance(to: date)
        return drain()
    }

    /// Applies a step; returns its changes and its error.
    mutating func apply(_ action: Step.Action, at stepTime: Date) -> (lines: [Line], error: EngineError?) {
        var refusal: EngineError?
        do {
            try performThrowing(action, at: stepTime)
        } catch let error as EngineError {
            refusal = error
        } catch {
            preconditionFailure("\(error)")
        }
        return (drain(), refusal)
    }

    mutating func performThrowing(_ action: Step.Action, at stepTime: Date) throws {
        // Dates in a story are relative to the engine's time, which may be later than the step's.
        let now = now
        func timestamp(_ age: Double?) -> Date? { age.map { now - $0 } }
        switch action {
        case .start(let kind, let owner, let attributes, let state, let options):
            try engine.start(
                attributes, content: state?.content(at: now), kind: kind, owner: owner, options: options.options(at: now),
                at: stepTime)
        case .send(let number, let event, let eventID, let age):
            try engine.send(event, to: id(number), eventID: eventID, timestamp: timestamp(age), at: stepTime)
        case .publish(let topic, let event, let eventID, let age):
            try engine.publish(event, to: topic, eventID: eventID, timestamp: timestamp(age), at: stepTime)
        case .perform(let action, let number, let surface):
            try engine.perform(action, on: id(number), surface: surface, at: stepTime)
        case .update(let number, let state, let alert, let age):
            try engine.update(id(number), state.content(at: now), alert: alert, timestamp: timestamp(age), at: stepTime)
        case .end(let number, let state?, let policy, let age):
            try engine.end(
                id(number), state.content(at: now), dismissalPolicy: policy.policy(at: now), timestamp: timestamp(age),
                at: stepTime
            )
        case .end(let number, nil, let policy, let age):
            try engine.end(id(number), dismissalPolicy: policy.policy(at: now), timestamp: timestamp(age), at: stepTime)
        case .dismiss(let number): try engine.dismiss(id(number), at: stepTime)
        case .renewLease(let number): try engine.renewLease(id(number), at: stepTime)
        case .permit(let allowed, let owner, let kind): try engine.permit(allowed, owner: owner, kind: kind, at: stepTime)
        case .permitFrequentUpdates(let allowed, let owner):
            try engine.permitFrequentUpdates(allowed, owner: owner, at: stepTime)
        case .endAll(let owner, let kind, let policy):
            try engine.endAll(of: owner, kind: kind, dismissalPolicy: policy.policy(at: now), at: stepTime)
        case .advance: engine.advance(to: stepTime)
        }
    }

    mutating func remember(_ id: ActivityID) { ids.append(id) }

    private mutating func drain() -> [Line] {
        var lines: [Line] = []
        var known = ids
        engine.drainChanges { change in
            let line = Line(
                sequence: change.sequence, at: change.at, activity: change.activity, kind: change.kind, owner: change.owner,
                revision: change.revision, state: change.state, what: change.what,
                content: change.content(of: CounterProvider.Attributes.self))
            if line.what.begins, line.revision == 1 { known.append(line.activity) }
            lines.append(line)
        }
        ids = known
        return lines
    }
}

extension Change.What {
    /// Whether this change may be the first of an activity.
    var begins: Bool {
        switch self {
        case .scheduled, .started: true
        default: false
        }
    }
}
