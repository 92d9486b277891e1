import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import SportsActivity

/// One activity shows its matches in turn.
@Suite struct LeadTests {
    @Test func liveMatchesTakeTurnsAndAGoalLeads() throws {
        var day = try MatchDay(football(3))
        #expect(day.state.leading == 0)
        #expect(day.wake == nil)
        try day.report(1, .periodStarted(period: 1, at: time(0)), match: 1)
        #expect(day.state.leading == 1)
        #expect(day.wake == nil)  // Alone.
        try day.report(1, .periodStarted(period: 1, at: time(1)), match: 0, at: 1)
        #expect(day.state.leading == 1)
        #expect(day.wake == time(2))
        try day.sleep()
        #expect(day.state.leading == 0)
        #expect(day.wake == time(3))
        // An event of another match without an alert changes neither the match that is shown nor the next turn.
        try day.report(2, .carded(side: .home, card: .red), match: 1, at: 2.5)
        #expect(day.state.leading == 0)
        #expect(day.wake == time(3))
        try day.report(3, .scored(side: .home, minute: 2), match: 1, at: 2.5)
        #expect(day.state.leading == 1)
        #expect(day.wake == time(3.5))
        try day.sleep()
        #expect(day.state.leading == 0)
    }

    @Test func theNextMatchReplacesOneThatIsOverAndTheLastOneStays() throws {
        var day = try MatchDay(football(3))
        try day.report(1, .periodStarted(period: 2, at: time(60)), match: 0, at: 60)
        try day.report(2, .finished, match: 0, at: 110)
        #expect(day.state.leading == 0)
        #expect(day.content.relevanceScore == 50)
        #expect(day.wake == time(111))
        try day.sleep()
        #expect(day.state.leading == 1)  // It was to begin before the third.
        #expect(day.wake == nil)
        try day.report(1, .kickOffMoved(to: time(130)), match: 1, at: 112)
        #expect(day.state.leading == 2)
        try day.report(1, .kickOffMoved(), match: 2, at: 113)
        #expect(day.state.leading == 1)
        try day.report(2, .periodStarted(period: 2, at: time(180)), match: 1, at: 180)
        try day.report(3, .finished, match: 1, at: 230)
        #expect(day.state.leading == 1)
        #expect(day.state.isOver)
        #expect(day.wake == time(235))
        try day.sleep()
        // 235 minutes, an eighth of it: 29 minutes and 22.5 seconds.
        #expect(day.end == .after(time(235 + 235 / 8)))
    }

    @Test func theActionShowsTheNextMatch() throws {
        var day = try MatchDay(football(2))
        try day.report(1, .periodStarted(period: 1, at: time(0)), match: 0)
        try day.report(1, .periodStarted(period: 1, at: time(0)), match: 1)
        try day.perform(SportsProvider.nextMatch)
        #expect(day.state.leading == 1)
        #expect(day.wake == time(1))

        var single = try MatchDay(football(1))
        #expect(throws: UnknownAction(SportsProvider.nextMatch)) { try single.perform(SportsProvider.nextMatch) }
        #expect(throws: UnknownAction("shout")) { try day.perform("shout") }
    }

    @Test func itStartsAtTheFirstKickOffWithAnAlertAndOnlyOnce() throws {
        let provider = SportsProvider()
        let early = Scenario.epoch.addingTimeInterval(-86_400)
        let options = provider.options(for: football(3), at: early)
        #expect(
            options
                == StartOptions(
                    key: "m1+m2+m3", ifRunning: .join, start: Scenario.epoch,
                    alert: AlertConfiguration(title: "Cup", body: "North – East and 2 more")))
        let now = provider.options(for: football(1), at: Scenario.epoch)
        #expect(now == StartOptions(key: "m1", ifRunning: .join))
        #expect(provider.topics(for: football(2)) == ["match/m1", "match/m2"])
    }

    @Test func aLongDayRenewsItself() {
        var day = football(2)
        day.matches[1].kickOff = time(301)
        #expect(SportsProvider().options(for: day, at: Scenario.epoch).renews == true)
        day.matches[1].kickOff = time(300)
        #expect(SportsProvider().options(for: day, at: Scenario.epoch).renews == nil)
    }

    @Test func attributesOutOfRangeAreRefused() {
        func refusal<Refusal: Error>(_ change: (inout SportsAttributes) -> Void) -> Refusal? {
            var attributes = football(2)
            change(&attributes)
            do {
                try SportsProvider().validate(attributes)
                _ = try SportsProvider().content(for: attributes, at: Scenario.epoch)
                return nil
            } catch {
                return error as? Refusal
            }
        }
        let milliseconds = Date(timeIntervalSinceReferenceDate: 803_667_600_000)
        #expect(throws: Never.self) { try SportsProvider().content(for: football(2), at: Scenario.epoch) }
        #expect(refusal { $0.title = "" } == InvalidField.empty("title"))
        #expect(refusal { $0.matches = [] } == InvalidField.outOfRange("the count of matches", 0, allowed: 1...6))
        #expect(refusal { $0.matches[1].id = "m1" } == SportsError.followedTwice(match: "m1"))
        #expect(refusal { $0.matches[1].id = "" } == InvalidField.empty("match.id"))
        #expect(refusal { $0.matches[0].home.name = "a\nb" } == InvalidField.controlCharacter("team.name"))
        #expect(
            refusal { $0.matches[0].away.code = "123456789" } == InvalidField.tooLong("team.code", bytes: 9, limit: 8))
        #expect(
            refusal { $0.matches[0].kickOff = milliseconds } == InvalidField.dateOutOfRange("match.kickOff", milliseconds))
        let since1970 = Date(timeIntervalSinceReferenceDate: Scenario.epoch.timeIntervalSince1970)
        #expect(refusal { $0.matches[0].kickOff = since1970 } == SportsError.implausibleDate(since1970, now: Scenario.epoch))
        #expect(refusal { $0.sport.periods = 0 } == InvalidField.outOfRange("sport.periods", 0, allowed: 1...9))
        #expect(refusal { $0.sport.points = [] } == InvalidField.outOfRange("the count of sport.points", 0, allowed: 1...8))
        #expect(
            refusal { $0.sport.overtimeMinutes = 0 } == InvalidField.outOfRange("sport.overtimeMinutes", 0, allowed: 1...60))
    }
}
