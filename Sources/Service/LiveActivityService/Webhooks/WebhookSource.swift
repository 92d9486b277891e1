#if Service
import LiveActivities

/// The changes for a webhook's endpoint: all, or those of one partition of a node.
final class WebhookSource: Sendable {
    private let changes: ConsumerChangeSequence
    private let ended: CheckedContinuation<Void, Never>

    /// - Parameter ended: Resumed when the source is no longer read.
    init(_ changes: ConsumerChangeSequence, ended: CheckedContinuation<Void, Never>) {
        (self.changes, self.ended) = (changes, ended)
    }

    deinit { ended.resume() }

    /// Waits for the next changes; empty once the source has ended or the task is cancelled.
    func read(atMost limit: Int) async -> [Change] {
        guard let first = await changes.makeAsyncIterator().next() else { return [] }
        var read = [first]
        while read.count < limit, let change = changes.nextIfAny() { read.append(change) }
        return read
    }

    func acknowledge(_ change: Change) { changes.acknowledge(change) }
}
#endif
