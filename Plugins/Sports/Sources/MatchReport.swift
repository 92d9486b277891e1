import LiveActivityCore

/// One event of the feed, with the data needed to apply it to its match.
struct MatchReport {
    let event: SportsEvent
    /// The match's index in the attributes' list.
    let index: Int
    let sport: Sport
    let now: Date

    var number: Int { event.number }

    func check(period: Int) throws(InvalidField) { try InvalidField.check(period, "period", in: 1...sport.lastPeriod) }

    /// Checks when something happened that is reported now. Clocks differ by minutes at most, and no feed is late by
    /// half a day.
    func check(date: Date) throws(SportsError) {
        try SportsError.check(date, secondsBefore: 12 * 3_600, secondsAfter: 600, now: now)
    }

    func check(minute: Int?, stoppage: Int?) throws(InvalidField) {
        if let minute { try InvalidField.check(minute, "minute", in: 1...sport.minutesMax) }
        if let stoppage { try InvalidField.check(stoppage, "stoppage", in: 1...MatchState.stoppageMax) }
    }

    /// The points of a score; the sport's usual points if the event has none.
    func worth(_ points: Int?) throws(SportsError) -> Int {
        let points = points ?? sport.usualPoints
        guard sport.points.contains(points), 1...Sport.pointsMax ~= points else {
            throw .pointsNotPossible(points, allowed: sport.points)
        }
        return points
    }
}
