import LiveActivityCore
import LiveActivityTesting
import SportsActivity
import Testing

@Suite struct ScheduledStartTests {
    /// Minutes, hours and days ahead: the provider itself schedules the start for the first kick-off.
    @Test(arguments: [300.0, 3_600.0, 36_000.0, 259_200.0, 25_920_000.0])
    func theContentIsThatOfTheFirstKickOff(lead: TimeInterval) throws {
        let scenario = Scenario(SportsProvider())
        let kickOff = Scenario.epoch + lead
        var day = football(2)
        day.matches[0].kickOff = kickOff + 3_600
        day.matches[1].kickOff = kickOff
        let id = try scenario.start(day)
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: kickOff)])
        #expect(scenario.nextDeadline == kickOff)
        #expect(scenario.advance(to: kickOff).first == .started)
        let content = try #require(scenario.content(of: id, as: SportsAttributes.self))
        #expect(content.state.leading == 1)
        #expect(content.staleDate == kickOff + 900)
        #expect(scenario.advance(to: kickOff + 899.999) == [])
        #expect(scenario.advance(to: kickOff + 900) == [.becameStale])
    }

    /// Ids of a feed may contain the separator of the key.
    @Test func twoMatchDaysAreTwoActivities() throws {
        let scenario = Scenario(SportsProvider())
        var ids: Set<ActivityID> = []
        let days = [["a", "b"], ["a+b"], ["a+", "b"], ["a", "+b"], ["a\\", "b"], ["a\\+b"]]
        for matches in days {
            var day = football(matches.count)
            for (index, id) in matches.enumerated() { day.matches[index].id = id }
            ids.insert(try scenario.start(day))
            #expect(try ids.contains(scenario.start(day)))
        }
        #expect(ids.count == days.count)
    }

    /// The dates are checked against the start, not against the request.
    @Test func aKickOffIsAtMost366DaysAfterTheStart() throws {
        let scenario = Scenario(SportsProvider())
        var day = football(2)
        day.matches[0].kickOff = Scenario.epoch + 10 * 86_400
        day.matches[1].kickOff = day.matches[0].kickOff + 366 * 86_400
        try scenario.start(day)
        day.matches[1].kickOff += 1
        #expect(throws: EngineError.self) { try scenario.start(day, owner: "ben") }
    }
}
