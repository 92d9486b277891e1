public import LiveActivities
import Synchronization

#if SANITIZE_THREAD
typealias Mutex = SanitizedMutex
#endif

/// A clock that only moves when a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let runtime = try LiveActivityRuntime(clock: clock, providers: […])
/// let timer = try runtime.start(TenMinutes(), owner: "anna")
/// clock.advance(by: 600)
/// #expect(runtime.state(of: timer) == .ended)      // nothing to wait for
/// ```
///
/// A runtime with this clock has processed all deadlines when ``advance(by:)`` returns: it calls all due alarms in the order of
/// their dates, including alarms that they set. Tasks in ``sleep(until:)`` are resumed in the order of their dates, but run
/// concurrently; ``untilSleeping(_:)`` waits until tasks sleep. It is thread-safe.
public final class ManualClock: RuntimeClock {
    private struct Entry: Comparable {
        let date: Date
        /// Orders entries with equal dates by their creation.
        let number: UInt64
        static func < (left: Self, right: Self) -> Bool {
            left.date != right.date ? left.date < right.date : left.number < right.number
        }
        static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    }

    private enum Waiting {
        case alarm(@Sendable () -> Void)
        case sleeper(CheckedContinuation<Void, any Error>)
    }

    private struct State {
        var now: Date
        var numbersEver: UInt64 = 0
        var order: [Entry] = []
        var waiting: [UInt64: Waiting] = [:]
        var sleepers = 0
        var onlookers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func enter(_ waiting: Waiting, number: UInt64, at date: Date) {
            let entry = Entry(date: date, number: number)
            order.insert(entry, at: order.firstIndex { entry < $0 } ?? order.count)
            self.waiting[number] = waiting
        }

        mutating func leave(_ number: UInt64) -> Waiting? {
            guard let waiting = waiting.removeValue(forKey: number) else { return nil }
            order.removeAll { $0.number == number }
            if case .sleeper = waiting { sleepers -= 1 }
            return waiting
        }
    }

    private let state: Mutex<State>

    /// Creates a clock.
    ///
    /// - Parameter now: The initial time. Default: ``/LiveActivityConformance/Scenario/epoch``.
    public init(now: Date = Scenario.epoch) { state = Mutex(State(now: now)) }

    /// The current time of the clock.
    public var now: Date { state.withLock { $0.now } }

    // MARK: - Advancing

    /// Advances the clock by `seconds`, see ``advance(to:)``.
    public func advance(by seconds: TimeInterval) { advance(to: now.addingTimeInterval(seconds)) }

    /// Advances the clock to `date` and calls every alarm that is due, each with ``now`` at its date.
    ///
    /// If `date` is not later than ``now``, only alarms that are due already are called. Call it from one thread at a time;
    /// otherwise the alarms of one call read the time of the other.
    public func advance(to date: Date) {
        while true {
            let next = state.withLock { state -> Waiting? in
                guard let first = state.order.first, first.date <= max(date, state.now) else {
                    state.now = max(state.now, date)
                    return nil
                }
                state.now = max(state.now, first.date)
                return state.leave(first.number)
            }
            switch next {
            case nil: return
            case .alarm(let ring): ring()
            case .sleeper(let continuation): continuation.resume()
            }
        }
    }

    // MARK: - Alarms and sleeping tasks

    /// The date of the next alarm or sleeping task; `nil` if there is none.
    public var nextDate: Date? { state.withLock { $0.order.first?.date } }

    /// Waits until at least `count` tasks sleep on this clock.
    public func untilSleeping(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isSo = state.withLock { state in
                if state.sleepers < count { state.onlookers.append((count, continuation)) }
                return state.sleepers >= count
            }
            if isSo { continuation.resume() }
        }
    }

    /// Sets an alarm that ``advance(to:)`` calls. It is never called within this function, even if it is due.
    public func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        // An alarm that is due is called by the next `advance`, because the caller of this function may hold a lock.
        let number = state.withLock { state in
            state.numbersEver += 1
            state.enter(.alarm(action), number: state.numbersEver, at: date)
            return state.numbersEver
        }
        return ClockAlarm { [weak self] in _ = self?.state.withLock { $0.leave(number) } }
    }

    /// `true`: an alarm's writes to a store are complete when ``advance(to:)`` returns.
    public var waitsForAlarms: Bool { true }

    /// Sleeps until the clock is advanced to `date`. Returns at once if the date has been reached.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until date: Date) async throws {
        let number = state.withLock { state in
            state.numbersEver += 1
            return state.numbersEver
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                var onlookers: [CheckedContinuation<Void, Never>] = []
                let isOver = state.withLock { state in
                    if date <= state.now || Task.isCancelled { return true }
                    state.enter(.sleeper(continuation), number: number, at: date)
                    state.sleepers += 1
                    onlookers = state.onlookers.filter { $0.count <= state.sleepers }.map(\.continuation)
                    state.onlookers.removeAll { $0.count <= state.sleepers }
                    return false
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
                for onlooker in onlookers { onlooker.resume() }
            }
        } onCancel: {
            if case .sleeper(let continuation) = state.withLock({ $0.leave(number) }) {
                continuation.resume(throwing: CancellationError())
            }
        }
    }
}
