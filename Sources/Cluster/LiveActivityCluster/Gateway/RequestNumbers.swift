import LiveActivityCore
import Synchronization

/// The numbers that a node gives its commands, for each partition from 1 (``/LiveActivityCore/RequestName``).
final class RequestNumbers: Sendable {
    private struct Partition {
        var next: UInt64 = 1
        /// The first numbers of the commands that may be given again, in their order.
        var open: [UInt64] = []
    }

    private let sender: String
    private let partitions = Mutex<[Int: Partition]>([:])

    /// - Parameter sender: Of this process alone.
    init(of sender: String) { self.sender = sender }

    /// Numbers a command, or several that are given together, until ``end(_:in:)`` says that they are settled.
    ///
    /// - Returns: The name of the first; each further one has the next number.
    func begin(_ count: Int = 1, in partition: Int) -> RequestName {
        partitions.withLock { partitions in
            var its = partitions.removeValue(forKey: partition) ?? Partition()
            let number = its.next
            its.next += UInt64(max(count, 1))
            its.open.append(number)
            let name = RequestName(sender: sender, number: number, settled: its.open[0])
            partitions[partition] = its
            return name
        }
    }

    /// They have an answer, or are given up.
    func end(_ name: RequestName, in partition: Int) {
        partitions.withLock { partitions in
            guard let index = partitions[partition]?.open.firstIndex(of: name.number) else { return }
            partitions[partition]?.open.remove(at: index)
        }
    }
}
