#if Service
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// The handler that answers requests on a connection's event loop, and the client's side of the connection.
struct DirectHandlerTests {
    /// Takes requests whose path begins with `/direct`, and passes on those with `/direct/back` after all.
    private final class Responder: DirectResponder {
        private let pending = Mutex<[@Sendable () -> Void]>([])
        private let answersAtOnce = Mutex(false)
        private let count = Mutex(0)

        /// The number of requests that were carried out.
        var carriedOut: Int { count.withLock(\.self) }
        func answerAtOnce() { answersAtOnce.withLock { $0 = true } }
        /// Completes the oldest request.
        func complete() { pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }

        func takes(_ head: HTTPRequestHead) -> Bool { head.uri.hasPrefix("/direct") }

        func respond(
            to parsed: HTTPRequestHead, _ body: ByteBuffer, on channel: any Channel,
            _ complete: @escaping @Sendable (_ response: @escaping @Sendable () -> BufferedResponse) -> Void
        ) -> Bool {
            if parsed.uri == "/direct/back" { return false }
            count.withLock { $0 += 1 }
            let completion: @Sendable () -> Void = { complete { BufferedResponse(ByteBuffer(string: parsed.uri)) } }
            if answersAtOnce.withLock(\.self) { completion() } else { pending.withLock { $0.append(completion) } }
            return true
        }
    }

    /// Counts the reads that reach the socket.
    private final class Reads: ChannelOutboundHandler {
        typealias OutboundIn = HTTPServerResponsePart
        var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    private enum Failure: Error { case reset }

    private let responder = Responder()
    private let channel = EmbeddedChannel()
    private let reads = Reads()

    private init() throws {
        try channel.pipeline.syncOperations.addHandlers([reads, DirectHandler(responder)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func request(_ path: String) throws {
        try channel.writeInbound(
            HTTPServerRequestPart.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: path)))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    /// The bodies of the responses that were written.
    private func responses() throws -> [String] {
        var bodies: [String] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let body)) = part { bodies.append(String(buffer: body)) }
        }
        return bodies
    }

    /// The paths of the requests that were passed on.
    private func passed() throws -> [String] {
        var paths: [String] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            if case .head(let head) = part { paths.append(head.uri) }
        }
        return paths
    }

    @Test func requestsAreAnsweredOrPassedOnInTheirOrder() throws {
        for path in ["/direct/1", "/direct/2", "/other", "/direct/3"] { try request(path) }
        #expect(try (responder.carriedOut, passed().count, responses()) == (1, 0, []))
        responder.complete()
        #expect(try (responder.carriedOut, passed().count, responses()) == (2, 0, ["/direct/1"]))
        responder.complete()
        // Behind one that was passed on, a request is passed on too.
        #expect(try (responder.carriedOut, passed(), responses()) == (2, ["/other", "/direct/3"], ["/direct/2"]))
    }

    @Test func aRequestThatIsNotAnsweredIsPassedOn() throws {
        try request("/direct/back")
        #expect(try (responder.carriedOut, passed(), responses()) == (0, ["/direct/back"], []))
    }

    /// Regression: a connection that failed while an event was being stored passed the event on, so that it was applied twice.
    @Test func anErrorDoesNotRepeatTheRequestBeingAnswered() throws {
        try request("/direct/1")
        channel.pipeline.fireErrorCaught(Failure.reset)
        try channel.throwIfErrorCaught()
        #expect(try passed() == [])
        responder.complete()
        #expect(try (responder.carriedOut, passed(), responses()) == (1, [], ["/direct/1"]))
        #expect(throws: Failure.reset) { try channel.throwIfErrorCaught() }
    }

    @Test func aRequestThatIsCompletedAfterItsConnectionHasNoResponse() throws {
        try request("/direct/1")
        try request("/other")
        _ = try channel.finish(acceptAlreadyClosed: true)
        responder.complete()
        #expect(responder.carriedOut == 1)
    }

    @Test func aClientThatPipelinesIsReadAgainAfterTheResponse() throws {
        try request("/direct/1")
        let before = reads.count
        channel.read()
        #expect(reads.count == before + 1, "nothing waits")
        try request("/direct/2")
        channel.read()
        channel.read()
        #expect(reads.count == before + 1)
        responder.complete()
        #expect(reads.count == before + 2)
    }

    @Test func aClientThatDoesNotReadIsAnsweredNoFurther() throws {
        responder.answerAtOnce()
        channel.isWritable = false
        for path in ["/direct/1", "/direct/2", "/direct/3"] { try request(path) }
        #expect(try (responder.carriedOut, responses()) == (1, ["/direct/1"]))
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(try (responder.carriedOut, responses()) == (3, ["/direct/2", "/direct/3"]))
    }

    /// Regression: each of them was answered within the call of the one before, so that their number was limited by the stack.
    @Test func thousandsThatWaitAreAnsweredWithoutDeepCalls() throws {
        try request("/direct/first")
        for _ in 0..<20_000 { try request("/direct") }
        responder.answerAtOnce()
        responder.complete()
        #expect(try (responder.carriedOut, responses().count) == (20_001, 20_001))
    }
}
#endif
