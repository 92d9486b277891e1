#if Push
import NIOCore

/// One open connection, as the client sees it. The three variables belong to the pool and are used under its lock only.
///
/// Unchecked: everything else is a constant of a `Sendable` type.
final class APNSConnection: @unchecked Sendable {
    let channel: any Channel
    private let handler: NIOLoopBound<APNSConnectionHandler>

    /// Whether it was told to take requests and has not done so yet.
    var isPoked = false
    /// Whether a stream was free when it last took requests.
    var hasRoom = true
    /// Requests without an answer, when it last took some.
    var inFlight = 0

    init(_ channel: any Channel, _ handler: NIOLoopBound<APNSConnectionHandler>) {
        self.channel = channel
        self.handler = handler
    }

    /// Lets it take requests.
    func poke() { onLoop { $0.pull() } }

    /// Closes it when its requests are answered.
    func retire() { onLoop { $0.retire() } }

    /// Closes it now.
    func close() { onLoop { $0.close(.closed) } }

    private func onLoop(_ action: @escaping @Sendable (APNSConnectionHandler) -> Void) {
        let handler = handler
        channel.eventLoop.execute { action(handler.value) }
    }
}
#endif
