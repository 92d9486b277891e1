#if Push
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import NIOSSL
import Synchronization

extension Benchmark {
    static let pushLatency = Benchmark(
        name: "push-latency",
        summary: "from an event in the engine to its bytes at the server, p99 at 1,000 events/s; all in one process"
    ) {
        let line = try PushLine(activities: 2_000, channel: false)
        defer { line.stop() }
        // Each activity has an event every two seconds: timestamps are whole seconds, so a second push within the same second
        // would wait.
        try line.play(events: 2_000, perSecond: 1_000)
        line.forget()
        try line.play(events: 10_000, perSecond: 1_000)
        let delays = line.delays
        // A change that arrives during the push of an earlier change of its activity is sent with the next push.
        guard delays.count > 9_000 else {
            throw BenchmarkError(reason: "only \(delays.count) of 10,000 pushes arrived; \(line.report)")
        }
        return [
            Figure("push-latency-median", delays[delays.count / 2], "ms", .lowerIsBetter),
            Figure("push-latency-p99", delays[delays.count * 99 / 100], "ms", .lowerIsBetter),
        ]
    }

    static let pushBroadcast = Benchmark(
        name: "push-broadcast",
        summary: "one change of an activity that a channel's followers see: pushes, and the time to the server"
    ) {
        let line = try PushLine(activities: 1, channel: true)
        defer { line.stop() }
        var times: [Double] = []
        for _ in 0..<20 {
            line.forget()
            try line.play(events: 1, perSecond: 100)
            guard line.delays.count == 1 else {
                throw BenchmarkError(reason: "\(line.delays.count) pushes for one change; \(line.report)")
            }
            times += line.delays
            // The next push has another timestamp.
            usleep(1_000_000)
        }
        return [
            Figure("push-broadcast", times.median, "ms", .lowerIsBetter),
            Figure("push-broadcast-pushes", 1, "pushes", .lowerIsBetter),
        ]
    }

    static let pushMemory = Benchmark(
        name: "push-memory",
        summary: "ledger and policy of 200,000 devices, each a UUID with a token for starts and one of an activity"
    ) {
        let count = 200_000
        let app = PushAppID(try BundleID("com.example.food"), .production)
        let kind = PushKind(attributesType: "DeliveryAttributes")
        var fleet = Fleet(Fleet.Configuration(devices: 2 * count), kinds: [FleetKind(DeliveryAttributes.self)], at: Date())
        _ = fleet.drainTokenChanges()
        let before = residentBytes()
        var scheduler = PushScheduler(apps: [PushApp(app, kinds: ["delivery": kind])])
        let now = Date()
        for device in 0..<count {
            // Named like installations of apps: `UUID().uuidString`.
            let installation = InstallationID(rawValue: UUID().uuidString)
            for (position, target) in [
                TokenTarget.pushToStart("delivery"), .activity(ActivityID(rawValue: UInt64(device) << 8)),
            ].enumerated() {
                guard let token = fleet.pushToStartToken(of: 2 * device + position, attributesType: "DeliveryAttributes") else {
                    continue
                }
                try scheduler.register(
                    DeviceToken(hex: token), as: target, installation: installation,
                    owner: OwnerID(rawValue: "person-\(device)"), app: app, at: now)
            }
            if device % 1_000 == 0 {
                _ = scheduler.takeLedgerChanges()
                _ = scheduler.takeWantedOwners()
                _ = scheduler.takeWantedContents()
            }
        }
        let bytes = Double(residentBytes() - before) / Double(count)
        guard scheduler.nextDeadline == nil || scheduler.inFlight == 0 else {
            throw BenchmarkError(reason: "something was sent")
        }
        return [Figure("push-memory", bytes, "bytes/device", .lowerIsBetter)]
    }

    static let pushRestart = Benchmark(
        name: "push-restart",
        summary:
            "opening the ledger of 100,000 installations, each with the token of an activity, and the records that are asked for"
    ) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let app = PushAppID(try BundleID("com.example.food"), .production)
        var ledger = TokenLedger()
        for device in 0..<100_000 {
            let bytes = (0..<32).map { UInt8(truncatingIfNeeded: device >> ($0 % 4 * 8)) &+ UInt8($0) }
            try ledger.register(
                DeviceToken(bytes), as: .activity(ActivityID(rawValue: UInt64(device) << 8)),
                installation: InstallationID(rawValue: "installation-\(device)"), owner: OwnerID(rawValue: "person-\(device)"),
                app: app, at: Date())
        }
        try FileLedgerStore(path: path).append(ledger.takeChanges())
        var asked = 0
        let time = try seconds {
            var scheduler = PushScheduler(
                apps: [PushApp(app, kinds: ["delivery": PushKind(attributesType: "DeliveryAttributes")])],
                ledger: TokenLedger(try FileLedgerStore(path: path).load()))
            asked = scheduler.takeWantedContents().count
        }
        guard asked == 0 else { throw BenchmarkError(reason: "\(asked) records were asked for") }
        return [Figure("push-restart", time, "s", .lowerIsBetter)]
    }
}

/// A runtime, a pusher, a client and a server in one process, with the times at which each push of an activity began and
/// arrived.
private final class PushLine {
    private let runtime: LiveActivityRuntime
    private let pusher: ActivityPusher
    private let server: APNSServer
    private let arrivals: Arrivals
    private var ids: [ActivityID] = []
    private var reader: Task<Void, Never>?
    private var sent = 0

    init(activities: Int, channel: Bool) throws {
        let (signer, arrivals) = (ProviderSigner(), Arrivals(activities))
        var configuration = APNSModel.Configuration()
        configuration.acceptsUnknownTokens = true
        server = try APNSServer(configuration, onDelivery: { arrivals.arrived($0) }) { $0.register(signer.key) }
        self.arrivals = arrivals
        let app = PushAppID(try BundleID("com.example.food"), .production)
        let client = APNSClient(
            endpoint: APNSEndpoint(
                host: "127.0.0.1", port: server.port,
                trustRoots: [try NIOSSLCertificate(bytes: Array(server.authorityPEM.utf8), format: .pem)]),
            key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8))
        var kind = PushKind(attributesType: "DeliveryAttributes")
        kind.startsByPush = false
        if channel {
            let id = try ChannelID(try Self.makeChannel(server, signer))
            kind.channel = { _ in id }
        }
        runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())])
        var policy = PushPolicy()
        policy.spacing = 0
        pusher = try ActivityPusher(
            commands: runtime, apps: [PushApp(app, kinds: ["delivery": kind])], transports: [app: client], policy: policy,
            keepsSequences: false)
        let changes = runtime.changes()
        reader = Task.detached { [pusher] in await pusher.run(changes) }
        for number in 0..<activities {
            let owner = OwnerID(rawValue: "person-\(number)")
            let id = try runtime.start(DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria"), owner: owner)
            ids.append(id)
            if channel { continue }
            try pusher.register(
                try DeviceToken(hex: Arrivals.token(number)), as: .activity(id),
                installation: InstallationID(rawValue: "device-\(number)"), owner: owner, app: app)
        }
        // The first connection, and the pushes that the registration causes.
        usleep(2_000_000)
    }

    private static func makeChannel(_ server: APNSServer, _ signer: ProviderSigner) throws -> String {
        server.update { model -> String in
            var connection = model.connect()
            let request = APNSRequest(
                path: "/1/apps/com.example.food/channels", headers: [("authorization", "bearer \(signer.token(at: Date()))")],
                body: Array(#"{"message-storage-policy":0,"push-type":"LiveActivity"}"#.utf8))
            guard case .answer(let answer, _) = model.decide(request, on: &connection, at: Date()).outcome else { return "" }
            return answer.channel ?? ""
        }
    }

    /// Sends events, one activity after the other, at a steady rate. Returns when the pushes have arrived.
    func play(events: Int, perSecond: Double) throws {
        let clock = ContinuousClock()
        let start = clock.now
        for event in 0..<events {
            let due = start + .seconds(Double(event) / perSecond)
            while clock.now < due { usleep(50) }
            let number = event % ids.count
            sent += 1
            arrivals.began(number)
            try runtime.send(
                DeliveryEvent.courierMoved(
                    position: DeliveryPosition(latitude: 53, longitude: Double(sent % 997) / 10), stopsLeft: nil, arrival: nil
                ),
                to: ids[number])
        }
        usleep(300_000)
    }

    /// The outcomes of the first activity's pushes.
    var report: String {
        let steps = ids.first.map { pusher.trace(of: $0) } ?? []
        return "\(server.statistics), \(pusher.backlog), \(steps.suffix(5).map { "\($0)" }.joined(separator: "; "))"
    }

    func forget() { arrivals.forget() }
    var delays: [Double] { arrivals.delays.sorted() }

    func stop() {
        reader?.cancel()
        server.shutdown()
    }
}

/// The time at which the newest event of each activity began, and the milliseconds until its push reached the server.
private final class Arrivals: Sendable {
    private struct State {
        var began: [ContinuousClock.Instant?]
        var delays: [Double] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(began: Array(repeating: nil, count: count))) }

    static func token(_ number: Int) -> String { String(format: "%064x", number + 1) }

    func began(_ number: Int) { state.withLock { $0.began[number] = .now } }
    func forget() { state.withLock { $0.delays = [] } }
    var delays: [Double] { state.withLock(\.delays) }

    func arrived(_ delivery: APNSDelivery) {
        let now = ContinuousClock.now
        var number = 0
        if case .token(let token) = delivery.target { number = (Int(token, radix: 16) ?? 1) - 1 }
        state.withLock { state in
            guard state.began.indices.contains(number), let began = state.began[number] else { return }
            state.began[number] = nil
            let (seconds, attoseconds) = (now - began).components
            state.delays.append(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
        }
    }
}
#endif
