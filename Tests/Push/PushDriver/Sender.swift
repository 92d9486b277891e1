#if Push && SQLite
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySQLite
import NIOSSL

/// A service in a separate process: a runtime with a store, a pusher with a ledger, and the file of apps' registrations.
///
/// `work` sends events until it is killed. `finish` sends none, waits until everything is pushed, and writes each activity's
/// final content.
struct Sender {
    /// The number of activities.
    static let activities = 40
    static let bundle = "com.example.food"
    /// The seconds within which an app must show that it is alive. Short, so that the end of a run does not take minutes.
    static let proofWindow = 8.0

    private let folder: URL
    private let runtime: LiveActivityRuntime
    private let pusher: ActivityPusher

    init(folder: URL) throws {
        self.folder = folder
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
        // No limit: every alert counts here.
        runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(
                seed: .random(in: .min ... .max), limits: EngineLimits(alertsPerHour: 1_000_000)),
            providers: [AnyProvider(DeliveryProvider())], store: try SQLiteStore(path: path("activities.sqlite")))
        let app = PushAppID(try BundleID(Self.bundle), .production)
        var policy = PushPolicy()
        (policy.spacing, policy.urgentPerHour, policy.proofWindow) = (0.05, 1_000, Self.proofWindow)
        policy.retries = RetrySchedule(firstShort: 0.5, firstLong: 1)
        let kind = PushKind(
            attributesType: "DeliveryAttributes", startAlert: AlertConfiguration(title: "Order", body: "Follow it here"))
        let client = APNSClient(
            endpoint: APNSEndpoint(
                host: "127.0.0.1", port: Int(try text("port")) ?? 0,
                trustRoots: try NIOSSLCertificate.fromPEMFile(path("ca.pem"))),
            key: try ProviderKey(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", pem: try text("key.p8")))
        pusher = try ActivityPusher(
            commands: runtime, apps: [PushApp(app, kinds: ["delivery": kind])], transports: [app: client], policy: policy,
            store: try FileLedgerStore(path: path("ledger.jsonl")))
        try traceSteps(into: path("trace-\(ProcessInfo.processInfo.processIdentifier)"))
    }

    /// Logs the steps of each process, to investigate lost pushes.
    private func traceSteps(into path: String) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        pusher.logTrace { steps in
            for (activity, entry) in steps { file.write(Data("\(activity) \(entry)\n".utf8)) }
        }
    }

    func run(_ task: String) async throws {
        let changes = try await runtime.changes(for: "push")
        var feed = DeviceFeed(path: folder.appendingPathComponent("devices.jsonl").path, keepsPosition: true)
        try Self.read(&feed, into: pusher)
        let pushing = Task { [pusher] in await pusher.run(changes) }
        let following = Task { [pusher, feed] in
            var feed = feed
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(20))
                try? Self.read(&feed, into: pusher)
            }
        }
        if task == "work" { try await work() } else { try await finish() }
        following.cancel()
        pushing.cancel()
        try await pusher.close()
    }

    private static func read(_ feed: inout DeviceFeed, into pusher: ActivityPusher) throws {
        while true {
            let entries = try feed.readNew()
            if entries.isEmpty { return }
            try pusher.take(entries)
            try feed.keepPosition()
        }
    }

    /// Starts the missing activities, then sends events until it is killed.
    private func work() async throws {
        var ids: [ActivityID] = []
        for number in 0..<Self.activities {
            ids.append(
                try await runtime.start(
                    DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria"),
                    owner: OwnerID(rawValue: "person-\(number)"),
                    options: StartOptions(key: "order", ifRunning: .join)))
        }
        let log = try FileHandle(forWritingTo: folder.appendingPathComponent("alerts"))
        try log.seekToEnd()
        var generator = SystemRandomNumberGenerator()
        while true {
            let number = Int.random(in: 0..<Self.activities, using: &generator)
            // The estimate only increases, so that each content shows how new it is.
            let arrival = Date() + 1_801...Date() + 2_700
            let events: [DeliveryEvent] = [
                .arrivalEstimated(arrival: arrival), .arrivalEstimated(arrival: arrival), .pickedUp(arrival: arrival),
                .departed(arrival: arrival), .cameNearby(arrival: arrival), .attemptFailed(reason: .nobodyThere),
            ]
            let event = events[Int.random(in: 0..<events.count, using: &generator)]
            // An event that does not fit the activity's current step is refused.
            guard (try? await runtime.send(event, to: ids[number])) != nil else { continue }
            switch event {
            case .pickedUp, .cameNearby:
                log.write(Data("\(number) \(arrival.lowerBound.timeIntervalSinceReferenceDate)\n".utf8))
            default: break
            }
        }
    }

    /// Returns when nothing was pending for longer than the time within which an app must show that it is alive, twice.
    private func finish() async throws {
        var quietSince = ContinuousClock.now
        while ContinuousClock.now - quietSince < .seconds(2 * Self.proofWindow + 2) {
            try await Task.sleep(for: .milliseconds(50))
            let backlog = pusher.backlog
            if backlog.inFlight > 0 { quietSince = .now }
        }
        var lines = ""
        for number in 0..<Self.activities {
            for id in runtime.activities(of: OwnerID(rawValue: "person-\(number)")) {
                guard let record = try runtime.record(of: id) else { continue }
                lines += "\(number) \(record.content.state)\n"
            }
        }
        try Data(lines.utf8).write(to: folder.appendingPathComponent("contents"), options: .atomic)
    }
}
#endif
