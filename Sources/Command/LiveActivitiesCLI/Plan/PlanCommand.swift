#if Push
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityPushTesting

/// `live-activities plan`: what a recorded day would have cost in pushes, and what its users would have seen.
struct PlanCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Replays commands against modelled devices: pushes, delays, and the cheapest policy.",
        discussion: """
            It reads the commands that '\(Program.name) run' reads, each with its time, and simulates a server and the devices of each \
            owner. It is a model with assumed numbers (Documentation/PushTesting.md), not Apple's service: compare policies with it.

            A promise has the form NAME=SECONDSs@PERCENT%. NAME is an event, such as 'scored', or a change: 'started', 'updated', \
            'alerted', 'ended'. With promises it looks for the cheapest policy that keeps all of them: the fewest pushes of priority 10, \
            then the fewest pushes. The exit status is 1 if there is none, or if lines were refused.

            Examples:
              \(Program.name) plan day.jsonl
              \(Program.name) plan day.jsonl --promise scored=20s@99% --promise updated=60s@90%
              \(Program.name) plan day.jsonl --seen | jq -c 'select(.owner == "anna")'
            """)

    @Argument(help: ArgumentHelp("The commands; '-' is standard input.", valueName: "commands.jsonl"))
    var file: String

    @Option(help: ArgumentHelp("What users are promised; may be repeated.", valueName: "name=20s@99%"))
    var promise: [String] = []

    @Option(help: "How many devices each owner has in the model.")
    var devices = 100

    @Option(help: "The budget of priority 10 in an hour and device. Apple does not publish it.")
    var budget = 15

    @Option(help: "Seconds between two updates of an activity, without promises.")
    var spacing = 15.0

    @Option(help: "The seed of the model.")
    var seed: UInt64 = 1

    @Flag(help: "Print what the first device of each owner showed, one JSON object a line, instead of the report.")
    var seen = false

    @Flag(help: "Print the report as one JSON object.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(devices) else { throw ValidationError("--devices must be from 1 to 100000.") }
        guard budget >= 0 else { throw ValidationError("--budget must not be negative.") }
        guard (0...3_600).contains(spacing) else { throw ValidationError("--spacing must be from 0 to 3600 seconds.") }
        _ = try promises
    }

    private var promises: [PushPromise] {
        get throws {
            try promise.map { text in
                guard let promise = PushPromise(text) else {
                    throw ValidationError("'\(text)' is not a promise: write it as scored=20s@99%.")
                }
                return promise
            }
        }
    }

    func run(with registry: Registry) throws {
        var day = RecordedDay(registry: registry)
        try day.read(file)
        let promises = try promises
        for promise in promises where !day.changes.contains(where: { $0.names.contains(promise.name) }) {
            let names = Set(day.changes.flatMap(\.names)).sorted().joined(separator: ", ")
            throw ValidationError("Nothing in '\(file)' is called '\(promise.name)': there are \(names).")
        }
        var configuration = Fleet.Configuration(devices: devices, seed: seed)
        configuration.budgetPerHour = budget
        let planner = PushPlanner(day.changes, promises: promises, configuration: configuration)
        let plans = promises.isEmpty ? [] : planner.compare()
        let cheapest = planner.cheapest(of: plans)
        let plan = cheapest ?? plans.last ?? planner.plan(PlannedPolicy(spacing: spacing))
        var unlimited = configuration
        unlimited.budgetPerHour = .max
        let free = PushPlanner(day.changes, promises: promises, configuration: unlimited).plan(plan.policy)
        let report = PlanReport(plan: plan, free: free, plans: plans, promises: promises, devices: devices, file: file)
        if seen { try report.printSights() } else if json { try report.printJSON() } else { report.printText() }
        if !promises.isEmpty, cheapest == nil { StandardError.report("no policy keeps all promises") }
        if day.problems > 0 || (!promises.isEmpty && cheapest == nil) { throw Status.someLinesFailed }
    }
}

/// The changes that a file of commands causes.
struct RecordedDay {
    private let registry: Registry
    private(set) var changes: [PlannedChange] = []
    private(set) var problems = 0
    /// What a scheduled activity will begin with: its start does not repeat it.
    private var scheduled: [String: (attributes: JSONText, content: EncodedContent)] = [:]

    init(registry: Registry) { self.registry = registry }

    /// Runs the commands through an engine. Lines that cannot be carried out are reported and counted.
    mutating func read(_ file: String) throws {
        let data: Data
        do {
            data =
                try file == "-"
                ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            StandardError.report("\(file): \(error.localizedDescription)")
            throw Status.inputOutput
        }
        var engine = try registry.engine(EngineConfiguration())
        let decoder = WireDecoder()
        var now = Date(timeIntervalSince1970: 0)
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { continue }
            do {
                let command = try decoder.decode(TimedCommand.self, from: Array(line))
                now = max(now, command.at ?? now)
                // What was due before the command was caused by time, not by it.
                engine.advance(to: now)
                take(&engine, causedBy: nil)
                try engine.apply(command.command, at: now)
                take(&engine, causedBy: command.command)
            } catch {
                take(&engine, causedBy: nil)
                problems += 1
                StandardError.report("\(LineProblem.line(file: file, number: index + 1, error))")
            }
        }
        engine.advance(to: now.addingTimeInterval(3_600))
        take(&engine, causedBy: nil)
    }

    private mutating func take(_ engine: inout Engine, causedBy command: Command?) {
        let names = Self.names(command)
        engine.drainChanges { pending in
            guard let change = try? pending.change() else { return }
            add(change, names)
        }
    }

    private mutating func add(_ change: Change, _ names: Set<String>) {
        let activity = "\(change.activity)"
        let names = names.union([change.what.name])
        func planned(_ what: PlannedChange.What, _ content: EncodedContent) -> PlannedChange {
            PlannedChange(
                at: change.at, owner: "\(change.owner)", activity: activity, what: what, content: content.state,
                staleDate: content.staleDate, names: names)
        }
        switch change.what {
        case .scheduled:
            if let content = change.content, let start = change.start { scheduled[activity] = (start.attributes, content) }
        case .started:
            let before = scheduled.removeValue(forKey: activity)
            guard let content = change.content ?? before?.content,
                let attributes = change.start?.attributes ?? before?.attributes
            else { return }
            changes.append(planned(.started(attributes: attributes), content))
        case .updated: if let content = change.content { changes.append(planned(.updated, content)) }
        case .alerted:
            // It announces the update before it, and goes in the same push.
            guard let last = changes.lastIndex(where: { $0.activity == activity }), changes[last].at == change.at else {
                return
            }
            changes[last].isAlert = true
            changes[last].names.formUnion(names)
        case .ended(_, let dismissal):
            guard let last = changes.last(where: { $0.activity == activity }) else { return }
            let content = change.content ?? EncodedContent(state: last.content, staleDate: nil, relevanceScore: 0)
            changes.append(planned(.ended(dismissal: dismissal), content))
        default: break
        }
    }

    /// The names of an event: its own, and those of the objects in it, as `scored` of a match.
    private static func names(_ command: Command?) -> Set<String> {
        switch command {
        case .send(_, let event, _, _), .publish(_, let event, _, _, _):
            Set(event.members.filter { $0.value.kind == .object }.map(\.key))
        case .perform(let action, _, _): ["\(action)"]
        default: []
        }
    }
}

extension LineProblem {
    /// An error of a line in words.
    fileprivate static func line(file: String, number: Int, _ error: any Error) -> String {
        let reason = error as? EngineError
        return "\(file):\(number): "
            + (reason.map { "\($0)" } ?? LineProblem(file: file, line: number, decoding: error).message)
    }
}
#endif
