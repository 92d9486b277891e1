#if Push
import Crypto
import DeliveryActivity
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivityPush

/// A ledger that another process may take over at any time: a push is sent only after its record is stored.
@Suite(.timeLimit(.minutes(5))) struct SharedLedgerTests {
    /// Refuses writes on request.
    private final class Store: LedgerStore {
        private let state = Mutex<(records: [LedgerRecord], isFailing: Bool)>(([], false))
        let isShared: Bool
        let failures: AsyncStream<Void>
        private let failed: AsyncStream<Void>.Continuation

        init(isShared: Bool) {
            self.isShared = isShared
            (failures, failed) = AsyncStream.makeStream(of: Void.self)
        }

        var records: [LedgerRecord] { state.withLock { $0.records } }
        func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }
        func load() -> [LedgerRecord] { records }
        func append(_ records: [LedgerRecord]) throws(PushError) {
            let isFailing = state.withLock { state in
                if !state.isFailing { state.records += records }
                return state.isFailing
            }
            guard isFailing, !records.isEmpty else { return }
            failed.yield()
            throw .ledgerUnavailable(reason: "the test says so")
        }
    }

    /// Accepts every request, and records what was stored when it arrived.
    private final class Transport: PushTransport {
        struct Sent: Sendable {
            var event: String
            var timestamp: Int
            /// The activity's timestamp in the newest record, and the progress of its start.
            var stored: UInt32?
            var start: UInt8?
        }

        let sent: AsyncStream<Sent>
        let count = Atomic(0)
        private let continuation: AsyncStream<Sent>.Continuation
        private let store: Store

        init(_ store: Store) {
            self.store = store
            (sent, continuation) = AsyncStream.makeStream(of: Sent.self)
        }

        func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
            let aps = (try? JSONValue(parsing: request.body))?["aps"]
            let entry = store.records.last?.entries?.first { $0.sort == 0 }
            count.wrappingAdd(1, ordering: .relaxed)
            continuation.yield(
                Sent(
                    event: aps?["event"]?.string ?? "", timestamp: aps?["timestamp"]?.int ?? 0, stored: entry?.timestamp_s,
                    start: entry?.start))
            whenAnswered(.success(PushAnswer(status: 200)))
        }

        func renewProviderToken() -> Bool { true }
        func useNewConnections() {}
        func close() async {}
    }

    private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_781_974_800))
    private let app: PushAppID

    init() throws { app = PushAppID(try BundleID("com.example.food"), .production) }

    private func run(
        _ store: Store, _ body: (LiveActivityRuntime, ActivityPusher, Transport) async throws -> Void
    ) async throws {
        let runtime = try LiveActivityRuntime(clock: clock, providers: [AnyProvider(DeliveryProvider())], store: MemoryStore())
        let transport = Transport(store)
        let kind = PushKind(
            attributesType: "DeliveryAttributes", startAlert: AlertConfiguration(title: "Order", body: "Placed"))
        let pusher = try ActivityPusher(
            commands: runtime, apps: [PushApp(app, kinds: ["delivery": kind])], transports: [app: transport], store: store,
            clock: clock)
        let changes = try await runtime.changes(for: "push")
        let running = Task { await pusher.run(changes) }
        try pusher.register(
            try DeviceToken(hex: "11"), as: .pushToStart("delivery"), installation: "phone", owner: "anna", app: app)
        try await body(runtime, pusher, transport)
        running.cancel()
        try await pusher.close()
    }

    private func start(_ runtime: LiveActivityRuntime) async throws -> ActivityID {
        try await runtime.start(
            DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna", options: StartOptions())
    }

    @Test func eachPushIsStoredWithItsTimestampBeforeItIsSent() async throws {
        let store = Store(isShared: true)
        try await run(store) { runtime, pusher, transport in
            var sent = transport.sent.makeAsyncIterator()
            let order = try await start(runtime)
            let start = try #require(await sent.next())
            #expect(start.event == "start" && start.start == TokenRow.Start.unanswered.rawValue)
            #expect(start.stored.map { Int($0) } == start.timestamp)
            try pusher.register(
                try DeviceToken(hex: "22"), as: .activity(order), installation: "phone", owner: "anna", app: app)
            clock.advance(by: 60)
            try await runtime.send(DeliveryEvent.preparationStarted, to: order)
            // A push with priority 5 and a timestamp not ahead of the clock: for a ledger of one process it need not be stored.
            let update = try #require(await sent.next())
            #expect(update.event == "update" && update.stored.map { Int($0) } == update.timestamp)
        }
    }

    @Test func whatCannotBeStoredIsNotSentAndGoesLater() async throws {
        let store = Store(isShared: true)
        try await run(store) { runtime, pusher, transport in
            store.fail(true)
            var failures = store.failures.makeAsyncIterator()
            _ = try await start(runtime)
            _ = await failures.next()
            #expect(transport.count.load(ordering: .relaxed) == 0)
            store.fail(false)
            // After a pause, one push is sent.
            while transport.count.load(ordering: .relaxed) == 0 {
                clock.advance(by: 1)
                await Task.yield()
            }
            var sent = transport.sent.makeAsyncIterator()
            #expect(await sent.next()?.event == "start")
            clock.advance(by: 200)
            #expect(transport.count.load(ordering: .relaxed) == 1)
            _ = pusher
        }
    }

    /// A registration that cannot be stored is refused, and written with the next write.
    @Test func aRegistrationThatCannotBeStoredIsRefused() async throws {
        let store = Store(isShared: true)
        try await run(store) { _, pusher, transport in
            store.fail(true)
            #expect(throws: PushError.ledgerUnavailable(reason: "the test says so")) {
                try pusher.register(try DeviceToken(hex: "33"), as: .widgets, installation: "pad", owner: "ben", app: app)
            }
            #expect(!store.records.contains { $0.name == "pad" })
            store.fail(false)
            try pusher.register(try DeviceToken(hex: "33"), as: .widgets, installation: "pad", owner: "ben", app: app)
            #expect(store.records.contains { $0.name == "pad" })
            #expect(transport.count.load(ordering: .relaxed) == 0)
        }
    }

    /// With a ledger of a single process, a full disk stops no push.
    @Test func aLedgerOfOneProcessStopsNoPush() async throws {
        let store = Store(isShared: false)
        try await run(store) { runtime, _, transport in
            store.fail(true)
            _ = try await start(runtime)
            var sent = transport.sent.makeAsyncIterator()
            #expect(await sent.next()?.event == "start")
            store.fail(false)
        }
    }

    /// A record encrypted for one location cannot be decrypted at another, or with another key.
    @Test func aSealedRecordIsReadAtItsPlaceWithItsKeyAlone() throws {
        let record = LedgerRecord(forgotten: "phone")
        let (key, other) = (try LedgerCipher(key: .init(size: .bits256)), try LedgerCipher(key: .init(size: .bits256)))
        let sealed = try key.seal(record, at: "a")
        #expect(try key.open(sealed, at: "a") == record)
        #expect(throws: (any Error).self) { try key.open(sealed, at: "b") }
        #expect(throws: (any Error).self) { try other.open(sealed, at: "a") }
        #expect(throws: (any Error).self) { try LedgerCipher(key: nil).open(sealed, at: "a") }
        #expect(key.place(of: "phone") != "phone" && key.place(of: "phone") == key.place(of: "phone"))
        #expect(key.place(of: "phone") != other.place(of: "phone"))
        #expect(try LedgerCipher(key: nil).place(of: "phone") == "phone")
        #expect(throws: PushError.self) { try LedgerCipher(key: .init(size: .bits128)) }
    }
}
#endif
