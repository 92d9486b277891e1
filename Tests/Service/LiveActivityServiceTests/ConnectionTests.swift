#if Service
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import LiveActivityService

/// A connection of HTTP/1.1, whose time is moved by hand: when it is closed, and when it is not.
struct ConnectionTests {
    private let channel = EmbeddedChannel()
    private let connections = Connections()
    private let output = Output()

    /// The output of the connection, which an `EmbeddedChannel` cannot close alone.
    private final class Output: ChannelOutboundHandler {
        typealias OutboundIn = HTTPServerResponsePart
        private(set) var isClosed = false

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else { return context.close(mode: mode, promise: promise) }
            isClosed = true
            promise?.succeed()
        }
    }

    /// - Throws: An error of NIO if the connection cannot be set up.
    private init() throws {
        var limits = ServiceConfiguration.Limits()
        (limits.headerTimeout, limits.bodyTimeout, limits.idleTimeout) = (10, 60, 75)
        try channel.pipeline.syncOperations.addHandlers([output, HTTPMessageHandler(limits, connections)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func receive(_ part: HTTPServerRequestPart) throws { try channel.writeInbound(part) }

    private func request() throws {
        try receive(.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "localhost"])))
    }

    private func wholeRequest() throws {
        try request()
        try receive(.end(nil))
    }

    private func respond() throws {
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    /// Responds that the connection closes.
    private func refuse() throws {
        let head = HTTPResponseHead(version: .http1_1, status: .badRequest, headers: ["Connection": "close"])
        try channel.writeOutbound(HTTPServerResponsePart.head(head))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    /// Whether the connection is closed exactly after this time.
    private func isClosed(after seconds: Int64) -> Bool {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds) - .nanoseconds(1))
        guard channel.isActive else { return false }
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
        return !channel.isActive && connections.count == 0
    }

    @Test func aConnectionWithoutARequestIsClosed() throws {
        #expect(channel.isActive && connections.count == 1)
        #expect(isClosed(after: 10))
    }

    @Test func aRequestThatIsNotCompleteIsClosed() throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        try request()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        try receive(.body(ByteBuffer(string: "{")))
        #expect(isClosed(after: 1))
    }

    @Test func aConnectionIsNotClosedBeforeItsResponse() throws {
        try wholeRequest()
        channel.embeddedEventLoop.advanceTime(by: .hours(24))
        #expect(channel.isActive)
        try respond()
        #expect(isClosed(after: 75))
    }

    @Test func aConnectionIsUnusedBetweenRequestsOnly() throws {
        for _ in 0..<3 {
            try wholeRequest()
            try respond()
            channel.embeddedEventLoop.advanceTime(by: .seconds(74))
        }
        // Two requests, of which the second is answered long after the first.
        for _ in 0..<2 { try wholeRequest() }
        try respond()
        channel.embeddedEventLoop.advanceTime(by: .hours(24))
        #expect(channel.isActive)
        try respond()
        // A response before its request is complete, as to a request without a token: the rest must come in time.
        try request()
        try respond()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        try receive(.end(nil))
        #expect(isClosed(after: 75))
    }

    @Test func theRestOfAnAnsweredRequestMustComeInTime() throws {
        try wholeRequest()
        try respond()
        try request()
        try respond()
        #expect(isClosed(after: 60))
    }

    @Test func aStoppingServiceClosesAConnectionAfterItsResponses() throws {
        for _ in 0..<2 { try wholeRequest() }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try respond()
        #expect(channel.isActive)
        try respond()
        #expect(!channel.isActive && connections.count == 0)
        #expect(try outbound().count == 4, "both responses are written")

        // An unused connection is closed at once.
        let unused = try ConnectionTests()
        unused.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!unused.channel.isActive)
    }

    private func outbound() throws -> [HTTPServerResponsePart] {
        var parts: [HTTPServerResponsePart] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) { parts.append(part) }
        return parts
    }

    /// A stream's client that has gone is noticed; one whose request is not complete has the deadline of its body.
    @Test func aConnectionThatTheClientHasClosedOnItsSideIsClosed() throws {
        try request()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(channel.isActive)
        try receive(.end(nil))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)

        let unused = try ConnectionTests()
        try unused.wholeRequest()
        try unused.respond()
        unused.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!unused.channel.isActive)
    }

    /// A socket that is closed with unread input resets the connection: what the client has not received yet would be lost.
    @Test func aConnectionLingersAfterItsLastResponse() throws {
        try wholeRequest()
        try refuse()
        try wholeRequest()
        try receive(.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: ["Host": "localhost"])))
        try receive(.body(ByteBuffer(string: "{")))
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        let received = try (0..<3).map { _ in try channel.readInbound(as: HTTPServerRequestPart.self).map { "\($0)".prefix(4) }
        }
        #expect(received == ["head", "end(", nil])
        #expect(throws: ChannelError.ioOnClosedChannel) { try respond() }
        // As Hummingbird does then.
        let closed = channel.close()
        #expect(output.isClosed)
        #expect(isClosed(after: 1))
        try closed.wait()
    }

    @Test func aConnectionLingersNoLongerThanItsClient() throws {
        try wholeRequest()
        try refuse()
        #expect(output.isClosed && channel.isActive)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive && connections.count == 0)
    }
}
#endif
