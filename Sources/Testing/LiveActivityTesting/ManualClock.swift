public import LiveActivities
import Synchronization

#if SANITIZE_THREAD
typealias Mutex = SanitizedMutex
#endif

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let runtime = try LiveActivityRuntime(clock: clock, providers: […])
/// let timer = try runtime.start(TenMinutes(), owner: "anna")
/// clock.advance(by: 600)
/// #expect(runtime.state(of: timer) == .ended)      // nothing to wait for
/// ```
///
/// A runtime on this clock has caught up when ``advance(by:)`` returns: its alarms ring within that call, in the order of their
/// dates, and those that they set in turn too if they are due. Tasks that called ``sleep(until:)`` are woken in the order of their dates
/// as well, but go on in their own time; ``untilSleeping(_:)`` waits for tasks that go to sleep. Used from any thread.
public final class ManualClock: RuntimeClock {
    private struct Entry: Comparable {
        let date: Date
        /// Among equal dates the one that was there first comes first.
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

    /// - Parameter now: Where the clock stands first; where every ``Scenario`` begins unless said otherwise.
    public init(now: Date = Scenario.epoch) { state = Mutex(State(now: now)) }

    public var now: Date { state.withLock { $0.now } }

    // MARK: - Moving it

    /// Lets `seconds` pass, and does what falls due on the way, each thing with ``now`` at its date.
    public func advance(by seconds: TimeInterval) { advance(to: now.addingTimeInterval(seconds)) }

    /// Lets time pass up to `date`; does nothing if that is not later than ``now``, except for what is due already.
    ///
    /// One thread at a time: two that move the same clock would each see the other's time.
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

    // MARK: - Who waits

    /// When the next alarm or sleeper is due; `nil` if there is none.
    public var nextDate: Date? { state.withLock { $0.order.first?.date } }

    /// Returns when at least so many tasks sleep on this clock.
    public func untilSleeping(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isSo = state.withLock { state in
                if state.sleepers < count { state.onlookers.append((count, continuation)) }
                return state.sleepers >= count
            }
            if isSo { continuation.resume() }
        }
    }

    public func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm {
        // One that is due already rings with the next `advance`: never within this call, for its caller may hold a lock.
        let number = state.withLock { state in
            state.numbersEver += 1
            state.enter(.alarm(action), number: state.numbersEver, at: date)
            return state.numbersEver
        }
        return ClockAlarm { [weak self] in _ = self?.state.withLock { $0.leave(number) } }
    }

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
