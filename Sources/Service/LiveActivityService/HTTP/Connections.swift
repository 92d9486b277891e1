#if Service
import NIOCore
import Synchronization

/// The open connections, so that a service can close them when it stops: a client may keep its connection open indefinitely.
/// A second instance counts the streams of all HTTP/2 connections.
final class Connections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.open.count } }

    /// Adds a connection, or closes it immediately after ``closeAll()``.
    func insert(_ channel: any Channel) {
        let isClosed = state.withLock { state in
            state.open[ObjectIdentifier(channel)] = channel
            return state.isClosed
        }
        if isClosed { channel.close(promise: nil) }
    }

    func remove(_ channel: any Channel) {
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    /// Closes all connections, including those that are opened later.
    func closeAll() {
        let open = state.withLock { state in
            state.isClosed = true
            return state.open
        }
        for channel in open.values { channel.close(promise: nil) }
    }
}
#endif
