#if Service
import DeliveryActivity
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivityService

/// The hub between a runtime's changes and the streams, with its task started by each test.
@Suite(.timeLimit(.minutes(5))) struct StreamHubTests {
    private func open(
        _ durability: Durability, heartbeat: Double = 3_600
    ) throws -> (runtime: LiveActivityRuntime, hub: StreamHub, id: ActivityID) {
        let runtime = try LiveActivityRuntime(
            shards: 1, providers: TestService.providers, store: MemoryStore(), durability: durability)
        var configuration = ServiceConfiguration.Streams()
        configuration.heartbeat = heartbeat
        let hub = StreamHub(runtime, configuration)
        runtime.followChanges { hub.take($0) }
        if runtime.mayShowUnstored { runtime.followStored { hub.noteStored() } }
        let id = try runtime.start(
            DeliveryAttributes(orderNumber: 1, restaurantName: "Pizza"), owner: "anna", options: StartOptions())
        return (runtime, hub, id)
    }

    private func send(_ name: String, to id: ActivityID, _ runtime: LiveActivityRuntime) throws {
        try runtime.send(json: #"{"courierAssigned":{"name":"\#(name)"}}"#, to: id)
    }

    /// The revisions of the next changes of a stream.
    private func revisions(_ reader: StreamReader) async -> [UInt32] {
        guard case .changes(let frames) = await reader.next() else { return [] }
        return frames.map(\.change.revision)
    }

    @Test(arguments: [Durability.strict, .relaxed(interval: 60)]) func changesWithoutAStreamAreKeptForTheFirst(
        durability: Durability
    ) async throws {
        let (runtime, hub, id) = try open(durability)
        for name in ["Ali", "Bo"] { try send(name, to: id, runtime) }
        #expect(hub.position.sequence == 3 && hub.statistics.published == 3)
        let reader = StreamReader(StreamFilter(), capacity: 16)
        let first = StreamPosition(epoch: hub.position.epoch, shard: hub.position.shard, sequence: 1)
        #expect(hub.add(reader, after: first, limit: 1)?.position.sequence == 3)
        #expect(await revisions(reader) == [2, 3])
        let running = Task { await hub.run() }
        try send("Chen", to: id, runtime)
        #expect(await revisions(reader) == [4])
        hub.finish()
        await running.value
        await runtime.close()
    }

    /// Regression: a query of the statistics, or another stream, took the changes that the store had just written.
    @Test func aQueryBeforeTheTasksTurnTakesNothingFromAStream() async throws {
        let (runtime, hub, id) = try open(.strict)
        let (reader, other) = (StreamReader(StreamFilter(), capacity: 16), StreamReader(StreamFilter(), capacity: 16))
        #expect(hub.add(reader, after: nil, limit: 2) != nil)
        try send("Ali", to: id, runtime)
        _ = (hub.statistics, hub.position, hub.holds([id]))
        #expect(hub.add(other, after: nil, limit: 2) != nil)
        let running = Task { await hub.run() }
        #expect(await revisions(reader) == [2])
        hub.finish()
        await running.value
        await runtime.close()
    }

    /// Regression: no timer was set before the first change.
    @Test(arguments: [false, true]) func theFirstStreamOfAQuietServiceHasHeartbeats(isEarly: Bool) async throws {
        let (runtime, hub, _) = try open(.relaxed(interval: 60), heartbeat: 0.01)
        let reader = StreamReader(StreamFilter(), capacity: 16)
        if isEarly { #expect(hub.add(reader, after: nil, limit: 1) != nil) }
        let running = Task { await hub.run() }
        if !isEarly {
            // On nearly every run the task waits by then; otherwise this is the other case.
            for _ in 0..<100 { await Task.yield() }
            #expect(hub.add(reader, after: nil, limit: 1) != nil)
        }
        guard case .heartbeat = await reader.next() else { throw ServiceError.notListening }
        hub.finish()
        await running.value
        await runtime.close()
    }

    @Test func anActivityThatIsStoredIsNotHeld() async throws {
        let (runtime, hub, id) = try open(.strict)
        #expect(!hub.holds([id]))
        try send("Ali", to: id, runtime)
        #expect(!hub.holds([id]), "the command returned when its change was stored")
        await runtime.close()
    }
}
#endif
