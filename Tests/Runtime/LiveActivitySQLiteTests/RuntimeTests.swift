#if SQLite
import Foundation
import GRDB
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

/// A runtime on a file, across openings.
@Suite(.timeLimit(.minutes(5))) struct RuntimeTests {
    private let epoch = Scenario.epoch

    private func open(
        _ file: TemporaryFile, at now: Date, providers: [AnyProvider] = [AnyProvider(CounterProvider())],
        subscribe: (LiveActivityRuntime) throws -> Void = { _ in }
    ) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            clock: ManualClock(now: now), providers: providers, store: SQLiteStore(path: file.path), subscribe: subscribe)
    }

    @Test func whatFellDueWhileNobodyWasThereHappensAtItsOwnDate() throws {
        let file = try TemporaryFile()
        let first = try open(file, at: epoch)
        let id = try first.start(Counter(thread: 1), owner: "anna")
        first.close()

        // Nine hours later: it was active for eight, and stays visible for four.
        let changes = Mutex<[Change]>([])
        let second = try open(file, at: epoch + 9 * 3_600) { runtime in
            runtime.observe { change in changes.withLock { $0.append(change) } }
        }
        #expect(second.state(of: id) == .ended)
        #expect(changes.withLock { $0 }.map(\.what.name) == ["ended"])
        #expect(changes.withLock { $0 }.map(\.at) == [epoch + 8 * 3_600])
        second.close()
        let third = try open(file, at: epoch + 100 * 3_600)
        #expect(third.state(of: id) == nil)
    }

    @Test func aClockThatWentBackwardsTakesNothingBack() throws {
        let file = try TemporaryFile()
        let first = try open(file, at: epoch + 1_000)
        let id = try first.start(Counter(thread: 1), owner: "anna")
        try first.send(CounterProvider.Event(number: 7), to: id)
        let record = try first.record(of: id)
        first.close()

        let second = try open(file, at: epoch)
        #expect(second.opening?.clockBehind == 1_000)
        #expect(try second.record(of: id) == record)
        let later = try second.start(Counter(thread: 2), owner: "anna")
        #expect(try second.record(of: later)?.startedAt == epoch + 1_000)
    }

    @Test func aKindThatNobodyKnowsNowIsThereWhenSomebodyDoes() throws {
        let file = try TemporaryFile()
        let first = try open(file, at: epoch)
        let id = try first.start(Counter(thread: 1), owner: "anna", options: StartOptions(key: "a"))
        let record = try first.record(of: id)
        first.close()

        let without = try open(file, at: epoch + 10, providers: [])
        #expect(without.skippedActivities == [SkippedActivity(activity: id, kind: "counter", reason: nil)])
        without.close()
        let with = try open(file, at: epoch + 20)
        #expect(try with.record(of: id) == record)
        #expect(with.skippedActivities == [])
    }

    @Test func contentThatItsProviderCannotReadStaysAsItIs() throws {
        let file = try TemporaryFile()
        let first = try open(file, at: epoch)
        let (broken, whole) = (
            try first.start(Counter(thread: 1), owner: "anna"), try first.start(Counter(thread: 2), owner: "anna")
        )
        first.close()
        let odd = #"{"amount":"three"}"#
        let store = try SQLiteStore(path: file.path)
        var batch = StoreBatch()
        try store.forEachActivity { if $0.id == broken { batch.activities = [$0] } }
        batch.activities[0].content.state = try JSONText(JSONValue(parsing: Array(odd.utf8)))
        try store.append(batch)
        store.close()

        let second = try open(file, at: epoch + 10)
        #expect(second.skippedActivities.map(\.activity) == [broken])
        #expect(second.skippedActivities.first?.reason?.isEmpty == false)
        try second.send(CounterProvider.Event(number: 7), to: whole)
        second.close()
        var contents: [ActivityID: String] = [:]
        try SQLiteStore(reading: file.path).forEachActivity { contents[$0.id] = $0.content.state.description }
        #expect(contents == [broken: odd, whole: #"{"count":1,"last":7}"#])
    }

    @Test func aDamagedActivityIsSkippedAndReportedAndTheOthersAreRestored() throws {
        let file = try TemporaryFile()
        let first = try open(file, at: epoch)
        let (broken, whole) = (
            try first.start(Counter(thread: 1), owner: "anna"), try first.start(Counter(thread: 2), owner: "anna")
        )
        try first.send(CounterProvider.Event(number: 3), to: broken)
        first.close()
        // With another digit the content is still JSON that its provider accepts.
        let database = try DatabaseQueue(path: file.path)
        try database.write {
            try $0.execute(
                sql: "UPDATE activity SET content = replace(content, '3', '8') WHERE place = ?", arguments: [Int64(broken.slot)]
            )
        }
        try database.close()

        let second = try open(file, at: epoch + 10)
        let reason = "its checksum does not match: a disk or another program has changed it"
        #expect(second.skippedActivities == [SkippedActivity(activity: broken, kind: "counter", reason: reason)])
        #expect(second.opening?.damage.map(\.activity) == [broken])
        #expect(second.state(of: whole) == .active)
        // Its slot stays reserved, so its row is kept too.
        let later = try second.start(Counter(thread: 3), owner: "anna")
        #expect(later.slot != broken.slot)
        second.close()
        let store = try SQLiteStore(reading: file.path)
        #expect(try store.check().damage.map(\.activity) == [broken])
    }

    @Test func ofTwoRuntimesOnOneStoreTheLaterOneWrites() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        let earlier = try LiveActivityRuntime(
            clock: ManualClock(now: epoch), providers: [AnyProvider(CounterProvider())], store: store)
        try earlier.start(Counter(thread: 1), owner: "anna")
        let later = try LiveActivityRuntime(
            clock: ManualClock(now: epoch), providers: [AnyProvider(CounterProvider())], store: store)
        let kept = try Everything(store)
        #expect(throws: RuntimeError.self) { try earlier.start(Counter(thread: 2), owner: "bert") }
        #expect(try Everything(store) == kept)
        try later.start(Counter(thread: 3), owner: "carl")
        #expect(try Everything(store).activities.count == 2)
        later.close()
    }

    @Test func aFullDiskIsToldToWhoeverAskedAndLosesNothing() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        let runtime = try LiveActivityRuntime(
            clock: ManualClock(now: epoch), providers: [AnyProvider(CounterProvider())], store: store)
        try store.access { try $0.execute(sql: "PRAGMA max_page_count = 100") }
        var kept: [ActivityID] = []
        var refused: RuntimeError?
        for number in 0..<2_000 where refused == nil {
            do throws(RuntimeError) {
                kept.append(try runtime.start(Counter(thread: number), owner: OwnerID(rawValue: "owner \(number)")))
            } catch { refused = error }
        }
        guard case .notDurable(let reason)? = refused else {
            Issue.record("\(refused as Any)")
            return
        }
        #expect(reason.contains("no space left"))
        #expect(runtime.storeFailure != nil)
        // Acknowledged commands are stored; from now on commands are refused before they have any effect.
        var onDisk: Set<ActivityID> = []
        try SQLiteStore(reading: file.path).forEachActivity { onDisk.insert($0.id) }
        #expect(onDisk == Set(kept))
        let count = runtime.activityCount
        #expect(throws: RuntimeError.self) { try runtime.start(Counter(thread: 0), owner: "late") }
        #expect(runtime.activityCount == count)

        try store.access { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        try runtime.flush()
        #expect(runtime.storeFailure == nil)
        try runtime.start(Counter(thread: 0), owner: "late")
        runtime.close()
        #expect(try open(file, at: epoch).activityCount == count + 1)
    }
}
#endif
