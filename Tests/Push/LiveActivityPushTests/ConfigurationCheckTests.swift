#if PushFiles
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import NIOSSL
import Synchronization
import Testing

/// The findings of `push check`.
@Suite struct ConfigurationCheckTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)")
    private let signer = ProviderSigner()

    private func configuration(_ yaml: String, _ files: [String: String] = [:]) throws -> PushConfiguration {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files.merging(["key.p8": signer.p8, "push.yaml": yaml], uniquingKeysWith: { $1 }) {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        return try PushConfiguration(file: folder.appendingPathComponent("push.yaml").path)
    }

    private func yaml(_ more: String = "", bundle: String = "com.example.food") -> String {
        """
        keys:
          - {id: \(signer.key.id), team: \(signer.key.team), file: key.p8}
        apps:
          - bundle: \(bundle)
            environment: production
            key: \(signer.key.id)
            kinds:
              delivery: {attributes-type: DeliveryAttributes, start-alert: {title: a, body: b}}
        \(more)
        """
    }

    @Test func aTokenOfAnotherEnvironmentIsFoundBeforeAnythingIsSent() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        func line(_ environment: String, _ token: String) -> String {
            #"{"installation":"a","owner":"anna","app":"com.example.food","environment":"\#(environment)","token":"\#(token)","widgets":true}"#
                + "\n"
        }
        let right = try configuration(yaml("devices: devices.jsonl"), ["devices.jsonl": line("production", "00ff")])
        #expect(right.problems() == [])
        let wrong = try configuration(
            yaml("devices: devices.jsonl"),
            ["devices.jsonl": line("production", "00ff") + line("sandbox", "11ff") + line("sandbox", "00ff")])
        let problems = wrong.problems().map(\.description)
        #expect(problems.count == 2)
        #expect(problems.first?.contains("2 tokens of com.example.food (sandbox)") == true, "\(problems)")
        #expect(problems.last?.contains("1 tokens are registered for several") == true, "\(problems)")
    }

    /// An installed service may not write the folder of its settings.
    @Test func theLedgerAndTheTraceAreInTheServicesFolder() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let state = folder.appendingPathComponent("state")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let names = "ledger: ledger.jsonl\ntrace: trace.jsonl"
        var push = try configuration(yaml(names))
        push.stateFolder = state.path
        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: state.path).sorted() }
        try #require(try push.traceFile()).append([])
        _ = try push.pusher(for: LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())]))
        #expect(try files().contains("ledger.jsonl") && files().contains("trace.jsonl"))
        #expect(push.problems() == [])

        // Earlier versions wrote beside the configuration: what is there is not left behind.
        try FileManager.default.removeItem(at: state)
        push = try configuration(yaml(names), ["ledger.jsonl": "", "trace.jsonl": ""])
        push.stateFolder = state.path
        #expect(push.problems() == [])
        _ = try push.pusher(for: LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())]))
        #expect(!FileManager.default.fileExists(atPath: state.path))
    }

    @Test func aFolderThatCannotBeWrittenIsFoundBeforeTheStart() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let push = try configuration(yaml("ledger: none/ledger.jsonl\ntrace: none/trace.jsonl"))
        let problems = push.problems().map(\.description)
        #expect(problems.count == 2)
        #expect(problems.first?.contains("'ledger': the folder '\(folder.path)/none' does not exist") == true, "\(problems)")
        #expect(problems.last?.contains("'trace': the folder '\(folder.path)/none' does not exist") == true, "\(problems)")
    }

    @Test func connectingFindsAWrongKeyAndAWrongTopic() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try APNSServer { $0.register(signer.key) }
        defer { server.shutdown() }
        let endpoint = "endpoint: {host: 127.0.0.1, port: \(server.port), trust: ca.pem}"
        let right = try configuration(yaml(endpoint), ["ca.pem": server.authorityPEM])
        #expect(await right.problemsByConnecting() == [])
        #expect(server.statistics.delivered == 0)
        server.update { $0.revoke(key: signer.key.id) }
        let problems = await right.problemsByConnecting()
        #expect(problems.count == 1)
        #expect(problems.first?.description.contains("the provider token is not valid") == true, "\(problems)")
    }

    /// APNs accepts provider tokens that are at most an hour old; a deviation of 60 s shows that the clock is not synchronised.
    @Test func aWrongClockIsFound() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // Half an hour ahead of the provider tokens: on a loaded machine the last token may be created minutes after this.
        let serversTime = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down) + 1_800)
        let server = try APNSServer(clock: { serversTime }) { $0.register(signer.key) }
        defer { server.shutdown() }
        let endpoint = "endpoint: {host: 127.0.0.1, port: \(server.port), trust: ca.pem}"
        let checked = try configuration(yaml(endpoint), ["ca.pem": server.authorityPEM])
        for seconds in [-60.0, 0, 60] {
            #expect(await checked.problemsByConnecting { serversTime + seconds } == [])
        }
        for seconds in [-61.0, 61] {
            let problems = await checked.problemsByConnecting { serversTime + seconds }
            #expect(problems.count == 1)
            #expect(problems.first?.description.contains("clock and the server's differ by 61 s") == true, "\(problems)")
        }
    }

    /// The clock is so wrong that APNs refuses the provider token.
    @Test func aClockThatIsHoursWrongIsFound() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let serversTime = Date() + 7_200
        let server = try APNSServer(clock: { serversTime }) { $0.register(signer.key) }
        defer { server.shutdown() }
        let endpoint = "endpoint: {host: 127.0.0.1, port: \(server.port), trust: ca.pem}"
        let checked = try configuration(yaml(endpoint), ["ca.pem": server.authorityPEM])
        let problems = await checked.problemsByConnecting()
        #expect(problems.map(\.description).contains { $0.contains("this computer's clock is wrong") }, "\(problems)")
    }

    @Test func aChannelOfEachActivityIsTheOneThatItWasStartedWith() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let delivered = Mutex<[APNSDelivery.Target]>([])
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let server = try APNSServer(
            onDelivery: { delivery in
                delivered.withLock { $0.append(delivery.target) }
                arrival.yield()
            }
        ) { $0.register(signer.key) }
        defer { server.shutdown() }
        let client = APNSClient(
            endpoint: APNSEndpoint(
                host: "127.0.0.1", port: server.port,
                trustRoots: try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8))),
            key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8))
        let channel = try await ChannelManager(app: try BundleID("com.example.food"), transport: client).create(.nothing)
        await client.close()
        let text = yaml("endpoint: {host: 127.0.0.1, port: \(server.port), trust: ca.pem}")
            .replacingOccurrences(
                of: "delivery: {attributes-type: DeliveryAttributes,",
                with: "delivery: {attributes-type: DeliveryAttributes, channel: of-activity,")
        let checked = try configuration(text, ["ca.pem": server.authorityPEM])
        #expect(checked.problems() == [])
        let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())])
        let changes = runtime.changes()
        let pusher = try checked.pusher(for: runtime)
        let running = Task { await pusher.run(changes) }
        let order = DeliveryAttributes(orderNumber: 1, restaurantName: "Pizza")
        let id = try await runtime.start(order, owner: "anna")
        runtime.setPushType(.channel(channel.rawValue), of: id)
        try await runtime.send(DeliveryEvent.preparationStarted, to: id)
        var arrivals = arrived.makeAsyncIterator()
        _ = await arrivals.next()
        #expect(Set(delivered.withLock { $0 }) == [.channel(channel.rawValue)])
        running.cancel()
        try await pusher.close()
    }

    @Test func anAndroidAppNeedsAServiceAccount() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = try ServiceAccountSigner(project: "food").json
        let text = """
            apps:
              - bundle: com.example.food_app
                environment: production
                fcm: {account: account.json, for: android}
                kinds: {delivery: {attributes-type: DeliveryAttributes}}
            """
        let right = try configuration(text, ["account.json": account])
        #expect(right.problems() == [])
        #expect(right.apps.map(\.service) == [.fcmAndroid(project: "")])
        let wrong = try configuration(text, ["account.json": "{}"])
        #expect(wrong.problems().first?.description.contains("it is not the file of a service account") == true)
        #expect(throws: PushError.self) { try configuration(text.replacingOccurrences(of: "android", with: "windows")) }
    }
}
#endif
