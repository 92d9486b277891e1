#if Push && SQLite
import Foundation
import LiveActivityPushTesting
import PushSimulation

/// Plays all steps from an event to a display, with faults and kills, in virtual time.
///
/// - Returns: Whether nothing was lost.
func soak(activities: Int, kills: Int) throws -> Bool {
    let seed = ProcessInfo.processInfo.environment["SLA_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...1_000_000)
    print("SLA_SEED=\(seed): \(activities) activities, \(kills) kills")
    var plan = PushSimulation.Plan(activities: activities, seed: seed)
    plan.kills = kills
    let begin = ContinuousClock.now
    var simulation = try PushSimulation(plan)
    try simulation.run()
    let problems = try simulation.problems()
    print(
        "\(simulation.pushes) pushes, \(simulation.alerts) alerts, \(simulation.kills) kills, \(simulation.suspects) suspect tokens "
            + "in \(ContinuousClock.now - begin)")
    print(simulation.fleet.statistics)
    print(simulation.model.statistics)
    for problem in problems.prefix(20) { print(problem) }
    print(problems.isEmpty ? "everything was kept" : "\(problems.count) problems")
    return problems.isEmpty
}
#endif
