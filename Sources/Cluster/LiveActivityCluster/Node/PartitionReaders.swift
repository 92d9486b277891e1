import LiveActivities
import Synchronization

/// The readers of named consumers on a node, which are given the partitions that the node owns.
final class PartitionReaders: Sendable {
    typealias Owned = [Int: OwnedPartition]

    private let state = Mutex<(isEnded: Bool, readers: [ConsumerName: AsyncStream<Owned>.Continuation?])>((false, [:]))

    /// The names of the consumers, with and without a reader.
    var names: [ConsumerName] { state.withLock { $0.readers.keys.sorted() } }

    /// Registers a consumer, whose reader may follow.
    func add(_ name: ConsumerName) { state.withLock { if $0.readers[name] == nil { $0.readers[name] = .some(nil) } } }

    /// Registers a reader and returns the node's partitions: the current ones, then each new set. The stream ends when the node
    /// has stopped.
    func add(_ name: ConsumerName, _ node: ClusterNode) -> AsyncStream<Owned> {
        let (stream, continuation) = AsyncStream.makeStream(of: Owned.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.readers[name] = continuation
            if state.isEnded { continuation.finish() }
        }
        publish(node)
        return stream
    }

    func remove(_ name: ConsumerName) { state.withLock { $0.readers[name] = nil } }

    /// Yields the node's current partitions to all readers. Serialised, so that an older set never arrives after a newer one.
    func publish(_ node: ClusterNode) {
        state.withLock { state in
            guard !state.readers.isEmpty else { return }
            let owned = node.owned
            for case let reader? in state.readers.values { reader.yield(owned) }
        }
    }

    func end() {
        state.withLock { state in
            state.isEnded = true
            for case let reader? in state.readers.values { reader.finish() }
        }
    }
}
