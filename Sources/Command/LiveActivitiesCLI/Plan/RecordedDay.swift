#if PushFiles
import ArgumentParser
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPushTesting

/// The changes that a file of commands causes.
struct RecordedDay {
    private let registry: Registry
    /// The number of devices of an owner.
    private let devices: Int
    private let stepsMax: Int
    private(set) var changes: [PlannedChange] = []
    private(set) var problems = 0
    private var steps = 0
    /// The attributes and content of scheduled activities, because the change of their start does not contain them.
    private var scheduled: [ActivityID: (start: Change.Start?, content: EncodedContent?)] = [:]

    init(registry: Registry, devices: Int = 1, stepsMax: Int = Limit.steps) {
        (self.registry, self.devices, self.stepsMax) = (registry, devices, stepsMax)
    }

    /// The limits of one call of `plan`. An activity that renews itself, or wakes every second, can make any number of changes
    /// in a year.
    enum Limit {
        /// The maximum number of deadlines and changes of a file.
        static let steps = 1_000_000
        /// The maximum number of changes, multiplied by the devices of an owner.
        static let pushes = 5_000_000
        /// The maximum number of days between the first change and the last.
        static let days = 31.0
    }

    /// Called after each step and command, so that the work before a refusal is limited too.
    ///
    /// - Throws: A `ValidationError` that names the exceeded limit.
    private func checkWork(_ file: String, at now: Date) throws {
        guard steps + changes.count <= stepsMax else {
            throw ValidationError(
                "The commands in '\(file)' make more than \(stepsMax) deadlines and changes up to \(now.iso8601), which is more than a "
                    + "plan can process: give fewer of them, or a shorter time.")
        }
        guard let first = changes.first?.change.at, let last = changes.last?.change.at else { return }
        guard last.timeIntervalSince(first) <= Limit.days * 86_400 else {
            throw ValidationError(
                "The commands are from \(first.iso8601) to \(last.iso8601): a plan covers \(Int(Limit.days)) days at most.")
        }
        guard changes.count * devices <= Limit.pushes else {
            throw ValidationError(
                "\(changes.count) or more changes for \(devices) devices an owner are more than the \(Limit.pushes) pushes that a plan can "
                    + "process: give fewer commands, or fewer --devices.")
        }
    }

    /// Runs the commands through an engine. Lines that cannot be carried out are reported and counted.
    mutating func read(_ file: String) throws {
        let data: Data
        do {
            data =
                try file == "-"
                ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(fileURLWithPath: file))
        } catch { throw Status.inputOutput.reporting("\(file): \(error.localizedDescription)") }
        var engine = try registry.engine(EngineConfiguration())
        let decoder = WireDecoder()
        var now = Date(timeIntervalSince1970: 0)
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { continue }
            do {
                let command = try decoder.decode(TimedCommand.self, from: Array(line))
                now = max(now, command.at ?? now)
                // The changes of deadlines that were due before the command are not attributed to it.
                try advance(&engine, to: now, file)
                try engine.apply(command.command, at: now)
                take(&engine, causedBy: command.command)
                try checkWork(file, at: now)
            } catch let error as ValidationError {
                throw error
            } catch {
                take(&engine, causedBy: nil)
                problems += 1
                StandardError.report("\(file):\(index + 1): \(reason(error))")
            }
        }
        try advance(&engine, to: now.addingTimeInterval(3_600), file)
    }

    /// Runs deadlines one by one, up to the limit of work.
    private mutating func advance(_ engine: inout Engine, to now: Date, _ file: String) throws {
        while let next = engine.nextDeadline, next <= now {
            engine.advance(to: next)
            take(&engine, causedBy: nil)
            steps += 1
            try checkWork(file, at: next)
        }
        engine.advance(to: now)
        take(&engine, causedBy: nil)
    }

    /// Why a line was not carried out.
    private func reason(_ error: any Error) -> String {
        (error as? EngineError)?.description(among: registry.kinds) ?? LineProblem(file: "", line: 0, decoding: error).message
    }

    private mutating func take(_ engine: inout Engine, causedBy command: Command?) {
        let names = Self.names(command)
        engine.drainChanges { pending in
            guard let change = try? pending.change() else { return }
            add(change, names)
        }
    }

    private mutating func add(_ change: Change, _ names: Set<String>) {
        var change = change
        var names = names.union([change.what.name])
        switch change.what {
        case .scheduled:
            scheduled[change.activity] = (change.start, change.content)
            // A scheduled activity is not displayed before its start.
            names = []
        case .started:
            let before = scheduled.removeValue(forKey: change.activity)
            change.start = change.start ?? before?.start
            change.content = change.content ?? before?.content
        // An alert belongs to the preceding update, which has the event's name, and is sent in the same push.
        case .alerted: names = [change.what.name]
        // The device removes the activity without a push.
        case .dismissed: names = []
        case .updated, .ended: break
        default: return
        }
        changes.append(PlannedChange(change, names: names))
    }

    /// The name of the event or action that caused a change.
    private static func names(_ command: Command?) -> Set<String> {
        switch command {
        case .send(_, let event, _, _), .publish(_, let event, _, _, _):
            Set([EventName.of(event)].compactMap(\.self))
        case .perform(let action, _, _): ["\(action)"]
        default: []
        }
    }
}
#endif
