import LiveActivityCore
import Testing

@testable import SportsActivity

/// Feeds are late, repeat themselves, and report in any order.
@Suite struct FeedTests {
    func running() throws -> MatchDay {
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        return day
    }

    @Test func theSameGoalTwiceCountsOnce() throws {
        var day = try running()
        try day.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        #expect(day.alert == AlertConfiguration(title: "Goal for North", body: "North 1–0 East, 10′ Ada"))
        let once = day.content
        try day.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 11)
        #expect(day.content == once)
        #expect(day.alert == nil)
    }

    @Test func aLateGoalIsListedByItsMinute() throws {
        var day = try running()
        try day.report(2, .scored(side: .home, player: "Ada", minute: 45, stoppage: 2), at: 47)
        try day.report(5, .scored(side: .away, player: "Eva", minute: 46), at: 63)
        try day.report(4, .scored(side: .home, player: "Liv", minute: 12), at: 64)
        try day.report(3, .scored(side: .away, how: .ownGoal, player: "Ulf", minute: 45, stoppage: 1), at: 65)
        #expect(day.state.moments.map(\.player) == ["Liv", "Ulf", "Ada", "Eva"])
        #expect(day[0].home == 2)
        #expect(day[0].away == 2)
        #expect(day.alert?.body == "North 2–2 East, 45+1′ Ulf (own goal)")
    }

    @Test func anOverturnedGoalIsTakenBack() throws {
        var day = try running()
        try day.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        try day.report(3, .overturned(score: 2, side: .home), at: 12)
        #expect(day[0].home == 0)
        #expect(day.state.moments == [])
        #expect(day.alert == AlertConfiguration(title: "Goal overturned", body: "North 0–0 East"))
        // A repetition of either changes nothing.
        let before = day.content
        try day.report(3, .overturned(score: 2, side: .home), at: 13)
        try day.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 13)
        #expect(day.content == before)
        #expect(throws: SportsError.notAScore(number: 2)) { try day.report(4, .overturned(score: 2, side: .home)) }
        #expect(throws: SportsError.notAScore(number: 9)) { try day.report(4, .overturned(score: 9, side: .home)) }
        #expect(day.content == before)
    }

    @Test func aCorrectionThatOvertakesItsGoalIsRemembered() throws {
        var day = try running()
        try day.report(3, .overturned(score: 2, side: .home), at: 12)
        #expect(day.alert == nil)
        try day.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 13)
        #expect(day[0].home == 0)
        #expect(day.state.moments == [])
        #expect(day.alert == nil)
    }

    @Test func aGoalAfterFullTimeFromALateFeedCorrectsTheResult() throws {
        var day = try running()
        try day.report(4, .periodEnded(period: 2, at: time(110)), at: 110)
        try day.report(5, .finished, at: 111)
        #expect(day.alert == AlertConfiguration(title: "Full time", body: "North 0–0 East"))
        let end = day.wake
        #expect(end == time(116))
        try day.report(3, .scored(side: .away, player: "Eva", minute: 90, stoppage: 3), at: 113)
        #expect(day.alert == AlertConfiguration(title: "Result corrected", body: "North 0–1 East"))
        #expect(day[0].phase == .finished)
        #expect(day.wake == end)
        try day.sleep()
        #expect(day.end == .after(time(116 + 15)))
        #expect(day.content.relevanceScore == 0)
        #expect(day.content.staleDate == nil)
    }

    @Test func aGoalBeforeTheReportOfItsPeriodImpliesThePeriod() throws {
        var day = try running()
        try day.report(4, .scored(side: .home, minute: 50), at: 66)
        #expect(day[0].progress == MatchProgress(phase: .playing, period: 2))
        #expect(day[0].clock == nil)
        try day.report(2, .periodEnded(period: 1, at: time(46)), at: 66)
        #expect(day[0].progress == MatchProgress(phase: .playing, period: 2))
        try day.report(3, .periodStarted(period: 2, at: time(61)), at: 67)
        #expect(day[0].clock == time(16)...time(106))
    }

    @Test func aRepeatedFeedChangesNothing() throws {
        var day = try MatchDay(football())
        var all: [SportsEvent.What] = [.periodStarted(period: 1, at: time(0))]
        for minute in 1...45 {
            all.append(
                minute % 9 == 0 ? .scored(side: .home, minute: minute) : .carded(side: .away, card: .yellow, minute: minute))
            all.append(.substituted(side: .home, minute: minute))
        }
        for (index, what) in all.enumerated() { try day.report(index + 1, what) }
        #expect(day[0].home == 5)
        let before = day.content
        for (index, what) in all.enumerated() { try day.report(index + 1, what) }
        #expect(day.content == before)
    }

    @Test func aConfirmedScoreMakesUpForWhatWasLost() throws {
        var day = try running()
        try day.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        // Event 3, a goal for the visitors, is lost. Event 4 gives the current score.
        try day.report(4, .scoreConfirmed(home: 1, away: 1), at: 30)
        #expect(day.alert == AlertConfiguration(title: "Score corrected", body: "North 1–1 East"))
        // Event 3 arrives late: its scorer is listed, but it does not count again.
        try day.report(3, .scored(side: .away, player: "Eva", minute: 20), at: 31)
        #expect(day[0].away == 1)
        #expect(day.state.moments.map(\.player) == ["Ada", "Eva"])
        #expect(day.alert == nil)
        // A confirmation of the known score gives no alert.
        try day.report(5, .scoreConfirmed(home: 1, away: 1), at: 32)
        #expect(day.alert == nil)
        // An old confirmation does not include later events.
        try day.report(7, .scored(side: .home, minute: 33), at: 33)
        try day.report(6, .scoreConfirmed(home: 1, away: 1), at: 33)
        #expect(day[0].home == 2)
    }

    @Test func aConfirmedScoreTakesListedGoalsBack() throws {
        var day = try running()
        try day.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        try day.report(3, .scored(side: .home, player: "Liv", minute: 20), at: 20)
        try day.report(5, .scoreConfirmed(home: 1, away: 0), at: 30)
        #expect(day.state.moments.map(\.player) == ["Ada"])
        // The correction arrives late and is already included.
        try day.report(4, .overturned(score: 3, side: .home), at: 31)
        #expect(day[0].home == 1)
        #expect(day.state.moments.map(\.player) == ["Ada"])
    }

    @Test func otherMatchesAndValuesOutOfRangeAreRefused() throws {
        var day = try running()
        let before = day.content
        #expect(throws: SportsError.notFollowed(match: "x")) {
            try day.send(SportsEvent(match: "x", number: 2, .finished))
        }
        let cases: [(Int, SportsEvent.What, any Error & Equatable)] = [
            (0, .finished, InvalidField.outOfRange("number", 0, allowed: 1...999_999_999)),
            (-3, .finished, InvalidField.outOfRange("number", -3, allowed: 1...999_999_999)),
            (2, .scored(side: .home, points: 2), SportsError.pointsNotPossible(2, allowed: [1])),
            (2, .scored(side: .home, minute: 0), InvalidField.outOfRange("minute", 0, allowed: 1...120)),
            (2, .scored(side: .home, minute: 121), InvalidField.outOfRange("minute", 121, allowed: 1...120)),
            (2, .scored(side: .home, minute: 45, stoppage: 0), InvalidField.outOfRange("stoppage", 0, allowed: 1...60)),
            (2, .scoreConfirmed(home: -1, away: 0), InvalidField.outOfRange("home", -1, allowed: 0...999)),
            (2, .stoppageAnnounced(minutes: 61), InvalidField.outOfRange("minutes", 61, allowed: 0...60)),
        ]
        func isRefused(_ number: Int, _ what: SportsEvent.What, as error: some Error & Equatable) {
            #expect(throws: error) { try day.report(number, what) }
            #expect(day.content == before)
        }
        for (number, what, error) in cases { isRefused(number, what, as: error) }
    }

    @Test func exactlyTheLast63NumbersAreRemembered() {
        var seen = SeenEvents()
        for number in stride(from: 2, through: 100, by: 2) { seen.insert(number) }
        #expect(seen.newest == 100)
        for number in 38...100 { #expect(seen.contains(number) == (number % 2 == 0)) }
        for number in 1...37 { #expect(seen.contains(number)) }
        seen.insert(99)
        #expect(seen.contains(99))
        #expect(!seen.contains(101))
        seen.insert(1_000_000)
        #expect(seen.seen == 1)
        #expect(!seen.contains(999_999))
    }

    @Test func aShootOutIsCountedKickByKick() throws {
        var day = try running()
        try day.report(2, .periodEnded(period: 4, at: time(150)), at: 150)
        try day.report(4, .kickTaken(side: .home, scored: true), at: 156)
        #expect(day[0].phase == .shootOut)
        try day.report(3, .shootOutStarted(at: time(155)), at: 156)
        try day.report(5, .kickTaken(side: .away, scored: false), at: 157)
        try day.report(4, .kickTaken(side: .home, scored: true), at: 157)
        let kicks = try #require(day[0].shootOut)
        #expect([kicks.home, kicks.homeTaken, kicks.away, kicks.awayTaken] == [1, 1, 0, 1])
        #expect(day[0].clock == time(155)...time(185))
        try day.report(6, .finished, at: 160)
        #expect(day.alert?.body == "North 0–0 East (1–0 in the shoot-out)")
    }
}
