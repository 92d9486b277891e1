import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import AgentActivity

@Suite struct AgentTests {
    private let work = AgentAttributes(title: "swift test", host: "build-7")

    @Test func keepsTheEnginesPromises() throws { try ProviderConformance.check(AgentProvider()) }

    @Test func aQuestionAlertsOnceAndIsSettledByTheAnswer() throws {
        let scenario = Scenario(AgentProvider())
        let activity = try scenario.start(work)
        let asked = try scenario.send(AgentEvent.asked(question: "May I?"), to: activity)
        #expect(asked == [.updated, .alerted(AlertConfiguration(title: "swift test", body: "May I?"))])
        var state = AgentState(phase: .needsYou)
        state.question = "May I?"
        #expect(scenario.content(of: activity, as: AgentAttributes.self)?.state == state)

        #expect(try scenario.send(AgentEvent.answered, to: activity) == [.updated])
        #expect(scenario.content(of: activity, as: AgentAttributes.self)?.state == AgentState())
        #expect(throws: EngineError.self) { try scenario.send(AgentEvent.answered, to: activity) }
        #expect(scenario.content(of: activity, as: AgentAttributes.self)?.state == AgentState())
    }

    @Test func isLateWhenTheEstimatedEndHasCome() throws {
        let scenario = Scenario(AgentProvider())
        let activity = try scenario.start(work)
        _ = try scenario.send(AgentEvent.estimated(end: Scenario.epoch + 60), to: activity)
        #expect(scenario.advance(by: 59) == [])
        #expect(scenario.advance(by: 1) == [.updated])
        let state = scenario.content(of: activity, as: AgentAttributes.self)?.state
        #expect(state?.isLate == true)
        #expect(state?.estimatedEnd == nil)
        #expect(throws: EngineError.self) { try scenario.send(AgentEvent.estimated(end: Scenario.epoch + 60), to: activity) }
    }

    @Test(arguments: [(0, AgentPhase.succeeded), (1, .failed), (255, .failed)])
    func theExitStatusDecides(status: Int, phase: AgentPhase) throws {
        let scenario = Scenario(AgentProvider())
        let activity = try scenario.start(work)
        _ = scenario.advance(by: 245)
        let end = try scenario.send(AgentEvent.finished(status: status), to: activity)
        #expect(end.map(\.name) == ["updated", "alerted", "ended"])
        let state = scenario.content(of: activity, as: AgentAttributes.self)?.state
        #expect(state?.phase == phase)
        #expect(state?.result == AgentResult(status: status, seconds: 245))
        #expect(scenario.advance(by: 899) == [])
        #expect(scenario.advance(by: 1).map(\.name) == ["dismissed"])
    }

    @Test(arguments: [
        AgentEvent.progressed(done: 4, total: 3), .progressed(done: -1, total: 3), .progressed(done: 0, total: 0),
        .finished(status: 256), .asked(question: ""), .stepBegan(name: String(repeating: "a", count: 121)),
    ])
    func whatCannotBeIsRefused(event: AgentEvent) throws {
        let scenario = Scenario(AgentProvider())
        let activity = try scenario.start(work)
        #expect(throws: EngineError.self) { try scenario.send(event, to: activity) }
        #expect(scenario.content(of: activity, as: AgentAttributes.self)?.state == AgentState())
        #expect(try scenario.send(AgentEvent.progressed(done: 3, total: 3), to: activity) == [.updated])
    }

    @Test func turnsStaleAfterFifteenMinutesWithoutNews() throws {
        let scenario = Scenario(AgentProvider())
        let activity = try scenario.start(work)
        _ = scenario.advance(by: 600)
        _ = try scenario.send(AgentEvent.progressed(done: 1, total: 3), to: activity)
        #expect(scenario.advance(by: 899) == [])
        #expect(scenario.advance(by: 1) == [.becameStale])
    }
}
