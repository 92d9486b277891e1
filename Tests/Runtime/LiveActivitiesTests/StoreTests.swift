import LiveActivities
import LiveActivityKit
import LiveActivityTesting
import Synchronization
import Testing

/// A runtime with a store, and the state that the next run reads.
@Suite(.timeLimit(.minutes(5))) struct StoreTests {
    let clock = ManualClock()
    let start = Scenario.epoch

    func open(
        _ store: any ActivityStore, shards: Int? = nil, durability: Durability = .strict,
        _ providers: [AnyProvider] = Kinds.all,
        subscribe: (LiveActivityRuntime) throws -> Void = { _ in }
    ) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 7, afterDismissal: .refuse(seconds: 3_600)), shards: shards, clock: clock,
            providers: providers, store: store, durability: durability, subscribe: subscribe)
    }

    // MARK: Reopening a store

    @Test(arguments: [1, 3])
    func everythingThatLivesComesBack(shards: Int) throws {
        let store = MemoryStore()
        let runtime = try open(store, shards: shards)
        let note = try runtime.start(
            NoteAttributes(title: "a"), content: .note("first", staleDate: start + 300), owner: "anna",
            options: StartOptions(key: "a"))
        try runtime.update(note, .note("second", staleDate: start + 400), timestamp: start)
        let counter = try runtime.start(
            CounterProvider.Attributes(every: 60, topics: ["all"]), owner: "ben",
            options: StartOptions(lease: Lease(staleAfter: 600, endAfter: 1_200), renews: true))
        try runtime.send(CounterProvider.Event.added(2), to: counter, eventID: "e1", timestamp: start)
        try runtime.publish(CounterProvider.Event.added(1), to: "all", eventID: "goal")
        try runtime.start(
            NoteAttributes(title: "later"), content: .note("later"), owner: "cleo",
            options: StartOptions(
                start: start + 60, alert: AlertConfiguration(title: "now", body: "it begins"), endDate: start + 900))
        try runtime.permit(false, owner: "dora", kind: "note")
        let dismissed = try runtime.start(
            NoteAttributes(title: "d"), content: .note("d"), owner: "anna", options: StartOptions(key: "d"))
        try runtime.dismiss(dismissed)
        let before = try runtime.snapshot()
        runtime.close()

        let next = try open(store)
        #expect(try next.snapshot().withoutSlotHistory == before.withoutSlotHistory)
        #expect(next.opening == StoreOpening(run: 2, activities: 3, clockBehind: 0))
        #expect(try next.send(CounterProvider.Event.added(2), to: counter, eventID: "e1") == .ignored(.repeatedEvent))
        #expect(try next.publish(CounterProvider.Event.added(1), to: "all", eventID: "goal") == .ignored(.repeatedEvent))
        #expect(next.activity(owner: "anna", kind: "note", key: "a") == note)
        #expect(throws: RuntimeError.engine(.denied(owner: "dora", kind: "note"))) {
            try next.start(NoteAttributes(title: "no"), content: .note("no"), owner: "dora")
        }
        #expect(throws: RuntimeError.self, "a person's dismissal is remembered") {
            try next.start(NoteAttributes(title: "d"), content: .note("d"), owner: "anna", options: StartOptions(key: "d"))
        }
        clock.advance(by: 400)
        #expect(next.state(of: note) == .stale, "deadlines are armed again")
        #expect(next.content(of: counter, as: CounterProvider.Attributes.self)?.state.count == 9)
    }

    @Test(arguments: [1, 3])
    func openingWritesNothingThatIsKeptAlready(shards: Int) throws {
        let memory = MemoryStore()
        let runtime = try open(FaultyStore(memory), shards: shards)
        let notes = try ["anna", "ben", "cleo"].map { owner in
            try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: OwnerID(rawValue: owner))
        }
        try runtime.start(CounterProvider.Attributes(topics: ["all"]), owner: "dora")
        runtime.close()

        let store = FaultyStore(memory)
        let next = try open(store, [Kinds.all[0]])
        try next.register(Kinds.all[1])
        try next.flush()
        #expect(store.activitiesAppended.isEmpty)
        try next.update(notes[1], .note("b"))
        #expect(store.activitiesAppended == [notes[1]])
    }

    @Test func whatFellDueMeanwhileHappensAtItsOwnDate() throws {
        let store = MemoryStore()
        let runtime = try open(store, shards: 1)
        let note = try runtime.start(
            NoteAttributes(title: "a"), content: .note("a", staleDate: start + 60), owner: "anna",
            options: StartOptions(endDate: start + 120, dismissalPolicy: .after(start + 180)))
        let counter = try runtime.start(CounterProvider.Attributes(every: 90), owner: "ben")
        runtime.close()

        clock.advance(by: 150)
        let told = Log<Change>()
        let next = try open(store) { $0.observe { told.append($0) } }
        #expect(told.all.map(\.activity) == [note, counter, note])
        #expect(told.all.map(\.at) == [start + 60, start + 90, start + 120])
        #expect(told.all.map(\.what.name) == ["becameStale", "updated", "ended"])
        #expect(next.state(of: note) == .ended)
        next.close()

        clock.advance(by: 100)
        let last = try open(store) { $0.observe { told.append($0) } }
        #expect(told.all.dropFirst(3).map(\.what.name) == ["dismissed", "updated"], "each once, in all runs together")
        #expect(last.state(of: note) == nil)
        #expect(store.records.map(\.id) == [counter], "what was dismissed is gone from the store too")
    }

    @Test func timeNeverRunsBackwards() throws {
        let store = MemoryStore()
        clock.advance(by: 1_000)
        let runtime = try open(store)
        let id = try runtime.start(CounterProvider.Attributes(every: 60), owner: "anna")
        runtime.close()

        let earlier = ManualClock(now: start)
        let next = try LiveActivityRuntime(clock: earlier, providers: Kinds.all, store: store)
        #expect(next.opening?.clockBehind == 1_000)
        let told = Log<Change>()
        next.observe { told.append($0) }
        try next.send(CounterProvider.Event.added(1), to: id)
        #expect(told.all.map(\.at) == [start + 1_000], "the latest time seen holds")
        earlier.advance(by: 1_060)
        #expect(next.content(of: id, as: CounterProvider.Attributes.self)?.state.count == 2)
    }

    @Test func anotherNumberOfShardsIsRefusedAndTheStoreStaysAsItIs() throws {
        let store = MemoryStore()
        try open(store, shards: 2).close()
        #expect(throws: RuntimeError.engine(.cannotRestore(reason: "the store has 2 shards, this runtime has 3 shards"))) {
            try open(store, shards: 3)
        }
        #expect(try open(store).opening?.run == 2)
    }

    // MARK: Ids

    @Test func noIdIsGivenTwiceEvenWhereACrashTookSomeBack() throws {
        var store = FaultyStore()
        var given: Set<ActivityID> = []
        for _ in 0..<5 {
            let runtime = try open(store, durability: .relaxed(interval: 1))
            for round in 0..<6 {
                let ids = try (0..<4).map { number in
                    try runtime.start(
                        NoteAttributes(title: "a"), content: .note("a"), owner: OwnerID("owner\(given.count + number)"))
                }
                #expect(given.isDisjoint(with: ids))
                given.formUnion(ids)
                for id in ids.dropFirst() { try runtime.end(id, dismissalPolicy: .immediate) }
                if round == 3 { clock.advance(by: 1) }
            }
            // Changes after the last write interval are lost.
            store = store.crash()
        }
        #expect(given.count == 5 * 6 * 4)
    }

    /// A slot that is reused repeatedly is written in between, so that no more ids can be lost than the next run skips.
    @Test func aSlotThatIsUsedAgainAndAgainIsWrittenInBetween() throws {
        var store = FaultyStore()
        var given: Set<ActivityID> = []
        for _ in 0..<3 {
            let runtime = try open(store, durability: .relaxed(interval: 1_000))
            let appends = store.appends
            let stays = try runtime.start(
                NoteAttributes(title: "a"), content: .note("a"), owner: OwnerID("stays\(given.count)"))
            #expect(given.insert(stays).inserted)
            for _ in 0..<1_000 {
                let id = try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
                #expect(given.insert(id).inserted, "\(id) was given before")
                try runtime.end(id, dismissalPolicy: .immediate)
            }
            #expect((5...10).contains(store.appends - appends))
            // The interval has not passed: changes after the last of these writes are lost.
            store = store.crash()
        }
        #expect(store.memory.head().lostRuns == 2)
        #expect(Set(given.map { $0.rawValue & 0xFFF_FFFF }).count < 10, "slots are used again")
    }

    @Test func onlyARunThatWasNotClosedIsLost() throws {
        let memory = MemoryStore()
        for run in 1...3 as ClosedRange<UInt64> {
            let runtime = try open(memory)
            #expect(memory.head().closedRun == run - 1, "while it is open it is not closed")
            runtime.close()
            #expect((memory.head().run, memory.head().closedRun, memory.head().lostRuns) == (run, run, 0))
        }
        let store = FaultyStore(memory)
        let lost = try open(store)
        let next = try open(store.crash())
        lost.close()
        #expect((memory.head().run, memory.head().closedRun, memory.head().lostRuns) == (5, 3, 1))
        next.close()
        #expect((memory.head().run, memory.head().closedRun, memory.head().lostRuns) == (5, 5, 1))
    }

    /// Time passes and refusals are counted without any change to an activity: the next run has both values.
    @Test func aClosedRunIsContinuedAtItsTimeAndItsSequence() throws {
        let store = MemoryStore()
        let runtime = try open(store, shards: 1)
        let id = try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
        try runtime.end(id, dismissalPolicy: .after(start + 1_000))
        let told = Log<Change>()
        runtime.observe { told.append($0) }
        clock.advance(by: 30)
        #expect(throws: RuntimeError.engine(.activityEnded(id))) { try runtime.update(id, .note("b")) }
        runtime.close()
        #expect(store.head().engines == [EngineRecord(shard: 0, now: start + 30, sequence: 3, starts: 1)])

        let next = try open(store) { $0.observe { told.append($0) } }
        _ = try? next.update(id, .note("b"))
        #expect(told.all.map(\.sequence) == [3, 4])
        #expect(told.all.map(\.what.name) == ["refusedLateUpdate", "refusedLateUpdate"])
    }

    @Test(arguments: [1, 3]) func aTimeThatCannotBeIsRefusedAndDoesNotPass(shards: Int) throws {
        let store = MemoryStore()
        let runtime = try open(store, shards: shards)
        try runtime.permit(false, owner: "anna")
        for seconds in [1e300, 252_423_993_600, 1.78e12] {
            let wrong = ManualClock(now: Date(timeIntervalSinceReferenceDate: seconds))
            let other = try LiveActivityRuntime(shards: shards, clock: wrong, providers: Kinds.all)
            #expect(throws: RuntimeError.self) { try other.apply(.advance) }
            #expect(try other.snapshot().shards.compactMap(\.now) == [])
        }
        clock.advance(by: 11 * 365 * 86_400)
        #expect(throws: RuntimeError.self, "farther than ten years from now") { try runtime.apply(.advance) }
        #expect(Set(try runtime.snapshot().shards.compactMap(\.now)) == [start])
    }

    // MARK: Durability

    @Test func strictMeansThatItIsThereWhenTheCommandReturns() throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let id = try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
        #expect(store.memory.record(of: id)?.content.state.description == #"{"text":"a"}"#)
        try runtime.update(id, .note("b"))
        #expect(store.memory.record(of: id)?.content.state.description == #"{"text":"b"}"#)
        #expect(store.memory.record(of: id)?.attributes?.description == #"{"title":"a"}"#)
        let appends = store.appends
        try runtime.update(id, .note("b"))
        #expect(store.appends == appends, "what changes nothing is not written")
        clock.advance(by: 8 * 3_600)
        #expect(store.memory.record(of: id)?.state == .ended, "what happens by itself is written as it happens")
    }

    @Test func relaxedMeansWithinTheIntervalAndOnce() throws {
        let store = FaultyStore()
        let runtime = try open(store, durability: .relaxed(interval: 1))
        let appends = store.appends
        let id = try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
        for number in 0..<50 { try runtime.update(id, .note("\(number)")) }
        clock.advance(by: 0.999)
        #expect(store.memory.record(of: id) == nil)
        clock.advance(by: 0.001)
        #expect(store.appends == appends + 1)
        #expect(store.memory.record(of: id)?.revision == 51)
        clock.advance(by: 100)
        #expect(store.appends == appends + 1, "nothing happens, nothing is written")
        try runtime.update(id, .note("last"))
        runtime.close()
        #expect(store.memory.record(of: id)?.content.state.description == #"{"text":"last"}"#, "closing writes what there is")
    }

    // MARK: A store that fails

    @Test(arguments: [Durability.strict, .relaxed(interval: 1)])
    func whatCannotBeKeptIsNotAcknowledged(durability: Durability) throws {
        let store = FaultyStore()
        let runtime = try open(store, durability: durability)
        let id = try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna")
        try runtime.flush()
        store.fail(with: .unavailable(reason: "the disk is full"))
        let reason = "the store cannot write: the disk is full"
        let refusal = RuntimeError.storeUnavailable(reason: reason)
        if durability == .strict {
            #expect(throws: RuntimeError.notDurable(reason: reason), "it was done, but is not persisted") {
                try runtime.update(id, .note("b"))
            }
        } else {
            try runtime.update(id, .note("b"))
            clock.advance(by: 1)
        }
        #expect(runtime.storeFailure == .unavailable(reason: "the disk is full"))
        #expect(throws: refusal, "it was not even done") { try runtime.update(id, .note("c")) }
        #expect(throws: StoreError.unavailable(reason: "the disk is full")) { try runtime.flush() }
        #expect(runtime.content(of: id, as: NoteAttributes.self) == .note("b"))
        #expect(store.memory.record(of: id)?.content.state.description == #"{"text":"a"}"#)

        store.fail(with: nil)
        #expect(throws: refusal) { try runtime.update(id, .note("d")) }
        clock.advance(by: 1)
        #expect(runtime.storeFailure == nil, "it tries again by itself")
        #expect(store.memory.record(of: id)?.content.state.description == #"{"text":"b"}"#)
        try runtime.update(id, .note("e"))
        try runtime.flush()
        #expect(store.memory.record(of: id)?.content.state.description == #"{"text":"e"}"#)
    }

    @Test func aStoreThatCannotBeWrittenIsNotOpened() throws {
        let store = FaultyStore()
        store.fail(with: .readOnly(reason: "a mount"))
        #expect(throws: StoreError.readOnly(reason: "a mount")) { try open(store) }
        #expect(store.isClosed)
    }

    // MARK: Many threads

    @Test(arguments: [1, 4])
    func manyThreadsShareOneWrite(shards: Int) async throws {
        let store = FaultyStore()
        let runtime = try open(store, shards: shards)
        await withTaskGroup { group in
            for worker in 0..<16 {
                group.addTask {
                    for number in 0..<10 {
                        do {
                            let owner = OwnerID("\(worker)/\(number)")
                            let id = try await runtime.start(CounterProvider.Attributes(topics: ["all"]), owner: owner)
                            if store.memory.record(of: id) == nil { Issue.record("acknowledged, but not there") }
                            try await runtime.publish(CounterProvider.Event.added(1), to: "all")
                        } catch { Issue.record(error) }
                    }
                }
            }
        }
        let snapshot = try runtime.snapshot()
        #expect(snapshot.shards.reduce(0) { $0 + $1.kinds.reduce(0) { $0 + $1.activities.count } } == 160)
        #expect(try open(store.crash()).snapshot().withoutSlotHistory == snapshot.withoutSlotHistory)
    }

    // MARK: Unreadable records

    @Test func aKindThatNobodyRegisteredStaysAndComesToLifeLater() throws {
        let store = MemoryStore()
        let runtime = try open(store)
        let counter = try runtime.start(CounterProvider.Attributes(every: 60), owner: "anna", options: StartOptions(key: "c"))
        let gone = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        try runtime.end(gone, dismissalPolicy: .immediate)
        runtime.close()

        let next = try open(store, [Kinds.all[0]])
        #expect(next.skippedActivities == [SkippedActivity(activity: counter, kind: "counter", reason: nil)])
        #expect(throws: RuntimeError.engine(.unknownKind("counter"))) { try next.end(counter) }
        clock.advance(by: 90)
        try next.register(AnyProvider(CounterProvider()))
        #expect(next.skippedActivities == [])
        clock.advance(by: 0)
        #expect(next.content(of: counter, as: CounterProvider.Attributes.self)?.state.count == 1)
        #expect(next.activity(owner: "anna", kind: "counter", key: "c") == counter)
        #expect(try next.start(CounterProvider.Attributes(), owner: "anna") != gone)
        next.close()
        #expect(try open(store).activityCount == 2)
    }

    /// The order in which providers are registered has no effect: an owner's activities stay in the order of their starts.
    @Test(arguments: [[0, 1], [1, 0]]) func aKindThatIsRegisteredLateHasItsPlaceAmongTheOwnersActivities(order: [Int]) throws {
        let store = MemoryStore()
        let runtime = try open(store)
        var ids: [ActivityID] = []
        for _ in 0..<2 {
            ids.append(try runtime.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna"))
            ids.append(try runtime.start(CounterProvider.Attributes(), owner: "anna"))
        }
        runtime.close()
        let next = try open(store, [])
        for index in order { try next.register(Kinds.all[index]) }
        let told = Log<Change>()
        next.observe { told.append($0) }
        try next.permitFrequentUpdates(false, owner: "anna")
        #expect(told.all.filter { $0.what.name == "ended" }.map(\.activity) == ids.reversed())
    }

    /// The kind's plugin is missing when a person signs out, or cannot read the activity, and the process is killed then.
    @Test(arguments: [1, 3], [false, true])
    func whatIsEndedWithoutItsProviderNeverComesBack(shards: Int, isRefused: Bool) throws {
        let store = MemoryStore()
        let runtime = try open(store, shards: shards)
        let counter = try runtime.start(CounterProvider.Attributes(every: 60), owner: "anna")
        runtime.setPushType(.token, of: counter)
        runtime.setPushToken(Data([1, 2]), for: counter)
        let bens = try runtime.start(CounterProvider.Attributes(every: 60), owner: "ben")
        runtime.close()
        let kept = try #require(store.record(of: bens))

        let other = AnyProvider(kind: "counter", attributes: NoteAttributes.self)
        let next = try open(store, shards: shards, isRefused ? [Kinds.all[0], other] : [Kinds.all[0]])
        #expect(Set(next.skippedActivities.map(\.activity)) == [counter, bens])
        #expect(try next.endAll(of: "anna") == .applied)
        #expect(try next.endAll(of: "anna") == .unchanged)
        let stored = try #require(store.record(of: counter))
        #expect(stored.state == .ended && stored.closingDate == start + 4 * 3_600)
        #expect(stored.attributes?.value == JSONValue(members: [("every", 60), ("topics", [])]))
        #expect(store.record(of: bens) == kept)

        let told = Log<Change>()
        let last = try open(store, shards: shards) { $0.observe { told.append($0) } }
        #expect(last.state(of: counter) == .ended && last.state(of: bens) == .active)
        #expect(last.pushToken(of: counter) == Data([1, 2]), "a push ends the activity on the phone")
        clock.advance(by: 1)
        #expect(told.all.map(\.what) == [.ended(by: .host, dismissal: start + 4 * 3_600)])
        clock.advance(by: 4 * 3_600 - 1)
        #expect(last.state(of: counter) == nil && store.record(of: counter) == nil)
        #expect(last.state(of: bens) == .active)
    }

    /// The store fails when the end is to be written.
    @Test func anEndWithoutAProviderIsWrittenAgain() throws {
        let memory = MemoryStore()
        let runtime = try open(memory)
        let counter = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        runtime.close()
        let store = FaultyStore(memory)
        let next = try open(store, [Kinds.all[0]])
        store.fail(with: .unavailable(reason: "the disk is full"))
        #expect(throws: RuntimeError.self) { try next.endAll(of: "anna") }
        #expect(memory.record(of: counter)?.state == .active)
        store.fail(with: nil)
        try next.flush()
        #expect(memory.record(of: counter)?.state == .ended)
    }

    @Test func aChangedStateIsSkippedUnlessItsProviderMigratesIt() throws {
        let store = MemoryStore()
        let runtime = try open(store)
        let old = try runtime.start(NoteAttributes(title: "old"), content: .note("kept"), owner: "anna")
        let other = try runtime.start(NoteAttributes(title: "gone"), content: .note("x"), owner: "anna")
        try runtime.end(other, dismissalPolicy: .immediate)
        runtime.close()
        let kept = try #require(store.record(of: old))

        let wrong = try open(store, [AnyProvider(MemoProvider(schemaVersion: 1))])
        #expect(wrong.skippedActivities.map(\.activity) == [old])
        #expect(wrong.skippedActivities.first?.reason?.contains("the key 'name' is missing") == true)
        #expect(wrong.state(of: old) == nil)
        let new = try wrong.start(MemoProvider.Attributes(name: "new"), owner: "anna")
        #expect(new != old)
        wrong.close()
        #expect(store.record(of: old) == kept, "nothing was written over it")

        let right = try open(store, [AnyProvider(MemoProvider(schemaVersion: 2))])
        #expect(right.skippedActivities.map(\.activity) == [], "both are of version 1, and are migrated")
        #expect(right.content(of: old, as: MemoProvider.Attributes.self)?.state.lines == ["kept"])
        #expect(right.attributes(of: old, as: MemoProvider.Attributes.self)?.name == "old")
        try right.flush()
        #expect(store.record(of: old)?.schemaVersion == 2)
        #expect(store.record(of: old)?.attributes?.description == #"{"name":"old"}"#)
        right.close()

        let earlier = try open(store, [AnyProvider(MemoProvider(schemaVersion: 1))])
        #expect(
            Set(earlier.skippedActivities.map(\.activity)) == [old, new], "what a later version has written is not touched")
    }

    @Test func fieldsOfALaterVersionAreKept() throws {
        let store = MemoryStore()
        let runtime = try open(store)
        let id = try runtime.start(
            CounterProvider.Attributes(), owner: "anna", options: StartOptions(lease: Lease(staleAfter: 60, endAfter: 600)))
        runtime.close()
        var record = try #require(store.record(of: id))
        try #require(record.extras != nil)
        record.record.extras?.additional = ["mood": ["happy": true]]
        var batch = StoreBatch()
        batch.activities = [record]
        try store.append(batch)

        let next = try open(store)
        try next.send(CounterProvider.Event.added(1), to: id)
        #expect(store.record(of: id)?.extras?.additional?["mood"]?["happy"]?.bool == true)
        #expect(store.record(of: id)?.revision == 2)
    }

    // MARK: ActivityKit

    @Test func activityKitSeesRestoredActivitiesAndTheirTokens() async throws {
        let store = MemoryStore()
        let runtime = try open(store, [])
        let id = try await LiveActivityRuntime.$current.withValue(runtime) {
            let activity = try Activity.request(
                attributes: NoteAttributes(title: "a"), content: .note("first"), pushType: .token)
            try await runtime.setPushToken(Data([1, 2, 3]), for: activity.activityID)
            try await runtime.setPushToStartToken(Data([9]), for: "NoteAttributes", owner: runtime.activityKit.owner)
            await activity.update(.note("second"))
            return activity.activityID
        }
        await runtime.close()

        let next = try open(store, [])
        try LiveActivityRuntime.$current.withValue(next) {
            let activity = try #require(Activity<NoteAttributes>.activities.first)
            #expect(activity.activityID == id)
            #expect(activity.content == .note("second"))
            #expect(activity.pushToken == Data([1, 2, 3]))
            #expect(next.pushToStartToken(for: "NoteAttributes", owner: next.activityKit.owner) == Data([9]))
        }
    }

    @Test func aRuntimeThatIsClosedBeforeItHasWrittenWritesTokensToo() throws {
        let store = MemoryStore()
        let runtime = try open(store, durability: .relaxed(interval: 60), [])
        let id = try LiveActivityRuntime.$current.withValue(runtime) {
            let activity = try Activity.request(
                attributes: NoteAttributes(title: "a"), content: .note("first"), pushType: .token)
            runtime.setPushToken(Data([1, 2, 3]), for: activity.activityID)
            return activity.activityID
        }
        runtime.close()
        let next = try open(store)
        #expect(next.pushType(of: id) == nil, "its kind has no provider yet")
        try next.register(AnyProvider(kind: "NoteAttributes", attributes: NoteAttributes.self))
        #expect(next.pushType(of: id) == .token)
        #expect(next.pushToken(of: id) == Data([1, 2, 3]))
    }
}

/// Memos, a renamed version of notes: the form of attributes and state differs since version 2.
struct MemoProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable { var lines: [String] }
        var name: String
    }

    enum Event: Codable, Sendable { case none }

    let schemaVersion: Int
    var kind: ActivityKind { "note" }

    func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(lines: []), staleDate: nil)
    }

    func handle(_ event: Event, in activity: inout Scope) throws {}

    func migrate(attributes: JSONValue, from version: Int) throws -> JSONValue {
        ["name": attributes["title"] ?? attributes["name"] ?? .null]
    }

    func migrate(state: JSONValue, from version: Int) throws -> JSONValue {
        guard let text = state["text"] else { return state }
        return ["lines": [text]]
    }
}
