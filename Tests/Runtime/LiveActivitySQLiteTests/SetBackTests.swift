#if SQLite
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

/// A clock that was wrong briefly, and the operator's repair.
@Suite(.timeLimit(.minutes(5))) struct SetBackTests {
    private let epoch = Scenario.epoch
    private let year = 400.0 * 86_400

    private func open(
        _ file: TemporaryFile, _ clock: ManualClock, shards: Int = 2,
        providers: [AnyProvider] = [AnyProvider(CounterProvider())]
    ) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            shards: shards, clock: clock, providers: providers, store: SQLiteStore(path: file.path), journal: JournalLimits())
    }

    @Test func anActivityThatBeganInTheWrongTimeLivesItsEightHoursFromNow() throws {
        let file = try TemporaryFile()
        let first = try open(file, ManualClock(now: epoch + year))
        let id = try first.start(Counter(thread: 1), owner: "anna", options: StartOptions(key: "a"))
        try first.send(CounterProvider.Event(number: 1), to: id, eventID: "one", timestamp: epoch + year)
        let before = try #require(try first.record(of: id))
        first.close()

        let now = epoch + 60
        let store = try SQLiteStore(path: file.path)
        let shards = try store.setBack(to: now)
        #expect(shards == [0: year - 60, 1: year - 60], "to open a shard brings it to the clock's time")
        #expect(try store.setBack(to: now) == [:], "there is nothing to do twice")
        store.close()

        let clock = ManualClock(now: now)
        let second = try open(file, clock)
        #expect(second.opening?.clockBehind == 0)
        var expected = before
        (expected.startedAt, expected.closingDate, expected.timestamp) = (now, now + 8 * 3_600, now)
        #expect(try second.record(of: id) == expected)
        // The event was applied, and is not applied again; a new one is.
        #expect(
            try second.send(CounterProvider.Event(number: 1), to: id, eventID: "one") == .ignored(.repeatedEvent))
        #expect(try second.send(CounterProvider.Event(number: 2), to: id, timestamp: now) == .applied)
        let other = try second.start(Counter(thread: 2), owner: "anna", options: StartOptions(key: "b"))
        #expect(other != id)
        clock.advance(by: 8 * 3_600 - 1)
        #expect(second.state(of: id) == .active)
        clock.advance(by: 1)
        #expect(second.state(of: id) == .ended)
        second.close()
    }

    /// A person signs out in the wrong time, while the plugin is missing.
    @Test func whatEndedWithoutItsProviderIsDismissedFourHoursFromNow() throws {
        let file = try TemporaryFile()
        let first = try open(file, ManualClock(now: epoch + year))
        let id = try first.start(Counter(thread: 1), owner: "anna")
        first.close()
        let without = try open(file, ManualClock(now: epoch + year), providers: [])
        #expect(try without.endAll(of: "anna") == .applied)
        without.close()
        let store = try SQLiteStore(path: file.path)
        try store.setBack(to: epoch)
        store.close()

        let clock = ManualClock(now: epoch)
        let second = try open(file, clock)
        clock.advance(by: 4 * 3_600 - 1)
        #expect(second.state(of: id) == .ended)
        clock.advance(by: 1)
        #expect(second.state(of: id) == nil)
        second.close()
    }

    @Test func whatWasBeforeTheWrongTimeKeepsItsDates() throws {
        let shift = DateShift(from: epoch + 1_000, to: epoch)
        // Dates before now, now, in between, at the wrong time, and after it.
        let dates = [-5.0, 0, 1, 999, 1_000, 1_007].map { shift.applied(to: epoch + $0).timeIntervalSince(epoch) }
        #expect(dates == [-5, 0, 0, 0, 0, 7])
    }

    @Test func aStoreThatIsNotAheadIsLeftAsItIs() throws {
        let file = try TemporaryFile()
        let first = try open(file, ManualClock(now: epoch))
        try first.start(Counter(thread: 1), owner: "anna")
        first.close()
        let store = try SQLiteStore(path: file.path)
        let whole = try Everything(store)
        #expect(try store.setBack(to: epoch) == [:])
        #expect(try Everything(store) == whole)
        store.close()
    }
}
#endif
