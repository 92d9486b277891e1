#if Service
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// An HTTP/1.1 child channel whose connections close themselves if the server never serves them.
///
/// A server that stops while it accepts a connection releases the connection unserved, and SwiftNIO traps when a
/// `NIOAsyncChannel` is released before its writer has finished: a single client that connects in that moment would end the
/// process before the store is flushed. Refusing connections for some time before the stop only makes the race rarer.
struct HTTPConnections: ServerChildChannel {
    let http: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTPConnection> {
        http.setup(channel: channel, logger: logger).map(HTTPConnection.init)
    }

    func handle(value: HTTPConnection, logger: Logger) async {
        value.isServed.store(true, ordering: .relaxed)
        await http.handle(value: value.parts, logger: logger)
    }
}

/// An accepted connection. It closes itself when it is released without having been served.
final class HTTPConnection: ServerChildChannelValue {
    let parts: HTTP1Channel.Value
    /// Set by the task that serves the connection and is then responsible for closing it.
    let isServed = Atomic(false)

    var channel: any Channel { parts.channel }

    init(_ parts: HTTP1Channel.Value) { self.parts = parts }

    deinit {
        guard !isServed.load(ordering: .relaxed) else { return }
        Task { [parts] in try? await parts.executeThenClose { _, _ in } }
    }
}
#endif
