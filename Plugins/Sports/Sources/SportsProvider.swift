public import LiveActivityCore

/// Follows one or several matches of one sport and shows them in turn (HIG-25).
///
/// It is woken to show the next match while more than one is worth showing, and once to end the activity some minutes after the last match.
/// Clocks run on the surfaces by themselves.
public struct SportsProvider: ActivityProvider {
    public typealias Attributes = SportsAttributes
    public typealias Event = SportsEvent

    public let kind: ActivityKind = "sports"

    /// Shows the next match without waiting for its turn.
    public static let nextMatch: ActionID = "nextMatch"

    /// How long a match is shown before the next has its turn, in seconds.
    public let turn: TimeInterval

    /// How long after the last match late reports and corrections are still taken before the activity ends, in seconds.
    public let settlingTime: TimeInterval

    /// - Parameters:
    ///   - turn: Seconds, 10 or more; 60 unless said otherwise, for each turn is an update that a device may have to be woken for.
    ///   - settlingTime: Seconds, more than 0; 5 minutes unless said otherwise.
    public init(turn: TimeInterval = 60, settlingTime: TimeInterval = 300) {
        precondition(turn >= 10 && turn.isFinite, "\(turn) s")
        precondition(settlingTime > 0 && settlingTime.isFinite, "\(settlingTime) s")
        self.turn = turn
        self.settlingTime = settlingTime
    }

    // MARK: How it begins

    /// - Throws: ``SportsError`` for attributes that no evening of matches can have.
    public func content(for attributes: SportsAttributes, at now: Date) throws -> ActivityContent<SportsState> {
        try attributes.validate(at: now)
        var state = SportsState(
            leading: 0, matches: Array(repeating: MatchState(), count: attributes.matches.count), moments: [])
        state.leading = state.nextToBegin(attributes) ?? 0
        // The stale date counts from the start, which may be days away.
        return ActivityContent(state: state, staleDate: nil, relevanceScore: Self.relevance(of: state))
    }

    /// Starts at the first kick-off, with an alert, and once for the same matches (LIFE-05, LIFE-11). Renews itself where the matches
    /// take longer than an activity may (LIFE-16).
    public func options(for attributes: SportsAttributes, at now: Date) -> StartOptions {
        let key = StartKey(attributes.matches.map(\.id).joined(separator: "+"))
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
        if last.timeIntervalSince(max(start, now)) > Self.activeTime - Self.longMatch { options.renews = true }
        return options
    }

    public func topics(for attributes: SportsAttributes) -> [Topic] { attributes.matches.map { Topic("match/\($0.id)") } }

    public func begin(_ activity: inout Scope) throws {
        present(in: &activity)
        // Called off while it was pending: what was asked for then may be past.
        if activity.state.isOver { activity.wake(at: activity.now.addingTimeInterval(settlingTime)) }
    }

    // MARK: What happens

    /// - Throws: `InvalidTransition` for the feed's newest event where it cannot follow, ``SportsError`` for one that makes no sense.
    public func handle(_ event: SportsEvent, in activity: inout Scope) throws {
        guard let index = activity.attributes.matches.firstIndex(where: { $0.id == event.match }) else {
            throw SportsError.notFollowed(match: event.match)
        }
        try check(event.number, "number", in: FeedMemory.numbersAllowed)
        let before = activity.state.matches[index]
        if before.feed.knows(event.number) { return }

        let wasOver = activity.state.isOver
        var match = before
        let alert = try apply(event, to: &match, index, in: &activity)
        guard match != before || alert != nil else { return }  // It was out of date.
        match.feed.note(event.number)
        activity.state.matches[index] = match

        if let alert {
            activity.alert(alert)
            activity.state.leading = index
            if !wasOver { restartTurn(in: &activity) }
        } else if match.phase.isLive, !activity.state.leader.phase.isLive {
            activity.state.leading = index
            restartTurn(in: &activity)
        } else if match.phase != before.phase || match.kickOff != before.kickOff {
            awaitNext(in: &activity)
        }
        present(in: &activity)
        if activity.state.isOver && !wasOver { activity.wake(at: activity.now.addingTimeInterval(settlingTime)) }
    }

    public func tick(_ activity: inout Scope) throws {
        if activity.state.isOver {
            end(&activity)
        } else {
            giveWay(in: &activity)
        }
    }

    /// - Throws: `UnknownAction` where there is no other match to show.
    public func perform(_ action: ActionID, in activity: inout Scope) throws {
        guard action == Self.nextMatch, activity.attributes.matches.count > 1 else { throw UnknownAction(action) }
        activity.state.leading = (activity.state.leading + 1) % activity.state.matches.count
        if !activity.state.isOver { restartTurn(in: &activity) }
        present(in: &activity)
    }

    static let activeTime: TimeInterval = 8 * 3_600
    static let longMatch: TimeInterval = 3 * 3_600

    // MARK: Who leads

    /// While nothing is live and nothing was, the match that begins next is shown.
    private func awaitNext(in activity: inout Scope) {
        guard activity.state.leader.phase == .scheduled || activity.state.leader.phase == .postponed,
            !activity.state.matches.contains(where: \.phase.isLive),
            let next = activity.state.nextToBegin(activity.attributes)
        else { return }
        activity.state.leading = next
    }

    private func giveWay(in activity: inout Scope) {
        if let next = activity.state.following(activity.attributes) { activity.state.leading = next }
        restartTurn(in: &activity)
        present(in: &activity)
    }

    private func restartTurn(in activity: inout Scope) {
        let isAlone = activity.state.following(activity.attributes) == nil
        activity.wake(at: isAlone ? nil : activity.now.addingTimeInterval(turn))
    }

    /// Brings what hangs on the matches in line with them: how much they matter, how long the leader can be trusted, the next turn.
    private func present(in activity: inout Scope) {
        let attributes = activity.attributes
        let leader = activity.state.leader
        activity.relevanceScore = Self.relevance(of: activity.state)
        activity.stale(at: leader.expectedWord(kickOff: attributes.matches[activity.state.leading].kickOff))
        guard !activity.state.isOver else { return }
        if activity.state.following(attributes) == nil {
            activity.wake(at: nil)
        } else if activity.wakeDate.map({ $0 <= activity.now }) ?? true {
            activity.wake(at: activity.now.addingTimeInterval(turn))
        }
    }

    /// Live matters most, then what is about to begin (LIFE-33).
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

    /// Stays for a while in proportion to how long it was followed, 15 to 30 minutes (LIFE-30).
    private func end(_ activity: inout Scope) {
        let linger = min(max(activity.now.timeIntervalSince(activity.startedAt) / 8, 900), 1_800)
        activity.stale(at: nil)
        activity.relevanceScore = 0
        activity.end(dismissal: .after(activity.now.addingTimeInterval(linger)))
    }
}
