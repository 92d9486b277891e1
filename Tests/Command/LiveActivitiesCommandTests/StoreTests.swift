#if SQLite
import ArgumentParser
import Foundation
import GRDB
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import Testing

@testable import LiveActivitiesCLI

@Suite struct StoreTests {
    /// For any split of the day, the two parts together give the output of the whole, byte for byte, and so does a run without
    /// a store.
    @Test(arguments: [1, 4, 9, 12, 20, 30]) func aRunThatIsSplitInTwoGivesTheSameChangesAsOne(cut: Int) throws {
        let day = try project("Examples/Data/day.jsonl").split(separator: 0x0A)
        func part(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }
        let whole = try CommandRun(["run", "--virtual-time", "--drain"], input: part(day[...]))

        let folder = try Folder()
        let store = ["--store", folder.path("day.sqlite")]
        let morning = try CommandRun(["run", "--virtual-time"] + store, input: part(day[..<cut]))
        let evening = try CommandRun(["run", "--virtual-time", "--drain"] + store, input: part(day[cut...]))
        #expect(try morning.story + evening.story == whole.story)
        #expect(morning.output + evening.output == whole.output)
        #expect(morning.problems + evening.problems == whole.problems)
        #expect(try folder.names == ["day.sqlite"])
    }

    @Test func refusedCommandsAreReportedAndNotStored() throws {
        let folder = try Folder()
        let store = ["--store", folder.path("a.sqlite")]
        let run = try CommandRun(
            ["run", "--virtual-time"] + store, Line.start, "nonsense",
            Line.prepared.replacing("preparationStarted", with: "delivered"))
        #expect(run.status == Status.someLinesFailed)
        #expect(run.problems.map(\.error) == ["notJSON", "refused"])
        // A new run starts at the time at which the previous one ended.
        let next = try CommandRun(["run", "--virtual-time"] + store, #"{"command":"advance"}"#, Line.prepared)
        #expect(next.problems == [])
        #expect(try next.story == ["17:02:00 delivery updated"])
    }

    @Test func aLineWithAMisspelledMemberStartsNothing() throws {
        let run = try CommandRun(["run", "--virtual-time"], Line.start.replacing(#""key""#, with: #""ky""#), Line.prepared)
        #expect(run.problems.map(\.error) == ["notACommand", "nothingRunning"])
        #expect(run.problems.first?.message.contains("did you mean 'key'?") == true)
        #expect(try run.changes == [])
    }

    /// A file written by Python's `SQLiteStore`; the second activity's attributes are missing.
    private static let records: [(Int, String, String)] = {
        func activity(_ id: String) -> String {
            #"{"record":{"id":"\#(id)","owner":"anna","key":"42","state":"active","revision":1,"attributesBytes":18,"#
                + #""content":{"state":{"currentStep":"confirmed"},"relevanceScore":75},"closingDate":803696400,"#
                + #""startedAt":803667600,"order":1,"alerts":0,"usesLeft":1048576},"kind":"delivery","topics":[]}"#
        }
        return [
            (0, "clock", #"{"shard":0,"now":803667600,"sequence":1,"starts":1}"#), (0, "run", "3"), (0, "shards", "1"),
            (1, "0000000000000000", #"{"ordinal":0,"kind":"delivery"}"#),
            (2, "0000b05e50000000", activity("0000b05e50000000")),
            (2, "0000b05e50000000a", #"{"attributes":{"orderNumber":42},"topics":[]}"#),
            (2, "0000b05e50000001", activity("0000b05e50000001")),
            (7, "push", #"{"name":"push","acknowledged":[1]}"#),
        ]
    }()

    /// A file as Python and the C library write it: a single table of records.
    @Test func inspectShowsTheFilesOfTheCLibraryAndOfPython() throws {
        let folder = try Folder()
        let path = folder.path("records.db")
        for id in [1_281_980_005, 0] {
            let file = try DatabaseQueue(path: path)
            try file.write { file in
                try file.execute(
                    sql: """
                        DROP TABLE IF EXISTS record;
                        CREATE TABLE record (tab INTEGER NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY (tab, key)) WITHOUT ROWID;
                        """)
                for (table, key, value) in Self.records {
                    try file.execute(
                        sql: "INSERT INTO record VALUES (?, CAST(? AS BLOB), CAST(? AS BLOB))", arguments: [table, key, value])
                }
            }
            try file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(id)") }
            try file.close()

            let store = try SQLiteStore.any(reading: path)
            #expect(try store.head().run == 3)
            var activities: [StoredActivity] = []
            try store.forEachActivity { activities.append($0) }
            #expect(activities.map(\.owner) == ["anna"])
            #expect(activities.first?.attributes.map { String(decoding: $0.bytes, as: UTF8.self) } == #"{"orderNumber":42}"#)
            #expect(store.damage.map(\.table) == ["activity"], "the second one has no attributes")
            #expect(throws: StoreError.self) { try store.append(StoreBatch()) }
            let check = try SQLiteRecordStore(reading: path).check()
            #expect(check.damage.count == 1 && check.rows.contains { $0.table == "activity" && $0.count == 1 })
            // A runtime refuses the file, and says what it is.
            let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
            #expect(error?.description.contains("a store of the C library or of Python") == true)
        }
        try DatabaseQueue(path: folder.path("other.db")).write { try $0.execute(sql: "CREATE TABLE record (note TEXT)") }
        let error = #expect(throws: StoreError.self) { try SQLiteStore.any(reading: folder.path("other.db")) }
        #expect(error?.description.contains("another program's") == true)
    }

    /// Times in the wrong unit, as the first time of a run and later: with and without a store they are refused without effect,
    /// and later commands are carried out. Regression: one of them made the store refuse everything after it, permanently.
    @Test func aTimeThatCannotBeIsRefusedAndDoesNotPass() throws {
        let advance = { (at: String) in #"{"at":\#(at),"command":"advance"}"# }
        let lines = [
            advance("1782000000000"), advance("1e300"), advance(#""10000-01-01T00:00:00Z""#), Line.start, advance("1e300"),
            advance("1782000000000"), advance(#""2056-06-20T17:00:00Z""#),
            Line.prepared.replacing(#""at":"2026-06-20T17:02:00Z","#, with: ""), Line.prepared,
        ]
        let input = Array(lines.map { $0 + "\n" }.joined().utf8)
        let without = try CommandRun(["run", "--virtual-time", "--until", "2026-06-20T19:00:00Z"], input: input)
        #expect(try without.story.prefix(2) == ["17:00:00 delivery started", "17:00:00 delivery updated"])
        #expect(without.problems.map(\.line) == [1, 2, 3, 5, 6, 7, 9], "the last one repeats a step")
        #expect(
            without.problems.map(\.error).dropLast() == ["implausibleDate", "implausibleDate", "notACommand"]
                + Array(repeating: "implausibleDate", count: 3))

        let folder = try Folder()
        let store = ["--store", folder.path("a.sqlite")]
        let with = try CommandRun(["run", "--virtual-time", "--until", "2026-06-20T19:00:00Z"] + store, input: input)
        #expect(with.output == without.output)
        #expect(with.problems == without.problems)
        let next = try CommandRun(["run", "--virtual-time"] + store, #"{"command":"advance"}"#)
        #expect(next.problems == [])
    }

    /// Regression: only `--check` detected it.
    @Test func inspectNoticesAPageThatHasAnothersPlace() throws {
        let folder = try Folder()
        let path = folder.path("a.sqlite")
        var lines: [String] = []
        for number in 0..<30 { lines.append(Line.start.replacing(#""owner":"anna""#, with: #""owner":"owner \#(number)""#)) }
        _ = try CommandRun(["run", "--virtual-time", "--store", path], input: Array(lines.map { $0 + "\n" }.joined().utf8))
        let store = try SQLiteStore(reading: path)
        #expect(try store.checkStructure() == [])
        store.close()
        var bytes = try Data(contentsOf: URL(filePath: path))
        // Leaves of the table of activities.
        let pages = stride(from: 0, to: bytes.count, by: 1_024).filter {
            bytes[$0] == 0x0D && bytes[$0..<$0 + 1_024].range(of: Data("Pizza".utf8)) != nil
        }
        try #require(pages.count > 3)
        let (from, to) = (pages[2], pages[0])
        bytes.replaceSubrange(to..<to + 1_024, with: bytes[from..<from + 1_024])
        try bytes.write(to: URL(filePath: path))
        let inspect = try #require(try Root.parseAsRoot(["inspect", path]) as? InspectCommand)
        #expect(throws: Status.someLinesFailed) { try inspect.run() }
    }

    @Test func aFileThatIsNoStoreIsRefusedAtTheStart() throws {
        let folder = try Folder()
        try Data("not a database, but long enough to be taken for one".utf8).write(to: URL(filePath: folder.path("a.txt")))
        let error = #expect(throws: SystemError.self) {
            try CommandRun(["run", "--virtual-time", "--store", folder.path("a.txt")], Line.start)
        }
        #expect(try #require(error).description.contains("is not an SQLite database"))
    }

    @Test func aReplayGivesTheSameOutcomesAndReportsDifferences() throws {
        let folder = try Folder()
        let path = folder.path("day.sqlite")
        let day = try project("Examples/Data/day.jsonl").split(separator: 0x0A)
        for part in [day[..<12], day[12...]] {
            _ = try CommandRun(
                ["run", "--virtual-time", "--store", path, "--journal"], input: part.flatMap { $0 + [0x0A] })
        }
        let replay = try SQLiteStore(reading: path).replay(with: Registry.plugins.providers)
        #expect(replay.commands == day.count)
        #expect(replay.differences == [])

        // Without its provider, an order is refused in each of the two runs.
        let others = Registry.plugins.providers.filter { $0.kind != "delivery" }
        let other = try SQLiteStore(reading: path).replay(with: others)
        #expect(other.differences.count == 2)
        #expect(try #require(other.differences.first?.command).description.contains("delivery"))

        // Another connection changes the journal.
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(sql: "UPDATE journal SET command = replace(command, 'courierAssigned', 'preparationStarted')")
        }
        try database.close()
        let changed = try SQLiteStore(reading: path)
        #expect(try changed.replay(with: Registry.plugins.providers).differences.count == 1, "a command is missing")
        #expect(changed.damage.map(\.table) == ["journal"])
    }

    @Test func theHistoryOfAnActivityHasTheCommandsThatConcernedIt() throws {
        let folder = try Folder()
        let path = folder.path("a.sqlite")
        let run = try CommandRun(
            ["run", "--virtual-time", "--store", path, "--journal"], Line.start,
            Line.start.replacing(#""key":"42""#, with: #""key":"43""#), Line.prepared,
            Line.prepared.replacing("preparationStarted", with: "delivered"))
        let id = try #require(try run.changes.first).activity
        let history = try #require(try InspectedHistory(of: id, try SQLiteStore(reading: path)))
        #expect(history.journal.map(\.outcome) == ["started", "applied", "refused"])
        #expect(history.text.contains("In the journal:"))
    }

    @Test func inspectShowsEverythingThatIsStoredAboutAnActivity() throws {
        let folder = try Folder()
        let path = folder.path("a.sqlite")
        let run = try CommandRun(["run", "--virtual-time", "--store", path], Line.start, Line.prepared)
        let id = try #require(try run.changes.first).activity
        let store = try SQLiteStore(reading: path)
        let text = try #require(try InspectedHistory(of: id, store)).text
        for part in [
            "\(id) delivery of anna, key 42", "active, revision 2, until 2026-06-21T01:00:00Z",
            "started    2026-06-20T17:00:00Z",
            "stale      2026-06-20T17:45:00Z", #"attributes {"orderNumber":42,"restaurantName":"Pizza"}"#,
            #""currentStep":"preparing""#,
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(try InspectedHistory(of: ActivityID(rawValue: 4_711), store) == nil)
    }
}

/// The store used by the command as a process.
@Suite(.enabled(if: Tool.exists, "the product live-activities is not built beside the tests"), .timeLimit(.minutes(5)))
struct StoreProcessTests {
    @Test func changesThatWereWrittenSurviveAKill() throws {
        let folder = try Folder()
        let store = ["--store", folder.path("a.sqlite")]
        let tool = try Tool(["run", "--virtual-time"] + store)
        tool.write(Line.start)
        #expect(try tool.nextChange() == "started")
        // While it runs, no other process may open the file for writing, but any may inspect it.
        let second = try Tool(["run", "--virtual-time"] + store)
        #expect(second.end() == 3)
        #expect(second.complaints().contains("process \(tool.process.processIdentifier) runs on"))
        #expect(
            try Tool.output(["inspect", folder.path("a.sqlite")]).contains(
                "1 active; run 1; the latest time is 2026-06-20T17:00:00Z"))
        kill(tool.process.processIdentifier, SIGKILL)
        #expect(tool.end() == SIGKILL)

        let next = try Tool(["run", "--virtual-time"] + store)
        next.write(Line.prepared)
        #expect(try next.nextChange() == "updated")
        #expect(next.end() == 0)
        #expect(try Tool.output(["inspect", folder.path("a.sqlite"), "--json"]).hasPrefix(#"{"activity":""#))
    }

    /// Commands without output are also stored once the input pauses. Regression: they waited for output.
    @Test(arguments: [["--virtual-time"], []]) func aCommandWithoutOutputSurvivesAKill(time: [String]) throws {
        let folder = try Folder()
        let path = folder.path("a.sqlite")
        let tool = try Tool(["run"] + time + ["--store", path, "--journal"])
        tool.write(#"{"at":"2026-06-20T17:00:00Z","command":"permit","owner":"anna","allowed":false}"#)
        tool.write(#"{"at":"2026-06-20T17:01:00Z","command":"publish","topic":"nothing","event":{},"id":"e"}"#)
        try eventually {
            // The process creates the file, which is a store only after its first batch.
            guard let store = try? SQLiteStore(reading: path) else { return false }
            var commands = 0
            try store.forEachJournalEntry { _ in commands += 1 }
            return commands == 2
        }
        kill(tool.process.processIdentifier, SIGKILL)
        #expect(tool.end() == SIGKILL)
        let head = try SQLiteStore(reading: path).head()
        #expect(head.permissions.map(\.name) == ["anna"])
        if !time.isEmpty { #expect(head.engines.map { $0.now?.iso8601 } == ["2026-06-20T17:01:00Z"]) }
    }

    /// A terminal would execute the escape sequences of a tenant's names, and a line feed would begin a row.
    @Test func inspectPrintsControlCharactersAsEscapes() throws {
        let folder = try Folder()
        let path = folder.path("a.sqlite")
        let start = Line.start.replacing(#""owner":"anna""#, with: #""owner":"an\u001b[31mna\u009d\n""#)
        #expect(start != Line.start)
        let run = try CommandRun(["run", "--virtual-time", "--store", path], start)
        let id = try #require(try run.changes.first).activity
        let texts = [try Tool.output(["inspect", path]), try Tool.output(["inspect", path, id.description])]
        for text in texts {
            #expect(text.contains(#"an\u{1B}[31mna\u{9D}\u{A}"#))
            #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        }
    }

    @Test func aHangUpEndsTheRunAsATerminationDoes() throws {
        let folder = try Folder()
        let tool = try Tool(["run", "--virtual-time", "--store", folder.path("a.sqlite")])
        tool.write(Line.start)
        #expect(try tool.nextChange() == "started")
        kill(tool.process.processIdentifier, SIGHUP)
        #expect(tool.end(closing: false) == 129)
        #expect(try folder.names == ["a.sqlite"], "SQLite has removed its log")
        let head = try SQLiteStore(reading: folder.path("a.sqlite")).head()
        #expect(head.closedRun == 1)
    }

    /// Waits until another process has reached a state.
    private func eventually(_ isTrue: () throws -> Bool) throws {
        for _ in 0..<3_000 {
            if try isTrue() { return }
            usleep(10_000)
        }
        Issue.record("it did not happen within 30 seconds")
    }

    @Test func theExitStatusReportsTheResult() throws {
        let folder = try Folder()
        #expect(try Tool.status(["inspect", folder.path("none.sqlite")]) == 3)
        #expect(try Tool.status(["run", "--store", folder.path("no/folder/a.sqlite")], input: "") == 3)
        #expect(try Tool.status(["run", "--virtual-time", "--store", folder.path("a.sqlite")], input: Line.start) == 0)
        #expect(try Tool.status(["inspect", folder.path("a.sqlite")]) == 0)
        #expect(try Tool.status(["replay", folder.path("a.sqlite")]) == 0)
        #expect(try Tool.status(["replay", folder.path("none.sqlite")]) == 3)
        #expect(try Tool.status(["run", "--journal"], input: "") == 2)
        #expect(try Tool.status(["inspect", folder.path("a.sqlite"), "0123456789abcdef"]) == 1)
        #expect(try Tool.status(["inspect", folder.path("a.sqlite"), "something"]) == 2)
    }
}

extension Tool {
    fileprivate static func output(_ arguments: [String]) throws -> String {
        let tool = try Tool(arguments)
        let output = tool.output.fileHandleForReading.readDataToEndOfFile()
        _ = tool.end()
        return String(decoding: output, as: UTF8.self)
    }
}

/// A temporary folder, deleted with the value.
final class Folder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "live-activities-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}
#endif
