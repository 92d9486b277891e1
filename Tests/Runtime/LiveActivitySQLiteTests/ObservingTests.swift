#if SQLite
import Foundation
import LiveActivities
import LiveActivitySQLite
import LiveActivityTesting
import Testing

@testable import StoreDriver

/// A file's part of the telemetry: the traces of changes, and its size.
@Suite struct ObservingTests {
    private func open(_ file: TemporaryFile) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            shards: 1, clock: ManualClock(), providers: [AnyProvider(kind: "note")], store: SQLiteStore(path: file.path))
    }

    @Test func aTraceSurvivesWithTheChangeThatItCaused() throws {
        let file = try TemporaryFile()
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let first = try open(file)
        _ = try first.changes(for: "push")
        try first.apply(
            json:
                #"{"command":"start","kind":"note","owner":"anna","attributes":{},"content":{"state":1},"traceparent":"\#(text)"}"#
        )
        let id = try #require(first.activities(of: "anna").first)
        try first.update(id, json: "2")
        first.close()

        let next = try open(file)
        let changes = try next.changes(for: "push")
        let (started, updated) = (try #require(changes.nextIfAny()), try #require(changes.nextIfAny()))
        #expect([started.what.name, updated.what.name] == ["started", "updated"])
        #expect(started.trace?.traceparent == text)
        #expect(updated.trace == nil)
        next.close()
    }

    @Test func theSizeIsThatOfTheFileAndItsLog() throws {
        let file = try TemporaryFile()
        let runtime = try open(file)
        try runtime.start(json: "{}", content: ContentUpdate(state: 1), kind: "note", owner: "anna")
        let sizes = try ["", "-wal"].map {
            try #require(FileManager.default.attributesOfItem(atPath: file.path + $0)[.size] as? Int)
        }
        #expect(runtime.statistics().storeBytes == sizes[0] + sizes[1])
        runtime.close()
    }
}
#endif
