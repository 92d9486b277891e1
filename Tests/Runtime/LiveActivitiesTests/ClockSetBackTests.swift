import LiveActivities
import LiveActivityTesting
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
