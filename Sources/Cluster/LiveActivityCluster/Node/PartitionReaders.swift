import LiveActivities
import Synchronization

/// Those on a node that read named consumers, who are told which partitions the node owns.
final class PartitionReaders: Sendable {
    typealias Owned = [Int: OwnedPartition]

    private let state = Mutex<(isEnded: Bool, readers: [ConsumerName: AsyncStream<Owned>.Continuation])>((false, [:]))

    /// The names that are read.
    var names: [ConsumerName] { state.withLock { $0.readers.keys.sorted() } }

    /// The node's partitions: now, and each time that they have changed. It ends when the node has stopped.
    func add(_ name: ConsumerName, _ node: ClusterNode) -> AsyncStream<Owned> {
        let (stream, continuation) = AsyncStream.makeStream(of: Owned.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.readers[name] = continuation
            if state.isEnded { continuation.finish() }
        }
        tell(node)
        return stream
    }

    func remove(_ name: ConsumerName) { state.withLock { $0.readers[name] = nil } }

    /// Tells what the node owns now. One at a time: an older state must not come after a newer one.
    func tell(_ node: ClusterNode) {
        state.withLock { state in
            guard !state.readers.isEmpty else { return }
            let owned = node.owned
            for reader in state.readers.values { reader.yield(owned) }
        }
    }

    func end() {
        state.withLock { state in
            state.isEnded = true
            for reader in state.readers.values { reader.finish() }
        }
    }
}
