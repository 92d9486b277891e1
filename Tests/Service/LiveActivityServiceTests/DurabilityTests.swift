#if Service
import Dispatch
import Foundation
import LiveActivities
import LiveActivityCore
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// Commands that are not stored yet, as readers see them.
@Suite(.timeLimit(.minutes(5))) struct DurabilityTests {
    private static let readings = [
        "/v1/activities/ID", "/v1/activities", "/v1/owners/anna/activities", "/v1/owners/anna/delivery/42",
        "/v1/activities/ID/presentations", "/dashboard/pictures?activities=ID",
    ]

    @Test func aReaderSeesNothingThatAStrictStoreDoesNotHave() async throws {
        let store = HeldStore()
        try await TestService.run(on: Self.runtime(store, .strict)) { service in
            let id = try await service.start()
            let (stream, isReleased) = (try await service.stream("/v1/changes"), Flag())
            store.hold()
            let command = Task { try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing) }
            try await store.untilHeld()
            #expect(service.runtime.revision(of: id) == 2, "the runtime has it")
            let readings = Self.readings.map { path in
                Task {
                    let answer = try await service.get(path.replacingOccurrences(of: "ID", with: id))
                    return (answer, isReleased.value.load(ordering: .sequentiallyConsistent))
                }
            }
            while service.service.state.hub.statistics.held == 0 { try await yieldUnlessCancelled() }
            // Long enough for a read that would not wait.
            for _ in 0..<100 { #expect(try await service.get("/healthz").status == 200) }
            #expect(service.service.state.hub.position.sequence == 1)
            isReleased.value.store(true, ordering: .sequentiallyConsistent)
            store.release()

            for (path, reading) in zip(Self.readings, readings) {
                let (answer, wasReleased) = try await reading.value
                #expect(wasReleased && answer.status == 200, "\(path): \(answer.text)")
                #expect(answer.text.contains(#""revision":2"#), "\(path): \(answer.text)")
            }
            #expect(try await stream.next()?.json["revision"]?.int == 2)
            #expect(try await command.value.status == 200)
        }
    }

    /// Regression: the service listened while the store still wrote the names of its webhooks, and a change that was accepted
    /// meanwhile was never sent.
    @Test func commandsAreAcceptedWhenTheWebhooksAreStored() async throws {
        let store = HeldStore()
        var configuration = ServiceConfiguration()
        (configuration.port, configuration.allowsPrivateWebhooks) = (0, true)
        configuration.webhooks = [
            Webhook(name: "a", url: "http://127.0.0.1:1/hook", secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
        ]
        let service = try LiveActivityService(
            configuration, kinds: TestService.kinds(), runtime: Self.runtime(store, .strict), logger: Logger(label: "test"))
        store.hold()
        let running = Task { try await service.run() }
        let isReleased = Flag()
        let listening = Task {
            _ = try await service.port
            return isReleased.value.load(ordering: .sequentiallyConsistent)
        }
        try await store.untilHeld()
        for _ in 0..<1_000 { await Task.yield() }
        isReleased.value.store(true, ordering: .sequentiallyConsistent)
        store.release()
        #expect(try await listening.value)
        running.cancel()
        _ = await running.result
    }

    @Test func aReaderOfARelaxedStoreWaitsForNothing() async throws {
        let store = HeldStore()
        try await TestService.run(on: Self.runtime(store, .relaxed(interval: 0.001))) { service in
            let id = try await service.start()
            let stream = try await service.stream("/v1/changes")
            store.hold()
            _ = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            #expect(try await stream.next()?.json["revision"]?.int == 2)
            for path in Self.readings {
                let answer = try await service.get(path.replacingOccurrences(of: "ID", with: id))
                #expect(answer.text.contains(#""revision":2"#), "\(path): \(answer.text)")
            }
            store.release()
        }
    }

    @Test func whileAStrictStoreFailsNothingIsShownThatItDoesNotHave() async throws {
        let store = HeldStore()
        try await TestService.run(on: Self.runtime(store, .strict)) { service in
            let id = try await service.start(), other = try await service.start(owner: "ben")
            let stream = try await service.stream("/v1/changes")
            store.isFailing.value.store(true, ordering: .sequentiallyConsistent)
            let command = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            #expect(command.status == 202 && command.code == "notDurable")
            let reading = try await service.get("/v1/activities/\(id)")
            #expect(reading.status == 503 && reading.code == "storeUnavailable", "\(reading.text)")
            #expect(try await service.get("/v1/activities").status == 503)
            // State that is already stored can still be read.
            for path in ["/v1/activities/\(other)", "/v1/owners/ben/activities", "/v1/owners/nobody/activities"] {
                #expect(try await service.get(path).status == 200, "\(path)")
            }
            #expect(service.service.state.hub.position.sequence == 2)
            // A stream that cannot begin with the state ends without an id, with which a browser would never receive the state.
            let broken = try await service.stream("/v1/changes?state=true")
            let event = try? await broken.next()
            #expect(event == nil && broken.id == "")
            store.isFailing.value.store(false, ordering: .sequentiallyConsistent)
            // Within two seconds, when the store has been retried.
            #expect(try await stream.next()?.json["revision"]?.int == 2)
            #expect(try await service.get("/v1/activities/\(id)").json["revision"]?.int == 2)
        }
    }

    /// Regression: a webhook that was removed while its consumer was created was started, and called the endpoint.
    @Test func aWebhookCannotBeRemovedWhileItIsCreated() async throws {
        let store = HeldStore()
        var configuration = ServiceConfiguration()
        configuration.allowsPrivateWebhooks = true
        let hook = #"{"name":"billing","url":"http://127.0.0.1:1/hook"}"#
        try await TestService.run(configuration, on: Self.runtime(store, .strict)) { service in
            store.hold()
            async let made = service.send(.POST, "/v1/webhooks", hook)
            try await store.untilHeld()
            let refused = try await service.send(.DELETE, "/v1/webhooks/billing")
            #expect(refused.status == 409 && refused.code == "webhookChanging", "\(refused.text)")
            #expect(try await service.send(.POST, "/v1/webhooks", hook).code == "webhookExists")
            store.release()
            #expect(try await made.status == 201)
            #expect(try await service.send(.DELETE, "/v1/webhooks/billing").status == 204)
            #expect(try await service.get("/v1/webhooks").json["webhooks"]?.count == 0)
            #expect(service.runtime.statistics().consumers.isEmpty)
        }
    }

    private static func runtime(_ store: HeldStore, _ durability: Durability) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(shards: 1, providers: TestService.providers, store: store, durability: durability)
    }
}

private final class Flag: Sendable { let value = Atomic(false) }

extension LiveActivityRuntime {
    fileprivate func revision(of id: String) -> UInt32? { ActivityID(id).flatMap { (try? record(of: $0))?.revision } }
}

/// A store in memory that a test can block or let fail.
private final class HeldStore: ActivityStore {
    let isFailing = Flag()
    private let memory = MemoryStore()
    private let gate = Mutex<DispatchSemaphore?>(nil)
    private let isHeld = Flag()

    func hold() { gate.withLock { $0 = DispatchSemaphore(value: 0) } }
    func release() {
        gate.withLock { gate in
            defer { gate = nil }
            return gate
        }?.signal()
    }
    func untilHeld() async throws {
        while !isHeld.value.load(ordering: .sequentiallyConsistent) { try await yieldUnlessCancelled() }
    }

    func append(_ batch: StoreBatch) throws(StoreError) {
        if let gate = gate.withLock({ $0 }) {
            isHeld.value.store(true, ordering: .sequentiallyConsistent)
            gate.wait()
        }
        if isFailing.value.load(ordering: .sequentiallyConsistent) { throw .unavailable(reason: "a test") }
        try memory.append(batch)
    }

    func close() {}
    func head() throws(StoreError) -> StoreHead { memory.head() }
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }
}
#endif
