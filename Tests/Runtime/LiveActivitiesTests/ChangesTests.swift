import LiveActivities
import LiveActivityTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChangesTests {
    let clock = ManualClock()
    let runtime: LiveActivityRuntime
    let start = Scenario.epoch

    init() throws {
        runtime = try LiveActivityRuntime(clock: clock, providers: Kinds.all)
    }

    func note(_ text: String = "first", owner: OwnerID = "anna") throws -> ActivityID {
        try runtime.start(NoteAttributes(title: "a note"), content: .note(text), owner: owner)
    }

    func all(_ changes: ChangeSequence) async -> [Change] { await changes.reduce(into: []) { $0.append($1) } }

    // MARK: Delivery to each consumer

    @Test func eachConsumerGetsEverythingFromItsBeginningOn() async throws {
        let early = runtime.changes()
        let id = try note()
        let late = runtime.changes()
        try await runtime.update(id, .note("second"))
        await runtime.close()
        let (first, second) = (await all(early), await all(late))
        #expect(first.map(\.what) == [.started, .updated])
        #expect(second == [first[1]], "the same change for both")
        #expect(first[1].content?.state.bytes == Array(#"{"text":"second"}"#.utf8))
    }

    @Test func aFilterLetsThroughWhatItNames() async throws {
        let anna = runtime.changes(of: .owner("anna"))
        let counters = runtime.changes(of: .kind("counter"))
        let annasCounters = runtime.changes(of: ChangeFilter(owner: "anna", kind: "counter"))
        let annasNote = try note()
        let one = runtime.changes(of: .activity(annasNote))
        let bensNote = try note(owner: "ben")
        let annasCounter = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        let bensCounter = try await runtime.start(CounterProvider.Attributes(), owner: "ben")
        try await runtime.update(annasNote, .note("second"))
        try await runtime.update(bensNote, .note("second"))
        await runtime.close()
        #expect(await all(anna).map(\.activity) == [annasNote, annasCounter, annasNote])
        #expect(await all(counters).map(\.activity) == [annasCounter, bensCounter])
        #expect(await all(annasCounters).map(\.activity) == [annasCounter])
        #expect(await all(one).map(\.what) == [.updated])
    }

    @Test func aSequenceOfOneActivityFinishesWithItsDismissal() async throws {
        let id = try note()
        let changes = runtime.changes(of: .activity(id))
        try await runtime.end(id, dismissalPolicy: .immediate)
        #expect(await all(changes).map(\.what) == [.ended(by: .host, dismissal: start), .dismissed(by: .policy)])
        #expect(await all(runtime.changes(of: .activity(id))) == [], "of one that is not there it is empty")
    }

    @Test func aConsumerThatWaitsIsWoken() async throws {
        let id = try note()
        let changes = runtime.changes()
        let consumer = Task {
            let iterator = changes.makeAsyncIterator()
            return await iterator.next()?.what
        }
        await Task.yield()
        try await runtime.update(id, .note("second"))
        #expect(await consumer.value == .updated)
    }

    @Test func aCancelledConsumerIsLetGo() async throws {
        let changes = runtime.changes()
        let consumer = Task { await all(changes).count }
        await Task.yield()
        consumer.cancel()
        #expect(await consumer.value == 0)
        let other = Task { await all(changes).map(\.what) }
        _ = try note()
        await runtime.close()
        #expect(await other.value == [.started], "the sequence itself goes on for whoever still reads it")
    }

    @Test func nothingIsKeptForAConsumerThatIsGone() async throws {
        var changes: ChangeSequence? = runtime.changes()
        let observed = Log<Change.What>()
        let observation = runtime.observe { observed.append($0.what) }
        let id = try note()
        withExtendedLifetime(changes) {}
        changes = nil
        observation.cancel()
        try await runtime.update(id, .note("second"))
        #expect(observed.all == [.started])
    }

    // MARK: Slow consumers

    @Test func aSlowSubscriberGetsTheNewestUpdateOfEachActivity() async throws {
        let id = try note()
        let changes = runtime.changes(bufferLimit: 4)
        for number in 1...100 { try await runtime.update(id, .note("\(number)")) }
        try await runtime.update(id, .note("alert"), alert: AlertConfiguration(title: "Look", body: ""))
        try await runtime.end(id)
        await runtime.close()
        let got = await all(changes)
        #expect(got.map(\.what.name) == ["updated", "updated", "alerted", "ended"].suffix(got.count).map { $0 })
        #expect(got.map(\.what.name).suffix(3) == ["updated", "alerted", "ended"])
        #expect(got.first { $0.what == .updated }?.sequence ?? 0 > 99, "the older ones were left out")
        #expect(changes.missed == 0)
    }

    @Test func aSlowConsumerThatMissesChangesIsToldWhere() async throws {
        let changes = runtime.changes(bufferLimit: 3)
        let ids = try (0..<6).map { try note("\($0)", owner: OwnerID("owner\($0)")) }
        try await runtime.end(ids[0])
        let iterator = changes.makeAsyncIterator()
        var got: [String] = []
        for _ in 0..<3 { if let change = await iterator.next() { got.append("\(change.what.name) after \(changes.missed)") } }
        #expect(got == ["started after 4", "started after 4", "ended after 4"])
        await runtime.close()
        #expect(await iterator.next() == nil)
    }

    // MARK: Conflation

    @Test func aConflatedConsumerGetsOneUpdateASecondAndTheNewest() async throws {
        let id = try note()
        let conflated = runtime.changes(conflation: Conflation())
        let texts = Log<String>()
        for number in 1...35 {
            try await runtime.update(id, .note("\(number)"))
            clock.advance(by: 0.1)
        }
        clock.advance(by: 10)
        await runtime.close()
        for change in await all(conflated) { texts.append(String(decoding: change.content?.state.bytes ?? [], as: UTF8.self)) }
        #expect(texts.all == ["1", "10", "20", "30", "35"].map { #"{"text":"\#($0)"}"# })
    }

    @Test func anAlertReachesAConflatedConsumerAtOnceWithItsUpdate() async throws {
        let id = try note()
        let changes = runtime.changes(conflation: Conflation(interval: 60))
        let iterator = changes.makeAsyncIterator()
        try await runtime.update(id, .note("1"))
        try await runtime.update(id, .note("2"))
        try await runtime.update(id, .note("3"), alert: AlertConfiguration(title: "Look", body: ""))
        var revisions: [String] = []
        for _ in 0..<3 { if let change = await iterator.next() { revisions.append("\(change.what.name) \(change.revision)") } }
        #expect(revisions == ["updated 2", "updated 4", "alerted 4"])
    }

    // MARK: Typed updates

    @Test func contentComesInItsOwnTypeBeginningWithTheContentThereIs() async throws {
        let id = try note()
        let updates = runtime.contentUpdates(of: id, as: NoteAttributes.self)
        let iterator = updates.makeAsyncIterator()
        #expect(await iterator.next() == .note("first"))
        try await runtime.update(id, .note("second"))
        try await runtime.update(id, .note("third"))
        #expect(await iterator.next() == .note("third"), "a slow consumer gets the newest")
        try await runtime.end(id, .note("last"), dismissalPolicy: .immediate)
        #expect(await iterator.next() == .note("last"))
        #expect(await iterator.next() == nil)
        #expect(await runtime.contentUpdates(of: id, as: NoteAttributes.self).first { _ in true } == nil)
    }

    @Test func statesComeOneByOneUpToTheDismissal() async throws {
        let id = try await runtime.start(
            NoteAttributes(title: "later"), content: .note("first", staleDate: start + 120), owner: "anna",
            options: StartOptions(start: start + 60, alert: AlertConfiguration(title: "Now", body: "")))
        let states = runtime.stateUpdates(of: id)
        clock.advance(by: 120)
        try await runtime.end(id)
        clock.advance(by: 4 * 3_600)
        #expect(
            await states.reduce(into: []) { $0.append($1) } == [.pending, .active, .stale, .ended, .dismissed])
    }

    @Test func newActivitiesAreAnnouncedOnce() async throws {
        let updates = runtime.activityUpdates(of: .kind("note"))
        let now = try note()
        let later = try await runtime.start(
            NoteAttributes(title: "later"), content: .note("first"), owner: "anna",
            options: StartOptions(start: start + 60, alert: AlertConfiguration(title: "Now", body: "")))
        try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        clock.advance(by: 60)
        #expect(runtime.activities(ofKind: "note") == [now, later])
        await runtime.close()
        #expect(await updates.reduce(into: []) { $0.append($1) } == [now, later])
    }

    @Test func permissionIsToldNowAndWheneverItChanges() async throws {
        let kind = runtime.permissionUpdates(for: "note", by: "anna").makeAsyncIterator()
        let frequent = runtime.frequentUpdatePermissionUpdates(by: "anna").makeAsyncIterator()
        #expect(await kind.next() == true)
        #expect(await frequent.next() == true)
        try await runtime.permit(false, owner: "anna", kind: "counter")
        try await runtime.permit(false, owner: "anna")
        #expect(await kind.next() == false)
        #expect(!runtime.isPermitted("note", by: "anna"))
        try await runtime.apply(.permitFrequentUpdates(owner: "anna", allowed: false))
        #expect(await frequent.next() == false)
        #expect(!runtime.areFrequentUpdatesPermitted(by: "anna"))
        await runtime.close()
        #expect(await kind.next() == nil)
    }
}
