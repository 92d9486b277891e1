#if Push
import DeliveryActivity
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivityPush

/// A transport that records its requests, and answers as the test specifies.
private final class RecordedTransport: PushTransport {
    let requests: AsyncStream<PushRequest>
    private let continuation: AsyncStream<PushRequest>.Continuation
    private let answers: @Sendable (PushRequest) -> PushAnswer?

    init(_ answers: @escaping @Sendable (PushRequest) -> PushAnswer? = { _ in PushAnswer(status: 200) }) {
        (requests, continuation) = AsyncStream.makeStream(of: PushRequest.self)
        self.answers = answers
    }

    func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
        continuation.yield(request)
        if let answer = answers(request) { whenAnswered(.success(answer)) }
    }

    func renewProviderToken() -> Bool { true }
    func useNewConnections() {}
    func close() async {}
}

/// Tests a pusher with a runtime and a store: changes go in, requests come out.
@Suite struct PusherTests {
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_781_974_800))
    private let app: PushAppID

    init() throws { app = PushAppID(try BundleID("com.example.food"), .production) }

    private func pusher(
        _ runtime: LiveActivityRuntime, _ transport: RecordedTransport, _ ledger: MemoryLedgerStore
    ) throws -> ActivityPusher {
        let kind = PushKind(
            attributesType: "DeliveryAttributes", startAlert: AlertConfiguration(title: "Order", body: "Placed"))
        return try ActivityPusher(
            commands: runtime, apps: [PushApp(app, kinds: ["delivery": kind])], transports: [app: transport], store: ledger,
            clock: clock)
    }

    private func event(_ request: PushRequest?) throws -> String? {
        try request.map { try JSONValue(parsing: $0.body)["aps"]?["event"]?.string } ?? nil
    }

    @Test func anOrderIsStartedUpdatedAndEndedOnAPhone() async throws {
        let runtime = try LiveActivityRuntime(clock: clock, providers: [AnyProvider(DeliveryProvider())], store: MemoryStore())
        let transport = RecordedTransport()
        let pusher = try pusher(runtime, transport, MemoryLedgerStore())
        let changes = try await runtime.changes(for: "push")
        let running = Task { await pusher.run(changes) }
        var requests = transport.requests.makeAsyncIterator()

        try pusher.register(
            try DeviceToken(hex: "11"), as: .pushToStart("delivery"), installation: "phone", owner: "anna", app: app)
        let order = try await runtime.start(
            DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna", options: StartOptions())
        let start = await requests.next()
        #expect(start?.path == "/3/device/11")
        #expect(try event(start) == "start")

        // The token is registered; the activity's record contains nothing new.
        try pusher.register(try DeviceToken(hex: "22"), as: .activity(order), installation: "phone", owner: "anna", app: app)
        clock.advance(by: 60)
        try await runtime.send(DeliveryEvent.preparationStarted, to: order)
        let update = await requests.next()
        #expect(update?.path == "/3/device/22")
        #expect(try event(update) == "update")
        let content = try JSONValue(parsing: update?.body ?? [])["aps"]?["content-state"]
        let record = try runtime.record(of: order)
        #expect(content == record?.content.state.value)

        try await runtime.end(order, dismissalPolicy: .immediate, timestamp: nil)
        #expect(try event(await requests.next()) == "end")
        running.cancel()
        try await pusher.close()
    }

    /// As after a kill: the ledger and the runtime's store remain, the pusher is new.
    @Test func whatHadNoAnswerIsSentAgainWithTheSameID() async throws {
        let runtime = try LiveActivityRuntime(clock: clock, providers: [AnyProvider(DeliveryProvider())], store: MemoryStore())
        let ledger = MemoryLedgerStore()
        let silent = RecordedTransport { _ in nil }
        let first = try pusher(runtime, silent, ledger)
        let changes = try await runtime.changes(for: "push")
        let order = try await runtime.start(
            DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna", options: StartOptions())
        try first.register(try DeviceToken(hex: "22"), as: .activity(order), installation: "phone", owner: "anna", app: app)
        // With the token known, a change that no device needs is acknowledged, and is not delivered again.
        let running = Task { await first.run(changes) }
        var requests = silent.requests.makeAsyncIterator()
        let lost = await requests.next()
        running.cancel()
        await running.value

        let transport = RecordedTransport()
        let second = try pusher(runtime, transport, ledger)
        clock.advance(by: 20)
        let again = try await runtime.changes(for: "push")
        let rerunning = Task { await second.run(again) }
        var repeated = transport.requests.makeAsyncIterator()
        let update = await repeated.next()
        #expect(try event(update) == "update")
        #expect(update?[header: "apns-id"] == lost?[header: "apns-id"])
        rerunning.cancel()
    }

    /// Its queries end early. If an owner's activities then counted as read, the next process would not read them.
    @Test func aClosedPusherHasReadNothing() async throws {
        let runtime = try LiveActivityRuntime(clock: clock, providers: [AnyProvider(DeliveryProvider())])
        let pusher = try pusher(runtime, RecordedTransport(), MemoryLedgerStore())
        let order = try await runtime.start(
            DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna", options: StartOptions())
        #expect(await pusher.kind(of: order) == "delivery")
        #expect(await pusher.isSettled())
        try await pusher.close()
        #expect(await pusher.kind(of: order) == nil)
        #expect(await !pusher.isSettled())
    }

    @Test func aLedgerThatCannotBeReadIsAnError() throws {
        struct Broken: LedgerStore {
            func load() throws(PushError) -> [LedgerRecord] { throw .ledgerUnavailable(reason: "broken") }
            func append(_ records: [LedgerRecord]) {}
        }
        let runtime = try LiveActivityRuntime(clock: clock, providers: [AnyProvider(DeliveryProvider())])
        #expect(throws: PushError.ledgerUnavailable(reason: "broken")) {
            try ActivityPusher(commands: runtime, apps: [], transports: [:], store: Broken(), clock: clock)
        }
    }
}
#endif
