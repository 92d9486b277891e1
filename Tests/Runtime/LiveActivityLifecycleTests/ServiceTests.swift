#if Lifecycle
import LiveActivities
import LiveActivityLifecycle
import LiveActivityObservability
import LiveActivityTesting
import Logging
import ServiceLifecycle
import Synchronization
import Testing

/// A runtime in a service group that is stopped.
@Suite(.timeLimit(.minutes(5))) struct ServiceTests {
    let clock = ManualClock()
    let logger = Logger(label: "tests")

    struct Note: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable { var text: String }
        var title: String
    }

    /// A store that fails on request.
    final class FullStore: ActivityStore {
        let memory = MemoryStore()
        let isFull = Mutex(false)

        func head() throws(StoreError) -> StoreHead { memory.head() }
        func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
        func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
        func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
        func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
        func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }

        func append(_ batch: StoreBatch) throws(StoreError) {
            if isFull.withLock({ $0 }) { throw .unavailable(reason: "the disk is full") }
            try memory.append(batch)
        }
    }

    /// Stops the group after it has started an activity, and counts its changes until the end.
    struct Host: Service {
        let runtime: LiveActivityRuntime
        /// A named consumer, created before the start: it receives the changes after its name was first used.
        var consumer: ConsumerName?
        let stop: @Sendable () async -> Void

        func run() async throws {
            while let consumer, runtime.statistics().consumers[consumer] == nil {
                try Task.checkCancellation(); await Task.yield()
            }
            try await runtime.start(
                Note(title: "a"), content: ActivityContent(state: .init(text: "first"), staleDate: nil), owner: "anna")
            await stop()
        }
    }

    func open(_ store: any ActivityStore, _ durability: Durability) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            clock: clock, providers: [AnyProvider(kind: "note", attributes: Note.self)], store: store, durability: durability)
    }

    /// Runs a group with the runtime until a service in it has started an activity.
    func serve(_ runtime: LiveActivityRuntime) async throws {
        let stopper = Mutex<ServiceGroup?>(nil)
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: runtime),
                .init(
                    service: Host(runtime: runtime) { await stopper.withLock { $0 }?.triggerGracefulShutdown() },
                    successTerminationBehavior: .ignore),
            ], logger: logger)
        configuration.maximumGracefulShutdownDuration = nil
        let group = ServiceGroup(configuration: configuration)
        stopper.withLock { $0 = group }
        try await group.run()
    }

    @Test func aGroupThatStopsDrainsTheRuntime() async throws {
        let store = MemoryStore()
        // Nothing is written before the end: the interval is an hour, on a clock that stands still.
        let runtime = try open(store, .relaxed(interval: 3_600))
        let changes = runtime.changes()
        try await serve(runtime)

        var told: [String] = []
        for await change in changes { told.append(change.what.name) }
        #expect(told == ["started"], "the sequence gave what waited, then finished")
        var stored: [String] = []
        store.forEachActivity { stored.append($0.owner.rawValue) }
        #expect(stored == ["anna"], "what was not written yet is")
        await #expect(throws: RuntimeError.closed) {
            try await runtime.start(
                Note(title: "b"), content: ActivityContent(state: .init(text: "too late"), staleDate: nil), owner: "ben")
        }
        #expect(runtime.activities(of: "anna").count == 1, "it was not ended")
    }

    @Test func aGroupLearnsThatNotEverythingWasWritten() async throws {
        let store = FullStore()
        let runtime = try open(store, .relaxed(interval: 3_600))
        store.isFull.withLock { $0 = true }
        await #expect(throws: StoreError.unavailable(reason: "the disk is full")) { try await serve(runtime) }
    }

    /// The group ends, so that what supervises the process starts it again.
    @Test func aGroupEndsWhenItsRuntimeIsFenced() async throws {
        let store = MemoryStore()
        let runtime = try open(store, .strict)
        let running = Task {
            try await ServiceGroup(configuration: .init(services: [runtime], logger: logger)).run()
        }
        let next = try open(store, .strict)
        let error = await #expect(throws: RuntimeError.self) {
            try await runtime.start(
                Note(title: "a"), content: ActivityContent(state: .init(text: "late"), staleDate: nil), owner: "anna")
        }
        guard case .fenced(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await #expect(throws: StoreError.fenced(reason: reason)) { try await running.value }
        await next.close()
    }

    // MARK: - Services that read a runtime

    /// The documented order of services, a plausible wrong order, and an arbitrary one.
    enum Order: CaseIterable { case documented, consumerFirst, telemetryLast }

    /// Runs a group with all services until one of them has started an activity.
    ///
    /// - Parameter name: The consumer's name; `nil` for none.
    func serve(
        _ runtime: LiveActivityRuntime, _ consumer: ConsumerService, named name: ConsumerName? = nil, _ order: Order
    ) async throws {
        let telemetry = RuntimeTelemetry(runtime, logger: logger)
        let stopper = Mutex<ServiceGroup?>(nil)
        let host = ServiceGroupConfiguration.ServiceConfiguration(
            service: Host(runtime: runtime, consumer: name) { await stopper.withLock { $0 }?.triggerGracefulShutdown() },
            successTerminationBehavior: .ignore)
        let services: [any Service] =
            switch order {
            case .documented: [telemetry, runtime, consumer]
            case .consumerFirst: [consumer, runtime, telemetry]
            case .telemetryLast: [runtime, consumer, telemetry]
            }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: services.map { .init(service: $0) } + [host], logger: logger))
        stopper.withLock { $0 = group }
        try await group.run()
    }

    @Test(arguments: Order.allCases) func aConsumerTakesWhatWaitsAndEndsWithTheGroup(_ order: Order) async throws {
        let store = MemoryStore()
        let runtime = try open(store, .relaxed(interval: 3_600))
        let told = Mutex<[String]>([])
        let consumer = ConsumerService(runtime, named: "push") { change in told.withLock { $0.append(change.what.name) } }
        try await serve(runtime, consumer, named: "push", order)
        #expect(runtime.subscribers == [])
        let next = try open(store, .strict)
        let waiting = try await next.changes(for: "push").nextIfAny()
        let given = told.withLock { $0 }
        if order == .consumerFirst {
            // The runtime is closed first. The change may be delivered again, or wait for the next run, but is never lost.
            #expect(given == ["started"] || waiting?.what.name == "started")
        } else {
            // The acknowledgement is stored too.
            #expect(given == ["started"] && waiting == nil)
        }
    }

    @Test(arguments: Order.allCases) func aSequenceOfAllChangesEndsWithTheGroupToo(_ order: Order) async throws {
        let runtime = try open(MemoryStore(), .strict)
        let told = Mutex<[String]>([])
        // Updates held back by conflation are delivered at the end too, although the clock stands still.
        let changes = runtime.changes(conflation: Conflation(interval: 60))
        let consumer = ConsumerService(changes) { change in told.withLock { $0.append(change.what.name) } }
        let id = try await runtime.start(
            Note(title: "b"), content: ActivityContent(state: .init(text: "first"), staleDate: nil), owner: "ben")
        for text in ["second", "third"] {
            try await runtime.update(id, ActivityContent(state: Note.ContentState(text: text), staleDate: nil))
        }
        try await serve(runtime, consumer, order)
        #expect(told.withLock { $0 } == ["started", "updated", "started", "updated"])
    }

    @Test func whatAConsumerThrowsEndsTheGroup() async throws {
        struct Unreachable: Error {}
        let runtime = try open(MemoryStore(), .strict)
        let consumer = ConsumerService(runtime, named: "push") { _ in throw Unreachable() }
        await #expect(throws: Unreachable.self) { try await serve(runtime, consumer, named: "push", .documented) }
    }

    @Test func aCancelledServiceDrainsToo() async throws {
        let store = MemoryStore()
        let runtime = try open(store, .relaxed(interval: 3_600))
        try await runtime.start(
            Note(title: "a"), content: ActivityContent(state: .init(text: "first"), staleDate: nil), owner: "anna")
        let service = Task { try await runtime.run() }
        service.cancel()
        try await service.value
        var stored = 0
        store.forEachActivity { _ in stored += 1 }
        #expect(stored == 1)
    }
}
#endif
