import LiveActivities
import LiveActivityJSON
import LiveActivityTesting
import Synchronization
import Testing

/// Replays the journal of a busy runtime, with many tasks whose clock readings overtake each other.
@Suite(.timeLimit(.minutes(5))) struct ConcurrentReplayTests {
    /// A clock whose reading may be up to a second old when its reader reaches the shard, like that of a task that waits for a
    /// processor.
    private final class JitteringClock: RuntimeClock {
        private let state = Mutex((ticks: 0, random: SeededGenerator(seed: 1)))

        var now: Date {
            state.withLock { state in
                state.ticks += 1
                return Scenario.epoch + Double(state.ticks) / 10 - Double(state.random.next() % 1_000) / 1_000
            }
        }

        func sleep(until date: Date) async throws { try await Task.sleep(for: .seconds(3_600)) }
    }

    /// Regression: an entry had the clock's reading instead of the time at which it was applied, and the replay of some
    /// thousand commands had another outcome for a few.
    @Test(arguments: [1, 4]) func theReplayFindsNoDifference(shards: Int) async throws {
        let store = MemoryStore()
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1, activeDuration: 40, lingerDuration: 10, renewalLead: 1), shards: shards,
            clock: JitteringClock(), providers: Kinds.all, store: store, durability: .relaxed(interval: 3_600),
            journal: JournalLimits())
        await withTaskGroup { group in
            for worker in 0..<8 as Range<UInt64> { group.addTask { await work(worker, on: runtime) } }
            group.addTask {
                for _ in 0..<400 {
                    _ = try? await runtime.apply(.advance)
                    await Task.yield()
                }
            }
        }
        await runtime.close()
        let replay = try store.replay(with: Kinds.all)
        #expect(replay.differences == [])
        #expect(replay.commands > 3_000)
    }

    private func work(_ worker: UInt64, on runtime: LiveActivityRuntime) async {
        var random = SeededGenerator(seed: worker)
        var mine: [ActivityID] = []
        for step in 0..<500 {
            let owner = OwnerID("owner\(random.next() % 6)")
            let id = mine.isEmpty ? nil : mine[Int(random.next() % UInt64(mine.count))]
            let seconds = Double(random.next() % 30) / 10
            switch random.next() % 12 {
            case 0, 1:
                let attributes = CounterProvider.Attributes(every: random.next() % 2 == 0 ? 0.3 : nil, topics: ["all"])
                let options = StartOptions(
                    key: random.next() % 2 == 0 ? StartKey("k\(random.next() % 3)") : nil,
                    lease: random.next() % 3 == 0 ? Lease(staleAfter: 1, endAfter: 2) : nil,
                    renews: random.next() % 3 == 0 ? true : nil)
                if let started = try? await runtime.start(attributes, owner: owner, options: options) { mine.append(started) }
            case 2:
                let note = ActivityContent<NoteAttributes.ContentState>.note(
                    "a", staleDate: runtime.latestTime.map { $0 + seconds })
                if let started = try? await runtime.start(NoteAttributes(title: "n"), content: note, owner: owner) {
                    mine.append(started)
                }
            case 3, 4:
                if let id { _ = try? await runtime.send(CounterProvider.Event.added(1), to: id, eventID: EventID("e\(step)")) }
            case 5: if let id { _ = try? await runtime.send(CounterProvider.Event.finished(linger: seconds), to: id) }
            case 6, 7:
                _ = try? await runtime.publish(
                    CounterProvider.Event.added(1), to: "all", eventID: EventID("e\(random.next() % 400)"),
                    timestamp: runtime.latestTime)
            case 8: if let id { _ = try? await runtime.apply(.renewLease(.id(id))) }
            case 9: if let id { _ = try? await runtime.end(id, dismissalPolicy: .immediate) }
            case 10:
                if let id {
                    let stale = runtime.latestTime.map { $0 + seconds }
                    _ = try? await runtime.update(id, .note("\(step)", staleDate: stale), timestamp: runtime.latestTime)
                }
            default: _ = try? await runtime.permit(random.next() % 4 > 0, owner: owner, kind: "note")
            }
        }
    }

    /// The same without a race: a command with an earlier reading is applied at the time that the last advance has reached.
    @Test func aCommandIsReplayedAtTheTimeOfThePrecedingAdvance() throws {
        let store = MemoryStore()
        let clock = JumpingClock()
        let runtime = try LiveActivityRuntime(
            shards: 1, clock: clock, providers: Kinds.all, store: store, journal: JournalLimits())
        let id = try runtime.start(
            NoteAttributes(title: "a"), content: .note("a", staleDate: Scenario.epoch + 1_800), owner: "anna")
        clock.now += 3_600
        try runtime.apply(.advance)
        clock.now -= 3_000
        try runtime.start(NoteAttributes(title: "b"), content: .note("b"), owner: "ben")
        #expect(throws: RuntimeError.self, "it is in the past already") {
            try runtime.update(id, .note("b", staleDate: Scenario.epoch + 3_000))
        }
        clock.now = Scenario.epoch + 30 * 365 * 86_400
        #expect(throws: RuntimeError.self) { try runtime.update(id, .note("implausible")) }
        clock.now = Scenario.epoch
        try runtime.update(id, .note("c"))
        runtime.close()
        #expect(try store.replay(with: Kinds.all) == JournalReplay.same(commands: 5))
        let times = try store.journal.map { try WireDecoder().decode(TimedCommand.self, from: $0.command.bytes).at }
        let reached = Scenario.epoch + 3_600
        #expect(times == [Scenario.epoch, reached, reached, Scenario.epoch + 30 * 365 * 86_400, reached])
    }
}
