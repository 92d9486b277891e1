#if Push
import NIOCore

/// Puts everything that is written until a flush into one buffer.
///
/// A push is two frames, and TLS makes a record of each buffer that it is given. Many pushes go with one flush, so this makes a few large
/// records of hundreds of small ones.
final class WriteCoalescer: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var pending = ByteBuffer()
    private var promise: EventLoopPromise<Void>?

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
