#if Push
import Foundation
import LiveActivityCore
import NIOCore
import NIOEmbedded
import Testing

@testable import LiveActivityPush

@Suite struct ConnectionPoolTests {
    private let configuration: APNSClientConfiguration

    init() {
        var configuration = APNSClientConfiguration()
        (configuration.connectionsMax, configuration.pushesPerConnection) = (2, 2)
        self.configuration = configuration
    }

    private func request() throws -> WaitingRequest {
        let payload = ActivityPayload(.update, contentState: JSONText(trusted: Array("{}".utf8)), timestamp: PushStory.begin)
        let request = try PushRequest.device(
            payload, to: DeviceToken(hex: "11"), app: BundleID("com.example.food"), priority: .opportunistic,
            expiration: .once, id: UUID())
        return WaitingRequest(request: request, waitsUntil: .now() + .hours(1)) { _ in }
    }

    /// In earlier versions a client with one open connection stayed with it after an attempt to open another one had failed.
    @Test func aFurtherConnectionIsTriedAgainWhileTheFirstLives() throws {
        let loop = EmbeddedEventLoop()
        let client = APNSClient(endpoint: APNSEndpoint(host: "localhost", port: 443), key: nil)
        let opening = loop.makePromise(of: APNSConnection.self)
        defer { opening.fail(PushError.closed) }
        let handler = APNSConnectionHandler(client, WriteCoalescer(), opening)
        let connection = APNSConnection(EmbeddedChannel(loop: loop), NIOLoopBound(handler, eventLoop: loop))
        var pool = ConnectionPool()
        func grows(_ requests: Int) throws -> Bool {
            for _ in 0..<requests { _ = pool.add(try request()) }
            let (overdue, _, grows, isOpen) = pool.tick(configuration)
            #expect(overdue.isEmpty && isOpen)
            return grows
        }
        guard case .connect = pool.add(try request()) else {
            Issue.record("the first request opens a connection")
            return
        }
        let isUsed = pool.add(connection)
        #expect(isUsed)
        #expect(try !grows(1), "one connection is enough")
        #expect(pool.pause(first: 1, longest: 60) == 0)

        #expect(try grows(3))
        #expect(try !grows(3), "one attempt at a time")
        var (refused, retries) = pool.connectionFailed(.unreachable(endpoint: "localhost", reason: "refused"))
        #expect(refused.isEmpty && !retries, "the first connection takes the requests")
        #expect(try !grows(2), "the load has fallen")
        #expect(try grows(3))
        #expect(1...1.2 ~= pool.pause(first: 1, longest: 60))
        (refused, retries) = pool.connectionFailed(.notHTTP2(endpoint: "localhost", negotiated: nil))
        #expect(refused.isEmpty && !retries, "the first connection takes them also after this failure")
        #expect(try grows(3))
        #expect(2...2.4 ~= pool.pause(first: 1, longest: 60))
    }
}
#endif
