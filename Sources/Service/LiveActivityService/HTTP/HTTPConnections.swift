#if Service
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// HTTP/1.1 over connections that close themselves where the server does not take them.
///
/// A server that stops while it accepts a connection releases the connection unserved, and SwiftNIO ends the process when a
/// `NIOAsyncChannel` is released before its writer has finished: one client that connects in that moment would take the
/// program down before it has flushed its store. A server that accepts nothing for some time before it stops only makes the
/// moment rarer.
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

/// An accepted connection; it closes when it is released before it was served.
final class HTTPConnection: ServerChildChannelValue {
    let parts: HTTP1Channel.Value
    /// Set by the task that serves the connection, which then closes it.
    let isServed = Atomic(false)

    var channel: any Channel { parts.channel }

    init(_ parts: HTTP1Channel.Value) { self.parts = parts }

    deinit {
        guard !isServed.load(ordering: .relaxed) else { return }
        Task { [parts] in try? await parts.executeThenClose { _, _ in } }
    }
}
#endif
