import LiveActivityCore
import Synchronization

/// Assigns numbers to this node's commands, for each partition from 1 (``/LiveActivityCore/RequestName``).
final class RequestNumbers: Sendable {
    private struct Partition {
        var next: UInt64 = 1
        /// The first numbers of the unsettled commands, which may be repeated, in ascending order.
        var open: [UInt64] = []
    }

    private let sender: String
    private let partitions = Mutex<[Partition]>([])

    /// - Parameter sender: A name that is unique to this process.
    init(of sender: String) { self.sender = sender }

    /// Assigns numbers to a command, or to several that are sent together. They count as unsettled until ``end(_:in:)``.
    ///
    /// - Returns: The name of the first; each further one has the next number.
    func begin(_ count: Int = 1, in partition: Int) -> RequestName {
        partitions.withLock { partitions in
            while partitions.count <= partition { partitions.append(Partition()) }
            let number = partitions[partition].next
            partitions[partition].next += UInt64(max(count, 1))
            partitions[partition].open.append(number)
            return RequestName(sender: sender, number: number, settled: partitions[partition].open[0])
        }
    }

    /// Marks commands as settled: they were answered or given up.
    func end(_ name: RequestName, in partition: Int) {
        partitions.withLock { partitions in
            guard partition < partitions.count,
                let index = partitions[partition].open.firstIndex(of: name.number)
            else { return }
            partitions[partition].open.remove(at: index)
        }
    }
}
