import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import ErrandActivity

@Suite struct ErrandTests {
    private let attributes = ErrandAttributes(title: "Blue bicycle", steps: 2)

    @Test func keepsTheEnginesPromises() throws { try ProviderConformance.check(ErrandProvider()) }

    @Test func endsWithTheLastStep() throws {
        let scenario = Scenario(ErrandProvider())
        let activity = try scenario.start(attributes)
        #expect(try scenario.send(ErrandEvent.stepDone(expectedEnd: nil), to: activity) == [.updated])
        let last = try scenario.send(ErrandEvent.stepDone(expectedEnd: nil), to: activity)
        #expect(last.map(\.name) == ["updated", "alerted", "ended"])
        #expect(scenario.advance(by: 899) == [])
        #expect(scenario.advance(by: 1).map(\.name) == ["dismissed"])
    }

    @Test func isDelayedAfterTenMinutesWithoutNews() throws {
        let scenario = Scenario(ErrandProvider())
        let activity = try scenario.start(attributes)
        #expect(scenario.advance(by: 599) == [])
        #expect(scenario.advance(by: 1) == [.updated])
        #expect(scenario.content(of: activity, as: ErrandAttributes.self)?.state.isDelayed == true)
        _ = try scenario.send(ErrandEvent.stepDone(expectedEnd: nil), to: activity)
        #expect(scenario.content(of: activity, as: ErrandAttributes.self)?.state.isDelayed == false)
    }

    @Test func isGoneWhenItIsCancelled() throws {
        let scenario = Scenario(ErrandProvider())
        let activity = try scenario.start(attributes)
        #expect(try scenario.perform("cancel", on: activity).map(\.name) == ["ended", "dismissed"])
    }

    @Test func refusesTooManySteps() throws {
        let scenario = Scenario(ErrandProvider())
        _ = try scenario.start(ErrandAttributes(title: "20", steps: 20))
        #expect(throws: EngineError.self) { try scenario.start(ErrandAttributes(title: "21", steps: 21)) }
    }
}
