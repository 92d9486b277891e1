import LiveActivities
import LiveActivityCore

/// A node's time: the runtime's clock, and instants that only advance, by which heartbeats and timeouts are measured.
///
/// The computer's clock can be set, and its dates may then jump; its instants are taken from `ContinuousClock`. A clock that a
/// test moves has one time: instants and alarms follow its dates.
struct ClusterClock: Sendable {
    /// A moment by this clock. Those of `ContinuousClock` have no fixed layout: a task that contains one allocates memory for
    /// each use.
    struct Instant: Comparable, Hashable, Sendable {
        /// The time since the first use.
        private var time: Duration
        private static let first = ContinuousClock.now

        static var now: Self { Self(time: ContinuousClock.now - first) }

        static func + (instant: Self, duration: Duration) -> Self { Self(time: instant.time + duration) }
        static func - (instant: Self, duration: Duration) -> Self { Self(time: instant.time - duration) }
        static func - (instant: Self, earlier: Self) -> Duration { instant.time - earlier.time }
        static func < (left: Self, right: Self) -> Bool { left.time < right.time }
    }

    /// The clock of the partitions' runtimes.
    let runtime: any RuntimeClock
    /// A date and its instant, for a clock that a test moves; `nil` for the computer's.
    private let begin: (date: Date, instant: Instant)?

    init(_ runtime: any RuntimeClock) {
        self.runtime = runtime
        begin = runtime is SystemClock ? nil : (runtime.now, .now)
    }

    var now: Date { runtime.now }

    var instant: Instant {
        guard let begin else { return .now }
        // A date is rounded to about a tenth of a microsecond: an alarm at an instant must not come before it.
        let microseconds = (runtime.now.timeIntervalSince(begin.date) * 1_000_000).rounded()
        return begin.instant + .microseconds(Int64(microseconds))
    }

    /// Calls `action` once, when a duration has passed; never before this function has returned.
    ///
    /// The computer's clock calls it on a thread that does not belong to the pool of tasks, whose threads may all be blocked.
    @discardableResult
    func setAlarm(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        runtime.setAlarm(after: max(duration.seconds, 0), action)
    }

    /// Waits for a duration, also in a task that is cancelled.
    func pause(_ duration: Duration) async {
        await withCheckedContinuation { continuation in setAlarm(after: duration) { continuation.resume() } }
    }
}
