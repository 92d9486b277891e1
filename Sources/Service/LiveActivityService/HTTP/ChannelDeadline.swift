#if Service
import NIOCore

/// A handler that closes its channel at a deadline.
///
/// The deadline is compared only when a timer fires, and a later deadline sets no timer: a busy connection has one timer in ten
/// seconds.
protocol ChannelDeadline: ChannelHandler, SendableMetatype {
    /// When the channel closes; `nil` for never.
    var deadline: NIODeadline? { get set }
    var timer: DeadlineTimer? { get set }
}

/// A timer of an event loop, and when it fires.
struct DeadlineTimer {
    fileprivate let scheduled: Scheduled<Void>
    fileprivate let due: NIODeadline

    func cancel() { scheduled.cancel() }
}

extension ChannelDeadline {
    func expect(within time: TimeAmount, _ context: ChannelHandlerContext) {
        let deadline = context.eventLoop.now + time
        self.deadline = deadline
        if let timer, timer.due <= deadline { return }
        timer?.cancel()
        setTimer(deadline, context)
    }

    private func setTimer(_ due: NIODeadline, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let scheduled = context.eventLoop.scheduleTask(deadline: due) {
            let (handler, context) = bound.value
            handler.timer = nil
            guard let deadline = handler.deadline else { return }
            if deadline <= context.eventLoop.now { context.close(promise: nil) } else { handler.setTimer(deadline, context) }
        }
        timer = DeadlineTimer(scheduled: scheduled, due: due)
    }
}

extension TimeAmount {
    init(seconds: Double) { self = .milliseconds(Int64(seconds * 1_000)) }
}
#endif
