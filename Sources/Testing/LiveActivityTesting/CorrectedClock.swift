package import LiveActivities
import Synchronization

/// A clock that a test advances, and sets back as a person or a time server does: the time that passes is another clock's.
package final class CorrectedClock: RuntimeClock {
    private let elapsed: ManualClock
    private let state = Mutex((offset: 0.0, observers: [@Sendable (ClockJump) -> Void]()))

    package init(now: Date = Scenario.epoch) { elapsed = ManualClock(now: now) }

    package var now: Date { elapsed.now + state.withLock { $0.offset } }
    package var waitsForAlarms: Bool { true }

    package func advance(by seconds: Double) { elapsed.advance(by: seconds) }

    /// Sets it back, as if that had been confirmed already.
    package func setBack(by seconds: Double) {
        let observers = state.withLock { state in
            state.offset -= seconds
            return state.observers
        }
        for observe in observers { observe(.confirmed(by: -seconds)) }
    }

    package func sleep(until date: Date) async throws {
        try await elapsed.sleep(until: elapsed.now + date.timeIntervalSince(now))
    }

    package func setAlarm(after seconds: Double, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        elapsed.setAlarm(after: seconds, action)
    }

    /// Compares the date with the time each second, as the computer's clock does.
    package func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        let alarm = Alarm(date: date, action: action)
        wait(for: alarm)
        return ClockAlarm { alarm.isCancelled.store(true, ordering: .relaxed) }
    }

    private func wait(for alarm: Alarm) {
        _ = elapsed.setAlarm(after: min(alarm.date.timeIntervalSince(now), 1)) { [weak self] in
            guard let self, !alarm.isCancelled.load(ordering: .relaxed) else { return }
            if now >= alarm.date { alarm.action() } else { wait(for: alarm) }
        }
    }

    private final class Alarm: Sendable {
        let date: Date
        let action: @Sendable () -> Void
        let isCancelled = Atomic(false)

        init(date: Date, action: @escaping @Sendable () -> Void) { (self.date, self.action) = (date, action) }
    }

    package func observeJumps(_ observe: @escaping @Sendable (ClockJump) -> Void) -> ClockAlarm {
        state.withLock { $0.observers.append(observe) }
        return ClockAlarm { [weak self] in self?.state.withLock { $0.observers = [] } }
    }
}
