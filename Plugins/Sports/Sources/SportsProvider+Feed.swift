import LiveActivityCore

// The effects of the feed's events on their match.
extension SportsProvider {
    /// Applies one event of the feed to its match.
    ///
    /// - Returns: The alert: for goals, for full time, and for corrections of what an alert said.
    func apply(_ report: MatchReport, to match: inout MatchState, in activity: inout Scope) throws -> AlertConfiguration? {
        switch report.event.what {
        case .kickOffMoved(let date): try match.moveKickOff(to: date, latest: latestKickOff(of: activity), report)
        case .periodStarted(let period, let date): try match.startPeriod(period, at: date, report)
        case .periodEnded(let period, let date): try match.endPeriod(period, at: date, report)
        case .stoppageAnnounced(let minutes): try match.announceStoppage(minutes, report)
        case .clockSet(let period, let seconds, let isRunning, let date):
            try match.setClock(period, shows: seconds, isRunning: isRunning, at: date, report)
        case .suspended(let date): try match.suspend(at: date, report)
        case .resumed(let date): try match.resume(at: date, report)
        case .shootOutStarted(let date): try match.startShootOut(at: date, report)
        case .abandoned: try match.abandon(report)

        case .finished:
            guard try match.finish(report) else { return nil }
            return SportsStrings.fullTime(activity.attributes.matches[report.index], match)
        case .kickTaken(let side, let scored):
            try match.takeKick(of: side, scored: scored, report)
            guard match.phase.isOver else { return nil }
            return SportsStrings.resultCorrected(activity.attributes.matches[report.index], match)

        case .scored(let side, let points, let manner, let player, let minute, let stoppage):
            try report.check(minute: minute, stoppage: stoppage)
            var moment = MatchMoment(
                match: report.index, number: report.number, kind: .goal, side: side, minute: minute, stoppage: stoppage,
                player: PayloadBudget.shortened(player), points: points == report.sport.usualPoints ? nil : points)
            if let manner { moment.kind = manner == .penalty ? .penalty : .ownGoal }
            return try addScore(moment, report, to: &match, in: &activity)
        case .overturned(let number, let side, let points):
            return try overturnScore(number, side, points, report, in: &match, &activity)
        case .scoreConfirmed(let home, let away):
            return try confirmScore(home, away, report, in: &match, &activity)

        case .carded(let side, let card, let player, let minute, let stoppage):
            try report.check(minute: minute, stoppage: stoppage)
            list(
                MatchMoment(
                    match: report.index, number: report.number, kind: MatchMoment.Kind(card), side: side, minute: minute,
                    stoppage: stoppage, player: PayloadBudget.shortened(player)),
                report, in: &match, &activity)
        case .substituted(let side, let on, let off, let minute, let stoppage):
            try report.check(minute: minute, stoppage: stoppage)
            list(
                MatchMoment(
                    match: report.index, number: report.number, kind: .substitution, side: side, minute: minute,
                    stoppage: stoppage, player: PayloadBudget.shortened(on), playerOff: PayloadBudget.shortened(off)),
                report, in: &match, &activity)
        }
        return nil
    }

    // MARK: Scores

    private func addScore(
        _ reported: MatchMoment, _ report: MatchReport, to match: inout MatchState, in activity: inout Scope
    ) throws -> AlertConfiguration? {
        let sport = report.sport
        let points = try report.worth(reported.points)
        let isNew = !match.feed.isConfirmed(reported.number)
        if isNew {
            try InvalidField.check(match.points(of: reported.side) + points, "the score", in: 0...MatchState.pointsMax)
            match.add(points, to: reported.side)
        }
        match.assume(period: reported.minute.map { sport.period(ofMinute: $0) } ?? 1)
        let moment = withMinute(reported, match, report)
        match.feed.insert(moment.number)
        guard sport.scoresAreNews else { return nil }
        guard isNew else {
            // A confirmed score includes this one, unless it was overturned before without a report.
            let listed = activity.state.listedPoints(of: moment.side, in: moment.match, sport)
            if listed + points <= match.points(of: moment.side) { list(moment, report, in: &match, &activity) }
            return nil
        }
        list(moment, report, in: &match, &activity)
        let fixture = activity.attributes.matches[moment.match]
        return match.phase.isOver
            ? SportsStrings.resultCorrected(fixture, match) : SportsStrings.goal(fixture, match, moment, sport)
    }

    private func overturnScore(
        _ number: Int, _ side: Side, _ points: Int?, _ report: MatchReport, in match: inout MatchState,
        _ activity: inout Scope
    ) throws -> AlertConfiguration? {
        let (sport, index) = (report.sport, report.index)
        try InvalidField.check(number, "score", in: SeenEvents.numbersAllowed)
        guard number < report.number else { throw SportsError.notAScore(number: number) }
        var points = try report.worth(points)
        var side = side
        // A score that was confirmed after this event includes the correction.
        var counts = !match.feed.isConfirmed(report.number)
        if let listed = activity.state.indexOfScore(number: number, in: index) {
            let moment = activity.state.moments.remove(at: listed)
            side = moment.side
            points = moment.worth(in: sport)
        } else {
            let unlisted = match.points(of: side) - activity.state.listedPoints(of: side, in: index, sport)
            if match.feed.contains(number) {
                guard !counts || unlisted >= points else { throw SportsError.notAScore(number: number) }
            } else {
                // The correction arrived before its score. Marked as seen, the score will not count when it arrives.
                match.feed.insert(number)
                counts = counts && match.feed.isConfirmed(number) && unlisted >= points
            }
        }
        match.feed.insert(report.number)
        guard counts else { return nil }
        match.add(-points, to: side)
        guard sport.scoresAreNews else { return nil }
        let fixture = activity.attributes.matches[index]
        return match.phase.isOver
            ? SportsStrings.resultCorrected(fixture, match) : SportsStrings.overturned(fixture, match, sport)
    }

    private func confirmScore(
        _ home: Int, _ away: Int, _ report: MatchReport, in match: inout MatchState, _ activity: inout Scope
    ) throws -> AlertConfiguration? {
        let (sport, index) = (report.sport, report.index)
        try InvalidField.check(home, "home", in: 0...MatchState.pointsMax)
        try InvalidField.check(away, "away", in: 0...MatchState.pointsMax)
        // An old confirmation does not include later events.
        guard report.number > match.feed.newest else { return nil }
        let isDifferent = match.home != home || match.away != away
        match.home = home
        match.away = away
        match.feed.confirmed = report.number
        match.feed.insert(report.number)
        // Which of the listed scores no longer counts is not reported; most likely the last.
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

    // MARK: Moments

    /// Adds a moment with its minute to the list, and marks its event as seen.
    private func list(
        _ moment: MatchMoment, _ report: MatchReport, in match: inout MatchState, _ activity: inout Scope
    ) {
        match.feed.insert(moment.number)
        activity.state.insert(withMinute(moment, match, report), for: activity.attributes)
    }

    /// The moment with the minute of the match's clock, where the feed did not report one.
    private func withMinute(_ moment: MatchMoment, _ match: MatchState, _ report: MatchReport) -> MatchMoment {
        guard moment.minute == nil, let time = match.minute(at: report.now, in: report.sport) else { return moment }
        var moment = moment
        moment.minute = max(time.minute, 1)
        moment.stoppage = time.stoppage
        return moment
    }

    /// The latest kick-off that the activity can still show. It counts from the activity's start, which is the first
    /// kick-off while the activity is pending.
    private func latestKickOff(of activity: borrowing Scope) -> Date {
        let first = activity.attributes.matches.map(\.kickOff).min() ?? activity.startedAt
        return max(activity.startedAt, first).addingTimeInterval(Self.activeSecondsMax)
    }
}

extension MatchMoment.Kind {
    fileprivate init(_ card: SportsEvent.Card) {
        switch card {
        case .yellow: self = .yellow
        case .secondYellow: self = .secondYellow
        case .red: self = .red
        }
    }
}
