#if Push
import NIOCore

/// Collects all writes until a flush in one buffer.
///
/// A push is two frames, and TLS makes one record of each buffer. Many pushes share one flush, so this makes a few large
/// records of hundreds of small buffers.
///
/// While many requests are written, the flush of each is delayed. Each request still needs its own flush, because NIO sends the
/// DATA frames of one flush in no particular order: this way a request's body follows its headers, and the server can answer it
/// while the next one is written.
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

    /// Delays the flushes of `body` until it returns or a record is full.
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
