import LiveActivityCore

// The clock of a match, as two dates between which surfaces count by themselves.
extension MatchState {
    mutating func startClock(at date: Date, in sport: Sport) {
        let start = sport.clock == .countsUp ? date - sport.start(of: period) : date
        let end = date + sport.length(of: period) + addedSeconds
        clock = .span(start.roundedToSeconds, end.roundedToSeconds)
        pausedAt = nil
    }

    /// - Parameter seconds: The reading of the match's clock at `date`.
    mutating func setClock(at date: Date, shows seconds: Double, isRunning: Bool, in sport: Sport) {
        let length = sport.length(of: period)
        switch sport.clock {
        case .countsUp:
            let start = (date - seconds).roundedToSeconds
            clock = .span(start, start + sport.start(of: period) + length + addedSeconds)
        case .countsDown:
            let end = (date + seconds).roundedToSeconds
            clock = .span(end - length, end)
        }
        pausedAt = isRunning ? nil : date.roundedToSeconds
    }

    /// The possible readings of the clock in a period, in seconds. A clock that counts up may run for an hour after the regular
    /// end of the period.
    static func clockSecondsAllowed(in period: Int, of sport: Sport) -> ClosedRange<Int> {
        let length = whole(sport.length(of: period))
        guard sport.clock == .countsUp else { return 0...length }
        let start = whole(sport.start(of: period))
        return start...(start + length + 3_600)
    }

    mutating func startBreak(at date: Date, in sport: Sport) {
        let start = date.roundedToSeconds
        clock = .span(start, start + sport.interval(after: period))
        pausedAt = nil
        stoppage = nil
    }

    mutating func stopClock() {
        clock = nil
        pausedAt = nil
        stoppage = nil
    }

    mutating func pauseClock(at date: Date) {
        if pausedAt == nil { pausedAt = date.roundedToSeconds }
    }

    /// Moves the end of the clock by the change in stoppage time.
    mutating func add(stoppage minutes: Int) {
        let before = addedSeconds
        stoppage = minutes > 0 ? minutes : nil
        if let clock {
            self.clock = .span(clock.lowerBound, max(clock.lowerBound, clock.upperBound + (addedSeconds - before)))
        }
    }

    /// Continues the clock where it stopped: both dates move by the length of the pause.
    mutating func resumeClock(at date: Date) {
        guard let clock, let pausedAt else { return }
        let pause = max(0, date.roundedToSeconds.timeIntervalSince(pausedAt))
        self.clock = .span(clock.lowerBound + pause, clock.upperBound + pause)
        self.pausedAt = nil
    }

    private var addedSeconds: Double { Double(stoppage ?? 0) * 60 }

    /// When the content becomes stale if the feed reports nothing; `nil` once nothing more is expected.
    ///
    /// - Parameter scheduled: The kick-off of the attributes.
    func staleDate(kickOff scheduled: Date) -> Date? {
        switch phase {
        case .scheduled: (kickOff ?? scheduled) + 900
        case .playing: (pausedAt.map { $0 + 900 } ?? clock.map { $0.upperBound + 600 })
        case .interval: clock.map { $0.upperBound + 600 }
        case .shootOut: clock.map { $0.upperBound }
        case .suspended: pausedAt.map { $0 + 3_600 }
        case .postponed, .finished, .abandoned: nil
        }
    }
}

extension ClosedRange<Date> {
    /// The time from one date to another; `nil` if the second precedes the first, or one is invalid.
    static func span(_ from: Date, _ to: Date) -> ClosedRange<Date>? { from <= to ? from...to : nil }
}

extension Date {
    /// Surfaces count in seconds, and whole numbers take fewer bytes of the payload.
    var roundedToSeconds: Date { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded()) }
}
