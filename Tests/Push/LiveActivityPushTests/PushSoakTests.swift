#if Push
import LiveActivityPushTesting
import LiveActivityTesting
import PushSimulation
import Testing

/// All steps from an event to a display, with a service that fails. `PushDriver soak` plays it with 100,000 activities.
@Suite struct PushSoakTests {
    private func play(_ seed: UInt64, _ change: (inout PushSimulation.Plan) -> Void) throws {
        var plan = PushSimulation.Plan(seed: seed)
        change(&plan)
        var simulation = try PushSimulation(plan)
        try simulation.run()
        let problems = try simulation.problems()
        let report = "SLA_SEED=\(seed): \(simulation.fleet.statistics); \(simulation.model.statistics)"
        #expect(Array(problems.prefix(10)) == [], "\(report)")
        #expect(simulation.alerts > plan.activities / 2, "\(report)")
    }

    @Test(arguments: SeededGenerator.seeds(1)) func everyDeviceShowsTheNewestContentWhenNothingFails(seed: UInt64) throws {
        try play(seed) { plan in (plan.faults, plan.deadStartTokens) = ([], 0) }
    }

    @Test(arguments: SeededGenerator.seeds(2)) func everyDeviceShowsTheNewestContentThoughFourOfTenPushesFail(seed: UInt64)
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
