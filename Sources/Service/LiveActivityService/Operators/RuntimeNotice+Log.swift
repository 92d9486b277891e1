#if Service
import LiveActivities
import LiveActivityCluster
import Logging

extension RuntimeNotice {
    /// Logs notices that an operator must see. Notices that clients can cause at any rate are only counted.
    func log(to logger: Logger) {
        let level: Logger.Level
        switch self {
        case .storeFailed, .storeFenced, .consumerChangesMissed, .providerFaulted: level = .error
        case .clockJumped, .eventsForgottenEarly: level = .warning
        case .storeRecovered, .unknownMember: level = .notice
        default: return
        }
        logger.log(level: level, "\(self)", metadata: ["notice": "\(name)"])
    }
}

extension PartitionReport {
    /// Logs what a partition of this node reports.
    ///
    /// - Parameter partition: `nil` for a report about the whole process.
    func log(to logger: Logger, of partition: Int?) {
        var logger = logger
        if let partition { logger[metadataKey: "partition"] = "\(partition)" }
        switch self {
        // The node owns the others, and continues.
        case .notice(.storeFenced):
            logger.warning("another node has claimed the partition", metadata: ["notice": "storeFenced"])
        case .notice(let notice): notice.log(to: logger)
        case .skipped(let activities): StoreCondition.log(skipped: activities, to: logger)
        }
    }
}
#endif
