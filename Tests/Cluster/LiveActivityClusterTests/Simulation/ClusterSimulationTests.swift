import LiveActivityTesting
import Testing

/// Deposed owners that have not detected it, lost answers, late and duplicate messages, and clocks that differ.
///
/// `SLA_SEED` plays a single seed, `SLA_TEST_ROUNDS` multiplies the seeds for a soak. `Scripts/test-cluster-mutations` shows
/// that the simulation finds the relevant faults.
@Suite(.timeLimit(.minutes(240))) struct ClusterSimulationTests {
    @Test func eachPositionHasOneWriterAndNoAcknowledgedRecordIsLost() {
        let seeds = SeededGenerator.seeds(200)
        var (acknowledged, takeovers, deposed, snapshots) = (0, 0, 0, 0)
        for seed in seeds {
            do {
                let simulation = ClusterSimulation(seed: seed)
                try simulation.run(steps: 200)
                acknowledged += simulation.acknowledged
                takeovers += simulation.takeovers
                deposed += simulation.deposed
                snapshots += simulation.snapshots
            } catch {
                Issue.record("SLA_SEED=\(seed) Scripts/test-cluster --filter ClusterSimulationTests: \(error)")
                return
            }
        }
        guard seeds.count >= 200 else { return }
        print(
            "\(seeds.count) stories: \(acknowledged) acknowledged, \(takeovers) takeovers, \(deposed) deposed, \(snapshots) snapshots"
        )
        #expect(acknowledged > 1_000, "a simulation in which nothing goes well shows nothing")
        #expect(deposed > 500)
        #expect(snapshots > 50)
    }
}
