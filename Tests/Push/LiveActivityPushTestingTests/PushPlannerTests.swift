#if Push
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import Testing

/// The cost of a policy, and the delays with which a day's changes are displayed.
@Suite struct PushPlannerTests {
    private let begin = Date(timeIntervalSince1970: 1_781_974_800)

    private func change(_ seconds: Double, _ what: Change.What, _ number: Int? = nil, names: Set<String> = ["moved"])
        -> PlannedChange
    {
        let content = number.map {
            EncodedContent(state: JSONText(trusted: Array(#"{"n":\#($0)}"#.utf8)), staleDate: nil, relevanceScore: 0)
        }
        return PlannedChange(
            Change(
                sequence: UInt64(seconds * 10) + (what.name == "alerted" ? 2 : 1), at: begin + seconds,
                activity: ActivityID(rawValue: 0x10), kind: "order", owner: "anna", revision: 1, state: .active, what: what,
                content: content),
            names: names)
    }

    private func alert(_ seconds: Double) -> PlannedChange {
        change(seconds, .alerted(AlertConfiguration(title: "Look", body: "!")), names: ["alerted"])
    }

    private var start: PlannedChange {
        var start = change(0, .started, 0, names: ["started"])
        start.change.start = .init(attributes: JSONText(trusted: Array("{}".utf8)), key: nil, predecessor: nil)
        return start
    }

    private func planner(_ changes: [PlannedChange], _ promises: [PushPromise] = [], budget: Int = 15) -> PushPlanner {
        var configuration = Fleet.Configuration(devices: 20)
        configuration.latency = 1...1
        configuration.opportunisticDelay = 10...10
        configuration.registrationDelay = 1...1
        configuration.budgetPerHour = budget
        return PushPlanner(changes, promises: promises, configuration: configuration)
    }

    @Test func promisesAreReadAndWritten() {
        #expect(PushPromise("scored=20s@99%") == PushPromise(name: "scored", seconds: 20, share: 0.99))
        #expect(PushPromise("scored=20s@99%")?.description == "scored=20s@99%")
        #expect(PushPromise("scored=2.5s@99.5%")?.description == "scored=2.5s@99.5%")
        for wrong in [
            "", "scored", "scored=20@99%", "scored=20s@99", "=20s@99%", "scored=-1s@99%", "scored=20s@101%", "a=b=1s@1%",
        ] {
            #expect(PushPromise(wrong) == nil, "\(wrong)")
        }
    }

    @Test func updatesWithinTheSpacingAreSentOnce() {
        // The change at 60 is sent at once; those at 65 and 70 wait until 75 and are sent as one.
        let day = [start, change(60, .updated, 1), change(65, .updated, 2), change(70, .updated, 3)]
        let plan = planner(day).plan(PlannedPolicy(spacing: 15))
        #expect(plan.pushes == 20 * 3)
        #expect(plan.urgent == 20)
        #expect(plan.sights.map(\.content.description) == [#"{"n":0}"#, #"{"n":1}"#, #"{"n":3}"#])
        #expect(plan.sights.map { $0.at.timeIntervalSince(begin) } == [1, 71, 86])
        let none = planner(day).plan(PlannedPolicy(spacing: 0))
        #expect(none.pushes == 20 * 4)
    }

    @Test func alertsAndEndsDoNotWait() {
        let day = [
            start, change(60, .updated, 1), change(61, .updated, 2), alert(61),
            change(62, .ended(by: .host, dismissal: begin + 100), 3, names: ["ended"]),
        ]
        let plan = planner(day).plan(PlannedPolicy(spacing: 60))
        #expect(plan.urgent == 20 * 3)
        #expect(plan.sights.map(\.isAlert) == [true, true, false])
        #expect(plan.sights.map { $0.at.timeIntervalSince(begin) } == [1, 62, 63])
    }

    @Test func theCheapestPolicyThatKeepsAPromiseIsFound() throws {
        let day =
            [start] + (1...10).map { change(Double($0 * 100), .updated, $0, names: $0 == 5 ? ["moved", "scored"] : ["moved"]) }
        // In this model priority 5 takes 11 s, and priority 10 takes 1 s.
        for (promise, urgency, urgent) in [
            ("scored=11s@100%", PlannedPolicy.Urgency.alerts, 20), ("scored=10s@100%", .promised, 40),
            ("moved=10s@100%", .promised, 220),
        ] {
            let planner = planner(day, [try #require(PushPromise(promise))])
            let plan = try #require(planner.cheapest(of: planner.compare()))
            #expect(plan.policy.urgency == urgency)
            #expect(plan.urgent == urgent)
            #expect(plan.share(keeping: planner.promises[0]) == 1)
        }
        let impossible = planner(day, [try #require(PushPromise("moved=0.5s@100%"))])
        #expect(impossible.cheapest(of: impossible.compare()) == nil)
    }

    @Test func equalCostsAreOrderedByDelay() throws {
        // Changes so far apart that no minimum interval saves a push: every policy of one urgency sends the same.
        let day = [start] + (1...3).map { change(Double($0 * 1_000), .updated, $0) }
        let planner = planner(day, [try #require(PushPromise("moved=60s@100%"))])
        let plans = planner.compare()
        #expect(planner.cheapest(of: plans)?.policy == PlannedPolicy(spacing: 15, urgency: .alerts))
        #expect(plans.prefix(6).map(\.policy.spacing) == [15, 5, 30, 0, 60, 120])
    }

    @Test func throttlingCostsDelay() throws {
        let day = [start] + (1...10).map { change(Double($0 * 60), .updated, $0) }
        let policy = PlannedPolicy(spacing: 15, urgency: .everything)
        let (free, tight) = (planner(day).plan(policy), planner(day, budget: 5).plan(policy))
        #expect(free.throttled == 0)
        #expect(tight.throttled == 20 * 6)
        let moved = try #require(tight.delays.first { $0.name == "moved" })
        #expect(moved.changes == 10)
        #expect(moved.percentile(0.4) == 1)
        // 1781974800 is 17:00: throttled pushes arrive at 18:00.
        #expect(moved.percentile(1) > 3_000)
    }

    /// The planner uses the pusher's scheduler: pushes that it would not send are not planned.
    @Test func thePushersOwnBudgetAndConflationArePlanned() {
        var policy = PushPolicy()
        policy.urgentPerHour = 4
        policy.urgentReserve = 0
        let day = [start] + (1...10).map { change(Double($0 * 60), .updated, $0) }
        var configuration = planner(day).configuration
        configuration.budgetPerHour = .max
        let plan = PushPlanner(day, policy: policy, configuration: configuration)
            .plan(PlannedPolicy(spacing: 15, urgency: .everything))
        // The start and three updates; afterwards the pusher lowers the priority.
        #expect(plan.pushes == 20 * 11)
        #expect(plan.urgent == 20 * 4)
        // A running clock is not a change: the same content is sent once.
        let same = planner([start, change(60, .updated, 1), change(120, .updated, 1)]).plan(PlannedPolicy())
        #expect(same.pushes == 20 * 2)
    }

    /// The app was closed when the activity started: it registers its token when it is opened, and receives the newest content.
    @Test func aTokenThatComesLateGetsTheNewestContent() throws {
        var configuration = planner([]).configuration
        configuration.registrationDelay = 400...400
        let day = [start, change(30, .updated, 1), change(60, .updated, 2)]
        let plan = PushPlanner(day, configuration: configuration).plan(PlannedPolicy())
        let moved = try #require(plan.delays.first { $0.name == "moved" })
        #expect(moved.changes == 2)
        #expect(moved.percentile(1).isFinite)
    }
}
#endif
