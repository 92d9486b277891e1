#if Service
import LiveActivities
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
#endif
