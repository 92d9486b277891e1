import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import SportsActivity

@Suite struct SampleTests {
    @Test func theStoryRunsFromKickOffToTheEnd() throws {
        let samples = SportsProvider().samples
        for attributes in samples.attributes { _ = try SportsProvider().content(for: attributes, at: Scenario.epoch) }

        let scenario = Scenario(SportsProvider())
        let activity = try scenario.start(try #require(samples.attributes.first))
        var alerts: [String] = []
        for moment in samples.story {
            let due = Scenario.epoch.addingTimeInterval(moment.after)
            #expect(scenario.advance(to: due).allSatisfy { $0 == .updated || $0 == .becameStale || $0 == .becameActive })
            for case .alerted(let alert) in try scenario.send(moment.event, to: activity) { alerts.append("\(alert.title)") }
        }
        #expect(
            alerts == [
                "Goal for Northport", "Goal for Eastfield", "Goal for Southbay", "Goal overturned", "Goal for Northport",
                "Full time", "Full time",
            ])
        let state = try #require(scenario.content(of: activity, as: SportsAttributes.self)).state
        #expect(state.isOver)
        #expect(scenario.advance(by: 300).map(\.name) == ["updated", "ended"])
    }
}
