#if Push
import LiveActivityCore
public import LiveActivityPush

/// Simulates a recorded day with modelled devices, once for each policy.
///
/// The pushes come from the pusher's own ``/LiveActivityPush/PushScheduler``, so a plan shows how the pusher would behave. The
/// service never fails. Devices and service are models with the numbers of ``Fleet/Configuration``, not Apple's: compare
/// policies with it, but do not predict what a certain iPhone does. Time advances in steps of one second.
public struct PushPlanner: Sendable {
    /// The changes of the day, in order of time.
    public let changes: [PlannedChange]
    /// The promises. Their changes are urgent with ``PlannedPolicy/Urgency/promised``.
    public let promises: [PushPromise]
    /// The pusher's policy. Each plan replaces the settings of its ``PlannedPolicy``.
    public let policy: PushPolicy
    /// The behaviour of the devices. ``Fleet/Configuration/devices`` is the number of devices of each owner.
    public let configuration: Fleet.Configuration

    /// A planner for a recorded day.
    public init(
        _ changes: [PlannedChange], promises: [PushPromise] = [], policy: PushPolicy = .init(),
        configuration: Fleet.Configuration
    ) {
        self.changes = changes.enumerated().sorted { ($0.element.change.at, $0.offset) < ($1.element.change.at, $1.offset) }
            .map(\.element)
        (self.promises, self.policy, self.configuration) = (promises, policy, configuration)
    }

    /// Simulates a policy.
    public func plan(_ policy: PlannedPolicy) -> PushPlan {
        var run = PlanRun(self, policy)
        return run.run()
    }

    /// The plans of all policies, the cheapest first: fewest pushes of priority 10, then fewest pushes. Plans with equal costs
    /// are ordered by their delays, then by the difference from the pusher's own spacing.
    public func compare(_ policies: [PlannedPolicy] = PlannedPolicy.candidates) -> [PushPlan] {
        policies.map { policy -> (plan: PushPlan, delay: Double, distance: Double) in
            let plan = plan(policy)
            return (plan, plan.delays.reduce(0) { $0 + $1.percentile(0.99) }, abs(policy.spacing - self.policy.spacing))
        }.sorted {
            ($0.plan.urgent, $0.plan.pushes, $0.delay, $0.distance) < ($1.plan.urgent, $1.plan.pushes, $1.delay, $1.distance)
        }.map(\.plan)
    }

    /// The cheapest plan that keeps every promise; `nil` if none does.
    public func cheapest(of plans: [PushPlan]) -> PushPlan? { plans.first { plan in promises.allSatisfy(plan.keeps) } }

    /// The sequences of the changes with a promise.
    var promised: Set<UInt64> {
        let names = Set(promises.map(\.name))
        return Set(changes.filter { !names.isDisjoint(with: $0.names) }.map(\.change.sequence))
    }
}
#endif
