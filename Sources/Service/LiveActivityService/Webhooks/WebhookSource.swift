#if Service
import LiveActivities
import Synchronization

/// Changes that a webhook is told of: all, or those of one partition of a node.
final class WebhookSource: Sendable {
    let changes: ConsumerChangeSequence
    private let ended: CheckedContinuation<Void, Never>

    /// - Parameter ended: Resumed when nobody has the source any more.
    init(_ changes: ConsumerChangeSequence, ended: CheckedContinuation<Void, Never>) {
        (self.changes, self.ended) = (changes, ended)
    }

    deinit { ended.resume() }
}

/// What the sender of a webhook is told while it waits.
final class WebhookMailbox: Sendable {
    private struct State {
        var sources: [WebhookSource] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Has an element when there is something new.
    let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Gives the sender changes. Returns when it is done with them: they have ended and no call is under way, or it has stopped.
    func add(_ changes: ConsumerChangeSequence) async {
        await withCheckedContinuation { ended in
            let source = WebhookSource(changes, ended: ended)
            state.withLock { if !$0.isClosed { $0.sources.append(source) } }
            wake()
        }
    }

    func wake() { continuation.yield() }

    /// The sources that are new, and whether there will be no more.
    func take() -> (sources: [WebhookSource], isClosed: Bool) {
        state.withLock { state in
            defer { state.sources = [] }
            return (state.sources, state.isClosed)
        }
    }

    func close() {
        // Those that nobody has taken are given back when the lock is free.
        let left = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.sources
        }
        _ = left
        wake()
    }
}
#endif
