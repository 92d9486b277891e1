import ArgumentParser
import LiveActivityCore
import LiveActivitySurfaces
import MeditationTimerActivity
import Testing

@testable import LiveActivitiesCommand

@Suite struct RegistryTests {
    @Test func theSubcommandsUseTheCurrentRegistry() throws {
        let registry = Registry(providers: [AnyProvider(MeditationTimerProvider())], widgets: ActivityWidgets())
        try Registry.$current.withValue(registry) {
            let run = try CommandRun(["run", "--virtual-time"], Line.start)
            #expect(run.problems.map(\.error) == ["unknownKind"])
            #expect(try run.changes == [])
            let error = #expect(throws: (any Error).self) { try LiveActivitiesCommand.parseAsRoot(["describe", "delivery"]) }
            let message = LiveActivitiesCommand.fullMessage(for: try #require(error))
            #expect(message.contains("There is no kind 'delivery': there are meditationTimer."))
        }
    }
}
