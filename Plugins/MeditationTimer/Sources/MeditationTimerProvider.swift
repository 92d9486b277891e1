public import LiveActivityCore

/// Times a meditation: one or several cycles with an alert at the end of each.
///
/// It is the smallest provider; copy its folder to start your own.
public struct MeditationTimerProvider: ActivityProvider {
    /// The attributes of an activity. They never change.
    public typealias Attributes = MeditationTimerAttributes
    /// The events of an activity.
    public typealias Event = MeditationTimerEvent

    /// The permanent name `meditationTimer`, which is stored and sent.
    public let kind: ActivityKind = "meditationTimer"

    /// Creates the provider. It has no settings.
    public init() {}

    /// - Throws: `InvalidField` for attributes that no timer can have.
    public func validate(_ attributes: MeditationTimerAttributes) throws { try attributes.validate() }

    /// - Throws: `InvalidField` for content that no timer can show.
    public func validate(_ state: MeditationTimerState, for attributes: MeditationTimerAttributes) throws {
        try state.validate()
    }

    /// The content of a new activity: a timer that is set and not started.
    public func content(
        for attributes: MeditationTimerAttributes, at now: Date
    ) throws -> ActivityContent<MeditationTimerState> {
        // Never stale: the content is right until the next wake.
        return ActivityContent(
            state: MeditationTimerState(mode: .idle, totalCycles: attributes.cycles), staleDate: nil, relevanceScore: 50)
    }

    /// One timer for each owner: a new timer replaces the old one.
    public func options(for attributes: MeditationTimerAttributes, at now: Date) -> StartOptions {
        StartOptions(key: "timer", ifRunning: .replace)
    }

    /// Asks for the wake at the end of the cycle, for a host that starts the activity in the middle of one.
    public func begin(_ activity: inout Scope) throws {
        activity.wake(at: activity.state.endTime)
    }

    /// Applies an event.
    ///
    /// - Throws: `InvalidTransition` where the event cannot follow the current mode, ``MeditationTimerError`` for an
    ///   extension that is too short or too long, `InvalidField` for a cycle beyond
    ///   ``MeditationTimerAttributes/cyclesMax``. The engine then drops all changes of this call.
    public func handle(_ event: MeditationTimerEvent, in activity: inout Scope) throws {
        let now = activity.now
        switch (event, activity.state.mode) {
        case (.started, .idle):
            activity.state.mode = .running(endTime: now + TimeInterval(activity.attributes.timerDuration))

        case (.paused, .running(let endTime)):
            activity.state.mode = .paused(remainingSeconds: seconds(from: now, to: endTime))

        case (.resumed, .paused(let remainingSeconds)):
            activity.state.mode = .running(endTime: now + TimeInterval(remainingSeconds))

        case (.nextCycleStarted, .cycleEnd):
            guard activity.state.currentCycle < Attributes.cyclesMax else {
                throw InvalidField.outOfRange("currentCycle", Attributes.cyclesMax + 1, allowed: 1...Attributes.cyclesMax)
            }
            activity.state.currentCycle += 1
            activity.state.mode = .running(endTime: now + TimeInterval(activity.attributes.timerDuration))

        case (.extended(let more), .running(let endTime)):
            _ = try sum(seconds(from: now, to: endTime), more)
            activity.state.mode = .running(endTime: endTime + TimeInterval(more))

        case (.extended(let more), .paused(let remainingSeconds)):
            activity.state.mode = .paused(remainingSeconds: try sum(remainingSeconds, more))

        case (.extended(let more), .cycleEnd):
            activity.state.mode = .running(endTime: now + TimeInterval(try sum(0, more)))

        case (.reset, .idle), (.reset, .running), (.reset, .paused), (.reset, .cycleEnd):
            activity.state = MeditationTimerState(mode: .idle, totalCycles: activity.attributes.cycles)
            activity.relevanceScore = 0
            activity.end(dismissal: .immediate)  // The user ended it in the app and need not see it again.

        default:
            throw InvalidTransition(from: activity.state.mode.name, event: event.name)
        }
        activity.wake(at: activity.state.endTime)
    }

    /// Ends the cycle, and the activity 3 seconds later if it was the last cycle.
    public func tick(_ activity: inout Scope) throws {
        // A paused timer has no end time, however long the pause is.
        guard let endTime = activity.state.endTime else { return }
        // A host may have replaced the content and moved the end.
        guard endTime <= activity.now else { return activity.wake(at: endTime) }

        let strings = MeditationTimerStrings(for: activity.attributes.languageCode)
        let cycle = activity.state.currentCycle
        if let total = activity.state.totalCycles, cycle >= total {
            activity.state.mode = .complete
            activity.relevanceScore = 0
            activity.alert(strings.complete())
            activity.end(dismissal: .after(activity.now + 3))
        } else {
            activity.state.mode = .cycleEnd
            activity.alert(strings.cycleOver(cycle, of: activity.state.totalCycles))
        }
    }

    /// `pause`, `resume` and `end` do what the events `paused`, `resumed` and `reset` do.
    ///
    /// - Throws: `UnknownAction` for any other action, and what the event throws.
    public func perform(_ action: ActionID, in activity: inout Scope) throws {
        switch action {
        case "pause": try handle(.paused, in: &activity)
        case "resume": try handle(.resumed, in: &activity)
        case "end": try handle(.reset, in: &activity)
        default: throw UnknownAction(action)
        }
    }

    /// Three cycles of ten minutes with a pause and an extension.
    public var samples: ProviderSamples<MeditationTimerAttributes, MeditationTimerEvent> {
        ProviderSamples(
            attributes: [
                MeditationTimerAttributes(timerDuration: 600, cycles: 3, languageCode: "en"),
                MeditationTimerAttributes(timerDuration: 1200),
                MeditationTimerAttributes(timerDuration: 300, cycles: 1, languageCode: "he-IL"),
            ],
            story: [
                .init(after: 0, .started),
                .init(after: 200, .paused),
                .init(after: 260, .resumed),  // The first cycle ends after 660 s.
                .init(after: 680, .nextCycleStarted),
                .init(after: 1200, .extended(seconds: 60)),  // The second ends after 1340 s.
                .init(after: 1350, .nextCycleStarted),  // The last ends after 1950 s.
            ],
            actions: [
                .init("pause", MeditationTimerStrings.pause), .init("resume", MeditationTimerStrings.resume),
                .init("end", MeditationTimerStrings.end),
            ])
    }
}

/// The whole seconds that are left on a running clock: at least 1, because a clock at 0 has ended.
private func seconds(from now: Date, to end: Date) -> Int {
    // A host may have put any date into the content, also one that does not fit an Int.
    let left = Int(exactly: end.timeIntervalSince(now).rounded(.up)) ?? MeditationTimerAttributes.secondsMax
    return min(max(left, 1), MeditationTimerAttributes.secondsMax)
}

/// `left` and `more` seconds together.
///
/// - Throws: ``MeditationTimerError/extensionOutOfRange(seconds:left:)`` if a timer cannot have that time.
private func sum(_ left: Int, _ more: Int) throws(MeditationTimerError) -> Int {
    let limit = MeditationTimerAttributes.secondsMax
    guard 1...limit ~= more, left <= limit - more else { throw .extensionOutOfRange(seconds: more, left: left) }
    return left + more
}
