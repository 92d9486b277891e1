public import LiveActivityCore

/// Where a runtime gets the time from, and who wakes it.
///
/// ``SystemClock`` unless a test wants to move the time by hand (`ManualClock` in `LiveActivityTesting`). Used from any thread.
public protocol RuntimeClock: Sendable {
    /// What time it is.
    var now: Date { get }

    /// Returns when ``now`` has reached `date`, or somewhat later; at once when it has already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(until date: Date) async throws

    /// Calls `action` once, from any thread, when ``now`` has reached `date`; never before this method has returned.
    ///
    /// A clock need not implement it: by default a task sleeps, then calls. One that is moved by hand does, to know when
    /// what it has set off is done.
    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm
}

extension RuntimeClock {
    public func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        // Detached: whose command happened to set the alarm must not lend it priority and task-local values.
        let task = Task.detached {
            do { try await sleep(until: date) } catch { return }
            if !Task.isCancelled { action() }
        }
        return ClockAlarm { task.cancel() }
    }
}

/// An alarm that was set and may be taken back.
public struct ClockAlarm: Sendable {
    private let onCancel: @Sendable () -> Void

    /// - Parameter onCancel: Takes the alarm back; does nothing when it has rung.
    public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    public func cancel() { onCancel() }
}

/// The computer's clock.
public struct SystemClock: RuntimeClock {
    public init() {}

    public var now: Date { Date() }

    /// Looks at the clock at least once a minute: it may be set, and a computer may have slept.
    public func sleep(until date: Date) async throws {
        while true {
            let left = date.timeIntervalSince(now)
            guard left > 0 else { return try Task.checkCancellation() }
            try await Task.sleep(for: .seconds(min(left, 60)))
        }
    }
}
