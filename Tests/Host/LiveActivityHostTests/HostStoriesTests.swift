import LiveActivities
import LiveActivityHost
import LiveActivityTesting
import Testing

/// One host and its store, in stories of commands, batches, failures and crashes.
///
/// The stories are independent of how a batch is made. They check what the shells guarantee to their users: acknowledged
/// commands are in the store, a failed batch is written with the next one, and consumers read everything, in order, but nothing
/// that a crash could undo.
struct HostStoriesTests {
    /// A minimal shell: it writes when the story says so.
    private struct Shell: ~Copyable {
        var host: Host
        var commit: StoreCommit
        let store: MemoryStore
        /// The batch that is being written.
        var taken: TakenBatch?

        init(_ host: consuming Host, _ commit: StoreCommit, _ store: MemoryStore) {
            self.host = host
            self.commit = commit
            self.store = store
        }

        static func opening(_ store: MemoryStore) throws -> Shell {
            var head = store.head()
            try head.sortKinds()
            let configuration = EngineConfiguration(seed: head.run > 0 ? head.seed : 7)
            var engine = Engine(configuration: configuration)
            try engine.register(AnyProvider(kind: "note"))
            let commit = StoreCommit(claiming: head, shards: 1, seed: configuration.seed)
            var host = Host(engine, shard: 0)
            try host.beginReopening(head, lostRuns: commit.lostRuns) { _ in true }
            store.forEachActivity {
                let (record, unknown) = $0.parts
                host.reopen(record, unknown: unknown)
            }
            try store.forEachFreedSlot { try host.reopen($0) }
            host.endReopening()
            host.restoreConsumers(head, index: 0)
            store.forEachConsumerChange { host.restore($0) }
            var shell = Shell(host, commit, store)
            shell.begin()
            try shell.finish(nil)
            return shell
        }

        /// The changes that the consumer `push` can read.
        func readable(after sequence: UInt64 = 0) -> [Change] { host.outbox?.next(10, after: sequence) ?? [] }

        mutating func begin() {
            host.passChanges { _, _ in }
            taken = TakenBatch(head: commit.begin(), shards: host.takePending().map { [$0] } ?? [])
        }

        mutating func finish(_ failure: StoreError?) throws {
            guard let taken = taken.take() else { return }
            var failure = failure
            if failure == nil {
                do throws(StoreError) { try store.append(try taken.batch(of: commit.run)) } catch { failure = error }
            }
            commit.finish(failure, taken.head)
            for shard in taken.shards { if failure == nil { _ = host.wasPersisted(shard) } else { host.putBack(shard) } }
        }
    }

    private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

    private static func note(of owner: OwnerID) -> Command {
        .start(
            Command.Start(
                kind: "note", owner: owner, attributes: ["title": "t"], content: ContentUpdate(state: ["text": "a"])))
    }

    /// They would be kept for as long as the process runs.
    @Test func membersThatThisVersionDoesNotKnowEndWithTheirActivity() throws {
        var shell = try Shell.opening(MemoryStore())
        guard case .started(let id) = try shell.host.perform(Self.note(of: "anna"), at: Self.start).get() else { return }
        shell.host.unknownExtras[id] = ["later": true]
        shell.begin()
        try shell.finish(nil)
        #expect(shell.host.unknownExtras == [id: ["later": true]])
        _ = try shell.host.perform(.dismiss(.id(id)), at: Self.start).get()
        for failure in [StoreError.unavailable(reason: "full"), nil] {
            shell.begin()
            try shell.finish(failure)
            #expect(shell.host.unknownExtras == [:])
        }
    }

    @Test(arguments: SeededGenerator.seeds(200)) func whatIsAcknowledgedOutlivesEveryCrash(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = MemoryStore()
        var shell = try Shell.opening(store)
        var now = Self.start
        /// Revisions by activity: the engine's latest, and the latest that a caller knows to be durable.
        var latest: [ActivityID: UInt32] = [:]
        var durable: [ActivityID: UInt32] = [:]
        var waiting: [(batch: UInt64, id: ActivityID, revision: UInt32)] = []
        /// The changes that an observer holds until they are durable.
        var held: [Change] = []
        /// The number of changes that the consumer has read since its last acknowledgement.
        var read: UInt64 = 0
        var acknowledged: UInt64 = 0
        let position = shell.host.addConsumer("push").position
        shell.commit.head.consumers["push"] = ConsumerRecord(name: "push", acknowledged: [position])
        shell.begin()
        try shell.finish(nil)

        func settle(_ commit: StoreCommit) {
            waiting.removeAll { entry in
                guard case .success? = commit.result(of: entry.batch) else { return false }
                durable[entry.id] = max(durable[entry.id] ?? 0, entry.revision)
                return true
            }
        }

        for step in 0..<60 {
            now += Double.random(in: 0...20, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...4:
                let known = latest.filter { $0.value < .max }.keys.sorted { $0.rawValue < $1.rawValue }
                let isReady = shell.host.begin(at: now)
                #expect(isReady)
                let id: ActivityID
                if known.isEmpty || Bool.random(using: &generator) {
                    id = try #require(try shell.host.perform(Self.note(of: OwnerID("\(step)")), at: now).get().activity)
                } else {
                    id = known[Int.random(in: 0..<known.count, using: &generator)]
                    let isLast = Int.random(in: 0..<4, using: &generator) == 0
                    let command =
                        isLast
                        ? Command.end(.id(id), dismissalPolicy: .immediate)
                        : .update(.id(id), content: ContentUpdate(state: ["text": JSONValue("\(step)")]))
                    _ = try shell.host.perform(command, at: now).get()
                }
                shell.host.passChanges { held.append($1.value(of: $0).value) }
                let revision = try shell.host.engine.record(of: id)?.revision ?? .max
                latest[id] = revision
                waiting.append((shell.commit.request(), id, revision))
            case 5, 6:
                if shell.taken == nil { shell.begin() }
            case 7:
                try shell.finish(Bool.random(using: &generator) ? nil : .unavailable(reason: "full"))
                settle(shell.commit)
            case 8:
                let changes = shell.host.outbox?.next(5, after: max(read, acknowledged)) ?? []
                #expect(changes.map(\.sequence) == changes.map(\.sequence).sorted())
                for change in changes {
                    #expect(change.sequence > read)
                    read = change.sequence
                    // A consumer acts on the change, so no crash may undo it.
                    let revision = change.state == .dismissed ? .max : change.revision
                    durable[change.activity] = max(durable[change.activity] ?? 0, revision)
                }
                if Bool.random(using: &generator), shell.host.acknowledge("push", upTo: read) {
                    acknowledged = read
                    shell.commit.head.consumers["push"] = ConsumerRecord(name: "push", acknowledged: [read])
                }
            default:
                // The process ends: everything not in a batch is lost, and a batch in progress may or may not be in the store.
                if let taken = shell.taken, Bool.random(using: &generator) {
                    try store.append(try taken.batch(of: shell.commit.run))
                }
                shell = try Shell.opening(store)
                (waiting, held) = ([], [])
                // A missing activity was dismissed before the crash, or its start is lost.
                latest = latest.filter { $0.value == .max }
                store.forEachActivity { latest[$0.record.id] = $0.record.revision }
                read = 0
            }
            let stored = shell.host.storedSequence
            for change in held where change.sequence <= stored {
                durable[change.activity] = max(
                    durable[change.activity] ?? 0, change.state == .dismissed ? .max : change.revision)
            }
            held.removeAll { $0.sequence <= stored }
            for (id, revision) in durable {
                #expect(
                    latest[id] ?? 0 >= revision, "seed \(seed), step \(step): \(id) was acknowledged at revision \(revision)")
            }
        }
        // When the store works again, everything is written, whatever failed before.
        try shell.finish(.unavailable(reason: "full"))
        shell.commit.closeRun()
        shell.begin()
        try shell.finish(nil)
        let (stored, newest) = (shell.host.storedSequence, shell.host.engine.sequence)
        #expect(stored == newest, "seed \(seed)")
        let last = try shell.host.engine.snapshot()
        let reopened = try Shell.opening(store)
        let restored = try reopened.host.engine.snapshot()
        #expect(restored.kinds == last.kinds, "seed \(seed)")
        var revisions: [ActivityID: UInt32] = [:]
        try store.forEachActivity {
            revisions[$0.record.id] = $0.record.revision
            let content = try shell.host.engine.record(of: $0.record.id)?.content
            #expect($0.record.content == content, "seed \(seed)")
        }
        #expect(revisions == latest.filter { $0.value < .max }, "seed \(seed)")
    }

    @Test func consumersReadNothingBeforeItsBatchIsWritten() throws {
        var shell = try Shell.opening(MemoryStore())
        _ = shell.host.addConsumer("push")
        let id = try #require(try shell.host.perform(Self.note(of: "anna"), at: Self.start).get().activity)
        shell.begin()
        let before = shell.readable()
        try shell.finish(.unavailable(reason: "full"))
        let afterFailure = shell.readable()
        #expect((before, afterFailure) == ([], []))
        shell.begin()
        try shell.finish(nil)
        let first = shell.readable()
        #expect(first.map(\.activity) == [id])
        let last = try #require(first.last).sequence
        let isTaken = shell.host.acknowledge("push", upTo: last)
        let isBeyond = shell.host.acknowledge("push", upTo: last + 1)
        let rest = shell.readable(after: last)
        #expect((isTaken, isBeyond) == (true, false))
        #expect(rest == [])
    }

    @Test func aCommandThatComesWhileBatchesAreCutBelongsToTheNextOne() throws {
        var shell = try Shell.opening(MemoryStore())
        _ = try shell.host.perform(Self.note(of: "before"), at: Self.start).get()
        shell.host.passChanges { _, _ in }
        // Batch 1 has begun in other shards; it has not reached this one when the next command arrives.
        shell.host.begin(batch: 1)
        _ = try shell.host.perform(Self.note(of: "after"), at: Self.start).get()
        shell.host.passChanges { _, _ in }
        func owners(_ pending: PendingShard?) throws -> [OwnerID] {
            guard let pending else { return [] }
            return try TakenBatch(head: HeadChanges(), shards: [pending]).batch(of: 1).activities.map(\.record.owner)
        }
        let taken = [shell.host.takePending(for: 1), shell.host.takePending(for: 1), shell.host.takePending(for: 2)]
        #expect(try taken.map(owners) == [["before"], [], ["after"]])
    }

    @Test func readersTakeTheirChangesAndCountWhatTheyMissed() throws {
        var shell = try Shell.opening(MemoryStore())
        let all = ChangeReader(.all, limit: 10)
        let annas = ChangeReader(.owner("anna"), limit: 1)
        let ids = [shell.host.readers.add(all), shell.host.readers.add(annas)]
        for owner in ["anna", "ben", "anna"] as [OwnerID] {
            _ = try shell.host.perform(Self.note(of: owner), at: Self.start).get()
        }
        shell.host.passChanges { _, _ in }
        #expect(all.take(atMost: 10).map(\.value.owner) == ["anna", "ben", "anna"])
        #expect(annas.take(atMost: 10).map(\.value.sequence) == [3])
        #expect((all.missed, annas.missed) == (0, 1))
        shell.host.readers.remove(ids[0])
        let (first, second) = (shell.host.readers[ids[0]], shell.host.readers[ids[1]])
        #expect(first == nil && second === annas)
        let next = shell.host.readers.add(ChangeReader(.all, limit: 1))
        #expect(next == ids[1] + 1)
    }
}
