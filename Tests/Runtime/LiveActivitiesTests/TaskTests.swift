import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

/// Commands from tasks, which are suspended while the disk works.
@Suite(.timeLimit(.minutes(5))) struct TaskTests {
    let clock = ManualClock()

    func open(_ store: any ActivityStore, durability: Durability = .strict) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 7), shards: 1, clock: clock, providers: Kinds.all, store: store,
            durability: durability)
    }

    // MARK: No thread is blocked

    @Test func aThousandTasksThatWaitForTheDiskLeaveTheThreadsToOthers() async throws {
        let store = GatedStore()
        let runtime = try open(store)
        let ids = try await (0..<1_000).asyncMap { number in
            try await runtime.start(CounterProvider.Attributes(), owner: OwnerID("owner\(number)"))
        }
        let appendsBefore = store.appends
        store.shut()
        try await withThrowingTaskGroup { group in
            let updates = Log<Change>()
            runtime.observe { updates.append($0) }
            let done = Log<ActivityID>()
            for id in ids {
                group.addTask {
                    try await runtime.send(CounterProvider.Event.added(1), to: id)
                    if store.isShut { Issue.record("acknowledged, and not on disk") }
                    done.append(id)
                }
            }
            // If each waiting task blocked a thread of the pool, the others could not send their commands.
            await updates.until(ids.count)
            #expect(done.all.isEmpty)
            #expect(runtime.content(of: ids[999], as: CounterProvider.Attributes.self)?.state.count == 1, "applied in memory")
            store.open()
            try await group.waitForAll()
            #expect(done.all.count == ids.count)
        }
        #expect(store.appends - appendsBefore <= 3, "all that waited shared a batch")
        var revisions: [ActivityID: UInt32] = [:]
        store.memory.forEachActivity { revisions[$0.record.id] = $0.record.revision }
        #expect(revisions == Dictionary(uniqueKeysWithValues: ids.map { ($0, 2) }))
    }

    @Test func aDeadlineAndAnIntervalAreWrittenOnAThreadOfTheirOwn() async throws {
        let store = GatedStore()
        let runtime = try LiveActivityRuntime(
            shards: 1, providers: Kinds.all, store: store, durability: .relaxed(interval: 0.001))
        store.shut()
        try await runtime.start(CounterProvider.Attributes(every: 0.001), owner: "anna")
        await store.untilAnAppendWaits()
        #expect(store.isOnAThreadOfItsOwn)
        store.open()
        await runtime.close()
    }

    @Test func closingWaitsForTheDiskWithoutAThread() async throws {
        let store = GatedStore()
        let runtime = try open(store, durability: .relaxed(interval: 60))
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        store.shut()
        let closing = Task { await runtime.close() }
        await store.untilAnAppendWaits()
        await #expect(throws: RuntimeError.closed) { try await runtime.end(id) }
        store.open()
        await closing.value
        #expect(store.memory.record(of: id) != nil)
        #expect(store.isClosed)
    }

    // MARK: Cancelling

    @Test func cancellingATaskThatWaitsTakesNothingBack() async throws {
        let store = GatedStore()
        let runtime = try open(store)
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        store.shut()
        let sending = Task { try await runtime.send(CounterProvider.Event.added(5), to: id) }
        await store.untilAnAppendWaits()
        sending.cancel()
        store.open()
        #expect(try await sending.value == .applied, "it says what has happened")
        #expect(store.memory.record(of: id)?.revision == 2)
    }

    // MARK: Failure

    @Test func tasksThatWaitForAFailingStoreLearnOfIt() async throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        store.fail(with: .unavailable(reason: "full"))
        await #expect(throws: RuntimeError.notDurable(reason: "the store cannot write: full")) {
            try await runtime.send(CounterProvider.Event.added(1), to: id)
        }
        await #expect(throws: RuntimeError.storeUnavailable(reason: "the store cannot write: full")) {
            try await runtime.send(CounterProvider.Event.added(1), to: id)
        }
        await #expect(throws: StoreError.unavailable(reason: "full")) { try await runtime.flush() }
        store.fail(with: nil)
        try await runtime.flush()
        try await runtime.send(CounterProvider.Event.added(1), to: id)
        #expect(store.memory.record(of: id)?.revision == 3)
    }

    // MARK: Threads and tasks together

    @Test func threadsAndTasksShareOneWriter() async throws {
        let store = FaultyStore()
        let runtime = try open(store)
        let ids = try await (0..<64).asyncMap { number in
            try await runtime.start(CounterProvider.Attributes(), owner: OwnerID("owner\(number)"))
        }
        await withTaskGroup { group in
            for (number, id) in ids.enumerated() {
                group.addTask {
                    for _ in 0..<20 {
                        do {
                            if number.isMultiple(of: 2) {
                                try await runtime.send(CounterProvider.Event.added(1), to: id)
                            } else {
                                _ = try { try runtime.send(CounterProvider.Event.added(1), to: id) }()
                            }
                            let shown = runtime.content(of: id, as: CounterProvider.Attributes.self)?.state.count
                            if store.memory.record(of: id)?.revision != shown.map({ UInt32($0) + 1 }) {
                                Issue.record("acknowledged, but not there")
                            }
                        } catch { Issue.record(error) }
                    }
                }
            }
        }
        #expect(ids.allSatisfy { store.memory.record(of: $0)?.revision == 21 })
    }

    // MARK: Generic code over `ActivityCommands`

    @Test func codeIsWrittenAgainstTheProtocol() async throws {
        func bring(_ commands: some ActivityCommands, to owner: OwnerID) async throws -> ActivityState? {
            let id = try await commands.start(CounterProvider.Attributes(), owner: owner, options: StartOptions(key: "tea"))
            try await commands.send(CounterProvider.Event.added(1), to: id)
            try await commands.send(json: #"{"added":{"_0":1}}"#, to: id)
            let event = try JSONValue(parsing: Array(#"{"added":{"_0":1}}"#.utf8))
            try await commands.apply(.send(.id(id), event: event, id: nil, timestamp: nil), trace: nil)
            try await commands.apply(
                json: #"{"command":"send","activity":{"owner":"anna","kind":"counter","key":"tea"},"event":{"added":{"_0":1}}}"#
            )
            #expect(try await commands.record(of: id)?.revision == 5)
            #expect(try await commands.resolve(.key(owner: owner, kind: "counter", key: "tea")) == id)
            #expect(try await commands.activities(of: owner) == [id])
            try await commands.end(id)
            return try await commands.state(of: id)
        }
        #expect(try await bring(open(MemoryStore()), to: "anna") == .ended)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
