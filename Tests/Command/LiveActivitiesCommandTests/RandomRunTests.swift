#if SQLite
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import LiveActivityTesting
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivitiesCommand

/// Random command logs, some with damaged lines, run by the command as a process: with and without a store, with pauses in the
/// input, with the store closed and reopened, and killed.
///
/// `SLA_SEED` plays a single seed, `SLA_TEST_ROUNDS` multiplies the seeds for a soak.
@Suite(.enabled(if: Tool.exists, "the product live-activities is not built beside the tests"), .timeLimit(.minutes(30)))
struct RandomRunTests {
    @Test(arguments: SeededGenerator.seeds(12)) func theStoreDoesNotShowInTheOutput(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let log = try RandomLog(&random)
        let folder = try Scratch()
        let expected = try Recorded(["run", "--virtual-time"], log.lines, folder)
        #expect([0, 1].contains(expected.status), "SLA_SEED=\(seed)")

        // All commands in one run, then in parts, each of which reopens the store.
        let whole = try Recorded(["run", "--virtual-time", "--store", folder.path("a.sqlite")], log.lines, folder)
        #expect(whole.output == expected.output, "SLA_SEED=\(seed)")
        #expect(whole.problems == expected.problems, "SLA_SEED=\(seed)")
        var (output, problems): ([UInt8], [LineProblem]) = ([], [])
        var done = 0
        while done < log.lines.count {
            let part = log.lines[done..<min(done + Int.random(in: 1...40, using: &random), log.lines.count)]
            let run = try Recorded(
                ["run", "--virtual-time", "--journal", "--store", folder.path("b.sqlite")], Array(part), folder,
                pauses: { random.next() % 12 == 0 })
            output += run.output
            problems += run.problems.map { problem in
                var problem = problem
                problem.line += done
                return problem
            }
            done += part.count
        }
        #expect(output == expected.output, "SLA_SEED=\(seed)")
        #expect(problems == expected.problems, "SLA_SEED=\(seed)")
        let replay = try SQLiteStore(reading: folder.path("b.sqlite")).replay(with: Registry.plugins.providers)
        #expect(replay.differences == [], "SLA_SEED=\(seed)")
    }

    @Test(arguments: SeededGenerator.seeds(12)) func aKillLosesNothingThatWasSeenAndGivesNoIdTwice(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let log = try RandomLog(&random)
        let folder = try Scratch()
        let store = ["run", "--virtual-time", "--store", folder.path("a.sqlite")]
        let all = try Recorded(["run", "--virtual-time"], log.lines, folder)
        let cut = Int.random(in: 1...log.lines.count, using: &random)
        let killed = try Recorded(
            store, Array(log.lines[..<cut]), folder, pauses: { random.next() % 6 == 0 },
            killedAfter: UInt32(random.next() % 30_000))
        let seen = killed.changes
        let next = try Recorded(store, Array(log.lines[cut...]), folder)
        #expect([0, 1].contains(next.status), "SLA_SEED=\(seed)")

        // The output up to here equals that of a run without a store.
        #expect(all.output.starts(with: killed.output), "SLA_SEED=\(seed)")
        let given = Set(seen.map(\.activity))
        let afterwards = next.changes
        for change in afterwards where given.contains(change.activity) {
            let last = seen.last { $0.activity == change.activity }
            #expect(change.revision >= last?.revision ?? 0, "SLA_SEED=\(seed): \(change) after \(String(describing: last))")
            #expect(change.sequence > seen.last?.sequence ?? 0, "SLA_SEED=\(seed): \(change)")
            if case .started = change.what, last?.state != .pending {
                Issue.record("SLA_SEED=\(seed): \(change.activity) twice")
            }
        }
    }
}

/// Lines of the recorded day, in random order and at random times, for several owners. Some logs have damaged lines.
private struct RandomLog {
    var lines: [[UInt8]] = []

    init(_ random: inout SeededGenerator) throws {
        let pool = try project("Examples/Data/day.jsonl").split(separator: 0x0A).map { try JSONValue(parsing: Array($0)) }
        var now = Scenario.epoch
        let damage = Int.random(in: 0...2, using: &random)
        for _ in 0..<Int.random(in: 5...100, using: &random) {
            now += [0, 0, 0, 1, 5, 30, 60, 300, 3_600, 9_000].randomElement(using: &random) ?? 0
            let owner = ["anna", "ben", "cem", "dora"].randomElement(using: &random) ?? ""
            var text = Self.command(pool, owner, at: now, &random)
            if Int.random(in: 0..<10, using: &random) < damage { Self.damage(&text, &random) }
            lines.append(text.filter { $0 != 0x0A })
        }
    }

    private static func command(_ pool: [JSONValue], _ owner: String, at now: Date, _ random: inout SeededGenerator) -> [UInt8]
    {
        let hasTime = Int.random(in: 0..<10, using: &random) > 0
        let at = hasTime ? #""at":"\#(now.iso8601)","# : ""
        let order = #""activity":{"owner":"\#(owner)","kind":"delivery","key":"42"}"#
        let rest: String
        switch Int.random(in: 0..<24, using: &random) {
        case 0: rest = #""command":"permit","owner":"\#(owner)","allowed":\#(Bool.random(using: &random))"#
        case 1: rest = #""command":"permit","owner":"\#(owner)","kind":"sports","allowed":\#(Bool.random(using: &random))"#
        case 2: rest = #""command":"permitFrequentUpdates","owner":"\#(owner)","allowed":\#(Bool.random(using: &random))"#
        case 3, 4: rest = #""command":"end",\#(order),"dismissalPolicy":"immediate""#
        case 5: rest = #""command":"end",\#(order)"#
        case 6: rest = #""command":"dismiss",\#(order)"#
        case 7: rest = #""command":"advance""#
        case 8: rest = #""command":"renewLease",\#(order)"#
        case 9...12:
            let options =
                [
                    #""renews":true,"#, #""ifRunning":"replace","#, #""ifRunning":"reject","#,
                    #""lease":{"staleAfter":100,"endAfter":400},"#,
                    #""start":"\#((now + 120).iso8601)","alert":{"title":"a","body":"b"},"#, "",
                ].randomElement(using: &random) ?? ""
            rest =
                #""command":"start",\#(options)"kind":"delivery","owner":"\#(owner)","key":"42","#
                + #""attributes":{"orderNumber":42,"restaurantName":"Pizza"}"#
        default:
            let line = pool.randomElement(using: &random).map { "\($0)" } ?? ""
            let owned = ["anna", "ben", "cem"].reduce(line) {
                $0.replacing(#""owner":"\#($1)""#, with: #""owner":"\#(owner)""#)
            }
            // Each line begins with its time.
            let members = owned.split(separator: ",", maxSplits: 1).last.map(String.init) ?? ""
            rest = String(members.dropLast())
        }
        return Array("{\(at)\(rest)}".utf8)
    }

    private static func damage(_ line: inout [UInt8], _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let position = Int.random(in: 0..<line.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: line[position] = UInt8.random(in: 0x20...0xFF, using: &random)
            case 1: line.removeSubrange(position..<min(position + 5, line.count))
            case 2: line.insert(contentsOf: line[position..<min(position + 9, line.count)], at: position)
            default:
                let text = ["1e300", "-1", "9223372036854775807", "null", "[[[", "1e999", "1782000000000"].randomElement(
                    using: &random)
                line.insert(contentsOf: Array((text ?? "").utf8), at: position)
            }
            if line.isEmpty { line = [0x78] }
        }
    }
}

/// A run of the command with its output in a file.
private struct Recorded {
    let status: Int32
    /// The output without an incomplete last line.
    let output: [UInt8]
    let problems: [LineProblem]

    /// - Parameters:
    ///   - pauses: Whether the input pauses after a line.
    ///   - microseconds: The time after the last line at which the process is killed; `nil` to end the input instead.
    init(
        _ arguments: [String], _ lines: [[UInt8]], _ folder: borrowing Scratch, pauses: () -> Bool = { false },
        killedAfter microseconds: UInt32? = nil
    ) throws {
        let (process, input) = (Process(), Pipe())
        process.executableURL = Tool.url
        process.arguments = arguments
        let (output, errors) = (folder.path("out"), folder.path("errors"))
        for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
        let handles = try (FileHandle(forWritingTo: URL(filePath: output)), FileHandle(forWritingTo: URL(filePath: errors)))
        (process.standardInput, process.standardOutput, process.standardError) = (input, handles.0, handles.1)
        try process.run()
        var block: [UInt8] = []
        for line in lines {
            block += line + [0x0A]
            guard pauses() else { continue }
            try input.fileHandleForWriting.write(contentsOf: Data(block))
            block = []
            usleep(5_000)
        }
        try input.fileHandleForWriting.write(contentsOf: Data(block))
        if let microseconds {
            usleep(microseconds)
            kill(process.processIdentifier, SIGKILL)
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        status = process.terminationStatus
        let written = Array(try Data(contentsOf: URL(filePath: output)))
        self.output = Array(written[..<(written.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)])
        problems = try Data(contentsOf: URL(filePath: errors)).split(separator: 0x0A).compactMap {
            try? WireDecoder().decode(LineProblem.self, from: Array($0))
        }
    }

    var changes: [Change] {
        output.split(separator: 0x0A).compactMap { try? WireDecoder().decode(Change.self, from: Array($0)) }
    }
}

/// A temporary folder that is removed at the end of the test.
private struct Scratch: ~Copyable {
    private let url = FileManager.default.temporaryDirectory.appending(path: "live-activities-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
#endif
