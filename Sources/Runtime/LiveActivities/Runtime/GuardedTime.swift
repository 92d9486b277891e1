import LiveActivityCore
import Synchronization

/// The time of a process, as a ``ClockGuard`` decides it from two clocks.
///
/// The clocks are compared once a second at most: what the computer's clock says within a second of the last comparison cannot
/// have jumped by more than the guard allows. So most readings cost two comparisons more than the clock itself.
final class GuardedTime: Sendable {
    /// That of this process, from the system's clocks.
    static let shared: GuardedTime = {
        // It counts on while the machine sleeps, on Linux (CLOCK_BOOTTIME) and on macOS.
        let start = ContinuousClock.now
        return GuardedTime(
            wall: { Date().timeIntervalSinceReferenceDate },
            steady: {
                let (seconds, attoseconds) = (ContinuousClock.now - start).components
                return Double(seconds) + Double(attoseconds) / 1e18
            })
    }()

    private struct State {
        var clock = ClockGuard()
        var observers: [UInt64: @Sendable (ClockJump) -> Void] = [:]
        var observersEver: UInt64 = 0
    }

    private let wall: @Sendable () -> Double
    private let steady: @Sendable () -> Double
    // The bits of the first and the last second that need no comparison. None do while a jump is held back.
    private let first = Atomic(Double.infinity.bitPattern)
    private let last = Atomic((-Double.infinity).bitPattern)
    private let state = Mutex(State())

    init(wall: @escaping @Sendable () -> Double, steady: @escaping @Sendable () -> Double) {
        self.wall = wall
        self.steady = steady
    }

    var now: Date {
        let wall = wall()
        if wall >= Double(bitPattern: first.load(ordering: .relaxed)), wall <= Double(bitPattern: last.load(ordering: .relaxed))
        {
            return Date(timeIntervalSinceReferenceDate: wall)
        }
        return compared()
    }

    private func compared() -> Date {
        let (time, jump, observers) = state.withLock { state in
            // Read under the lock, so that the readings come in their order.
            let wall = wall()
            let (time, jump) = state.clock.time(wall: wall, steady: steady())
            let isHeldBack = state.clock.isHoldingBack
            first.store((isHeldBack ? .infinity : wall - 1).bitPattern, ordering: .relaxed)
            last.store((isHeldBack ? -.infinity : wall + 1).bitPattern, ordering: .relaxed)
            return (time, jump, jump == nil ? [] : Array(state.observers.values))
        }
        if let jump { for observe in observers { observe(jump) } }
        return Date(timeIntervalSinceReferenceDate: time)
    }

    /// Calls `observe` with each jump from now on, on the thread that has read the time: it must return soon.
    ///
    /// - Returns: A handle that ends the calls.
    func observe(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm {
        let number = state.withLock { state in
            state.observersEver += 1
            state.observers[state.observersEver] = observe
            return state.observersEver
        }
        // Strong: the computer's clock lives as long as the process, and LeakSanitizer takes the side table of a weak reference
        // to it for a leak.
        return ClockAlarm { [self] in state.withLock { $0.observers[number] = nil } }
    }
}
