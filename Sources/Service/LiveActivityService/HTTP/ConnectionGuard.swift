#if Service
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes connections whose requests arrive too slowly, and those whose client has closed its side.
///
/// It compares the deadline only when a timer fires, and sets no timer per request: a busy connection has one timer in ten
/// seconds.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let connections: Connections
    private let batchBytes: Int
    private let headerTimeout: TimeAmount
    private let bodyTimeout: TimeAmount
    /// When the request that is being received must be complete; `nil` between requests.
    private var deadline: NIODeadline?
    private var timer: Scheduled<Void>?

    init(_ limits: ServiceConfiguration.Limits, _ connections: Connections) {
        self.connections = connections
        batchBytes = max(limits.bodyBytes, limits.batchBytes)
        headerTimeout = .milliseconds(Int64(limits.headerTimeout * 1_000))
        bodyTimeout = .milliseconds(Int64(limits.bodyTimeout * 1_000))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.insert(context.channel)
        let pipeline = context.pipeline.syncOperations
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandlers(
                [
                    UnreadableRequests(), ExpectContinue(limit: batchBytes), ClosingResponses(), MessageVersions(),
                    Compression(limit: batchBytes),
                ], position: .before(codec))
        }
        if context.channel.isActive { expect(within: headerTimeout, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        connections.remove(context.channel)
    }

    func channelActive(context: ChannelHandlerContext) {
        expect(within: headerTimeout, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        // Removed here rather than in `handlerRemoved`, which runs only after those waiting for the connection's end have
        // resumed.
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: expect(within: bodyTimeout, context)
        case .body: break
        case .end: deadline = nil
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        // The client can no longer receive what a stream writes.
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, deadline == nil { context.close(promise: nil) }
    }

    private func expect(within time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline = .now() + time
        if timer == nil { setTimer(time, context) }
    }

    private func setTimer(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: time) {
            let (guardian, context) = bound.value
            guardian.timer = nil
            guard let deadline = guardian.deadline else { return }
            let now = NIODeadline.now()
            if deadline <= now { context.close(promise: nil) } else { guardian.setTimer(deadline - now, context) }
        }
    }
}
#endif
