#if Push
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import NIOSSL
import SportsActivity
import Synchronization

extension Benchmark {
    static let pushUpdates = Benchmark(
        name: "push-updates",
        summary: "pushes answered a second over one connection, beside aioapns; client and server share the machine"
    ) {
        let server = try PushServer()
        defer { server.stop() }
        // The median of three runs; the first second warms up both processes.
        let rate = try (0..<3).map { _ in try server.rate(of: 100_000) }.median
        let other = try server.aioapns(3_000)
        return [Figure("push-updates", rate, "answered/s", .higherIsBetter, baseline: ("aioapns", other))]
    }

    static let pushOfLimit = Benchmark(
        name: "push-of-limit",
        summary: "the same beside h2load, which sends the same bodies to the same server over one connection"
    ) {
        let server = try PushServer()
        defer { server.stop() }
        let rate = try (0..<3).map { _ in try server.rate(of: 100_000) }.median
        let limit = try (0..<3).map { _ in try server.h2load(100_000) }.median
        return [Figure("push-of-limit", rate, "answered/s", .higherIsBetter, baseline: ("h2load", limit))]
    }

    static let pushFleet = Benchmark(
        name: "push-fleet", summary: "100,000 modelled devices that follow a match for an hour, one push each for every update"
    ) {
        let day = try MatchHour()
        var configuration = Fleet.Configuration(devices: 100_000)
        configuration.travelling = 0.2
        configuration.rotationsPerHour = 0.05
        configuration.removalsPerHour = 0.05
        configuration.silentlyDeadStartTokens = 0.02
        configuration.registrationDelay = 1...5
        let before = residentBytes()
        var fleet = Fleet(configuration, kinds: [FleetKind(SportsAttributes.self)], at: day.begin)
        let time = try seconds { try day.play(on: &fleet) }
        guard fleet.statistics.olderAfterNewer == 0, fleet.statistics.started > 90_000 else {
            throw BenchmarkError(reason: "the fleet showed \(fleet.statistics)")
        }
        let bytes = Double(residentBytes() - before) / 100_000
        return [
            Figure("push-fleet", time, "s", .lowerIsBetter),
            Figure("push-fleet-pushes", Double(day.pushes) / time, "pushes/s", .higherIsBetter),
            Figure("push-fleet-memory", bytes, "bytes/device", .lowerIsBetter),
        ]
    }
}

/// An APNs in a separate process, and the clients that send to it.
private final class PushServer {
    private let folder: URL
    private let process = Process()
    private let input = Pipe()
    private let client: APNSClient
    private let request: PushRequest

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("push-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("PushDriver")
        process.arguments = ["serve", folder.path]
        process.standardInput = input
        process.standardOutput = FileHandle.standardError
        try process.run()
        while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("port").path) {
            guard process.isRunning else { throw BenchmarkError(reason: "PushDriver has ended; build the product PushDriver") }
            usleep(10_000)
        }
        func read(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        guard let port = Int(try read("port")) else { throw BenchmarkError(reason: "PushDriver has written no port") }
        let body = JSONText(
            trusted: Array(
                #"{"driverName":"Alex","estimatedDeliveryTime":[803667600,803669400],"currentStep":"delivering"}"#.utf8))
        let payload = ActivityPayload(.update, contentState: body, timestamp: Date())
        request = try .device(
            payload, to: try DeviceToken(hex: try read("token")), app: try BundleID("com.example.food"),
            priority: .opportunistic,
            expiration: .once)
        try Data(request.body).write(to: folder.appendingPathComponent("body"))
        var configuration = APNSClientConfiguration()
        configuration.connectionsMax = 1
        client = APNSClient(
            endpoint: APNSEndpoint(
                host: "127.0.0.1", port: port,
                trustRoots: try NIOSSLCertificate.fromPEMFile(folder.appendingPathComponent("ca.pem").path)),
            key: try ProviderKey(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", pem: try read("key.p8")),
            configuration: configuration)
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The requests answered per second, with 1,000 requests outstanding at any time.
    func rate(of count: Int) throws -> Double {
        let load = Load(client: client, request: request, count: count)
        let time = seconds { load.run() }
        guard load.failures == 0 else { throw BenchmarkError(reason: "\(load.failures) of \(count) pushes failed") }
        return Double(count) / time
    }

    func aioapns(_ count: Int) throws -> Double {
        let python = ".build-push/venv/bin/python"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw BenchmarkError(reason: "aioapns is not installed; run Scripts/test-push once, in the package's folder")
        }
        return try number(of: python, ["Tests/Push/peer_aioapns.py", folder.path, "--rate", "\(count)"]) { Double($0) }
    }

    func h2load(_ count: Int) throws -> Double {
        let port = try String(contentsOf: folder.appendingPathComponent("port"), encoding: .utf8)
        let jwt = try String(contentsOf: folder.appendingPathComponent("jwt"), encoding: .utf8)
        var arguments = ["-n", "\(count)", "-c", "1", "-m", "1000", "-d", folder.appendingPathComponent("body").path]
        for header in request.headers { arguments += ["-H", "\(header.name): \(header.value)"] }
        arguments += ["-H", "authorization: bearer \(jwt)", "https://127.0.0.1:\(port)\(request.path)"]
        return try number(of: "/usr/bin/h2load", arguments) { line in
            // finished in 3.21s, 31152.65 req/s, 1.49MB/s
            guard line.hasPrefix("finished in"), let rate = line.split(separator: ",").dropFirst().first else { return nil }
            return rate.split(separator: " ").first.flatMap { Double($0) }
        }
    }

    private func number(of program: String, _ arguments: [String], _ read: (Substring) -> Double?) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let value = output.split(separator: "\n").compactMap(read).first else {
            throw BenchmarkError(reason: "\(program) printed no figure: \(output)")
        }
        return value
    }
}

/// Sends the same request repeatedly: each answer triggers the next one.
private final class Load: Sendable {
    private struct State {
        var unsent: Int
        var unanswered: Int
        var failures = 0
    }

    private let client: APNSClient
    private let request: PushRequest
    private let state: Mutex<State>
    private let done = DispatchSemaphore(value: 0)

    init(client: APNSClient, request: PushRequest, count: Int) {
        self.client = client
        self.request = request
        state = Mutex(State(unsent: count, unanswered: count))
    }

    var failures: Int { state.withLock(\.failures) }

    func run() {
        for _ in 0..<1_000 { next() }
        done.wait()
    }

    private func next() {
        let isLeft = state.withLock { state in
            guard state.unsent > 0 else { return false }
            state.unsent -= 1
            return true
        }
        guard isLeft else { return }
        client.send(request) { [self] result in
            let isDone = state.withLock { state in
                if (try? result.get())?.status != 200 { state.failures += 1 }
                state.unanswered -= 1
                return state.unanswered == 0
            }
            if isDone { done.signal() } else { next() }
        }
    }
}

/// An hour of a match, as changes of the sports provider.
private final class MatchHour {
    let begin = Date(timeIntervalSince1970: 1_781_974_800)
    private(set) var pushes = 0
    private var attributes = JSONText(.null)
    private var contents: [JSONText] = []

    init() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1))
        let provider = AnyProvider(SportsProvider())
        try engine.register(provider)
        guard let samples = provider.samples(), let first = samples.attributes.first else {
            throw BenchmarkError(reason: "sports has no samples")
        }
        try engine.apply(
            .start(Command.Start(kind: "sports", owner: "anna", attributes: first.value, options: StartOptions(key: "match"))),
            at: begin)
        for moment in samples.story {
            _ = try? engine.apply(
                .send(.key(owner: "anna", kind: "sports", key: "match"), event: moment.event.value), at: begin + moment.after_s)
        }
        attributes = first
        try engine.drainChanges { pending throws(EngineError) in
            if let content = try pending.change().content { contents.append(content.state) }
        }
    }

    /// A start, then an update every five minutes, to every device.
    func play(on fleet: inout Fleet) throws {
        let type = "SportsAttributes"
        let start =
            #"{"aps":{"timestamp":\#(unix(begin)),"event":"start","alert":{"title":"a","body":"b"},"attributes-type":"\#(type)","#
            + #""attributes":\#(attributes),"content-state":\#(contents[0])}}"#
        for device in 0..<fleet.configuration.devices {
            guard let token = fleet.pushToStartToken(of: device, attributesType: type) else { continue }
            send(start, token, 10, &fleet)
        }
        var tokens: [String?] = Array(repeating: nil, count: fleet.configuration.devices)
        for step in 1...12 {
            fleet.advance(to: begin + Double(step * 300))
            for report in fleet.drainReports() {
                if case .activityToken(let token, _) = report.what { tokens[report.device] = token }
            }
            _ = fleet.drainTokenChanges()
            let content = contents[min(step, contents.count - 1)]
            let body = #"{"aps":{"timestamp":\#(unix(fleet.now)),"event":"update","content-state":\#(content)}}"#
            for case let token? in tokens { send(body, token, 5, &fleet) }
        }
        fleet.advance(to: begin + 3_660)
    }

    private func unix(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }

    private func send(_ body: String, _ token: String, _ priority: Int, _ fleet: inout Fleet) {
        pushes += 1
        fleet.receive(
            APNSDelivery(
                at: fleet.now, target: .token(token), bundle: "com.example.app", priority: priority,
                storage: .until(fleet.now + 3_600), body: Array(body.utf8)))
    }
}
#endif
