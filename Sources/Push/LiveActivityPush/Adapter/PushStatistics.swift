#if Push
import Synchronization

/// The pushes that were sent since the process began, for a host with metrics of its own. `Documentation/Metrics.md` has the
/// names that `live-activities serve` gives them.
public struct PushStatistics: Hashable, Sendable {
    /// Pushes that were sent.
    public var sent = 0
    /// Pushes that a service has accepted.
    public var accepted = 0
    /// Pushes that were not accepted, by the service's reason: `none` without a response, `other` after 64 different reasons.
    public var failed: [String: Int] = [:]
    /// The responses, and the pushes that got none.
    public var answers: Int { accepted + failed.values.reduce(0, +) }
    /// Seconds from the requests to their responses, all together.
    public var answerSeconds = 0.0

    /// Nothing was sent.
    public init() {}
}

/// Counts the pushes of one pusher, or of all partitions of a node.
package final class PushCounters: Sendable {
    /// A service could invent reasons, each of which would stay in memory.
    private static let reasonsMax = 64

    private let counted = Mutex(PushStatistics())

    package init() {}

    package var statistics: PushStatistics { counted.withLock(\.self) }

    func sent() { counted.withLock { $0.sent += 1 } }

    /// - Parameter reason: `nil` for an accepted push.
    func ended(failing reason: String?, after seconds: Double) {
        counted.withLock { counted in
            counted.answerSeconds += seconds
            guard let reason else { return counted.accepted += 1 }
            let isKnown = counted.failed[reason] != nil || counted.failed.count < Self.reasonsMax
            counted.failed[isKnown ? reason : "other", default: 0] += 1
        }
    }
}
#endif
