#if Service
import LiveActivities
import Logging

extension RuntimeNotice {
    /// Logs what an operator must know. What a client's commands can cause at any rate is counted, and not logged.
    func log(to logger: Logger) {
        let level: Logger.Level
        switch self {
        case .storeFailed, .storeFenced, .consumerChangesMissed, .providerFaulted: level = .error
        case .clockJumped, .eventsForgottenEarly: level = .warning
        case .storeRecovered: level = .notice
        default: return
        }
        logger.log(level: level, "\(self)", metadata: ["notice": "\(name)"])
    }
}
#endif
