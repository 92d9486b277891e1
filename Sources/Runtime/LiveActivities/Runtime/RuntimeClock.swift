public import LiveActivityCore

/// Tells a runtime the time, and wakes it.
///
/// ``SystemClock``, unless a test moves the time itself (`ManualClock` in `LiveActivityTesting`). Used from any thread.
public protocol RuntimeClock: Sendable {
    /// The current time.
    var now: Date { get }

    /// Returns when ``now`` has reached `date`, or somewhat later; at once if it has already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(until date: Date) async throws

    /// Calls `action` once, from any thread, when ``now`` has reached `date`; never before this method has returned.
    ///
    /// A clock need not implement it: by default a task sleeps, then calls `action`. A clock that a test moves does implement
    /// it, to know when everything that it has set off is done.
    /// - Returns: A handle that cancels the alarm.
    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm

    /// Calls `observe` with each jump of the clock that is held back or believed, from any thread; it must return soon.
    ///
    /// A clock need not implement it: by default it never jumps.
    /// - Returns: A handle that ends the calls.
    func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm

    /// Whether an alarm's action may take as long as a disk write, and everything that it triggers must be done when it
    /// returns.
    ///
    /// `false` by default: alarms are called on threads that must not block, so that a runtime writes to its store on a thread
    /// of its own. `true` for a clock that a test moves.
    var waitsForAlarms: Bool { get }
}

extension RuntimeClock {
    /// `false`: an alarm's action returns at once.
    public var waitsForAlarms: Bool { false }

    /// Nothing: the clock never jumps.
    public func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm { ClockAlarm {} }
}

extension RuntimeClock {
    /// Sleeps in a task of its own, then calls `action`.
    public func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        // Detached: the task whose command happened to set the alarm must not pass its priority and task-local values on.
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
    /// - Parameter onCancel: Cancels the alarm; must do nothing when it has rung.
    public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// Cancels the alarm. Does nothing when it has fired.
    public func cancel() { onCancel() }
}

/// The computer's clock, without its jumps: a jump of more than 5 seconds, forward or back, counts only when it has persisted
/// for a minute. Until then the time advances by the monotonic clock. A clock that is wrong when the process starts is not
/// detected.
public struct SystemClock: RuntimeClock {
    /// Creates a clock.
    public init() {}

    /// The computer's time; while its clock has jumped, the time that has passed since.
    public var now: Date { GuardedTime.shared.now }

    public func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm {
        GuardedTime.shared.observe(observe)
    }

    /// Returns when the computer's clock has reached `date`, at most a second later where the clock was set forward or the
    /// computer has slept.
    public func sleep(until date: Date) async throws {
        while let pause = Self.pause(until: date, at: now) { try await Task.sleep(for: .seconds(pause)) }
        try Task.checkCancellation()
    }

    /// How long to sleep before the clock is read again; `nil` where the date has come.
    ///
    /// A sleep is measured by the monotonic clock, which does not advance while the computer sleeps. So no sleep is longer than
    /// a second.
    package static func pause(until date: Date, at now: Date) -> TimeInterval? {
        let left = date.timeIntervalSince(now)
        return left > 0 ? min(left, 1) : nil
    }
}
