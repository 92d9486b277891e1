#if Service
/// When a call that failed is made again: soon, then over three days.
enum WebhookSchedule {
    /// Seconds after each failure, before the random part.
    static let delays: [Double] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 43_200, 86_400]

    /// Seconds for which an endpoint that takes nothing is not called: more after each further failure, at most five minutes.
    static func hold(after failures: Int) -> Double { min(5 * Double(1 << min(failures, 6)), 300) }

    /// Seconds to wait after so many failures; `nil` if it is given up.
    ///
    /// - Parameter random: From 0 to 1. Calls that failed together must not come together again.
    static func delay(after failures: Int, random: Double) -> Double? {
        guard failures >= 1, failures <= delays.count else { return nil }
        return delays[failures - 1] * (0.8 + 0.4 * random)
    }
}
#endif
