#if Push
import Foundation
import LiveActivityCore
import LiveActivityPushTesting

/// The changes that a file of commands causes.
struct RecordedDay {
    private let registry: Registry
    private(set) var changes: [PlannedChange] = []
    private(set) var problems = 0
    /// What a scheduled activity will begin with: its start does not repeat it.
    private var scheduled: [ActivityID: (start: Change.Start?, content: EncodedContent?)] = [:]

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
        var change = change
        var names = names.union([change.what.name])
        switch change.what {
        case .scheduled: scheduled[change.activity] = (change.start, change.content)
        case .started:
            let before = scheduled.removeValue(forKey: change.activity)
            change.start = change.start ?? before?.start
            change.content = change.content ?? before?.content
        // It announces the update before it, which has the event's name, and goes in the same push.
        case .alerted: names = [change.what.name]
        // The device removes it by itself.
        case .dismissed: names = []
        case .updated, .ended: break
        default: return
        }
        changes.append(PlannedChange(change, names: names))
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
