import LiveActivityCore
import Testing

@testable import SportsActivity

/// Feeds are late, repeat themselves and mix things up.
@Suite struct FeedTests {
    func running() throws -> Evening {
        var evening = try Evening(football())
        try evening.report(1, .periodStarted(period: 1, at: time(0)))
        return evening
    }

    @Test func theSameGoalTwiceCountsOnce() throws {
        var evening = try running()
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        #expect(evening.alert == AlertConfiguration(title: "Goal for North", body: "North 1–0 East, 10′ Ada"))
        let once = evening.content
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 11)
        #expect(evening.content == once)
        #expect(evening.alert == nil)
    }

    @Test func aLateGoalTakesItsPlace() throws {
        var evening = try running()
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 45, stoppage: 2), at: 47)
        try evening.report(5, .scored(side: .away, player: "Eva", minute: 46), at: 63)
        try evening.report(4, .scored(side: .home, player: "Liv", minute: 12), at: 64)
        try evening.report(3, .scored(side: .away, how: .ownGoal, player: "Ulf", minute: 45, stoppage: 1), at: 65)
        #expect(evening.state.moments.map(\.player) == ["Liv", "Ulf", "Ada", "Eva"])
        #expect(evening[0].home == 2)
        #expect(evening[0].away == 2)
        #expect(evening.alert?.body == "North 2–2 East, 45+1′ Ulf (own goal)")
    }

    @Test func anOverturnedGoalIsTakenBack() throws {
        var evening = try running()
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        try evening.report(3, .overturned(score: 2, side: .home), at: 12)
        #expect(evening[0].home == 0)
        #expect(evening.state.moments == [])
        #expect(evening.alert == AlertConfiguration(title: "Goal overturned", body: "North 0–0 East"))
        // Neither again, nor may the goal come back.
        let before = evening.content
        try evening.report(3, .overturned(score: 2, side: .home), at: 13)
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 13)
        #expect(evening.content == before)
        #expect(throws: SportsError.notAScore(number: 2)) { try evening.report(4, .overturned(score: 2, side: .home)) }
        #expect(throws: SportsError.notAScore(number: 9)) { try evening.report(4, .overturned(score: 9, side: .home)) }
        #expect(evening.content == before)
    }

    @Test func aCorrectionThatOvertakesItsGoalIsRemembered() throws {
        var evening = try running()
        try evening.report(3, .overturned(score: 2, side: .home), at: 12)
        #expect(evening.alert == nil)
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 13)
        #expect(evening[0].home == 0)
        #expect(evening.state.moments == [])
        #expect(evening.alert == nil)
    }

    @Test func aGoalAfterFullTimeFromALateFeedCorrectsTheResult() throws {
        var evening = try running()
        try evening.report(4, .periodEnded(period: 2, at: time(110)), at: 110)
        try evening.report(5, .finished, at: 111)
        #expect(evening.alert == AlertConfiguration(title: "Full time", body: "North 0–0 East"))
        let end = evening.wake
        #expect(end == time(116))
        try evening.report(3, .scored(side: .away, player: "Eva", minute: 90, stoppage: 3), at: 113)
        #expect(evening.alert == AlertConfiguration(title: "Result corrected", body: "North 0–1 East"))
        #expect(evening[0].phase == .finished)
        #expect(evening.wake == end)
        try evening.sleep()
        #expect(evening.end == .after(time(116 + 15)))
        #expect(evening.content.relevanceScore == 0)
        #expect(evening.content.staleDate == nil)
    }

    @Test func aGoalBeforeItsWhistleImpliesThePeriod() throws {
        var evening = try running()
        try evening.report(4, .scored(side: .home, minute: 50), at: 66)
        #expect(evening[0].place == MatchPlace(phase: .playing, period: 2))
        #expect(evening[0].clock == nil)
        try evening.report(2, .periodEnded(period: 1, at: time(46)), at: 66)
        #expect(evening[0].place == MatchPlace(phase: .playing, period: 2))
        try evening.report(3, .periodStarted(period: 2, at: time(61)), at: 67)
        #expect(evening[0].clock == time(16)...time(106))
    }

    @Test func aFeedThatRepeatsEverythingAfterReconnectingDoesNoHarm() throws {
        var evening = try Evening(football())
        var all: [SportsEvent.What] = [.periodStarted(period: 1, at: time(0))]
        for minute in 1...45 {
            all.append(
                minute % 9 == 0 ? .scored(side: .home, minute: minute) : .carded(side: .away, card: .yellow, minute: minute))
            all.append(.substituted(side: .home, minute: minute))
        }
        for (index, what) in all.enumerated() { try evening.report(index + 1, what) }
        #expect(evening[0].home == 5)
        let before = evening.content
        for (index, what) in all.enumerated() { try evening.report(index + 1, what) }
        #expect(evening.content == before)
    }

    @Test func aConfirmedScoreMakesUpForWhatWasLost() throws {
        var evening = try running()
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        // 3 is lost: a goal for the visitors. 4 says how it stands.
        try evening.report(4, .scoreConfirmed(home: 1, away: 1), at: 30)
        #expect(evening.alert == AlertConfiguration(title: "Score corrected", body: "North 1–1 East"))
        // 3 comes after all: its scorer is listed, but it counts no second time.
        try evening.report(3, .scored(side: .away, player: "Eva", minute: 20), at: 31)
        #expect(evening[0].away == 1)
        #expect(evening.state.moments.map(\.player) == ["Ada", "Eva"])
        #expect(evening.alert == nil)
        // Confirming what is known says nothing new.
        try evening.report(5, .scoreConfirmed(home: 1, away: 1), at: 32)
        #expect(evening.alert == nil)
        // An old confirmation does not know of what came since.
        try evening.report(7, .scored(side: .home, minute: 33), at: 33)
        try evening.report(6, .scoreConfirmed(home: 1, away: 1), at: 33)
        #expect(evening[0].home == 2)
    }

    @Test func aConfirmedScoreTakesListedGoalsBack() throws {
        var evening = try running()
        try evening.report(2, .scored(side: .home, player: "Ada", minute: 10), at: 10)
        try evening.report(3, .scored(side: .home, player: "Liv", minute: 20), at: 20)
        try evening.report(5, .scoreConfirmed(home: 1, away: 0), at: 30)
        #expect(evening.state.moments.map(\.player) == ["Ada"])
        // The correction that was lost comes late and is in it already.
        try evening.report(4, .overturned(score: 3, side: .home), at: 31)
        #expect(evening[0].home == 1)
        #expect(evening.state.moments.map(\.player) == ["Ada"])
    }

    @Test func otherMatchesAreNotFollowedAndNonsenseIsNamed() throws {
        var evening = try running()
        let before = evening.content
        #expect(throws: SportsError.notFollowed(match: "x")) {
            try evening.send(SportsEvent(match: "x", number: 2, .finished))
        }
        let cases: [(Int, SportsEvent.What, SportsError)] = [
            (0, .finished, .outOfRange("number", 0, allowed: 1...999_999_999)),
            (-3, .finished, .outOfRange("number", -3, allowed: 1...999_999_999)),
            (2, .scored(side: .home, points: 2), .pointsNotPossible(2, allowed: [1])),
            (2, .scored(side: .home, minute: 0), .outOfRange("minute", 0, allowed: 1...120)),
            (2, .scored(side: .home, minute: 121), .outOfRange("minute", 121, allowed: 1...120)),
            (2, .scored(side: .home, minute: 45, stoppage: 0), .outOfRange("stoppage", 0, allowed: 1...60)),
            (2, .scoreConfirmed(home: -1, away: 0), .outOfRange("home", -1, allowed: 0...999)),
            (2, .stoppageAnnounced(minutes: 61), .outOfRange("minutes", 61, allowed: 0...60)),
        ]
        for (number, what, error) in cases {
            #expect(throws: error) { try evening.report(number, what) }
            #expect(evening.content == before)
        }
    }

    @Test func theMemoryKnowsExactlyTheLastSixtyThree() {
        var memory = FeedMemory()
        for number in stride(from: 2, through: 100, by: 2) { memory.note(number) }
        #expect(memory.newest == 100)
        for number in 38...100 { #expect(memory.knows(number) == (number % 2 == 0)) }
        for number in 1...37 { #expect(memory.knows(number)) }
        memory.note(99)
        #expect(memory.knows(99))
        #expect(!memory.knows(101))
        memory.note(1_000_000)
        #expect(memory.seen == 1)
        #expect(!memory.knows(999_999))
    }

    @Test func aShootOutIsCountedKickByKick() throws {
        var evening = try running()
        try evening.report(2, .periodEnded(period: 4, at: time(150)), at: 150)
        try evening.report(4, .kickTaken(side: .home, scored: true), at: 156)
        #expect(evening[0].phase == .shootOut)
        try evening.report(3, .shootOutStarted(at: time(155)), at: 156)
        try evening.report(5, .kickTaken(side: .away, scored: false), at: 157)
        try evening.report(4, .kickTaken(side: .home, scored: true), at: 157)
        let kicks = try #require(evening[0].shootOut)
        #expect([kicks.home, kicks.homeTaken, kicks.away, kicks.awayTaken] == [1, 1, 0, 1])
        #expect(evening[0].clock == time(155)...time(185))
        try evening.report(6, .finished, at: 160)
        #expect(evening.alert?.body == "North 0–0 East (1–0 in the shoot-out)")
    }
}
