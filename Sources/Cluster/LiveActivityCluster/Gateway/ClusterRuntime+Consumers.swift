public import LiveActivities

extension ClusterRuntime {
    /// Reads a named consumer in the partitions that this node owns: calls `read` for each of them with its changes, in a task
    /// that is cancelled when the partition is lost. Returns when the task is cancelled or the node has stopped.
    ///
    /// Every node calls this with the same names, each name once at a time. The owner of a partition then receives each of its
    /// changes, at least once, and those of one activity in order. The acknowledged position is in the partition's log: the
    /// next owner continues after it, and delivers unacknowledged changes again.
    ///
    /// A former owner may deliver changes until it detects its loss, so each may be delivered more than once. On one node a
    /// partition's changes are never read twice at the same time: if the partition comes back, its former `read` is awaited.
    ///
    /// In a partition where the name is new, the consumer begins with the first change after the claim, before which no command
    /// is accepted. In a partition that the node owned before this call, it begins with the next change.
    ///
    /// - Parameter read: Receives the partition's number and its changes. Returns when the sequence has ended or the task is
    ///   cancelled. If it returns `false`, the consumer is removed from the partition, and not read there again before the
    ///   partition has had another owner.
    public nonisolated(nonsending) func consume(
        _ consumer: ConsumerName, _ read: @escaping @Sendable (_ partition: Int, ConsumerChangeSequence) async -> Bool
    ) async {
        // Without the partition when it is lost: it would keep its activities in memory.
        var reading: [Int: (partition: OwnedPartition?, task: Task<Void, Never>)] = [:]
        for await owned in node.readers.add(consumer, node) {
            for (number, reader) in reading where owned[number] !== reader.partition {
                reader.task.cancel()
                reading[number]?.partition = nil
            }
            for (number, partition) in owned where reading[number]?.partition !== partition {
                let former = reading[number]?.task
                let task = Task { [clock = node.clock] in
                    await former?.value
                    await partition.consume(consumer, clock, read)
                }
                reading[number] = (partition, task)
            }
        }
        node.readers.remove(consumer)
        for reader in reading.values { reader.task.cancel() }
        for reader in reading.values { await reader.task.value }
    }

    /// Creates a named consumer in all partitions that this node owns now or claims later: every later change is
    /// stored for it, also before ``consume(_:_:)`` is called.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/notDurable(reason:)`` or
    ///   ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` if a log cannot be written; ``consume(_:_:)`` retries.
    public nonisolated(nonsending) func beginConsumer(_ consumer: ConsumerName) async throws(RuntimeError) {
        node.readers.add(consumer)
        for partition in node.owned.values {
            do throws(RuntimeError) { _ = try await partition.runtime.changes(for: consumer) } catch {
                switch error {
                // Another node owns the partition now, and creates the consumer there.
                case .closed, .fenced: continue
                default: throw error
                }
            }
        }
    }

    /// Creates a named consumer in all partitions of the cluster: every change that follows in any of them is stored for it,
    /// also after the partition has moved.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError`` if a partition's owner does not answer in time; other partitions may have
    ///   the consumer then.
    package func createConsumer(_ consumer: ConsumerName) async throws(RuntimeError) {
        for answer in await askAll(.createConsumer(consumer)) { _ = try answer.get() }
    }

    /// Removes a named consumer from the partitions that this node owns; its changes are no longer stored there. Every node
    /// calls it, after ``consume(_:_:)`` has returned.
    ///
    /// A partition that has no owner, or changes it meanwhile, keeps the consumer.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/notDurable(reason:)`` if a log cannot be written; the other partitions were
    ///   processed.
    public nonisolated(nonsending) func forgetConsumer(_ consumer: ConsumerName) async throws(RuntimeError) {
        var failure: RuntimeError?
        for partition in node.owned.values {
            do throws(RuntimeError) { try await partition.forget(consumer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// The number of this node's partitions that store changes for a named consumer.
    package func partitionsStoring(_ consumer: ConsumerName) -> Int {
        node.owned.values.count { $0.runtime.statistics().consumers[consumer] != nil }
    }
}

extension OwnedPartition {
    /// Registers a consumer in the partition, so that every later change is stored for it. Blocks.
    func begin(_ consumer: ConsumerName) throws(RuntimeError) { _ = try runtime.changes(for: consumer) }

    fileprivate func forget(_ consumer: ConsumerName) async throws(RuntimeError) {
        guard runtime.statistics().consumers[consumer] != nil else { return }
        do throws(RuntimeError) { try await runtime.forgetConsumer(consumer) } catch {
            switch error {
            case .closed, .fenced: return
            default: throw error
            }
        }
    }

    fileprivate func consume(
        _ consumer: ConsumerName, _ clock: ClusterClock,
        _ read: @escaping @Sendable (Int, ConsumerChangeSequence) async -> Bool
    ) async {
        while !Task.isCancelled {
            do throws(RuntimeError) {
                if await !read(partition, try await runtime.changes(for: consumer)) { try await forget(consumer) }
                return
            } catch {
                switch error {
                case .closed, .fenced: return
                // The log does not answer; the node still owns the partition.
                default: await clock.pause(.milliseconds(500))
                }
            }
        }
    }
}
