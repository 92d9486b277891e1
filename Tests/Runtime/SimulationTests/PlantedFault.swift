import LiveActivities

/// A way in which a disk or store breaks its guarantee. The simulation must find each of them: a check that finds no planted
/// fault would find no real one.
enum PlantedFault: CaseIterable {
    /// The flush was reported but did not happen: a power failure loses the latest batch.
    case lostSync
    /// A batch that was being written at a power failure is read back in part.
    case tornWrite
    /// Pages reached the disk in another order: after a power failure the batch before the latest is missing.
    case reorderedPages
    /// An append reports a failure although everything was stored.
    case failsAfterApplying

    /// The contents after an interrupted write: the counters and half of the activities.
    static func torn(_ batch: StoreBatch) -> StoreBatch {
        var half = batch
        half.activities = Array(batch.activities.prefix(batch.activities.count / 2))
        half.forgottenActivities = Array(batch.forgottenActivities.prefix(batch.forgottenActivities.count / 2))
        return half
    }
}
