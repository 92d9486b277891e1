import Dispatch

/// Waits for servers that elect the leader of a log.
///
/// Until then they refuse or do not answer what a node reads at its start: the servers have just been started themselves, or
/// another node is creating the log at this moment.
package struct LogElection: Sendable {
    /// An election takes up to 9 s.
    private static let longest = Duration.seconds(15)
    private static let interval = Duration.milliseconds(250)

    /// The time on a clock that only moves forward.
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Blocks for a time.
    private let pause: @Sendable (Duration) -> Void

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        pause: @escaping @Sendable (Duration) -> Void = { time in
            let milliseconds = Int(time / .milliseconds(1))
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
        }
    ) { (self.now, self.pause) = (now, pause) }

    /// Repeats a request while the log is unavailable, for 15 s. Blocks.
    ///
    /// - Throws: The error of `request`: any other than ``LogError/unavailable(reason:)`` at once.
    package func outlast<Value>(_ request: () throws(LogError) -> Value) throws(LogError) -> Value {
        let end = now().advanced(by: Self.longest)
        while true {
            do throws(LogError) { return try request() } catch {
                guard case .unavailable = error, now() < end else { throw error }
                pause(Self.interval)
            }
        }
    }
}
