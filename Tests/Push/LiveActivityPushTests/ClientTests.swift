#if Push
import Crypto
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// The client against the APNs of LiveActivityPushTesting, over HTTP/2 and TLS.
@Suite struct ClientTests {
    private let signer = ProviderSigner()
    private let bundle = "com.example.food"

    private func server(_ prepare: (inout APNSModel) -> Void = { _ in }) throws -> APNSServer {
        try APNSServer { model in
            model.register(signer.key)
            for number in 0..<16 { model.register(Self.token(number), RegisteredToken(bundle: bundle)) }
            prepare(&model)
        }
    }

    private static func token(_ number: Int) -> String { String(repeating: "ab", count: 31) + String(format: "%02x", number) }

    private func client(_ server: APNSServer, _ change: (inout APNSClientConfiguration) -> Void = { _ in }) throws -> APNSClient
    {
        var configuration = APNSClientConfiguration()
        configuration.answerTimeout = 60
        change(&configuration)
        let roots = try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8))
        return APNSClient(
            endpoint: APNSEndpoint(host: "127.0.0.1", port: server.port, trustRoots: roots),
            key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8), configuration: configuration)
    }

    private func request(_ number: Int = 0) throws -> PushRequest {
        let payload = ActivityPayload(.update, contentState: JSONText(trusted: Array("{}".utf8)), timestamp: Date())
        return try .device(
            payload, to: DeviceToken(hex: Self.token(number)), app: BundleID(bundle), priority: .opportunistic,
            expiration: .once,
            id: UUID())
    }

    @Test func aPushIsAcceptedAndTheAnswerHasItsID() async throws {
        let server = try server()
        defer { server.shutdown() }
        let client = try client(server)
        let request = try request()
        let answer = try await client.send(request)
        #expect(answer.status == 200)
        #expect(answer.id == request[header: "apns-id"])
        await client.close()
    }

    @Test func manyPushesShareAConnectionAndAllAreAnswered() async throws {
        let server = try server()
        defer { server.shutdown() }
        let client = try client(server) { $0.connectionsMax = 1 }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<300 {
                let request = try request(number % 16)
                group.addTask { try await client.send(request).status }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 300])
        #expect(client.statistics.connectionsOpened == 1)
        await client.close()
    }

    @Test func aRefusalHasItsReason() async throws {
        let server = try server()
        defer { server.shutdown() }
        let client = try client(server)
        var request = try request()
        request.path = "/3/device/" + String(repeating: "ef", count: 32)
        let answer = try await client.send(request)
        #expect(answer.status == 400)
        #expect(answer.reason == .badDeviceToken)
        await client.close()
    }

    @Test func aGoAwayIsFollowedByANewConnection() async throws {
        let server = try server()
        defer { server.shutdown() }
        let client = try client(server)
        #expect(try await client.send(try request()).status == 200)
        server.disconnect()
        // The client detects the closed connection at its next request at the latest; that one fails, and the following one
        // uses a new connection.
        var statuses: [Int] = []
        for _ in 0..<20 where statuses.isEmpty {
            if let answer = try? await client.send(try request()) { statuses.append(answer.status) }
        }
        #expect(statuses == [200])
        await client.close()
    }

    @Test func anEndpointWithoutHTTP2SaysSo() async throws {
        // The server answers TLS with plain text, as an HTTP server without TLS does.
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(PlainHTTP()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        let client = APNSClient(endpoint: APNSEndpoint(host: "127.0.0.1", port: port), key: nil)
        let error = await #expect(throws: PushError.self) { try await client.send(try request()) }
        #expect(error?.description.contains("does not support HTTP/2 over TLS") == true, "\(String(describing: error))")
        await client.close()
        try await listener.close()
    }

    /// A proxy or web server: TLS succeeds, but another application protocol is negotiated, or none.
    @Test(arguments: [["http/1.1"], []]) func aServerOfHTTP1BehindTLSSaysSo(protocols: [String]) async throws {
        let certificate = try ServerCertificate(now: Date())
        let tls = try NIOSSLContext(configuration: certificate.tls(protocols: protocols))
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([NIOSSLServerHandler(context: tls), PlainHTTP()])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        let roots = try NIOSSLCertificate.fromPEMBytes(Array(certificate.authorityPEM.utf8))
        let client = APNSClient(endpoint: APNSEndpoint(host: "127.0.0.1", port: port, trustRoots: roots), key: nil)
        let error = await #expect(throws: PushError.self) { try await client.send(try request()) }
        #expect(error == .notHTTP2(endpoint: "127.0.0.1:\(port)", negotiated: nil))
        await client.close()
        try await listener.close()
    }

    @Test func aClosedClientRefuses() async throws {
        let client = APNSClient(endpoint: APNSEndpoint(host: "127.0.0.1", port: 1), key: nil)
        await client.close()
        await #expect(throws: PushError.closed) { try await client.send(try request()) }
    }

    @Test func anEndpointThatNobodyServesIsUnreachable() async throws {
        var configuration = APNSClientConfiguration()
        configuration.answerTimeout = 0.5
        let client = APNSClient(endpoint: APNSEndpoint(host: "127.0.0.1", port: 1), key: nil, configuration: configuration)
        let error = await #expect(throws: PushError.self) { try await client.send(try request()) }
        guard case .unreachable("127.0.0.1:1", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await client.close()
    }
}

private final class PlainHTTP: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let answer = ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n")
        context.writeAndFlush(NIOAny(answer), promise: nil)
    }
}
#endif
