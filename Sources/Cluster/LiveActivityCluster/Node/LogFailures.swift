/// The failures of the logs of partitions that a node owns, follows or claims.
///
/// | failure | consequence |
/// | --- | --- |
/// | a log does not answer | it is tried again in a second. A read is reported if it fails for the timeout |
/// | a log is damaged, or of a later version | the same, but it is reported at once, and heartbeats list it (``damaged``) |
/// | no snapshot can be written | it is reported. The partition tries it again |
///
/// A partition whose log a node cannot read is placed on another one, which can read it or has read it before the damage.
struct LogFailures: Sendable {
    typealias Instant = ClusterClock.Instant

    private struct Failed {
        var failure: ClusterMember.LogFailure
        /// The first of the failures without a success between them, and the latest.
        var since: Instant
        var latest: Instant

        func mayRetry(at now: Instant) -> Bool { now >= latest + LogFailures.retry }
    }

    /// The delay before a failed claim, or a log that could not be read, is retried.
    static let retry: Duration = .seconds(1)

    private let silence: Duration
    private var failedClaims: [Int: Failed] = [:]
    private var failedReads: [Int: Failed] = [:]
    private var failedSnapshots: [Int: ClusterMember.LogFailure] = [:]
    /// The partitions whose logs this node cannot read from their beginnings, now and later.
    private(set) var damaged: Set<Int> = []

    init(silence: Duration) { self.silence = silence }

    // MARK: - Claims

    /// The partitions that could not be claimed, with the reasons.
    var claims: [Int: String] { failedClaims.mapValues(\.failure.reason) }

    func mayClaim(_ partition: Int, at now: Instant) -> Bool { failedClaims[partition]?.mayRetry(at: now) ?? true }

    mutating func claimFailed(_ partition: Int, _ failure: ClusterMember.LogFailure, at now: Instant) {
        failedClaims[partition] = Failed(failure: failure, since: now, latest: now)
        if failure.isLasting { damaged.insert(partition) }
    }

    mutating func claimed(_ partition: Int) {
        endedClaiming(partition)
        endedOwning(partition)
        forget(partition)
    }

    mutating func endedClaiming(_ partition: Int) { failedClaims[partition] = nil }

    // MARK: - Reads

    /// The followed partitions whose logs cannot be read, with the reasons, without those in ``claims``. An election of the
    /// servers takes less than the timeout.
    var unreadable: [Int: String] {
        failedReads.filter { partition, read in
            (read.failure.isLasting || read.latest - read.since >= silence) && failedClaims[partition] == nil
        }.mapValues(\.failure.reason)
    }

    func mayRead(_ partition: Int, at now: Instant) -> Bool { failedReads[partition]?.mayRetry(at: now) ?? true }

    mutating func readFailed(_ partition: Int, _ failure: ClusterMember.LogFailure, at now: Instant) {
        failedReads[partition] = Failed(failure: failure, since: failedReads[partition]?.since ?? now, latest: now)
        if failure.isLasting { damaged.insert(partition) }
    }

    /// The node has read the log, or reads it no longer.
    mutating func forget(_ partition: Int) {
        failedReads[partition] = nil
        damaged.remove(partition)
    }

    // MARK: - Snapshots

    /// The owned partitions whose last snapshot failed, with the reasons.
    var snapshots: [Int: String] { failedSnapshots.mapValues(\.reason) }

    /// - Parameter failure: `nil` for success.
    mutating func snapshotted(_ partition: Int, _ failure: ClusterMember.LogFailure?) {
        // A log that does not answer may still be damaged.
        if let failure, !failure.isLasting, preventsRelease(of: partition) { return }
        failedSnapshots[partition] = failure
        if failure?.isLasting == true { damaged.insert(partition) } else { damaged.remove(partition) }
    }

    mutating func endedOwning(_ partition: Int) { failedSnapshots[partition] = nil }

    /// Whether the log of an owned partition is damaged, so that no other node could read it after a release.
    func preventsRelease(of partition: Int) -> Bool { failedSnapshots[partition]?.isLasting ?? false }
}

extension ClusterMember {
    /// The reason why a log could not be claimed or read, or no snapshot written.
    struct LogFailure: Error, Hashable {
        var reason: String
        /// Whether a later attempt would fail too, because the log is damaged or has been written by a later version.
        var isLasting = false
    }
}
