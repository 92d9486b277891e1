import LiveActivityCore

// What one event of a feed does to its match.
extension SportsProvider {
    /// - Returns: what the person is to be told. Goals and full time only, and corrections of what was told.
    func apply(_ event: SportsEvent, to match: inout MatchState, _ index: Int, in activity: inout Scope) throws
        -> AlertConfiguration?
    {
        let sport = activity.attributes.sport
        let now = activity.now
        switch event.what {
        case .kickOffMoved(let date):
            if let date { try check(date, from: 12 * 3_600, to: 366 * 86_400, around: now) }
            let isWithinReach = date.map { $0 <= reach(of: activity) } ?? false
            guard try match.blow(.kickOffMoved(isWithinReach: isWithinReach), event, in: sport) else { return nil }
            match.kickOff = date?.wholeSeconds

        case .periodStarted(let period, let date):
            try check(period, "period", in: 1...sport.lastPeriod)
            try checkNews(date, now)
            guard try match.blow(.started(period), event, in: sport) else { return nil }
            match.startClock(at: date, in: sport)

        case .periodEnded(let period, let date):
            try check(period, "period", in: 1...sport.lastPeriod)
            try checkNews(date, now)
            guard try match.blow(.ended(period), event, in: sport) else { return nil }
            match.startBreak(at: date, in: sport)

        case .stoppageAnnounced(let minutes):
            try check(minutes, "minutes", in: 0...60)
            guard event.number > match.feed.whistle else { return nil }
            guard match.phase == .playing || match.phase == .suspended else {
                guard event.number > match.feed.newest else { return nil }
                throw InvalidTransition(from: match.place, event: event.what.name)
            }
            match.feed.whistle = event.number
            match.add(stoppage: minutes)

        case .clockSet(let period, let seconds, let isRunning, let date):
            try check(period, "period", in: 1...sport.lastPeriod)
            try check(seconds, "shows", in: MatchState.showable(in: period, of: sport))
            try checkNews(date, now)
            guard try match.blow(.started(period), event, in: sport) else { return nil }
            match.setClock(at: date, shows: Double(seconds), isRunning: isRunning, in: sport)

        case .suspended(let date):
            try checkNews(date, now)
            guard try match.blow(.suspended, event, in: sport) else { return nil }
            match.pauseClock(at: date)

        case .resumed(let date):
            try checkNews(date, now)
            guard try match.blow(.resumed, event, in: sport) else { return nil }
            match.resumeClock(at: date)

        case .shootOutStarted(let date):
            try checkNews(date, now)
            guard try match.blow(.shootOutStarted, event, in: sport) else { return nil }
            startShootOut(of: &match, at: date)

        case .kickTaken(let side, let isIn):
            return try kick(side, isIn, event, &match, index, in: activity)

        case .finished:
            guard try match.blow(.finished, event, in: sport) else { return nil }
            match.stopClock()
            return SportsStrings.fullTime(activity.attributes.matches[index], match)

        case .abandoned:
            guard try match.blow(.abandoned, event, in: sport) else { return nil }
            match.stopClock()

        case .scored(let side, let points, let manner, let player, let minute, let stoppage):
            try checkMinute(minute, stoppage, sport)
            var moment = MatchMoment(
                match: index, number: event.number, kind: .goal, side: side, minute: minute, stoppage: stoppage,
                player: PayloadBudget.shortened(player), points: points == sport.points[0] ? nil : points)
            if let manner { moment.kind = manner == .penalty ? .penalty : .ownGoal }
            return try score(moment, &match, in: &activity)

        case .overturned(let number, let side, let points):
            return try overturn(number, side, points, event, &match, index, in: &activity)

        case .carded(let side, let card, let player, let minute, let stoppage):
            try checkMinute(minute, stoppage, sport)
            let kind: MatchMoment.Kind =
                switch card {
                case .yellow: .yellow
                case .secondYellow: .secondYellow
                case .red: .red
                }
            var moment = MatchMoment(
                match: index, number: event.number, kind: kind, side: side, minute: minute, stoppage: stoppage,
                player: PayloadBudget.shortened(player))
            time(&moment, match, now, sport)
            tell(moment, &match, in: &activity)

        case .substituted(let side, let on, let off, let minute, let stoppage):
            try checkMinute(minute, stoppage, sport)
            var moment = MatchMoment(
                match: index, number: event.number, kind: .substitution, side: side, minute: minute, stoppage: stoppage,
                player: PayloadBudget.shortened(on), playerOff: PayloadBudget.shortened(off))
            time(&moment, match, now, sport)
            tell(moment, &match, in: &activity)

        case .scoreConfirmed(let home, let away):
            return try confirm(home, away, event, &match, index, in: &activity)
        }
        return nil
    }

    // MARK: Scores

    private func score(_ given: MatchMoment, _ match: inout MatchState, in activity: inout Scope) throws -> AlertConfiguration?
    {
        let sport = activity.attributes.sport
        var moment = given
        let points = try worth(moment.points, sport)
        let isNews = !match.feed.isConfirmed(moment.number)
        if isNews {
            try check(match.points(of: moment.side) + points, "the score", in: 0...MatchState.pointsMax)
            match.add(points, to: moment.side)
        }
        match.imply(period: moment.minute.map { sport.period(ofMinute: $0) } ?? 1)
        time(&moment, match, activity.now, sport)
        match.feed.note(moment.number)
        guard sport.scoresAreNews else { return nil }
        guard isNews else {
            // The confirmed score has it, unless it was overturned before and nobody said so.
            let listed = activity.state.listedPoints(of: moment.side, in: moment.match, sport)
            if listed + points <= match.points(of: moment.side) { tell(moment, &match, in: &activity) }
            return nil
        }
        tell(moment, &match, in: &activity)
        let fixture = activity.attributes.matches[moment.match]
        return match.phase.isOver
            ? SportsStrings.resultCorrected(fixture, match) : SportsStrings.goal(fixture, match, moment, sport)
    }

    private func overturn(
        _ number: Int, _ side: Side, _ points: Int?, _ event: SportsEvent, _ match: inout MatchState, _ index: Int,
        in activity: inout Scope
    ) throws -> AlertConfiguration? {
        let sport = activity.attributes.sport
        try check(number, "score", in: FeedMemory.numbersAllowed)
        guard number < event.number else { throw SportsError.notAScore(number: number) }
        var points = try worth(points, sport)
        var side = side
        // A score confirmed since then knows of the correction; one confirmed before knows only of the score.
        var counts = !match.feed.isConfirmed(event.number)
        if let listed = activity.state.indexOfScore(number: number, in: index) {
            let moment = activity.state.moments.remove(at: listed)
            side = moment.side
            points = moment.points ?? sport.points[0]
        } else {
            let unlisted = match.points(of: side) - activity.state.listedPoints(of: side, in: index, sport)
            if match.feed.knows(number) {
                guard !counts || unlisted >= points else { throw SportsError.notAScore(number: number) }
            } else {
                // The correction has overtaken its score, which will be known when it comes and not count.
                match.feed.note(number)
                counts = counts && match.feed.isConfirmed(number) && unlisted >= points
            }
        }
        match.feed.note(event.number)
        guard counts else { return nil }
        match.add(-points, to: side)
        guard sport.scoresAreNews else { return nil }
        let fixture = activity.attributes.matches[index]
        return match.phase.isOver
            ? SportsStrings.resultCorrected(fixture, match) : SportsStrings.overturned(fixture, match, sport)
    }

    private func confirm(
        _ home: Int, _ away: Int, _ event: SportsEvent, _ match: inout MatchState, _ index: Int, in activity: inout Scope
    ) throws -> AlertConfiguration? {
        let sport = activity.attributes.sport
        try check(home, "home", in: 0...MatchState.pointsMax)
        try check(away, "away", in: 0...MatchState.pointsMax)
        // An old one does not know of what came since.
        guard event.number > match.feed.newest else { return nil }
        let isDifferent = match.home != home || match.away != away
        match.home = home
        match.away = away
        match.feed.confirmed = event.number
        match.feed.note(event.number)
        // Nobody said which of the listed scores does not count; most likely the last.
        for side in Side.allCases {
            while activity.state.listedPoints(of: side, in: index, sport) > match.points(of: side),
                let last = activity.state.moments.lastIndex(where: { $0.match == index && $0.side == side && $0.kind.isScore })
            {
                activity.state.moments.remove(at: last)
            }
        }
        guard isDifferent, sport.scoresAreNews else { return nil }
        let fixture = activity.attributes.matches[index]
        return match.phase.isOver
            ? SportsStrings.resultCorrected(fixture, match) : SportsStrings.scoreCorrected(fixture, match)
    }

    private func kick(
        _ side: Side, _ isIn: Bool, _ event: SportsEvent, _ match: inout MatchState, _ index: Int, in activity: borrowing Scope
    ) throws -> AlertConfiguration? {
        if match.shootOut == nil {
            // Its first kick begins a shoot-out of which nobody has heard, after the end as well.
            let sport = activity.attributes.sport
            guard sport.hasShootOut, match.period >= sport.periods, match.phase.isLive || match.phase == .finished else {
                throw InvalidTransition(from: match.place, event: event.what.name)
            }
            if match.phase.isLive {
                match.phase = .shootOut
                startShootOut(of: &match, at: activity.now)
            }
        }
        var kicks = match.shootOut ?? MatchState.ShootOut()
        if side == .home {
            kicks.homeTaken += 1
            if isIn { kicks.home += 1 }
        } else {
            kicks.awayTaken += 1
            if isIn { kicks.away += 1 }
        }
        try check(max(kicks.homeTaken, kicks.awayTaken), "the count of kicks", in: 0...MatchState.kicksMax)
        match.shootOut = kicks
        match.feed.note(event.number)
        return match.phase.isOver ? SportsStrings.resultCorrected(activity.attributes.matches[index], match) : nil
    }

    private func startShootOut(of match: inout MatchState, at date: Date) {
        let start = date.wholeSeconds
        match.stopClock()
        match.clock = start...(start + Self.shootOutTime)
        if match.shootOut == nil { match.shootOut = MatchState.ShootOut() }
    }

    // MARK: Moments

    private func tell(_ moment: MatchMoment, _ match: inout MatchState, in activity: inout Scope) {
        match.feed.note(moment.number)
        activity.state.insert(moment, for: activity.attributes)
    }

    /// Where the feed does not say when, the match's clock does.
    private func time(_ moment: inout MatchMoment, _ match: MatchState, _ now: Date, _ sport: Sport) {
        guard moment.minute == nil, let time = match.minute(at: now, in: sport) else { return }
        moment.minute = time.minute
        moment.stoppage = time.stoppage
    }

    // MARK: What makes sense

    private func worth(_ points: Int?, _ sport: Sport) throws(SportsError) -> Int {
        let points = points ?? sport.points[0]
        guard sport.points.contains(points) else { throw .pointsNotPossible(points, allowed: sport.points) }
        return points
    }

    private func checkMinute(_ minute: Int?, _ stoppage: Int?, _ sport: Sport) throws(SportsError) {
        if let minute { try check(minute, "minute", in: 1...sport.minutesMax) }
        if let stoppage { try check(stoppage, "stoppage", in: 1...60) }
    }

    /// When something happened that is reported now: clocks differ by minutes at most, and no feed is late by half a day.
    private func checkNews(_ date: Date, _ now: Date) throws(SportsError) {
        try check(date, from: 12 * 3_600, to: 600, around: now)
    }

    /// The latest kick-off that the activity can live to see, counted from its own start, which is the first kick-off's while it is pending.
    private func reach(of activity: borrowing Scope) -> Date {
        let first = activity.attributes.matches.map(\.kickOff).min() ?? activity.startedAt
        return max(activity.startedAt, first).addingTimeInterval(Self.activeTime)
    }

    /// How long a shoot-out may take before the feed is thought to be silent, in seconds.
    static let shootOutTime: TimeInterval = 1_800
}
