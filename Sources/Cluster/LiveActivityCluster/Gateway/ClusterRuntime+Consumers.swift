public import LiveActivities

extension ClusterRuntime {
    /// Reads a named consumer in the partitions that this node owns: calls `read` for each of them with its changes, in a task that is cancelled
    /// when the partition is lost. Returns when the task is cancelled, or the node has stopped.
    ///
    /// Every node calls this with the same names. Each change is then given to the owner of its partition, at least once, and those of one
    /// activity in their order. What a consumer has acknowledged is in the partition's log: the next owner goes on behind it, and gives what was
    /// not acknowledged again.
    ///
    /// A former owner that does not know yet that it is one can give changes for a moment longer, as each may come more than once.
    ///
    /// A partition where the name is new begins with the changes from then on.
    ///
    /// - Parameter read: Returns when the sequence has ended or the task is cancelled. `false` says that nobody is to be told any more: the
    ///   consumer is removed from the partition.
    public nonisolated(nonsending) func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (ConsumerChangeSequence) async -> Bool
    ) async {
        var reading: [Int: (partition: OwnedPartition, task: Task<Void, Never>)] = [:]
        while !Task.isCancelled, let owned = node.ownedUnlessStopped {
            for (number, its) in reading where owned[number] !== its.partition {
                its.task.cancel()
                reading[number] = nil
            }
            for (number, partition) in owned where reading[number] == nil {
                reading[number] = (partition, Task { await partition.consume(consumer, read) })
            }
            try? await Task.sleep(for: .milliseconds(100))
        }
        for its in reading.values { its.task.cancel() }
        for its in reading.values { await its.task.value }
    }
}

extension OwnedPartition {
    fileprivate func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (ConsumerChangeSequence) async -> Bool
    ) async {
        while !Task.isCancelled {
            do throws(RuntimeError) {
                let isKept = await read(try await runtime.changes(for: consumer))
                if !isKept { try await runtime.forgetConsumer(consumer) }
                return
            } catch {
                switch error {
                case .closed, .fenced: return
                // The log does not answer: the partition is still this node's.
                default: try? await Task.sleep(for: .milliseconds(500))
                }
            }
        }
    }
}
