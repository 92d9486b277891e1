import LiveActivityCore
import Synchronization

/// The time of a process, derived by a ``ClockGuard`` from two clocks.
///
/// The clocks are compared at most once a second: within a second of the last comparison the computer's clock cannot have
/// jumped by more than the guard tolerates. So most readings cost only two comparisons more than the clock itself.
final class GuardedTime: Sendable {
    /// The time of this process, from the system's clocks.
    static let shared: GuardedTime = {
        // It includes time in which the machine sleeps, on Linux (CLOCK_BOOTTIME) and on macOS.
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
    // The bits of the first and the last second that need no comparison. While a jump is held back, all do.
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
            // Read under the lock, so that the readings are in order.
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

    /// Calls `observe` with each jump from now on, on the thread that has read the time: it must return quickly.
    ///
    /// - Returns: A handle that ends the calls.
    func observe(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm {
        let number = state.withLock { state in
            state.observersEver += 1
            state.observers[state.observersEver] = observe
            return state.observersEver
        }
        // Strong: the computer's clock lives as long as the process, and LeakSanitizer would report the side table of a weak
        // reference as a leak.
        return ClockAlarm { [self] in state.withLock { $0.observers[number] = nil } }
    }
}
