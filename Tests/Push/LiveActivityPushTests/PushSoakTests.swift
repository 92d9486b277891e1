#if Push
import Foundation
import LiveActivityPushTesting
import LiveActivityTesting
import Testing

/// The whole way from an event to a screen, with a service that fails. Scripts/soak plays it with more seeds and more activities.
@Suite struct PushSoakTests {
    /// How many activities one simulation has: `SLA_PUSH_ACTIVITIES` for a soak.
    private var activities: Int { ProcessInfo.processInfo.environment["SLA_PUSH_ACTIVITIES"].flatMap { Int($0) } ?? 300 }

    private func play(_ seed: UInt64, _ change: (inout PushSimulation.Plan) -> Void) throws {
        var plan = PushSimulation.Plan(activities: activities, seed: seed)
        change(&plan)
        var simulation = try PushSimulation(plan)
        try simulation.run()
        let problems = try simulation.problems()
        let report = "SLA_SEED=\(seed): \(simulation.fleet.statistics); \(simulation.model.statistics)"
        #expect(Array(problems.prefix(10)) == [], "\(report)")
    }

    @Test(arguments: SeededGenerator.seeds(1)) func everyDeviceShowsTheNewestContentWhenNothingFails(seed: UInt64) throws {
        try play(seed) { plan in (plan.faults, plan.deadStartTokens) = ([], 0) }
    }

    @Test(arguments: SeededGenerator.seeds(2)) func everyDeviceShowsTheNewestContentThoughAThirdOfThePushesFail(seed: UInt64)
        throws
    {
        try play(seed) { _ in }
    }

    @Test(arguments: SeededGenerator.seeds(1)) func nothingIsLostWhenTheSenderIsKilled(seed: UInt64) throws {
        try play(seed) { $0.kills = 20 }
    }

    @Test(arguments: SeededGenerator.seeds(1)) func aClockThatIsFourMinutesWrongChangesNothing(seed: UInt64) throws {
        try play(seed) { $0.skew = seed % 2 == 0 ? 240 : -240 }
    }
}
#endif
