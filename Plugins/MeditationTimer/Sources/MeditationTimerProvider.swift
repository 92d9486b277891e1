public import LiveActivityCore

/// Counts a person's meditation: one or several cycles with a bell at the end of each.
///
/// The smallest provider there is; copy its folder to begin your own.
public struct MeditationTimerProvider: ActivityProvider {
    public typealias Attributes = MeditationTimerAttributes
    public typealias Event = MeditationTimerEvent

    public let kind: ActivityKind = "meditationTimer"

    public init() {}

    /// - Throws: ``MeditationTimerError`` for attributes that no timer can have.
    public func content(
        for attributes: MeditationTimerAttributes, at now: Date
    ) throws -> ActivityContent<MeditationTimerState> {
        try attributes.validate()
        // Never stale: what a timer shows is right until its own wake comes.
        return ActivityContent(
            state: MeditationTimerState(mode: .idle, totalCycles: attributes.cycles), staleDate: nil, relevanceScore: 50)
    }

    /// Nobody meditates twice at a time: a new timer takes the place of the old one (DOM-07).
    public func options(for attributes: MeditationTimerAttributes, at now: Date) -> StartOptions {
        StartOptions(key: "timer", ifRunning: .replace)
    }

    /// A host may start a timer with content of its own, in the middle of a cycle.
    public func begin(_ activity: inout Scope) throws {
        activity.wake(at: activity.state.endTime)
    }

    /// - Throws: `InvalidTransition` for an event that cannot follow the current mode, ``MeditationTimerError`` for one that makes no sense.
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
                throw MeditationTimerError.cyclesOutOfRange(Attributes.cyclesMax + 1)
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
            activity.end(dismissal: .immediate)  // LIFE-30: the person has seen enough of it

        default:
            throw InvalidTransition(from: activity.state.mode.name, event: event.name)
        }
        activity.wake(at: activity.state.endTime)
    }

    /// The end of a cycle, and of the meditation if it was the last.
    public func tick(_ activity: inout Scope) throws {
        // Only a running timer can end: a paused one stands still, whatever the time (DOM-06).
        guard let endTime = activity.state.endTime else { return }
        // A host that replaced the content by hand may have moved the end.
        guard endTime <= activity.now else { return activity.wake(at: endTime) }

        let strings = MeditationTimerStrings(for: activity.attributes.languageCode)
        let cycle = activity.state.currentCycle
        if let total = activity.state.totalCycles, cycle >= total {
            activity.state.mode = .complete
            activity.relevanceScore = 0
            activity.alert(strings.complete())
            activity.end(dismissal: .after(activity.now + 3))  // LIFE-30
        } else {
            activity.state.mode = .cycleEnd
            activity.alert(strings.cycleOver(cycle, of: activity.state.totalCycles))
        }
    }

    /// `pause`, `resume` and `end` do what the events *paused*, *resumed* and *reset* do.
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
                .init(after: 260, .resumed),  // the first cycle ends after 660 s
                .init(after: 680, .nextCycleStarted),
                .init(after: 1200, .extended(seconds: 60)),  // the second after 1340 s
                .init(after: 1350, .nextCycleStarted),  // the last after 1950 s
            ],
            actions: [
                .init("pause", MeditationTimerStrings.pause), .init("resume", MeditationTimerStrings.resume),
                .init("end", MeditationTimerStrings.end),
            ])
    }
}

/// Whole seconds that are left on a clock that runs: at least 1, for a clock at 0 has ended.
private func seconds(from now: Date, to end: Date) -> Int {
    // A host may have put any date into the content, also one that no Int can count to.
    let left = Int(exactly: end.timeIntervalSince(now).rounded(.up)) ?? MeditationTimerAttributes.secondsMax
    return min(max(left, 1), MeditationTimerAttributes.secondsMax)
}

/// `left` and `more` seconds, where that is a time that a timer can have.
private func sum(_ left: Int, _ more: Int) throws(MeditationTimerError) -> Int {
    let limit = MeditationTimerAttributes.secondsMax
    guard 1...limit ~= more, left <= limit - more else { throw .extensionOutOfRange(seconds: more, left: left) }
    return left + more
}
