import LiveActivityTesting
import Testing

/// The engine, the runtime's shell and a failing store, in processes that end at every point of a write.
///
/// `SLA_SEED` plays a single seed, `SLA_TEST_ROUNDS` multiplies the seeds for a soak.
@Suite(.timeLimit(.minutes(20))) struct SimulationTests {
    @Test func nothingAcknowledgedIsLostAndNoBatchIsSeenInPart() throws {
        let seeds = SeededGenerator.seeds(30)
        var (crashes, taken, replayed) = (0, 0, 0)
        for seed in seeds {
            do {
                let simulation = try Simulation(seed: seed)
                try simulation.run(steps: 150)
                crashes += simulation.crashes
                taken += simulation.taken
                replayed += simulation.replayed
            } catch {
                Issue.record("SLA_SEED=\(seed) Scripts/test --filter SimulationTests: \(error)")
                return
            }
        }
        guard seeds.count >= 30 else { return }
        #expect(crashes > 60, "a simulation in which nothing goes wrong shows nothing")
        #expect(taken > 600)
        #expect(replayed > 300)
    }

    /// Earlier seeds do not reach a point at which the fault has an effect.
    @Test("The simulation finds", arguments: PlantedFault.allCases)
    func theSimulationFinds(planted: PlantedFault) {
        let seeds = SeededGenerator.seeds(30)
        for seed in seeds {
            do { try Simulation(seed: seed, planted: planted).run(steps: 150) } catch {
                print("the simulation finds \(planted) with SLA_SEED=\(seed): \(String(describing: error).prefix(200))")
                return
            }
        }
        if seeds.count >= 30 { Issue.record("\(planted) was found by none of \(seeds.count) seeds") }
    }
}
