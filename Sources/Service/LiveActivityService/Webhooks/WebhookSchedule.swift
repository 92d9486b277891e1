#if Service
/// The retry schedule of failed requests: the first retries follow soon, the last after three days.
enum WebhookSchedule {
    /// Seconds after each failure, without jitter.
    static let delays: [Double] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 43_200, 86_400]

    /// Seconds after which the request with a change is repeated whose dead letter could not be stored.
    static let letterDelay = 300.0

    /// Seconds for which an endpoint that is down is not called: doubled after each further failure, at most five minutes.
    static func hold(after failures: Int) -> Double { min(5 * Double(1 << min(failures, 6)), 300) }

    /// Seconds to wait after this many failures; `nil` if the change is given up.
    ///
    /// - Parameter random: Jitter, from 0 to 1: requests that failed together must not be repeated together.
    static func delay(after failures: Int, random: Double) -> Double? {
        guard failures >= 1, failures <= delays.count else { return nil }
        return delays[failures - 1] * (0.8 + 0.4 * random)
    }
}
#endif
