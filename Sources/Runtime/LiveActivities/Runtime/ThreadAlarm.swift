import Dispatch
import Synchronization

/// Calls functions after a time, on a thread that does not belong to the pool of tasks, all of whose threads may be busy.
package final class ThreadAlarm: Sendable {
    // Serial, since a global queue has no more threads than processors, as the pool of tasks, and shares them with it.
    private let queue = DispatchQueue(label: "live-activities.alarm")
    private let isCancelled = Atomic(false)

    package init() {}

    /// Calls `action` on another thread when the time has passed, unless the alarm is cancelled before.
    ///
    /// - Parameter seconds: Measured by the monotonic clock. The function of a cancelled alarm is
    ///   released when its time has passed.
    package func call(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds) { [self] in
            if !isCancelled.load(ordering: .acquiring) { action() }
        }
    }

    /// Cancels the alarm.
    package var handle: ClockAlarm { ClockAlarm { [self] in isCancelled.store(true, ordering: .releasing) } }
}
