#if Service
import Synchronization

/// Limits the requests of each client with a token bucket.
final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    /// The maximum number of clients in the table. A bucket that has been full for long contains no information, so the table
    /// is emptied when it is full.
    private static let clientsMax = 100_000

    let perSecond: Double
    let burst: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = max(burst, 1)
    }

    /// The limit of one client after a request.
    struct Decision: Hashable, Sendable {
        /// How many further requests may follow at once.
        var remaining: Int
        /// The seconds to wait where the request is refused; `nil` if it may proceed.
        var wait: Double?
    }

    /// Takes one request of a client.
    func take(_ client: String, now: ContinuousClock.Instant = .now) -> Decision {
        buckets.withLock { buckets in
            if buckets.count >= Self.clientsMax, buckets[client] == nil { buckets.removeAll() }
            var bucket = buckets[client] ?? Bucket(tokens: burst, filledAt: now)
            let elapsed = now - bucket.filledAt
            bucket.tokens = min(burst, bucket.tokens + perSecond * (elapsed / .seconds(1)))
            bucket.filledAt = now
            defer { buckets[client] = bucket }
            guard bucket.tokens >= 1 else { return Decision(remaining: 0, wait: (1 - bucket.tokens) / perSecond) }
            bucket.tokens -= 1
            return Decision(remaining: Int(bucket.tokens))
        }
    }
}
#endif
