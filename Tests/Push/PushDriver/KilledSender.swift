#if Push && SQLite
import Foundation
import LiveActivityCore
import LiveActivityPushTesting
import Synchronization

/// An APNs model and the devices, in a process that keeps running, and a sender that is killed with SIGKILL repeatedly.
final class KilledSender {
    /// One device with one activity, which handles pushes as a real device does.
    private struct Device {
        var starts = 0
        var timestamp = 0
        var content = JSONValue.null
        /// The estimate in the content, which only increases.
        var estimate = 0.0
        var isOlderAfterNewer = false
        /// The estimate of the newest alert.
        var alerted = 0.0
        var pushes = 0
    }

    private final class Devices: Sendable {
        let list = Mutex(Array(repeating: Device(), count: Sender.activities))
    }

    private let rounds: Int
    private let folder: URL
    private let server: APNSServer
    private let feed: FileHandle
    private let devices = Devices()
    private var generator: SystemRandomNumberGenerator = .init()
    /// The pushes that the devices received, to investigate lost ones.
    private static let received = Mutex("")

    init(rounds: Int) throws {
        self.rounds = rounds
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("push-kill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        for name in ["devices.jsonl", "alerts"] {
            _ = FileManager.default.createFile(atPath: folder.appendingPathComponent(name).path, contents: nil)
        }
        let feed = try FileHandle(forWritingTo: folder.appendingPathComponent("devices.jsonl"))
        let devices = devices
        let signer = ProviderSigner()
        // With one thread, devices receive pushes in the order of acceptance.
        server = try APNSServer(
            onDelivery: { delivery in Self.receive(delivery, devices, feed) },
            prepare: { model in
                model.register(signer.key)
                for number in 0..<Sender.activities {
                    for start in [true, false] {
                        model.register(Self.token(number, start: start), RegisteredToken(bundle: Sender.bundle))
                    }
                }
            })
        try Data(server.authorityPEM.utf8).write(to: folder.appendingPathComponent("ca.pem"))
        try Data(signer.p8.utf8).write(to: folder.appendingPathComponent("key.p8"))
        try Data("\(server.port)".utf8).write(to: folder.appendingPathComponent("port"))
        self.feed = feed
    }

    deinit { server.shutdown() }

    /// - Returns: Whether nothing was lost.
    func run() throws -> Bool {
        let begin = ContinuousClock.now
        openApps()
        for _ in 0..<rounds {
            let process = try start("work")
            // Kills the sender sometimes before it has started, mostly while it sends.
            let wanted = pushes + Int.random(in: 0...60, using: &generator)
            for _ in 0..<400 where pushes < wanted || wanted == 0 { usleep(5_000) }
            usleep(UInt32.random(in: 0...5_000, using: &generator))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            guard process.terminationReason == .uncaughtSignal else {
                print("the sender ended by itself with the status \(process.terminationStatus)")
                return false
            }
        }
        // Users open their apps: that reveals starts that were lost by a kill.
        openApps()
        let last = try start("finish")
        last.waitUntilExit()
        let problems = try problems()
        print("\(rounds) kills, \(pushes) pushes, \(Sender.activities) devices in \(ContinuousClock.now - begin)")
        print(server.statistics)
        for problem in problems { print(problem) }
        try Self.received.withLock { try Data($0.utf8).write(to: folder.appendingPathComponent("received")) }
        guard problems.isEmpty, last.terminationStatus == 0 else {
            print("\(problems.count) problems, status \(last.terminationStatus); the files are in \(folder.path)")
            return false
        }
        try FileManager.default.removeItem(at: folder)
        print("everything was kept")
        return true
    }

    /// The number of received pushes.
    private var pushes: Int { devices.list.withLock { $0.reduce(0) { $0 + $1.pushes } } }

    private func start(_ task: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["send", folder.path, task]
        try process.run()
        return process
    }

    // MARK: - Devices

    private static func token(_ number: Int, start: Bool) -> String {
        String(repeating: start ? "aa" : "bb", count: 30) + String(format: "%04x", number)
    }

    /// Every app registers its push-to-start token.
    private func openApps() {
        for number in 0..<Sender.activities { Self.register(number, #""start":"delivery""#, start: true, feed) }
    }

    private static func register(_ number: Int, _ target: String, start: Bool, _ feed: FileHandle) {
        let line =
            #"{"installation":"device-\#(number)","owner":"person-\#(number)","app":"\#(Sender.bundle)","#
            + #""environment":"production","token":"\#(token(number, start: start))",\#(target)}"#
        feed.write(Data((line + "\n").utf8))
    }

    private static func receive(_ delivery: APNSDelivery, _ devices: Devices, _ feed: FileHandle) {
        guard case .token(let token) = delivery.target, let number = Int(token.suffix(4), radix: 16),
            let aps = (try? JSONValue(parsing: delivery.body))?["aps"], let timestamp = aps["timestamp"]?.int
        else { return }
        let isStart = aps["event"]?.string == "start"
        received.withLock { $0.append("\(Date().timeIntervalSinceReferenceDate) \(number) \(aps)\n") }
        devices.list.withLock { list in
            list[number].pushes += 1
            if isStart { list[number].starts += 1 }
            let estimate = aps["content-state"]?["estimatedDeliveryTime"]?.elements.first { _ in true }?.double ?? 0
            if aps["alert"] != nil { list[number].alerted = max(list[number].alerted, estimate) }
            // Older pushes are ignored, as on a device.
            guard timestamp > list[number].timestamp else { return }
            if estimate < list[number].estimate { list[number].isOlderAfterNewer = true }
            (list[number].timestamp, list[number].estimate) = (timestamp, estimate)
            list[number].content = aps["content-state"] ?? .null
        }
        // The app is woken, and registers the activity's token. The activity's id is in the push's name.
        guard isStart, let activity = delivery.collapseID?.split(separator: "-").first else { return }
        register(number, #""activity":"\#(activity)""#, start: false, feed)
    }

    // MARK: - Checks

    private func problems() throws -> [String] {
        var problems: [String] = []
        let devices = devices.list.withLock { $0 }
        for (number, device) in devices.enumerated() {
            if device.starts != 1 { problems.append("device \(number) has had \(device.starts) starts") }
            if device.isOlderAfterNewer { problems.append("device \(number) has shown older content after newer") }
        }
        let contents = try String(contentsOf: folder.appendingPathComponent("contents"), encoding: .utf8)
        let lines = contents.split(separator: "\n")
        if lines.count != Sender.activities { problems.append("\(lines.count) activities instead of \(Sender.activities)") }
        for line in lines {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard let number = Int(parts[0]), devices.indices.contains(number) else { continue }
            if devices[number].content != (try JSONValue(parsing: Array(parts[1].utf8))) {
                problems.append(
                    "device \(number) does not show the newest content: \(devices[number].content), not \(parts[1])")
            }
        }
        // The changes in the file were in the runtime's store before.
        let alerts = try String(contentsOf: folder.appendingPathComponent("alerts"), encoding: .utf8)
        var newest: [Int: Double] = [:]
        for line in alerts.split(separator: "\n") {
            let parts = line.split(separator: " ").compactMap { Double($0) }
            if parts.count == 2 { newest[Int(parts[0])] = parts[1] }
        }
        for (number, estimate) in newest.sorted(by: { $0.key < $1.key }) where devices[number].alerted < estimate {
            problems.append("an alert of device \(number) is lost")
        }
        if newest.isEmpty { problems.append("there were no alerts") }
        return problems
    }
}
#endif
