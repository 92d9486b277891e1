#if Push
import NIOCore

/// Puts everything that is written until a flush into one buffer.
///
/// A push is two frames, and TLS makes a record of each buffer that it receives. Many pushes share one flush, so this makes a
/// few large records of hundreds of small buffers.
///
/// A writer of many requests holds flushes back meanwhile. NIO sends the DATA frames of one flush in no order: with a flush for
/// each request its body follows its headers, and the server can answer it while the next one is written.
final class WriteCoalescer: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var pending = ByteBuffer()
    private var promise: EventLoopPromise<Void>?
    private var isHolding = false
    private weak var context: ChannelHandlerContext?
    /// The capacity of one TLS record.
    private static let recordSize = 16_384

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    /// Lets flushes of `body` wait until it is over or a record is full.
    func hold(_ body: () -> Void) {
        isHolding = true
        body()
        isHolding = false
        if let context, pending.readableBytes > 0 { flush(context: context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .byteBuffer(var buffer) = Self.unwrapOutboundIn(data) else {
            pass(context)
            return context.write(data, promise: promise)
        }
        pending.writeBuffer(&buffer)
        guard let promise else { return }
        if let first = self.promise { first.futureResult.cascade(to: promise) } else { self.promise = promise }
    }

    func flush(context: ChannelHandlerContext) {
        guard !isHolding || pending.readableBytes >= Self.recordSize else { return }
        pass(context)
        context.flush()
    }

    private func pass(_ context: ChannelHandlerContext) {
        guard pending.readableBytes > 0 else { return }
        let buffer = pending
        pending = context.channel.allocator.buffer(capacity: max(1_024, buffer.readableBytes))
        context.write(Self.wrapOutboundOut(.byteBuffer(buffer)), promise: promise)
        promise = nil
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        promise?.fail(NIOCore.ChannelError.ioOnClosedChannel)
        promise = nil
    }
}
#endif
