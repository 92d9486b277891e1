#if PushFiles
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting

/// `live-activities plan`: the number of pushes of a recorded day, and the delays that its users would have seen.
struct PlanCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Replays commands against modelled devices: pushes, delays, and the cheapest policy.",
        discussion: """
            The input has the format of '\(Program.name) run', with a time for each command. The pusher's rules decide what is \
            sent to each owner's modelled devices. Devices and service are a model with assumed numbers \
            (Documentation/PushTesting.md), not Apple's: use it to compare policies.

            A promise has the form NAME=SECONDSs@PERCENT%. NAME is an event, such as 'scored', or a change: 'started', \
            'updated', 'alerted', 'ended'. With promises it searches for the cheapest policy that keeps all of them: the \
            fewest pushes of priority 10, then the fewest pushes. The exit status is 1 if no policy does, or if lines were \
            refused.

            Limits: 31 days, a million deadlines and changes, and five million changes times --devices.

            Examples:
              \(Program.name) plan day.jsonl
              \(Program.name) plan day.jsonl --promise scored=20s@99%
              \(Program.name) plan day.jsonl --seen | jq -c 'select(.owner == "anna")'
            """)

    @Argument(help: ArgumentHelp("The commands; '-' is standard input.", valueName: "commands.jsonl"))
    var file: String

    @Option(help: ArgumentHelp("A promise to users; may be repeated.", valueName: "name=20s@99%"))
    var promise: [String] = []

    @Option(help: "The number of devices of each owner.")
    var devices = 100

    @Option(help: "The hourly budget of priority 10 for each device. Apple does not publish it.")
    var budget = 15

    @Option(help: "The minimum seconds between two updates of an activity; by default the policy's. Not used with promises.")
    var spacing: Double?

    @Option(
        help: ArgumentHelp("A push configuration whose policy is used; by default the default policy.", valueName: "push.yaml"))
    var push: String?

    @Option(help: "The seed of the model.")
    var seed: UInt64 = 1

    @Flag(help: "Print the screens of each owner's first device, one JSON object per line, instead of the report.")
    var seen = false

    @Flag(help: "Print the report as one JSON object.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(devices) else { throw ValidationError("--devices must be from 1 to 100000.") }
        guard budget >= 0 else { throw ValidationError("--budget must not be negative.") }
        guard (0...3_600).contains(spacing ?? 0) else { throw ValidationError("--spacing must be from 0 to 3600 seconds.") }
        _ = try promises
    }

    private var promises: [PushPromise] {
        get throws {
            try promise.map { text in
                guard let promise = PushPromise(text) else {
                    throw ValidationError("'\(text.abridged)' is not a promise: write it as scored=20s@99%.")
                }
                return promise
            }
        }
    }

    func run(with registry: Registry) throws {
        var day = RecordedDay(registry: registry, devices: devices)
        try day.read(file)
        let promises = try promises
        for promise in promises where !day.changes.contains(where: { $0.names.contains(promise.name) }) {
            let names = Set(day.changes.flatMap(\.names)).sorted().joined(separator: ", ")
            throw ValidationError("'\(file)' has no event or change '\(promise.name)'. It has \(names).")
        }
        var configuration = Fleet.Configuration(devices: devices, seed: seed)
        configuration.budgetPerHour = budget
        let policy = try push.map { try PushConfiguration(file: $0).policy } ?? PushPolicy()
        let planner = PushPlanner(day.changes, promises: promises, policy: policy, configuration: configuration)
        let plans = promises.isEmpty ? [] : planner.compare()
        let cheapest = planner.cheapest(of: plans)
        let plan = cheapest ?? plans.last ?? planner.plan(PlannedPolicy(spacing: spacing ?? policy.spacing))
        var unlimited = configuration
        unlimited.budgetPerHour = .max
        let free = PushPlanner(day.changes, promises: promises, policy: policy, configuration: unlimited).plan(plan.policy)
        let report = PlanReport(plan: plan, free: free, plans: plans, promises: promises, devices: devices, file: file)
        if seen { try report.printSights() } else if json { try report.printJSON() } else { report.printText() }
        if !promises.isEmpty, cheapest == nil { StandardError.report("no policy keeps all promises") }
        if day.problems > 0 || (!promises.isEmpty && cheapest == nil) { throw Status.someLinesFailed }
    }
}
#endif
