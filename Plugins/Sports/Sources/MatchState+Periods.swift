import LiveActivityCore

// Reports about the periods and the clock.
extension MatchState {
    /// Advances the match, unless the report is out of date: a newer report of its kind was applied before, or the match is
    /// already past this transition.
    ///
    /// - Returns: `false` if the report is out of date. The match is then as before.
    /// - Throws: `InvalidTransition` if the report is the feed's newest event and cannot follow.
    private mutating func apply(_ transition: MatchProgress.Transition, _ report: MatchReport) throws(InvalidTransition) -> Bool
    {
        guard report.number > feed.newestTransition else { return false }
        guard let next = progress.after(transition, in: report.sport) else {
            // A report that arrives late is not a mistake of the feed.
            guard report.number > feed.newest else { return false }
            throw InvalidTransition(from: progress, event: report.event.what.name)
        }
        let isSamePeriod = next.period == period
        progress = next
        if !isSamePeriod { stoppage = nil }
        feed.newestTransition = report.number
        return true
    }

    /// - Parameter latest: The latest kick-off that the activity can still show.
    mutating func moveKickOff(to date: Date?, latest: Date, _ report: MatchReport) throws {
        if let date { try SportsError.check(date, secondsBefore: 12 * 3_600, secondsAfter: 366 * 86_400, now: report.now) }
        let isWithinReach = date.map { $0 <= latest } ?? false
        guard try apply(.kickOffMoved(isWithinReach: isWithinReach), report) else { return }
        kickOff = date?.roundedToSeconds
    }

    mutating func startPeriod(_ period: Int, at date: Date, _ report: MatchReport) throws {
        try report.check(period: period)
        try report.check(date: date)
        guard try apply(.started(period), report) else { return }
        startClock(at: date, in: report.sport)
    }

    mutating func endPeriod(_ period: Int, at date: Date, _ report: MatchReport) throws {
        try report.check(period: period)
        try report.check(date: date)
        guard try apply(.ended(period), report) else { return }
        startBreak(at: date, in: report.sport)
    }

    mutating func announceStoppage(_ minutes: Int, _ report: MatchReport) throws {
        try InvalidField.check(minutes, "minutes", in: 0...MatchState.stoppageMax)
        guard report.number > feed.newestTransition else { return }
        guard phase == .playing || phase == .suspended else {
            guard report.number > feed.newest else { return }
            throw InvalidTransition(from: progress, event: report.event.what.name)
        }
        feed.newestTransition = report.number
        add(stoppage: minutes)
    }

    mutating func setClock(_ period: Int, shows seconds: Int, isRunning: Bool, at date: Date, _ report: MatchReport) throws {
        try report.check(period: period)
        try InvalidField.check(seconds, "shows", in: MatchState.clockSecondsAllowed(in: period, of: report.sport))
        try report.check(date: date)
        guard try apply(.started(period), report) else { return }
        setClock(at: date, shows: Double(seconds), isRunning: isRunning, in: report.sport)
    }

    mutating func suspend(at date: Date, _ report: MatchReport) throws {
        try report.check(date: date)
        guard try apply(.suspended, report) else { return }
        pauseClock(at: date)
    }

    mutating func resume(at date: Date, _ report: MatchReport) throws {
        try report.check(date: date)
        guard try apply(.resumed, report) else { return }
        resumeClock(at: date)
    }

    mutating func startShootOut(at date: Date, _ report: MatchReport) throws {
        try report.check(date: date)
        guard try apply(.shootOutStarted, report) else { return }
        beginShootOut(at: date)
    }

    /// - Returns: `false` if the report is out of date.
    mutating func finish(_ report: MatchReport) throws -> Bool {
        guard try apply(.finished, report) else { return false }
        stopClock()
        return true
    }

    mutating func abandon(_ report: MatchReport) throws {
        guard try apply(.abandoned, report) else { return }
        stopClock()
    }

    /// Counts a kick of the shoot-out. The first kick starts a shoot-out that was not reported, even after the end of
    /// the match.
    mutating func takeKick(of side: Side, scored: Bool, _ report: MatchReport) throws {
        if shootOut == nil {
            guard report.sport.hasShootOut, period >= report.sport.periods, phase.isLive || phase == .finished else {
                throw InvalidTransition(from: progress, event: report.event.what.name)
            }
            if phase.isLive {
                phase = .shootOut
                beginShootOut(at: report.now)
            }
        }
        var kicks = shootOut ?? ShootOut()
        let taken = side == .home ? kicks.homeTaken : kicks.awayTaken
        guard taken < Self.kicksMax else {
            throw InvalidField.outOfRange("the count of kicks", Self.kicksMax + 1, allowed: 0...Self.kicksMax)
        }
        if side == .home {
            kicks.homeTaken += 1
            if scored { kicks.home = min(kicks.home, Self.kicksMax - 1) + 1 }
        } else {
            kicks.awayTaken += 1
            if scored { kicks.away = min(kicks.away, Self.kicksMax - 1) + 1 }
        }
        shootOut = kicks
        feed.insert(report.number)
    }

    /// Infers from a score that the match is in a period whose start was not reported.
    mutating func assume(period reported: Int) {
        switch phase {
        case .scheduled, .postponed, .playing, .interval, .suspended:
            guard reported > period else { return }
            progress = MatchProgress(phase: .playing, period: reported)
            stopClock()
        case .shootOut, .finished, .abandoned:
            return
        }
    }

    private mutating func beginShootOut(at date: Date) {
        let start = date.roundedToSeconds
        stopClock()
        clock = .span(start, start + Self.shootOutSecondsMax)
        if shootOut == nil { shootOut = ShootOut() }
    }

    /// The maximum duration of a shoot-out, in seconds. After that the content is stale.
    private static let shootOutSecondsMax: TimeInterval = 1_800
}
