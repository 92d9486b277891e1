#if Service
import Synchronization

/// The queue of one stream (``StreamQueue``), shared by the hub that fills it and the task that writes it to a connection.
final class StreamReader: Sendable {
    private struct State {
        var queue: StreamQueue
        var waiter: CheckedContinuation<Void, Never>?
        var end = StreamEnd.stopping
        var hasEnded = false

        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            guard queue.isReady else { return nil }
            defer { waiter = nil }
            return waiter
        }
    }

    let filter: StreamFilter
    private let state: Mutex<State>

    init(_ filter: StreamFilter, capacity: Int) {
        self.filter = filter
        state = Mutex(State(queue: StreamQueue(capacity: capacity)))
    }

    /// The number of conflated updates, and of resets.
    var losses: (conflated: Int, resets: Int) { state.withLock { $0.queue.losses } }

    // MARK: - The hub's side

    // Each of these returns the continuation to resume, if the stream's task waits.
    func offer(_ frame: ChangeFrame) -> CheckedContinuation<Void, Never>? { change { $0.offer(frame) } }
    func beat(_ position: StreamPosition) -> CheckedContinuation<Void, Never>? { change { $0.beat(position) } }
    func reset() -> CheckedContinuation<Void, Never>? { change { $0.reset() } }

    func begin(with beginning: StreamFanout<StreamReader>.Beginning) {
        switch beginning {
        case .nothing: break
        case .changes(let frames): state.withLock { $0.queue.append(frames) }
        case .reset: requireReset()
        }
    }

    func requireReset() { reset()?.resume() }

    func finish() {
        state.withLock { $0.hasEnded = true }
        change { $0.finish() }?.resume()
    }

    /// Ends the stream at once and drops its waiting changes.
    func cut(_ end: StreamEnd) {
        state.withLock { state in
            if !state.hasEnded { (state.end, state.hasEnded) = (end, true) }
        }
        change { $0.cut() }?.resume()
    }

    /// The reason why the stream has ended.
    var end: StreamEnd { state.withLock { $0.end } }

    /// Waits for this time, or until the stream ends.
    func pause(_ interval: Duration) async throws {
        let end = ContinuousClock.now + interval
        while ContinuousClock.now < end, !state.withLock({ $0.hasEnded }) {
            try await Task.sleep(until: min(end, .now + .milliseconds(200)))
        }
    }

    private func change(_ body: (inout StreamQueue) -> Void) -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            body(&state.queue)
            return state.takeWaiter()
        }
    }

    // MARK: - The stream's side

    /// The next event; `nil` at the end, and when the task is cancelled.
    func next() async -> StreamQueue.Event? {
        while true {
            switch state.withLock({ $0.queue.next() }) {
            case .send(let event): return event
            case .end: return nil
            case .wait where Task.isCancelled: return nil
            case .wait: await wait()
            }
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state -> Bool in
                    if state.queue.isReady || Task.isCancelled { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }?.resume()
        }
    }
}
#endif
