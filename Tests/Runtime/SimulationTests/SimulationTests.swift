import Foundation
import Testing

/// The engine, the runtime's shell and a store that fails, in processes that die at every point of a write.
///
/// `SLA_TEST_ROUNDS` multiplies the seeds for a soak; `SLA_SIMULATION_SEED` plays one seed alone.
@Suite struct SimulationTests {
    @Test func whateverTheStoreDoesNothingAcknowledgedIsLostAndNothingHalfIsSeen() throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["SLA_TEST_ROUNDS"].flatMap { UInt64($0) } ?? 1
        let alone = environment["SLA_SIMULATION_SEED"].flatMap { UInt64($0) }
        var (crashes, taken, replayed) = (0, 0, 0)
        for seed in alone.map({ $0...$0 }) ?? 1...(30 * max(rounds, 1)) {
            do {
                let simulation = try Simulation(seed: seed)
                try simulation.run(steps: 150)
                crashes += simulation.crashes
                taken += simulation.taken
                replayed += simulation.replayed
            } catch {
                Issue.record("SLA_SIMULATION_SEED=\(seed) Scripts/test --filter SimulationTests: \(error)")
                return
            }
        }
        guard alone == nil else { return }
        #expect(crashes > 60, "a simulation in which nothing goes wrong shows nothing")
        #expect(taken > 600)
        #expect(replayed > 300)
    }
}
