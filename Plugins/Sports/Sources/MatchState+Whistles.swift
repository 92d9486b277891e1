import LiveActivityCore

// What moves a match on and what sets its clock.
extension MatchState {
    /// Applies an event about the periods or the clock.
    ///
    /// - Returns: `false` if it is out of date: a newer one of its kind came before it, or the match is further than it.
    /// - Throws: `InvalidTransition` if it is the newest event and cannot follow.
    mutating func blow(_ whistle: MatchPlace.Whistle, _ event: SportsEvent, in sport: Sport) throws(InvalidTransition) -> Bool {
        guard event.number > feed.whistle else { return false }
        guard let next = place.after(whistle, in: sport) else {
            // What has been overtaken is no mistake of the feed.
            guard event.number > feed.newest else { return false }
            throw InvalidTransition(from: place, event: event.what.name)
        }
        let isSamePeriod = next.period == period
        place = next
        if !isSamePeriod { stoppage = nil }
        feed.whistle = event.number
        return true
    }

    mutating func startClock(at date: Date, in sport: Sport) {
        let start = sport.clock == .countsUp ? date - sport.start(of: period) : date
        let end = date + sport.length(of: period) + added
        clock = start.wholeSeconds...end.wholeSeconds
        pausedAt = nil
    }

    /// - Parameter seconds: What the match's clock shows at `date`.
    mutating func setClock(at date: Date, shows seconds: Double, isRunning: Bool, in sport: Sport) {
        let length = sport.length(of: period)
        switch sport.clock {
        case .countsUp:
            let start = (date - seconds).wholeSeconds
            clock = start...(start + sport.start(of: period) + length + added)
        case .countsDown:
            let end = (date + seconds).wholeSeconds
            clock = (end - length)...end
        }
        pausedAt = isRunning ? nil : date.wholeSeconds
    }

    /// What the clock of a period can show, in seconds. A period that counts up may go on for an hour beyond its length.
    static func showable(in period: Int, of sport: Sport) -> ClosedRange<Int> {
        let length = Int(sport.length(of: period))
        guard sport.clock == .countsUp else { return 0...length }
        let start = Int(sport.start(of: period))
        return start...(start + length + 3_600)
    }

    mutating func startBreak(at date: Date, in sport: Sport) {
        let start = date.wholeSeconds
        clock = start...(start + sport.interval(after: period))
        pausedAt = nil
        stoppage = nil
    }

    mutating func stopClock() {
        clock = nil
        pausedAt = nil
        stoppage = nil
    }

    mutating func pauseClock(at date: Date) {
        if pausedAt == nil { pausedAt = date.wholeSeconds }
    }

    mutating func add(stoppage minutes: Int) {
        let before = added
        stoppage = minutes > 0 ? minutes : nil
        if let clock {
            self.clock = clock.lowerBound...max(clock.lowerBound, clock.upperBound + (added - before))
        }
    }

    /// After a suspension the clock goes on where it stopped.
    mutating func resumeClock(at date: Date) {
        guard let clock, let pausedAt else { return }
        let pause = max(0, date.wholeSeconds.timeIntervalSince(pausedAt))
        self.clock = (clock.lowerBound + pause)...(clock.upperBound + pause)
        self.pausedAt = nil
    }

    /// A score in a period of which nobody has heard yet: its whistle was lost or is late.
    mutating func imply(period implied: Int) {
        switch phase {
        case .scheduled, .postponed, .playing, .interval, .suspended:
            guard implied > period else { return }
            place = MatchPlace(phase: .playing, period: implied)
            stopClock()
        case .shootOut, .finished, .abandoned:
            return
        }
    }

    private var added: Double { Double((stoppage ?? 0) * 60) }

    /// When the feed should have said something; until then what is shown can be trusted.
    func expectedWord(kickOff: Date) -> Date? {
        switch phase {
        case .scheduled: (self.kickOff ?? kickOff) + 900
        case .playing: (pausedAt.map { $0 + 900 } ?? clock.map { $0.upperBound + 600 })
        case .interval: clock.map { $0.upperBound + 600 }
        case .shootOut: clock.map { $0.upperBound }
        case .suspended: pausedAt.map { $0 + 3_600 }
        case .postponed, .finished, .abandoned: nil
        }
    }
}

extension Date {
    /// Surfaces count in seconds, and short numbers leave more room in the payload.
    var wholeSeconds: Date { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded()) }
}
