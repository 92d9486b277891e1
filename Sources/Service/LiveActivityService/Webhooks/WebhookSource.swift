#if Service
import LiveActivities

/// Changes for a webhook's endpoint: all, or those of one partition of a node.
final class WebhookSource: Sendable {
    private let changes: ConsumerChangeSequence
    private let ended: CheckedContinuation<Void, Never>

    /// - Parameter ended: Resumed when the source has no reader any more.
    init(_ changes: ConsumerChangeSequence, ended: CheckedContinuation<Void, Never>) {
        (self.changes, self.ended) = (changes, ended)
    }

    deinit { ended.resume() }

    /// The next changes, as soon as there is one; none once the source has ended, or the task is cancelled.
    func read(atMost limit: Int) async -> [Change] {
        guard let first = await changes.makeAsyncIterator().next() else { return [] }
        var read = [first]
        while read.count < limit, let change = changes.nextIfAny() { read.append(change) }
        return read
    }

    func acknowledge(_ change: Change) { changes.acknowledge(change) }
}
#endif
