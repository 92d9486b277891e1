import LiveActivityTesting
import Testing

/// Processes that fail, pause, stop and start, over a network and logs with faults: in virtual time, every partition has one
/// writer at a time, and soon an owner again.
///
/// `SLA_SEED` plays a single seed, `SLA_TEST_ROUNDS` multiplies the seeds for a soak. `Scripts/test-cluster-mutations` shows
/// that it finds faults planted in `ClusterMember`.
@Suite(.timeLimit(.minutes(240))) struct MemberSimulationTests {
    @Test func eachPartitionSoonHasOneOwnerAndMovesOnlyIfNecessary() {
        let seeds = SeededGenerator.seeds(100)
        var (acknowledged, queries, kills, pauses, moves, repairs) = (0, 0, 0, 0, 0, 0)
        var (calm, takeover) = (Duration.zero, Duration.zero)
        for seed in seeds {
            let simulation = MemberSimulation(seed: seed)
            do { try simulation.run() } catch {
                Issue.record("SLA_SEED=\(seed) Scripts/test-cluster --filter MemberSimulationTests: \(error)")
                return
            }
            acknowledged += simulation.acknowledged
            queries += simulation.queries
            kills += simulation.kills
            pauses += simulation.pauses
            moves += simulation.moves
            repairs += simulation.repairs
            calm = max(calm, simulation.slowestCalm)
            takeover = max(takeover, simulation.slowestTakeover)
        }
        guard seeds.count >= 100 else { return }
        print(
            "\(seeds.count) stories: \(acknowledged) acknowledged, \(queries) queries, \(kills) kills, \(pauses) pauses, \(moves) moves, "
                + "\(repairs) repairs; settled \(calm) after faults at most, taken over \(takeover) after a kill")
        #expect(acknowledged > 5_000, "a simulation in which nothing goes well shows nothing")
        #expect(queries > 1_000)
        #expect(kills > 20 && pauses > 20 && moves > 20 && repairs > 5)
    }
}
