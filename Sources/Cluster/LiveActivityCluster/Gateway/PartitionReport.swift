public import LiveActivities

/// A report of a partition's runtime about itself, for the program around it (``ClusterRuntime/followReports(_:)``).
public enum PartitionReport: Sendable {
    /// A notice of the runtime. ``/LiveActivities/RuntimeNotice/storeFenced(reason:)`` means that another node has claimed the
    /// partition.
    case notice(RuntimeNotice)
    /// The runtime was restored without these activities, which stay in the log. Reported when this node has claimed the
    /// partition.
    case skipped([SkippedActivity])
}

extension ClusterRuntime {
    /// Calls `receive` with the reports of all partitions that this node owns, from now on.
    ///
    /// - Parameter receive: Receives the report and its partition; `nil` for a jump of the computer's clock, which is reported
    ///   once for all. It must return quickly. Only the function of the latest call is used for partitions claimed later.
    public func followReports(_ receive: @escaping @Sendable (_ partition: Int?, PartitionReport) -> Void) {
        let jumps = kinds.notices()
        Task { for await notice in jumps { receive(nil, .notice(notice)) } }
        node.followReports { receive($0, $1) }
    }

    /// The activities in the logs of this node's partitions that were not restored.
    public var skippedActivities: [SkippedActivity] {
        node.state.read { $0.owned.sorted { $0.key < $1.key }.map(\.value) }.flatMap(\.runtime.skippedActivities)
    }
}
