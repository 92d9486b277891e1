#if Service
import NIOCore

/// A handler that closes its channel at a deadline.
///
/// The deadline is compared only when a timer fires, and moving it sets no timer: a busy connection has one timer in ten
/// seconds.
protocol ChannelDeadline: ChannelHandler, SendableMetatype {
    /// When the channel closes; `nil` for never.
    var deadline: NIODeadline? { get set }
    var timer: Scheduled<Void>? { get set }
}

extension ChannelDeadline {
    func expect(within time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline = .now() + time
        if timer == nil { setTimer(time, context) }
    }

    private func setTimer(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: time) {
            let (handler, context) = bound.value
            handler.timer = nil
            guard let deadline = handler.deadline else { return }
            let now = NIODeadline.now()
            if deadline <= now { context.close(promise: nil) } else { handler.setTimer(deadline - now, context) }
        }
    }
}

extension TimeAmount {
    init(seconds: Double) { self = .milliseconds(Int64(seconds * 1_000)) }
}
#endif
