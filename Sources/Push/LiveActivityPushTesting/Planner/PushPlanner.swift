#if Push
import LiveActivityCore
public import LiveActivityPush

/// Replays a recorded day against modelled devices, for one policy after the other.
///
/// The sender is the pusher's own ``/LiveActivityPush/PushScheduler``, so a plan shows the pusher's behaviour. The service
/// never fails. Devices and service are a model with the numbers of ``Fleet/Configuration``, and not Apple's: use it to compare
/// policies with each other, not to predict what a certain iPhone does. Time moves in steps of one second.
public struct PushPlanner: Sendable {
    /// The day, in the order of time.
    public let changes: [PlannedChange]
    /// The promises, which determine ``PlannedPolicy/Urgency/promised``.
    public let promises: [PushPromise]
    /// The pusher's policy. Plans replace what a ``PlannedPolicy`` says.
    public let policy: PushPolicy
    /// The devices' behaviour. ``Fleet/Configuration/devices`` is the number for each owner.
    public let configuration: Fleet.Configuration

    /// A planner for a day.
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

    /// The plans of all candidates, the cheapest first: the fewest pushes of priority 10, then the fewest pushes. Plans with
    /// equal costs are in the order of their delays, then of their distance to the pusher's own spacing.
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

    /// The changes with a promise.
    var promised: Set<UInt64> {
        let names = Set(promises.map(\.name))
        return Set(changes.filter { !names.isDisjoint(with: $0.names) }.map(\.change.sequence))
    }
}
#endif
