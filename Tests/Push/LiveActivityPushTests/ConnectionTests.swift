#if Push
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import NIOSSL
import Synchronization
import Testing

/// Server faults while requests are in progress.
@Suite struct ConnectionTests {
    private let signer = ProviderSigner()
    private let bundle = "com.example.food"
    private let token = String(repeating: "ab", count: 32)

    private func server(_ configuration: APNSModel.Configuration = .init(), _ prepare: (inout APNSModel) -> Void = { _ in })
        throws
        -> APNSServer
    {
        try APNSServer(configuration) { model in
            model.register(signer.key)
            model.register(token, RegisteredToken(bundle: bundle))
            prepare(&model)
        }
    }

    private func client(
        _ server: APNSServer, at host: String = "127.0.0.1", _ signer: ProviderSigner? = nil,
        _ change: (inout APNSClientConfiguration) -> Void = { _ in }
    ) throws -> APNSClient {
        var configuration = APNSClientConfiguration()
        configuration.answerTimeout = 60
        change(&configuration)
        let signer = signer ?? self.signer
        return APNSClient(
            endpoint: APNSEndpoint(
                host: host, port: server.port,
                trustRoots: try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8))),
            key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8), configuration: configuration)
    }

    private func request() throws -> PushRequest {
        let payload = ActivityPayload(.update, contentState: JSONText(trusted: Array("{}".utf8)), timestamp: Date())
        return try .device(
            payload, to: DeviceToken(hex: token), app: BundleID(bundle), priority: .opportunistic, expiration: .once, id: UUID()
        )
    }

    /// The outcomes of many requests: the status, or a word.
    private func outcomes(_ client: APNSClient, _ count: Int) async throws -> [String: Int] {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                let request = try request()
                group.addTask {
                    do throws(PushError) { return "\(try await client.send(request).status)" } catch {
                        switch error {
                        case .unprocessed: return "unprocessed"
                        case .unanswered: return "unanswered"
                        default: return "\(error)"
                        }
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    #if os(Linux)
    /// Linux has all addresses of 127.0.0.0/8.
    @Test func aServersCertificateNamesTheAddressThatItListensOn() async throws {
        let server = try APNSServer(host: "127.0.0.2") { model in
            model.register(signer.key)
            model.register(token, RegisteredToken(bundle: bundle))
        }
        defer { server.shutdown() }
        let client = try client(server, at: "127.0.0.2")
        #expect(try await client.send(try request()).status == 200)
        await client.close()
        // A name has no place among addresses.
        #expect(throws: (any Error).self) { try APNSServer(host: "localhost") { _ in } }
    }
    #endif

    @Test func aClientTrustsTheNextServerWithTheSameAuthority() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        func server(port: Int = 0, _ signer: ProviderSigner) throws -> APNSServer {
            try APNSServer(port: port, authorityFile: file.path) { model in
                model.register(signer.key)
                model.register(token, RegisteredToken(bundle: bundle))
            }
        }
        let first = try server(signer)
        let client = try client(first)
        #expect(try await client.send(try request()).status == 200)
        first.shutdown()
        let second = try server(port: first.port, try ProviderSigner(p8: signer.p8))
        defer { second.shutdown() }
        #expect(second.authorityPEM == first.authorityPEM)
        // The client notices that its connection is closed while it sends, and a request on it has no answer.
        var statuses: [Int] = []
        for _ in 0..<20 where statuses.isEmpty {
            if let answer = try? await client.send(try request()) { statuses.append(answer.status) }
        }
        #expect(statuses == [200])
        await client.close()
        try Data("no certificate".utf8).write(to: file)
        #expect(throws: (any Error).self) { try server(signer) }
    }

    @Test func requestsBehindAGoAwayWereNotProcessedAndEveryRequestHasAnEnd() async throws {
        let server = try server()
        defer { server.shutdown() }
        let client = try client(server) { $0.connectionsMax = 1 }
        #expect(try await client.send(try request()).status == 200)
        server.update { $0.add(APNSFault(.goAway(.shutdown), .next(1))) }
        let outcomes = try await outcomes(client, 200)
        // All requests have an outcome. Those after the last stream that the server has processed may be repeated; earlier ones
        // without an answer are in doubt.
        #expect(outcomes.values.reduce(0, +) == 200)
        #expect(Set(outcomes.keys).isSubset(of: ["200", "unprocessed", "unanswered"]), "\(outcomes)")
        #expect(outcomes["unprocessed", default: 0] > 0)
        #expect(client.statistics.lastGoAway == "Shutdown")
        #expect(try await client.send(try request()).status == 200)
        #expect(client.statistics.connectionsOpened == 2)
        await client.close()
    }

    @Test func aGoAwayOnTheFirstStreamOfAConnectionIsOnlyAGoAway() async throws {
        let server = try server { $0.add(APNSFault(.goAway(.shutdown), .next(1))) }
        defer { server.shutdown() }
        let client = try client(server)
        #expect(try await outcomes(client, 1) == ["unprocessed": 1])
        #expect(client.statistics.lastGoAway == "Shutdown")
        #expect(try await client.send(try request()).status == 200)
        await client.close()
    }

    @Test func anIdleConnectionIsTestedWithAPingAndStaysOpen() async throws {
        let server = try server()
        defer { server.shutdown() }
        let client = try client(server) { ($0.pingAfter, $0.pingTimeout) = (0.1, 30) }
        #expect(try await client.send(try request()).status == 200)
        // The server answers a PING, so the connection is kept. The client checks twice a second.
        try await Task.sleep(for: .milliseconds(1_300))
        #expect(try await client.send(try request()).status == 200)
        #expect(client.statistics.connectionsOpened == 1)
        await client.close()
    }

    @Test func aConnectionWhoseServerIsSilentIsGivenUp() async throws {
        let server = try server()
        defer { server.shutdown() }
        // Long enough for a busy machine to open the new connection, which has the same timeout.
        let client = try client(server) { ($0.answerTimeout, $0.pingTimeout) = (4, 0.5) }
        server.update { $0.add(APNSFault(.stall, .next(1))) }
        #expect(try await outcomes(client, 1) == ["unanswered": 1])
        #expect(try await client.send(try request()).status == 200)
        await client.close()
    }

    @Test func aKeyIsReplacedUnderLoad() async throws {
        let old = signer
        let new = ProviderSigner(id: "ABC123DEFH")
        let server = try server { $0.register(new.key) }
        defer { server.shutdown() }
        let first = try client(server, old)
        let second = try client(server, new)
        #expect(try await first.send(try request()).status == 200)
        // Requests continue with the old key, then it is revoked, and the host switches to the new one.
        async let before = outcomes(first, 300)
        async let with = outcomes(second, 300)
        #expect(try await before == ["200": 300])
        #expect(try await with == ["200": 300])
        server.update { $0.revoke(key: old.key.id) }
        #expect(try await outcomes(first, 3) == ["403": 3])
        #expect(try await outcomes(second, 300) == ["200": 300])
        await first.close()
        await second.close()
    }
}

/// Broadcast channels through the management API.
@Suite struct ChannelManagerTests {
    @Test func aChannelIsCreatedListedReadAndDeleted() async throws {
        let signer = ProviderSigner()
        let server = try APNSServer { $0.register(signer.key) }
        defer { server.shutdown() }
        let client = APNSClient(
            endpoint: APNSEndpoint(
                host: "127.0.0.1", port: server.port,
                trustRoots: try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8))),
            key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8))
        let manager = ChannelManager(app: try BundleID("com.example.food"), transport: client)
        let kept = try await manager.create(.newest)
        let other = try await manager.create(.nothing)
        #expect(Set(try await manager.list()) == [kept, other])
        #expect(try await manager.storage(of: kept) == .newest)
        #expect(try await manager.storage(of: other) == .nothing)
        try await manager.delete(other)
        #expect(try await manager.list() == [kept])
        let error = await #expect(throws: ChannelError.self) { try await manager.storage(of: other) }
        guard case .refused(let answer)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(answer.reason == .channelNotRegistered)
        await client.close()
    }
}
#endif
