import LiveActivities

extension MemoryStore {
    /// Everything that is in the store, as batches for an empty one: the first has what is needed first, and each is small enough to be
    /// encoded in one piece of memory.
    func batches(activities activitiesMax: Int = 500, others othersMax: Int = 5_000) -> [StoreBatch] {
        var batches = [StoreBatch(head())]
        var batch = StoreBatch()
        var (activities, others) = (0, 0)
        func cut(_ isFull: Bool) {
            guard isFull else { return }
            batches.append(batch)
            batch = StoreBatch()
            (activities, others) = (0, 0)
        }
        func count(_ add: () -> Void) {
            add()
            others += 1
            cut(others == othersMax)
        }
        forEachActivity {
            batch.activities.append($0)
            activities += 1
            cut(activities == activitiesMax)
        }
        forEachFreedSlot { slot in count { batch.freedSlots.append(slot) } }
        forEachConsumerChange { change in count { batch.consumerChanges.append(change) } }
        forEachJournalBase { base in count { batch.journalBases.append(base) } }
        forEachJournalEntry { entry in count { batch.journal.append(entry) } }
        cut(!batch.isEmpty)
        return batches
    }
}

extension StoreBatch {
    /// What makes an empty store's head this one.
    init(_ head: StoreHead) {
        self.init()
        (run, closedRun, lostRuns, seed) = (head.run, head.closedRun, head.lostRuns, head.seed)
        (shards, partition) = (head.shards, head.partition)
        (engines, kinds, permissions, topics) = (head.engines, head.kinds, head.permissions, head.topics)
        (dismissals, startTokens, consumers) = (head.dismissals, head.startTokens, head.consumers)
    }
}
