import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import WaitQueueActivity

@Suite struct SampleTests {
    @Test func theStoryRunsFromTheEndOfTheQueueToTheTable() throws {
        let samples = WaitQueueProvider().samples
        for attributes in samples.attributes { _ = try WaitQueueProvider().content(for: attributes, at: Scenario.epoch) }

        let scenario = Scenario(WaitQueueProvider())
        let activity = try scenario.start(try #require(samples.attributes.first))
        var names: [[String]] = []
        for moment in samples.story {
            #expect(scenario.advance(to: Scenario.epoch.addingTimeInterval(moment.after)) == [])
            names.append(try scenario.send(moment.event, to: activity).map(\.name))
        }
        let updated = ["updated"]
        #expect(
            names == [
                updated, updated, updated, updated, updated, updated, updated, ["updated", "alerted"], ["updated", "alerted"],
                ["updated", "ended", "dismissed"],
            ])
    }
}
