import LiveActivities
import LiveActivityTesting
import Synchronization

/// A clock that a test sets: time jumps, and a due alarm fires only when the test lets it.
final class JumpingClock: RuntimeClock {
    private struct State {
        var now = Scenario.epoch
        var alarms: [(number: Int, date: Date, action: @Sendable () -> Void)] = []
        var alarmsEver = 0
    }

    private let state = Mutex(State())

    var now: Date {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    /// Writes that alarms trigger have finished when ``ring()`` returns.
    var waitsForAlarms: Bool { true }

    func sleep(until date: Date) async throws {}

    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        let number = state.withLock { state in
            state.alarmsEver += 1
            state.alarms.append((state.alarmsEver, date, action))
            return state.alarmsEver
        }
        return ClockAlarm { [weak self] in self?.state.withLock { $0.alarms.removeAll { $0.number == number } } }
    }

    /// Fires the alarms that are due now, and those that they set, until none is left. Each gets the same ``now``.
    ///
    /// - Returns: The number of fired alarms.
    @discardableResult func ring() -> Int {
        var rung = 0
        while let action = takeDue() {
            action()
            rung += 1
        }
        return rung
    }

    private func takeDue() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.alarms.firstIndex { $0.date <= state.now }.map { state.alarms.remove(at: $0).action }
        }
    }
}
