#if Push
import NIOCore

/// One open connection of the client. Its three variables are protected by the pool's lock.
///
/// Unchecked: everything else is a constant of a `Sendable` type.
final class APNSConnection: @unchecked Sendable {
    let channel: any Channel
    private let handler: NIOLoopBound<APNSConnectionHandler>

    /// `true` from a call of ``poke()`` until the connection takes requests from the pool.
    var isPoked = false
    /// `true` if a stream was free when the connection last took requests.
    var hasRoom = true
    /// The number of requests without an answer when the connection last took requests.
    var inFlight = 0

    init(_ channel: any Channel, _ handler: NIOLoopBound<APNSConnectionHandler>) {
        self.channel = channel
        self.handler = handler
    }

    /// Makes the connection take requests from the pool.
    func poke() { onLoop { $0.pull() } }

    /// Closes the connection when its requests are answered.
    func retire() { onLoop { $0.retire() } }

    /// Closes the connection at once.
    func close() { onLoop { $0.close(.closed) } }

    private func onLoop(_ action: @escaping @Sendable (APNSConnectionHandler) -> Void) {
        let handler = handler
        channel.eventLoop.execute { action(handler.value) }
    }
}
#endif
