import LiveActivities
import Synchronization

/// A value behind a lock, and the tasks that wait for a condition on it.
///
/// Only a change evaluates the conditions of the waiting tasks: requests read the value for each command, and it changes with
/// heartbeats and takeovers. Conditions are evaluated under the lock, and must not use the value's owner.
final class WatchedState<Value: Sendable>: Sendable {
    private struct Waiter {
        var holds: @Sendable (Value) -> Bool
        var continuation: CheckedContinuation<Bool, Never>
        /// Ends the wait at its deadline.
        var alarm: ClockAlarm?
    }

    private struct Contents {
        var value: Value
        var waiters: [UInt64: Waiter] = [:]
        var lastWaiter: UInt64 = 0

        /// Removes the waiters whose condition holds.
        mutating func takeSatisfied() -> [Waiter] {
            guard !waiters.isEmpty else { return [] }
            let satisfied = waiters.filter { $0.value.holds(value) }
            for number in satisfied.keys { waiters[number] = nil }
            return Array(satisfied.values)
        }
    }

    private let contents: Mutex<Contents>

    init(_ value: Value) { contents = Mutex(Contents(value: value)) }

    func read<Result: Sendable>(_ body: (Value) throws -> Result) rethrows -> Result {
        try contents.withLock { try body($0.value) }
    }

    /// Changes the value, and resumes the tasks whose condition holds then.
    func change<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let (result, satisfied) = try contents.withLock { contents in
            (try body(&contents.value), contents.takeSatisfied())
        }
        for waiter in satisfied {
            waiter.alarm?.cancel()
            waiter.continuation.resume(returning: true)
        }
        return result
    }

    /// Waits until a condition holds.
    ///
    /// - Parameters:
    ///   - end: Until when to wait, by the clock; `nil` for no limit.
    ///   - isCancellable: Whether the wait ends when the task is cancelled. What ends a process cancels its tasks, and some of
    ///     these must wait nevertheless.
    /// - Returns: Whether the condition holds; `false` at the end of the wait.
    @discardableResult
    func wait(
        until end: ClusterClock.Instant? = nil, on clock: ClusterClock, isCancellable: Bool = false,
        for holds: @escaping @Sendable (Value) -> Bool
    ) async -> Bool {
        let number = contents.withLock { contents -> UInt64? in
            if holds(contents.value) { return nil }
            contents.lastWaiter += 1
            return contents.lastWaiter
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = contents.withLock { contents -> Bool? in
                    if holds(contents.value) { return true }
                    if let end, clock.instant >= end { return false }
                    if isCancellable, Task.isCancelled { return false }
                    contents.waiters[number] = Waiter(holds: holds, continuation: continuation)
                    return nil
                }
                if let isOver { return continuation.resume(returning: isOver) }
                guard let end else { return }
                let alarm = clock.setAlarm(after: end - clock.instant) { [weak self] in self?.endWait(number) }
                // Its condition may hold already.
                if !contents.withLock({
                    $0.waiters[number]?.alarm = alarm; return $0.waiters[number] != nil
                }) {
                    alarm.cancel()
                }
            }
        } onCancel: {
            if isCancellable { endWait(number) }
        }
    }

    private func endWait(_ number: UInt64) {
        let waiter = contents.withLock { $0.waiters.removeValue(forKey: number) }
        waiter?.alarm?.cancel()
        waiter?.continuation.resume(returning: false)
    }
}
