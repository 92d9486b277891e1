public import LiveActivityCore

/// Follows one or several matches of one sport and shows them in turn.
///
/// It requests a wake to show the next match while several are live, and one wake that ends the activity some minutes after the
/// last match. Surfaces run the clocks on their own.
public struct SportsProvider: ActivityProvider {
    /// The attributes of an activity. They never change.
    public typealias Attributes = SportsAttributes
    /// The events of an activity.
    public typealias Event = SportsEvent

    /// The permanent name `sports`, which is stored and sent.
    public let kind: ActivityKind = "sports"

    /// The action that shows the next match without waiting for its turn.
    public static let nextMatch: ActionID = "nextMatch"

    /// How long a match is shown before the next one, in seconds, while several are live.
    public let turn: TimeInterval

    /// How long late reports and corrections are accepted after the last match, in seconds. The activity then ends.
    public let settlingTime: TimeInterval

    /// Creates the provider. Values out of range stop the process.
    ///
    /// - Parameters:
    ///   - turn: The seconds for which each match is shown, 10 or more. The default is 60; each turn is an update that may wake
    ///     a device.
    ///   - settlingTime: The seconds after full time in which corrections are expected, more than 0. The default is 5 minutes.
    public init(turn: TimeInterval = 60, settlingTime: TimeInterval = 300) {
        precondition(turn >= 10 && turn.isFinite, "\(turn) s")
        precondition(settlingTime > 0 && settlingTime.isFinite, "\(settlingTime) s")
        self.turn = turn
        self.settlingTime = settlingTime
    }

    // MARK: Start

    /// - Throws: `InvalidField` or ``SportsError`` for attributes that cannot be followed.
    public func validate(_ attributes: SportsAttributes) throws { try attributes.validate() }

    /// - Throws: `InvalidField` for content that these matches cannot have.
    public func validate(_ state: SportsState, for attributes: SportsAttributes) throws {
        try state.validate(for: attributes)
    }

    /// The content of a new activity: all matches scheduled, the first one to start in front.
    ///
    /// - Throws: ``SportsError/implausibleDate(_:now:)`` for a kick-off that is too far from the start.
    public func content(for attributes: SportsAttributes, at now: Date) throws -> ActivityContent<SportsState> {
        for fixture in attributes.matches {
            try SportsError.check(fixture.kickOff, secondsBefore: 12 * 3_600, secondsAfter: 366 * 86_400, now: now)
        }
        var state = SportsState(
            leading: 0, matches: Array(repeating: MatchState(), count: attributes.matches.count), moments: [])
        state.leading = state.nextToStart(attributes) ?? 0
        // The stale date is set in `begin(_:)`, because the start may be days away.
        return ActivityContent(state: state, staleDate: nil, relevanceScore: Self.relevance(of: state))
    }

    /// The activity starts at the first kick-off with an alert. A second start for the same matches returns the first
    /// one's id.
    ///
    /// Where the matches take longer than the 8 hours that an activity can be active, a new activity continues it.
    public func options(for attributes: SportsAttributes, at now: Date) -> StartOptions {
        // Ids may contain the separator.
        let ids = attributes.matches.map { String($0.id.flatMap { "+\\".contains($0) ? ["\\", $0] : [$0] }) }
        let key = StartKey(ids.joined(separator: "+"))
        var options = StartOptions(key: key, ifRunning: .join)
        guard
            let first = attributes.matches.indices.min(by: { attributes.matches[$0].kickOff < attributes.matches[$1].kickOff }),
            let last = attributes.matches.map(\.kickOff).max()
        else { return options }
        let start = attributes.matches[first].kickOff
        if start > now {
            options.start = start
            options.alert = SportsStrings.kickOff(attributes, of: first)
        }
        if last.timeIntervalSince(max(start, now)) > Self.activeSecondsMax - Self.longMatchSeconds { options.renews = true }
        return options
    }

    /// The topic `match/<id>` of each match.
    public func topics(for attributes: SportsAttributes) -> [Topic] { attributes.matches.map { Topic("match/\($0.id)") } }

    /// Sets the stale date and the first wake.
    public func begin(_ activity: inout Scope) throws {
        try activity.state.checkIndices(for: activity.attributes)
        updatePresentation(in: &activity)
        // All matches were called off while the activity was pending, and the wake of that time may have passed.
        if activity.state.isOver { activity.wake(at: activity.now.addingTimeInterval(settlingTime)) }
    }

    // MARK: Events

    /// Applies an event of the feed. An event that was seen before or that is out of date changes nothing.
    ///
    /// - Throws: `InvalidTransition` where the feed's newest event cannot follow, `InvalidField` or ``SportsError`` for
    ///   a value that is wrong in every phase. The engine then drops all changes of this call.
    public func handle(_ event: SportsEvent, in activity: inout Scope) throws {
        guard let index = activity.attributes.matches.firstIndex(where: { $0.id == event.match }) else {
            throw SportsError.notFollowed(match: event.match)
        }
        try activity.state.checkIndices(for: activity.attributes)
        try InvalidField.check(event.number, "number", in: SeenEvents.numbersAllowed)
        let before = activity.state.matches[index]
        if before.feed.contains(event.number) { return }

        let wasOver = activity.state.isOver
        var match = before
        let report = MatchReport(event: event, index: index, sport: activity.attributes.sport, now: activity.now)
        let alert = try apply(report, to: &match, in: &activity)
        guard match != before || alert != nil else { return }  // The event was out of date.
        match.feed.insert(event.number)
        activity.state.matches[index] = match

        if let alert {
            activity.alert(alert)
            activity.state.leading = index
            if !wasOver { restartTurn(in: &activity) }
        } else if match.phase.isLive, !activity.state.leader.phase.isLive {
            activity.state.leading = index
            restartTurn(in: &activity)
        } else if match.phase != before.phase || match.kickOff != before.kickOff {
            showNextScheduledMatch(in: &activity)
        }
        updatePresentation(in: &activity)
        if activity.state.isOver && !wasOver { activity.wake(at: activity.now.addingTimeInterval(settlingTime)) }
    }

    /// Shows the next match, or ends the activity after the last one.
    public func tick(_ activity: inout Scope) throws {
        try activity.state.checkIndices(for: activity.attributes)
        if activity.state.isOver {
            end(&activity)
        } else {
            showNextMatch(in: &activity)
        }
    }

    /// Performs ``nextMatch``: shows the next match.
    ///
    /// - Throws: `UnknownAction` for any other action, and where there is only one match.
    public func perform(_ action: ActionID, in activity: inout Scope) throws {
        guard action == Self.nextMatch, activity.attributes.matches.count > 1 else { throw UnknownAction(action) }
        try activity.state.checkIndices(for: activity.attributes)
        activity.state.leading = (activity.state.leading + 1) % activity.state.matches.count
        if !activity.state.isOver { restartTurn(in: &activity) }
        updatePresentation(in: &activity)
    }

    /// How long an activity can be active. Source: Documentation/Reference.md, LIFE-16.
    static let activeSecondsMax: TimeInterval = 8 * 3_600
    /// The duration of a match with extra time and a shoot-out.
    static let longMatchSeconds: TimeInterval = 3 * 3_600

    // MARK: Which match is shown first

    /// Before the first match has begun, shows the match that begins next.
    private func showNextScheduledMatch(in activity: inout Scope) {
        guard activity.state.leader.phase == .scheduled || activity.state.leader.phase == .postponed,
            !activity.state.matches.contains(where: \.phase.isLive),
            let next = activity.state.nextToStart(activity.attributes)
        else { return }
        activity.state.leading = next
    }

    private func showNextMatch(in activity: inout Scope) {
        if let next = activity.state.nextToShow(activity.attributes) { activity.state.leading = next }
        restartTurn(in: &activity)
        updatePresentation(in: &activity)
    }

    private func restartTurn(in activity: inout Scope) {
        let isAlone = activity.state.nextToShow(activity.attributes) == nil
        activity.wake(at: isAlone ? nil : activity.now.addingTimeInterval(turn))
    }

    /// Derives from the matches: the relevance, the stale date, and the wake for the next turn.
    private func updatePresentation(in activity: inout Scope) {
        let attributes = activity.attributes
        let leader = activity.state.leader
        activity.relevanceScore = Self.relevance(of: activity.state)
        activity.stale(at: leader.staleDate(kickOff: attributes.matches[activity.state.leading].kickOff))
        guard !activity.state.isOver else { return }
        if activity.state.nextToShow(attributes) == nil {
            activity.wake(at: nil)
        } else if activity.wakeDate.map({ $0 <= activity.now }) ?? true {
            activity.wake(at: activity.now.addingTimeInterval(turn))
        }
    }

    /// The relevance among the user's activities: 100 while a match is played, 75 while one is interrupted, 50 before
    /// one, otherwise 10.
    private static func relevance(of state: SportsState) -> Double {
        var relevance = 10.0
        for match in state.matches {
            switch match.phase {
            case .playing, .shootOut: return 100
            case .interval, .suspended: relevance = max(relevance, 75)
            case .scheduled: relevance = max(relevance, 50)
            case .postponed, .finished, .abandoned: break
            }
        }
        return relevance
    }

    /// Ends the activity. It stays on the Lock Screen for an eighth of the time that it was active, but for 15 to 30
    /// minutes.
    ///
    /// Source: Documentation/Reference.md, LIFE-30.
    private func end(_ activity: inout Scope) {
        let linger = min(max(activity.now.timeIntervalSince(activity.startedAt) / 8, 900), 1_800)
        activity.stale(at: nil)
        activity.relevanceScore = 0
        activity.end(dismissal: .after(activity.now.addingTimeInterval(linger)))
    }
}
