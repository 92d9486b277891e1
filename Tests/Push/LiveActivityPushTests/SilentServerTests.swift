#if Push
import Foundation
import LiveActivityCore
import LiveActivityPushTesting
import NIOCore
import NIOEmbedded
import NIOPosix
import NIOSSL
import Testing

@testable import LiveActivityPush

/// A server that accepts a connection and then says nothing.
@Suite struct SilentServerTests {
    private let signer = ProviderSigner()
    private let token = String(repeating: "ab", count: 32)

    private func request() throws -> PushRequest {
        let payload = ActivityPayload(.update, contentState: JSONText(trusted: Array("{}".utf8)), timestamp: PushStory.begin)
        return try .device(
            payload, to: DeviceToken(hex: token), app: BundleID("com.example.food"), priority: .opportunistic,
            expiration: .once, id: UUID())
    }

    @Test func aConnectionWithoutSettingsIsGivenUpAtItsTimeout() throws {
        let loop = EmbeddedEventLoop()
        let client = APNSClient(endpoint: APNSEndpoint(host: "localhost", port: 443), key: nil)
        #expect(client.configuration.connectTimeout == 10)
        let opening = loop.makePromise(of: APNSConnection.self)
        var outcome: String?
        opening.futureResult.assumeIsolated().whenComplete { result in
            switch result {
            case .success: outcome = "opened"
            case .failure(let error): outcome = "\(error)"
            }
        }
        let channel = EmbeddedChannel(handler: APNSConnectionHandler(client, WriteCoalescer(), opening), loop: loop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 443)).wait()
        loop.advanceTime(by: .milliseconds(9_999))
        #expect(outcome == nil && channel.isActive)
        loop.advanceTime(by: .milliseconds(1))
        #expect(outcome == "localhost:443 cannot be reached: it completed neither TLS nor HTTP/2 within 10.0 s")
        #expect(!channel.isActive)
    }

    /// Earlier versions opened no other connection until the silent one was closed.
    @Test(.timeLimit(.minutes(1))) func pushesAreSentOnTheNextConnection() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let accepted = group.next().makePromise(of: (any Channel).self)
        let silent = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                accepted.succeed(channel)
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(silent.localAddress?.port)
        var configuration = APNSClientConfiguration()
        configuration.connectTimeout = 0.1
        let file = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        let authority = try APNSServer(authorityFile: file.path) { _ in }
        authority.shutdown()
        let client = APNSClient(
            endpoint: APNSEndpoint(
                host: "127.0.0.1", port: port,
                trustRoots: try NIOSSLCertificate.fromPEMBytes(Array(authority.authorityPEM.utf8))),
            key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8), configuration: configuration)
        let (first, second) = (try request(), try request())
        async let answers = [client.send(first), client.send(second)]
        let connection = try await accepted.futureResult.get()
        try await silent.close()
        let server = try APNSServer(port: port, authorityFile: file.path) { model in
            model.register(signer.key)
            model.register(token, RegisteredToken(bundle: "com.example.food"))
        }
        defer { server.shutdown() }
        #expect(try await answers.map(\.status) == [200, 200])
        #expect(client.statistics.connectionsOpened == 1)
        await client.close()
        try? await connection.close()
    }
}
#endif
