package import LiveActivities
import LiveActivityCore

extension RuntimeSnapshot {
    /// The snapshot without values that may differ after a store was opened and are equivalent: the generations of freed slots,
    /// the number of lost runs, and empty extras.
    package var withoutSlotHistory: RuntimeSnapshot {
        var snapshot = self
        for shard in snapshot.shards.indices {
            snapshot.shards[shard].lostRuns = nil
            for kind in snapshot.shards[shard].kinds.indices {
                for slot in snapshot.shards[shard].kinds[kind].ids.freed.indices {
                    snapshot.shards[shard].kinds[kind].ids.freed[slot].generation = 0
                    snapshot.shards[shard].kinds[kind].ids.freed[slot].usesLeft = 0
                }
                for position in snapshot.shards[shard].kinds[kind].activities.indices
                where snapshot.shards[shard].kinds[kind].activities[position].extras == ActivityRecord.Extras() {
                    snapshot.shards[shard].kinds[kind].activities[position].extras = nil
                }
            }
        }
        return snapshot
    }
}
