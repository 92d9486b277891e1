#if Service
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import Synchronization

/// The child channels of HTTP/1.1, and with TLS also of HTTP/2, if the client chooses it (ALPN).
///
/// Connections and streams close themselves if the server never serves them. A server that stops while it accepts a connection
/// releases the connection unserved, and SwiftNIO traps when a `NIOAsyncChannel` is released before its writer has finished: a
/// single client that connects in that moment would end the process before the store is flushed. Refusing connections for some
/// time before the stop only makes the race rarer.
struct HTTPConnections: ServerChildChannel {
    let http1: HTTP1Channel
    var limits = ServiceConfiguration.Limits()
    var connections = Connections()
    /// `nil` in a cluster.
    var events: DirectEvents?
    /// `nil` without TLS.
    var secure: (certificate: ServedCertificate, http2: HTTP2Connections)?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTPConnection> {
        let initializer: @Sendable (any Channel) -> EventLoopFuture<ServedChannel> = { channel in
            channel.eventLoop.makeCompletedFuture { try setUpHTTP1(channel) }
        }
        guard let secure else { return initializer(channel).map { .http1($0) } }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers(
                NIOSSLServerHandler(context: secure.certificate.context), HandshakeGuard(limits, connections))
        }.flatMap {
            channel.configureHTTP2AsyncSecureUpgrade(
                http1ConnectionInitializer: initializer, http2ConnectionInitializer: { secure.http2.setup(channel: $0) })
        }.map { .negotiated(channel, $0) }
    }

    /// A connection has the handlers of a stream of HTTP/2 between its two codecs (``HTTP2Connections``), and in addition those
    /// that answer events. Hummingbird's own setup is not used: its handler for idle connections would not see these events.
    private func setUpHTTP1(_ channel: any Channel) throws -> ServedChannel {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        (decoding.maxHeaderFieldSize, decoding.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
        decoding.maxHeaderFieldCount = limits.headerCount
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoding)
        try pipeline.addHandler(HTTPMessageHandler(limits, connections))
        if let events { try pipeline.addHandler(DirectHandler(events)) }
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        return ServedChannel(
            try HTTP1Channel.Value(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
    }

    func handle(value: HTTPConnection, logger: Logger) async {
        switch value {
        case .http1(let served): await serve(served, logger)
        case .negotiated(_, let version): await serve(version, logger)
        }
    }

    /// Kept out of ``handle(value:logger:)``, whose task would otherwise hold this function's memory for each stream without
    /// TLS.
    @inline(never)
    private func serve(_ version: HTTPConnection.NegotiatedVersion, _ logger: Logger) async {
        switch try? await version.get() {
        case .http1_1(let served): await serve(served, logger)
        case .http2(let streams):
            await withDiscardingTaskGroup { group in
                do {
                    for try await stream in streams.inbound { group.addTask { await serve(stream, logger) } }
                } catch { logger.debug("HTTP/2 connection ended", metadata: ["error": "\(error)"]) }
            }
        // The client closed the connection before the end of the handshake.
        case nil: break
        }
    }

    private func serve(_ served: ServedChannel, _ logger: Logger) async {
        served.isServed.store(true, ordering: .relaxed)
        await http1.handle(value: served.parts, logger: logger)
    }
}

/// An accepted connection.
enum HTTPConnection: ServerChildChannelValue {
    case http1(ServedChannel)
    /// A connection with TLS, and the protocol that the client chooses.
    case negotiated(any Channel, NegotiatedVersion)

    typealias NegotiatedVersion = EventLoopFuture<
        NIONegotiatedHTTPVersion<ServedChannel, NIOHTTP2Handler.AsyncStreamMultiplexer<ServedChannel>>
    >

    var channel: any Channel {
        switch self {
        case .http1(let served): served.parts.channel
        case .negotiated(let channel, _): channel
        }
    }
}

/// A connection of HTTP/1.1, or a stream of HTTP/2. It closes itself when it is released without having been served.
final class ServedChannel: Sendable {
    let parts: HTTP1Channel.Value
    /// Set by the task that serves the channel and is then responsible for closing it.
    let isServed = Atomic(false)

    init(_ parts: HTTP1Channel.Value) { self.parts = parts }

    deinit {
        guard !isServed.load(ordering: .relaxed) else { return }
        Task { [parts] in try? await parts.executeThenClose { _, _ in } }
    }
}
#endif
