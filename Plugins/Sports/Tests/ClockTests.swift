import LiveActivityCore
import Testing

@testable import SportsActivity

/// Surfaces count by themselves, so a clock is two dates.
@Suite struct ClockTests {
    @Test func theSecondHalfCountsFromMinute45() throws {
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(2)), at: 2)
        #expect(day[0].clock == time(2)...time(47))
        try day.report(2, .periodEnded(period: 1, at: time(50)), at: 50)
        #expect(day[0].clock == time(50)...time(65))
        try day.report(3, .periodStarted(period: 2, at: time(66)), at: 66)
        #expect(day[0].clock == time(21)...time(111))
        try day.report(4, .stoppageAnnounced(minutes: 6), at: 110)
        #expect(day[0].clock == time(21)...time(117))
        #expect(day[0].stoppage == 6)
        try day.report(5, .stoppageAnnounced(minutes: 8), at: 112)
        #expect(day[0].clock == time(21)...time(119))
        try day.report(6, .periodEnded(period: 2, at: time(120)), at: 120)
        try day.report(7, .periodStarted(period: 3, at: time(125)), at: 125)
        #expect(day[0].clock == time(35)...time(140))
        #expect(day[0].stoppage == nil)
    }

    @Test func aSuspensionStopsTheClockAndItsEndMovesTheClock() throws {
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        try day.report(2, .suspended(at: time(20)), at: 20)
        #expect(day[0].pausedAt == time(20))
        #expect(day.content.relevanceScore == 75)
        #expect(day.content.staleDate == time(80))
        try day.report(3, .resumed(at: time(32)), at: 32)
        #expect(day[0].pausedAt == nil)
        #expect(day[0].clock == time(12)...time(57))
        #expect(day.content.staleDate == time(67))
    }

    @Test func aSuspensionThatIsReportedAfterItsEndIsIgnored() throws {
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        try day.report(3, .resumed(at: time(32)), at: 32)
        let before = day.content
        try day.report(2, .suspended(at: time(20)), at: 32)
        #expect(day.content == before)
    }

    @Test func theClockOfBasketballCountsDownAndStops() throws {
        let game = SportsAttributes(title: "L", sport: .basketball, matches: [fixture("g", "Hawks", "Comets")])
        var day = try MatchDay(game)
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        #expect(day[0].clock == time(0)...time(10))
        try day.report(2, .clockSet(period: 1, shows: 432, running: false, at: time(3)), at: 3)
        #expect(day[0].clock == time(0.2)...time(10.2))
        #expect(day[0].pausedAt == time(3))
        try day.report(3, .clockSet(period: 1, shows: 432, running: true, at: time(4)), at: 4)
        #expect(day[0].clock == time(1.2)...time(11.2))
        #expect(day[0].pausedAt == nil)
        for period in 1...4 {
            let end = Double(period) * 20
            try day.report(10 + period * 2, .periodEnded(period: period, at: time(end)), at: end)
            #expect(day[0].clock == time(end)...time(end + (period == 2 ? 15 : 2)))
            try day.report(11 + period * 2, .periodStarted(period: period + 1, at: time(end + 5)), at: end + 5)
        }
        #expect(day[0].period == 5)
        #expect(day[0].clock == time(85)...time(90))
        let before = day.content
        #expect(throws: InvalidField.outOfRange("shows", 301, allowed: 0...300)) {
            try day.report(30, .clockSet(period: 5, shows: 301, running: true, at: time(86)), at: 86)
        }
        #expect(day.content == before)
    }

    @Test func basketballAlertsOnlyAtTheEnd() throws {
        let game = SportsAttributes(title: "L", sport: .basketball, matches: [fixture("g", "Hawks", "Comets")])
        var day = try MatchDay(game)
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        for number in 2...100 {
            try day.report(number, .scored(side: number % 2 == 0 ? .home : .away, points: number % 3 + 1, player: "P"))
            #expect(day.alert == nil)
        }
        // 99 scores of 1, 2 and 3 points in turn.
        #expect(day[0].home + day[0].away == 198)
        #expect(day.state.moments == [])
        try day.report(101, .overturned(score: 100, side: .home, points: 2))
        #expect(day[0].home + day[0].away == 196)
        #expect(throws: SportsError.pointsNotPossible(4, allowed: [2, 1, 3])) {
            try day.report(102, .scored(side: .home, points: 4))
        }
        try day.report(103, .periodEnded(period: 4, at: time(90)), at: 90)
        try day.report(104, .finished, at: 91)
        #expect(day.alert?.title == "Full time")
    }

    @Test func aMissingMinuteIsReadFromTheClock() throws {
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        try day.report(2, .scored(side: .home), at: 22.5)
        try day.report(3, .scored(side: .home), at: 46.2)
        #expect(day.state.moments.map(\.minute) == [23, 45])
        #expect(day.state.moments.map(\.stoppage) == [nil, 2])
    }

    @Test func datesFarFromNowAreRefused() throws {
        var day = try MatchDay(football())
        let before = day.content
        let milliseconds = Date(timeIntervalSinceReferenceDate: 803_667_600_000)
        for date in [milliseconds, time(11), time(-721)] {
            #expect(throws: SportsError.implausibleDate(date, now: day.now)) {
                try day.report(1, .periodStarted(period: 1, at: date))
            }
        }
        #expect(throws: SportsError.implausibleDate(milliseconds, now: day.now)) {
            try day.report(1, .kickOffMoved(to: milliseconds))
        }
        #expect(throws: InvalidField.outOfRange("period", 5, allowed: 1...4)) {
            try day.report(1, .periodStarted(period: 5, at: time(0)))
        }
        #expect(day.content == before)
    }
}
