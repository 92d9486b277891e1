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

    private let perSecond: Double
    private let burst: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = max(burst, 1)
    }

    /// Takes one token of a client's bucket.
    ///
    /// - Returns: `nil` if the request may proceed; otherwise the seconds to wait.
    func take(_ client: String, now: ContinuousClock.Instant = .now) -> Double? {
        buckets.withLock { buckets in
            if buckets.count >= Self.clientsMax, buckets[client] == nil { buckets.removeAll() }
            var bucket = buckets[client] ?? Bucket(tokens: burst, filledAt: now)
            let elapsed = now - bucket.filledAt
            bucket.tokens = min(burst, bucket.tokens + perSecond * (elapsed / .seconds(1)))
            bucket.filledAt = now
            defer { buckets[client] = bucket }
            guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perSecond }
            bucket.tokens -= 1
            return nil
        }
    }
}
#endif
