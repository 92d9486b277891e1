import LiveActivityCore

extension StoreBatch {
    /// Adds the state taken from a shard. It encodes JSON, so it is called without the shard's lock.
    ///
    /// - Parameters:
    ///   - encoder: Shared by all shards of the batch.
    ///   - additional: Combines the runtime's members of an activity's extras with those that this version does not know; `nil`
    ///     to use only the latter.
    mutating func add(
        _ shard: PendingShard, with encoder: WireEncoder, additional: ((ActivityID, JSONValue?) -> JSONValue?)?
    ) throws(StoreError) {
        if let state = shard.state {
            let unknown = shard.unknownExtras
            let all: ((ActivityID) -> JSONValue?)? =
                if let additional { { additional($0, unknown[$0]) } } else if unknown.isEmpty { nil } else { { unknown[$0] } }
            try add(state, shard.index, encoder, all)
        }
        consumerChanges += shard.consumerChanges.lazy.map(\.value)
        forgottenConsumerChanges += shard.forgottenConsumerChanges
        if let end = shard.consumerChangeBeginning {
            consumerChangeBeginnings.append(ChangePosition(shard: shard.index, sequence: end))
        }
        journalBases += shard.journalBases
        journal += shard.journal
        if let number = shard.journalBeginning {
            journalBeginnings.append(JournalBeginning(shard: shard.index, number: number))
        }
    }

    private mutating func add(
        _ state: PendingPersistence, _ shard: Int, _ encoder: WireEncoder, _ additional: ((ActivityID) -> JSONValue?)?
    ) throws(StoreError) {
        engines.append(EngineRecord(shard: shard, now: state.now, sequence: state.sequence, starts: state.starts))
        // All shards have the same kinds with the same numbers.
        for kind in state.others.kinds where !kinds.contains(where: { $0.ordinal == kind.ordinal }) {
            kinds.append(KindRecord(ordinal: kind.ordinal, kind: kind.kind))
        }
        try addActivities(of: state, encoder, additional)
        for (id, freed) in state.others.gone {
            forgottenActivities.append(id)
            guard let freed else { continue }
            freedSlots.append(
                FreedSlotRecord(
                    slot: id.slot, generation: freed.slot.generation, usesLeft: freed.slot.usesLeft, order: freed.order,
                    lostRuns: state.lostRuns))
        }
        for (name, record) in state.ownerRecords {
            if let record { permissions.append(record) } else { forgottenPermissions.append(name) }
        }
        for (name, memory) in state.others.topics {
            if let memory {
                topics.append(TopicRecord(shard: shard, memory: memory))
            } else {
                forgottenTopics.append(TopicRecord.Key(shard: shard, name: name))
            }
        }
        for (owner, kind, key, at) in state.dismissalRecords {
            if let at {
                dismissals.append(Snapshot.Dismissal(owner: owner, kind: kind, key: key, at: at))
            } else {
                forgottenDismissals.append(DismissalKey(owner: owner, kind: kind, key: key))
            }
        }
    }

    private mutating func addActivities(
        of state: PendingPersistence, _ encoder: WireEncoder, _ additional: ((ActivityID) -> JSONValue?)?
    ) throws(StoreError) {
        // With several shards, the caller has reserved capacity for all of them.
        if activities.isEmpty { activities.reserveCapacity(state.activityCount) }
        do throws(EngineError) {
            try state.forEachActivity(with: encoder) { record, kind, topics in
                if let additional = additional?(record.id) {
                    record.extras = record.extras ?? ActivityRecord.Extras()
                    record.extras?.additional = additional
                } else if let extras = record.extras, extras == ActivityRecord.Extras() {
                    record.extras = nil
                }
                activities.append(StoredActivity(record, kind: kind, topics: topics))
            }
        } catch {
            throw .unavailable(reason: error.description)
        }
    }
}
