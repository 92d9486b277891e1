#if SQLite
import Foundation
import GRDB
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

/// A permission damaged on disk: activities that it may have forbidden are not started for any owner.
@Suite(.timeLimit(.minutes(5))) struct PermissionDamageTests {
    /// Anna's prohibitions, the damage to their row, and the results of starting each kind for Anna and for Bert.
    struct Case: CustomTestStringConvertible {
        var forbidden: ActivityKind?
        var damage: String
        var outcomes: [String]

        var testDescription: String { "\(forbidden?.rawValue ?? "everything"): \(damage)" }
    }

    private static let nothing = Array(repeating: "permissionsDamaged", count: 4)

    // The outcomes: anna counter, anna timer, bert counter, bert timer.
    private static let cases = [
        Case(forbidden: "counter", damage: "all_denied = all_denied", outcomes: ["denied", "started", "started", "started"]),
        // The owner is readable, the prohibitions are not.
        Case(forbidden: "counter", damage: "denied = '[\"xounter\"]'", outcomes: ["denied", "denied", "started", "started"]),
        Case(forbidden: "counter", damage: "denied = '[\"coun'", outcomes: ["denied", "denied", "started", "started"]),
        Case(
            forbidden: "counter", damage: "denied_checksum = 7, checksum = 7",
            outcomes: ["denied", "denied", "started", "started"]),
        // Both are readable.
        Case(forbidden: "counter", damage: "frequent_updates = 0", outcomes: ["denied", "started", "started", "started"]),
        Case(forbidden: "counter", damage: "checksum = NULL", outcomes: ["denied", "started", "started", "started"]),
        // The prohibitions are readable, the owner is not.
        Case(
            forbidden: "counter", damage: "owner = 'anoa'",
            outcomes: ["permissionsDamaged", "started", "permissionsDamaged", "started"]),
        Case(
            forbidden: "counter", damage: "owner_checksum = NULL, checksum = 7",
            outcomes: ["permissionsDamaged", "started", "permissionsDamaged", "started"]),
        Case(forbidden: nil, damage: "owner = 'anoa'", outcomes: nothing),
        // Nothing is readable.
        Case(forbidden: "counter", damage: "owner = 'anoa', denied = '[]'", outcomes: nothing),
        Case(forbidden: "counter", damage: "owner_checksum = NULL, denied_checksum = NULL, checksum = NULL", outcomes: nothing),
    ]

    @Test(arguments: cases) func whatMayBeForbiddenIsNotStarted(_ story: Case) throws {
        let file = try TemporaryFile()
        let running = try fill(file, forbidding: story.forbidden)
        try edit(file, "UPDATE permission SET \(story.damage)")
        // The same in the next run, and after a snapshot.
        for _ in 0..<2 {
            let runtime = try open(file)
            #expect(outcomes(runtime) == story.outcomes)
            let permitted = ["anna", "bert"].flatMap { (owner: OwnerID) in
                ["counter", "timer"].map { (kind: ActivityKind) in runtime.isPermitted(kind, by: owner) ? "started" : "not" }
            }
            #expect(permitted == story.outcomes.map { $0 == "started" ? $0 : "not" })
            // Running activities continue.
            try runtime.send(CounterProvider.Event(number: 1), to: running)
            let snapshot = try runtime.snapshot()
            runtime.close()
            let other = try LiveActivityRuntime(shards: 4, clock: ManualClock(now: Scenario.epoch), providers: Self.providers)
            try other.restore(snapshot)
            #expect(outcomes(other) == story.outcomes)
        }
    }

    @Test func anOwnerWhoIsKnownDecidesAgain() throws {
        let file = try TemporaryFile()
        try fill(file, forbidding: "counter")
        try edit(file, "UPDATE permission SET denied = '[]'")
        let runtime = try open(file)
        #expect(runtime.opening?.damagedPermissions == [.init(owner: "anna", kinds: nil)])
        #expect(runtime.opening?.kindsForNobody.isEmpty == true)
        try runtime.permit(true, owner: "anna")
        #expect(outcomes(runtime) == ["started", "started", "started", "started"])
        runtime.close()
        #expect(try SQLiteStore(reading: file.path).check().damage == [])
    }

    @Test func anOperatorDecidesAboutThoseWhoseOwnerIsNotKnown() throws {
        let file = try TemporaryFile()
        try fill(file, forbidding: "counter")
        try edit(file, "UPDATE permission SET owner = 'anoa'")
        let runtime = try open(file)
        #expect(runtime.opening?.damage.map(\.table) == ["permission"])
        #expect(runtime.opening?.kindsForNobody == .some(["counter"]))
        runtime.close()

        let store = try SQLiteStore(path: file.path)
        try store.repairPermissions([Snapshot.Owner(name: "anna", allDenied: true, denied: [], frequentUpdates: false)])
        #expect(try store.check().damage == [])
        store.close()
        let decided = try open(file)
        #expect(outcomes(decided) == ["denied", "denied", "started", "started"])
        decided.close()
    }

    @Test func whatIsKnownIsKeptWhenTheRestIsGivenUp() throws {
        let file = try TemporaryFile()
        try fill(file, forbidding: "counter")
        let first = try open(file)
        try first.permit(false, owner: "carl", kind: "timer")
        first.close()
        try edit(file, "UPDATE permission SET frequent_updates = 0 WHERE owner = 'anna'")
        try edit(file, "UPDATE permission SET owner = 'cxrl' WHERE owner = 'carl'")
        let store = try SQLiteStore(path: file.path)
        try store.repairPermissions()
        let head = try store.head()
        #expect(head.permissions == [.init(name: "anna", allDenied: false, denied: ["counter"], frequentUpdates: false)])
        #expect(head.damagedPermissions == [] && store.damage == [])
        store.close()
    }

    /// A file of version 2.0, in which each row has one checksum.
    @Test func theMigrationBelievesOnlyWhatIsWhole() throws {
        for (damage, outcomes) in [
            (nil, ["permissionsDamaged", "started", "permissionsDamaged", "started"]), ("denied = '[]'", Self.nothing),
        ] {
            let file = try TemporaryFile()
            try fill(file, forbidding: "counter")
            for sql in [
                "ALTER TABLE permission DROP COLUMN owner_checksum", "ALTER TABLE permission DROP COLUMN denied_checksum",
                "DROP TABLE digest", "DELETE FROM grdb_migrations WHERE identifier IN ('2.1', '2.2')",
            ] { try edit(file, sql) }
            if let damage { try edit(file, "UPDATE permission SET \(damage)") }
            #expect(
                try SQLiteStore(reading: file.path).head().damagedPermissions
                    == (damage == nil ? [] : [.init(owner: nil, kinds: nil)]))
            try SQLiteStore(path: file.path).close()
            if damage == nil { try edit(file, "UPDATE permission SET owner = 'anoa'") }
            let runtime = try open(file)
            #expect(self.outcomes(runtime) == outcomes)
            runtime.close()
        }
    }

    // MARK: - Helpers

    private static let providers = [AnyProvider(CounterProvider()), AnyProvider(TimerProvider())]

    private func open(_ file: TemporaryFile) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            shards: 4, clock: ManualClock(now: Scenario.epoch), providers: Self.providers, store: SQLiteStore(path: file.path))
    }

    /// - Returns: A running activity of Bert.
    @discardableResult
    private func fill(_ file: TemporaryFile, forbidding kind: ActivityKind?) throws -> ActivityID {
        let runtime = try open(file)
        try runtime.permit(false, owner: "anna", kind: kind)
        let id = try runtime.start(Counter(thread: 1), kind: "counter", owner: "bert")
        runtime.close()
        return id
    }

    private func outcomes(_ runtime: LiveActivityRuntime) -> [String] {
        ["anna", "bert"].flatMap { (owner: OwnerID) in
            ["counter", "timer"].map { (kind: ActivityKind) -> String in
                do throws(RuntimeError) {
                    let id = try runtime.start(Counter(thread: 2), kind: kind, owner: owner)
                    try runtime.end(id, dismissalPolicy: .immediate)
                    return "started"
                } catch { return error.code }
            }
        }
    }

    private func edit(_ file: TemporaryFile, _ sql: String) throws {
        let database = try DatabaseQueue(path: file.path)
        try database.write { try $0.execute(sql: sql) }
        try database.close()
    }
}

/// Another kind with the same attributes.
private struct TimerProvider: ActivityProvider {
    typealias Attributes = Counter
    struct Event: Codable, Sendable {}

    let kind: ActivityKind = "timer"

    func content(for attributes: Counter, at now: Date) -> ActivityContent<Counter.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func handle(_ event: Event, in activity: inout Scope) {}
}
#endif
