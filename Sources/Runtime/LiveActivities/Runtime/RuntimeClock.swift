public import LiveActivityCore

/// Provides the time to a runtime, and wakes it.
///
/// It is ``SystemClock``, unless a test moves the time itself (`ManualClock` in `LiveActivityTesting`). Used from any thread.
public protocol RuntimeClock: Sendable {
    /// The current time.
    var now: Date { get }

    /// Returns when ``now`` has reached `date`, or somewhat later; at once if it already has.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until date: Date) async throws

    /// Calls `action` once, from any thread, when ``now`` has reached `date`; never before this method has returned.
    ///
    /// The default implementation sleeps in a task, then calls `action`: it is late where tasks occupy all threads of their
    /// pool. ``SystemClock`` does not depend on that pool. A clock that a test moves implements it, to know when everything
    /// that it has triggered is done.
    /// - Returns: A handle that cancels the alarm.
    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm

    /// Calls `action` once, from any thread, when `seconds` have passed; never before this method has returned.
    ///
    /// The default implementation sets an alarm at that date. A clock whose ``now`` can go back implements it, so that the
    /// alarm is not late by as much.
    /// - Returns: A handle that cancels the alarm.
    func setAlarm(after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void) -> ClockAlarm

    /// Calls `observe` with each jump of the clock that is held back, accepted or discarded, from any thread; it must return
    /// quickly.
    ///
    /// The default implementation never calls it.
    /// - Returns: A handle that ends the calls.
    func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm

    /// Whether an alarm's action may take as long as a disk write, and must complete everything that it triggers before it
    /// returns.
    ///
    /// `false` by default: alarms are called on threads that must not block, so that a runtime writes to its store on a
    /// separate thread. `true` for a clock that a test moves.
    var waitsForAlarms: Bool { get }
}

extension RuntimeClock {
    /// `false`: an alarm's action returns at once.
    public var waitsForAlarms: Bool { false }

    /// Sets an alarm at the date that is `seconds` from now.
    public func setAlarm(after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        setAlarm(at: now.addingTimeInterval(seconds), action)
    }

    /// Does nothing: the clock never jumps.
    public func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm { ClockAlarm {} }
}

extension RuntimeClock {
    /// Sleeps in a new task, then calls `action`.
    public func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        // Detached, so that the alarm does not inherit the priority and task-local values of the command that happened to set
        // it.
        let task = Task.detached {
            do { try await sleep(until: date) } catch { return }
            if !Task.isCancelled { action() }
        }
        return ClockAlarm { task.cancel() }
    }
}

/// An alarm that was set and can be cancelled.
public struct ClockAlarm: Sendable {
    private let onCancel: @Sendable () -> Void

    /// Creates a handle for an alarm.
    ///
    /// - Parameter onCancel: Cancels the alarm; must do nothing after it has fired.
    public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// Cancels the alarm. Does nothing after it has fired.
    public func cancel() { onCancel() }
}

/// The computer's clock without its jumps: a jump of more than 5 seconds, forward or back, is accepted only after it has
/// persisted for a minute. Until then the time advances by the monotonic clock. A clock that is wrong when the process starts
/// is not detected.
public struct SystemClock: RuntimeClock {
    /// Creates a clock.
    public init() {}

    /// The computer's time; while a jump is held back, the elapsed time since then.
    public var now: Date { GuardedTime.shared.now }

    public func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm {
        GuardedTime.shared.observe(observe)
    }

    /// Calls `action` on a thread that does not belong to the pool of tasks: a deadline does not wait for tasks that block
    /// their threads or never suspend.
    public func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        let alarm = ThreadAlarm()
        call(action, at: date, alarm)
        return alarm.handle
    }

    /// Measures the time by the monotonic clock, and calls `action` on a thread that does not belong to the pool of tasks.
    public func setAlarm(after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        let alarm = ThreadAlarm()
        alarm.call(after: max(seconds, 0), action)
        return alarm.handle
    }

    private func call(_ action: @escaping @Sendable () -> Void, at date: Date, _ alarm: ThreadAlarm) {
        alarm.call(after: Self.pause(until: date, at: now) ?? 0) {
            if Self.pause(until: date, at: now) == nil { action() } else { call(action, at: date, alarm) }
        }
    }

    /// Returns when the computer's clock has reached `date`, or at most a second later if the clock was set forward or the
    /// computer was asleep.
    public func sleep(until date: Date) async throws {
        while let pause = Self.pause(until: date, at: now) { try await Task.sleep(for: .seconds(pause)) }
        try Task.checkCancellation()
    }

    /// The time to sleep before the clock is read again; `nil` if the date has come.
    ///
    /// A sleep is measured by the monotonic clock, which does not advance while the computer is asleep. So no sleep is longer
    /// than a second.
    package static func pause(until date: Date, at now: Date) -> TimeInterval? {
        let left = date.timeIntervalSince(now)
        return left > 0 ? min(left, 1) : nil
    }
}
