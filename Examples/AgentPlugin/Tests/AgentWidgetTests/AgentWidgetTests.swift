import AgentActivity
import LiveActivityTesting
import LiveActivityUI
import LiveActivityWidgetTesting
import Testing

@testable import AgentWidget

@Suite struct AgentWidgetTests {
    private static var widget: WidgetReader<AgentAttributes> {
        get throws {
            try WidgetReader(
                AgentWidget.self, kind: "agent", attributes: AgentAttributes.self, strings: AgentWidget.strings)
        }
    }

    private let work = AgentAttributes(title: "swift test", host: "build-7")

    @Test func everySurfaceShowsTheProgressAndTheTimeLeft() throws {
        var state = AgentState()
        state.progress = AgentProgress(done: 30, total: 120)
        state.step = "Compiling Engine.swift"
        state.estimatedEnd = Scenario.epoch + 90
        let read = try Self.widget.reading(work, state, at: Scenario.epoch)
        #expect(
            read == """
                lockScreen: (terminal.fill) | swift test | build-7 | Working | 1:30 | Compiling Engine.swift | (25 %)
                compact: (terminal.fill) | 1:30
                minimal: (25 %)
                expanded: (terminal.fill) | 1:30 | swift test | Compiling Engine.swift | (25 %)
                smartStack: (terminal.fill) | swift test | 1:30 | Compiling Engine.swift | (25 %)
                """)
    }

    @Test func aQuestionIsOnEverySurface() throws {
        var state = AgentState(phase: .needsYou)
        state.question = "May I?"
        let read = try Self.widget.reading(work, state, at: Scenario.epoch, locale: "de_DE")
        #expect(
            read == """
                lockScreen: (questionmark.circle.fill) | swift test | build-7 | Braucht dich | May I?
                compact: (questionmark.circle.fill)
                minimal: (questionmark.circle.fill)
                expanded: (questionmark.circle.fill) | swift test | May I?
                smartStack: (questionmark.circle.fill) | swift test | May I?
                """)
    }

    @Test func theResultHasTheTimeItTook() throws {
        var state = AgentState(phase: .succeeded)
        state.progress = AgentProgress(done: 120, total: 120)
        state.result = AgentResult(status: 0, seconds: 245)
        let read = try Self.widget.reading(work, state, at: Scenario.epoch, on: [.lockScreenIPhone393])
        #expect(read == "lockScreen: (checkmark.circle.fill) | swift test | build-7 | Succeeded | 4:05")
    }

    @Test func theLintFindsNothingAndEveryTextIsTranslated() throws {
        let findings = try Self.widget.findings(samplesOf: AgentProvider(), languages: ["en", "de", "ar"])
        for finding in findings { Issue.record("\(finding)") }
    }
}
