import LiveActivities

/// A way in which a disk or a store breaks its promise. The simulation must find each of them: a check that finds no planted
/// fault would find no real one.
enum PlantedFault: CaseIterable {
    /// The flush was reported and did not happen: when the power fails, the latest batch is lost.
    case lostSync
    /// A batch that was being written when the power failed is read back in part.
    case tornWrite
    /// Pages reached the disk in another order: when the power fails, the batch before the latest is missing.
    case reorderedPages
    /// An append fails as if nothing was stored, although everything was.
    case failsAfterApplying

    /// The contents after an interrupted write: the counters and half of the activities.
    static func torn(_ batch: StoreBatch) -> StoreBatch {
        var half = batch
        half.activities = Array(batch.activities.prefix(batch.activities.count / 2))
        half.forgottenActivities = Array(batch.forgottenActivities.prefix(batch.forgottenActivities.count / 2))
        return half
    }
}
