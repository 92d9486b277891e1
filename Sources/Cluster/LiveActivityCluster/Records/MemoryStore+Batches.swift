import LiveActivities

extension MemoryStore {
    /// Everything in the store but activities, as batches for an empty store: the first has the data that is read first, and
    /// each has at most `max` items.
    func batches(max: Int) -> [StoreBatch] {
        var batches = [StoreBatch(head())]
        var (batch, count) = (StoreBatch(), 0)
        func cut() {
            batches.append(batch)
            (batch, count) = (StoreBatch(), 0)
        }
        func put(_ add: () -> Void) {
            add()
            count += 1
            if count == max { cut() }
        }
        forEachFreedSlot { slot in put { batch.freedSlots.append(slot) } }
        forEachConsumerChange { change in put { batch.consumerChanges.append(change) } }
        forEachJournalBase { base in put { batch.journalBases.append(base) } }
        forEachJournalEntry { entry in put { batch.journal.append(entry) } }
        if count > 0 { cut() }
        return batches
    }
}

extension StoreBatch {
    /// The changes that turn an empty store's head into this one.
    init(_ head: StoreHead) {
        self.init()
        (run, closedRun, lostRuns, seed) = (head.run, head.closedRun, head.lostRuns, head.seed)
        (shards, partition) = (head.shards, head.partition)
        (engines, kinds, permissions, topics) = (head.engines, head.kinds, head.permissions, head.topics)
        (dismissals, startTokens, consumers) = (head.dismissals, head.startTokens, head.consumers)
    }
}
