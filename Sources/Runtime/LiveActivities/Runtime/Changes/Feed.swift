import LiveActivityCore
import Synchronization

/// The buffer between shards and one subscriber: filled under a shard's lock, emptied by the subscriber's task.
package final class Feed<Buffer: FeedBuffer>: Sendable {
    private struct State {
        var buffer: Buffer
        var waiters: [Waiter] = []
        var waitersEver: UInt64 = 0
        var isFinished = false
    }

    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Void, Never>
    }

    private enum Step {
        case element(Buffer.Element)
        case end
        case wait(UInt64)
    }

    private let state: Mutex<State>

    package init(_ buffer: Buffer) { state = Mutex(State(buffer: buffer)) }

    /// Calls `body` with the buffer, under the feed's lock.
    func read<Value: Sendable>(_ body: @Sendable (Buffer) -> Value) -> Value { state.withLock { body($0.buffer) } }

    // MARK: - The runtime's side

    package func append(_ element: Buffer.Element, _ wakeUps: inout WakeUps) {
        let waiters = state.withLock { state -> [Waiter] in
            guard !state.isFinished else { return [] }
            state.buffer.append(element)
            if state.waiters.isEmpty { return [] }
            // All of them are resumed: a single one might just be cancelled. There is hardly ever more than one.
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { wakeUps.add(waiter.continuation) }
    }

    /// Ends the feed. Waiting elements can still be read.
    package func finish(_ wakeUps: inout WakeUps) {
        let waiters = state.withLock { state -> [Waiter] in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { wakeUps.add(waiter.continuation) }
    }

    package func finish() {
        var wakeUps = WakeUps()
        finish(&wakeUps)
        wakeUps.callIfAny()
    }

    // MARK: - The subscriber's side

    /// Skips the next element, if there is one already.
    package func skip() { state.withLock { _ = $0.buffer.popFirst() } }

    /// Called when the last subscriber has been released; nothing is buffered from now on.
    package func abandon() {
        state.withLock { state in
            state.isFinished = true
            state.buffer.removeAll()
        }
    }

    /// Waits for the next element; `nil` at the end, and when the task is cancelled.
    package func next(isolation: isolated (any Actor)?) async -> Buffer.Element? {
        var hasYielded = false
        while !Task.isCancelled {
            let step = state.withLock { state -> Step in
                if let element = state.buffer.popFirst() { return .element(element) }
                if state.isFinished { return .end }
                state.waitersEver += 1
                return .wait(state.waitersEver)
            }
            switch step {
            case .element(let element): return element
            case .end: return nil
            case .wait(let id):
                // Waking a task costs more than the whole command. While changes arrive fast, the next one is ready after the
                // other tasks have run, and no task needs to be woken.
                if hasYielded { await wait(id, isolation: isolation) } else { await Task.yield() }
                hasYielded = true
            }
        }
        return nil
    }

    /// Returns when there may be an element, or when the task is cancelled.
    private func wait(_ id: UInt64, isolation: isolated (any Actor)?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    // A task is marked as cancelled before its handler runs. So either this check detects the mark, or the
                    // handler finds the waiter.
                    if state.isFinished || Task.isCancelled { return true }
                    // An element may have arrived since the buffer was found empty.
                    if !state.buffer.isEmpty { return true }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume()
        }
    }
}

/// Tasks to resume after the lock under which they were found has been released.
@usableFromInline package struct WakeUps: Sendable {
    private var continuations: [CheckedContinuation<Void, Never>] = []

    @usableFromInline package init() {}

    mutating func add(_ continuation: CheckedContinuation<Void, Never>) { continuations.append(continuation) }
    mutating func add(_ others: WakeUps) { continuations += others.continuations }

    @inlinable package func callIfAny() { if !isEmpty { call() } }
    @usableFromInline var isEmpty: Bool { continuations.isEmpty }
    @usableFromInline func call() { for continuation in continuations { continuation.resume() } }
}
