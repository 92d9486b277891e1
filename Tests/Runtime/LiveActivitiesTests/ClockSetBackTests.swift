import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

/// A computer's clock that was an hour fast and is corrected: what is measured in seconds must not wait for that hour.
@Suite(.timeLimit(.minutes(5))) struct ClockSetBackTests {
    let clock = CorrectedClock()

    /// Regression: the alarm of the next batch was set at a date, and no other was set before that date came again.
    @Test func aRelaxedStoreIsWrittenAfterItsInterval() throws {
        let store = MemoryStore()
        let runtime = try LiveActivityRuntime(
            shards: 1, clock: clock, providers: Kinds.all, store: store, durability: .relaxed(interval: 0.5))
        try runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        clock.setBack(by: 3_600)
        clock.advance(by: 0.499)
        #expect(store.notes == [])
        clock.advance(by: 0.001)
        #expect(store.notes == [#"{"text":"0"}"#])
        try runtime.start(NoteAttributes(title: "m"), content: .note("1"), owner: "anna")
        clock.advance(by: 0.5)
        #expect(store.notes == [#"{"text":"0"}"#, #"{"text":"1"}"#])
    }

    @Test func aStoreThatFailedIsRetriedAfterASecond() throws {
        let store = FaultyStore()
        let runtime = try LiveActivityRuntime(shards: 1, clock: clock, providers: Kinds.all, store: store)
        let id = try runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        store.fail(with: .unavailable(reason: "full"))
        #expect(throws: RuntimeError.self) { try runtime.update(id, .note("1")) }
        clock.setBack(by: 3_600)
        store.fail(with: nil)
        #expect(throws: RuntimeError.self, "until it was retried") { try runtime.update(id, .note("2")) }
        clock.advance(by: 1)
        try runtime.update(id, .note("3"))
        #expect(store.memory.notes == [#"{"text":"3"}"#])
    }

    @Test func aConflatedStreamBeginsANewInterval() async throws {
        let runtime = try LiveActivityRuntime(shards: 1, clock: clock, providers: Kinds.all)
        let id = try await runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        var changes = runtime.changes(conflation: Conflation(interval: 10)).makeAsyncIterator()
        try await runtime.update(id, .note("1"))
        try await runtime.update(id, .note("2"))
        #expect(await changes.next()?.note == #"{"text":"1"}"#)
        clock.setBack(by: 3_600)
        #expect(await changes.next()?.note == #"{"text":"2"}"#, "it was held")
        try await runtime.update(id, .note("3"))
        try await runtime.update(id, .note("4"))
        #expect(await changes.next()?.note == #"{"text":"3"}"#, "a new interval begins")
        clock.advance(by: 10)
        #expect(await changes.next()?.note == #"{"text":"4"}"#)
    }
}

extension MemoryStore {
    fileprivate var notes: [String] { records.map(\.record.content.state.description).sorted() }
}

extension Change {
    fileprivate var note: String? { content.map { "\($0.state)" } }
}

/// A clock that a test advances, and sets back as a person or a time server does: the time that passes is another clock's.
final class CorrectedClock: RuntimeClock {
    private let elapsed = ManualClock()
    private let state = Mutex((offset: 0.0, observers: [@Sendable (ClockJump) -> Void]()))

    var now: Date { elapsed.now + state.withLock { $0.offset } }
    var waitsForAlarms: Bool { true }

    func advance(by seconds: Double) { elapsed.advance(by: seconds) }

    /// Sets it back, as if that had been confirmed already.
    func setBack(by seconds: Double) {
        let observers = state.withLock { state in
            state.offset -= seconds
            return state.observers
        }
        for observe in observers { observe(.confirmed(by: -seconds)) }
    }

    func sleep(until date: Date) async throws { try await elapsed.sleep(until: elapsed.now + date.timeIntervalSince(now)) }

    func setAlarm(after seconds: Double, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        elapsed.setAlarm(after: seconds, action)
    }

    /// Compares the date with the time each second, as the computer's clock does.
    /// Compares the date with the time each second, as the computer's clock does.
    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        let alarm = Alarm(date: date, action: action)
        wait(for: alarm)
        return ClockAlarm { alarm.isCancelled.store(true, ordering: .relaxed) }
    }

    private func wait(for alarm: Alarm) {
        _ = elapsed.setAlarm(after: min(alarm.date.timeIntervalSince(now), 1)) { [weak self] in
            guard let self, !alarm.isCancelled.load(ordering: .relaxed) else { return }
            if now >= alarm.date { alarm.action() } else { wait(for: alarm) }
        }
    }

    private final class Alarm: Sendable {
        let date: Date
        let action: @Sendable () -> Void
        let isCancelled = Atomic(false)

        init(date: Date, action: @escaping @Sendable () -> Void) { (self.date, self.action) = (date, action) }
    }

    func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm {
        state.withLock { $0.observers.append(observe) }
        return ClockAlarm {}
    }
}
