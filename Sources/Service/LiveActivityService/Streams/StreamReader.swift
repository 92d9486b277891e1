#if Service
import LiveActivityCore
import NIOCore
import Synchronization

/// What waits for one stream, at most so many changes.
///
/// A reader that is too slow loses no state: first updates are left out that a newer one of the same activity follows; then everything that
/// waits is dropped, and the reader is given the present state.
final class StreamReader: Sendable {
    enum Delivery {
        case changes([ChangeFrame])
        /// A sign of life, with the position.
        case heartbeat(ByteBuffer)
        /// Changes are missing: the present state follows.
        case reset
    }

    private struct State {
        var waiting: [ChangeFrame] = []
        var heartbeat: ByteBuffer?
        var needsReset = false
        var isFinished = false
        var hasDelivered = false
        var continuation: CheckedContinuation<Void, Never>?
        /// How many updates a newer one has replaced.
        var conflated = 0
        var resets = 0
    }

    let filter: StreamFilter
    private let capacity: Int
    /// Closes the connection.
    private let close: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ filter: StreamFilter, capacity: Int, close: @escaping @Sendable () -> Void) {
        self.filter = filter
        self.capacity = capacity
        self.close = close
    }

    /// How many updates were left out, and how often everything was.
    var losses: (conflated: Int, resets: Int) { state.withLock { ($0.conflated, $0.resets) } }

    // MARK: - The hub's side

    /// - Returns: The task to resume, if one waits.
    func offer(_ frame: ChangeFrame) -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            guard !state.isFinished, !state.needsReset else { return nil }
            state.waiting.append(frame)
            state.hasDelivered = true
            if state.waiting.count > capacity { Self.shorten(&state, capacity) }
            return Self.take(&state)
        }
    }

    /// Begins with these changes, which the reader has missed.
    func begin(with frames: [ChangeFrame]) {
        state.withLock { state in
            state.waiting = frames
            if frames.count > capacity { Self.shorten(&state, capacity) }
        }
    }

    /// - Returns: The task to resume, if one waits; none for a stream that had something since the last call.
    func beat(_ heartbeat: ByteBuffer) -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            defer { state.hasDelivered = false }
            guard !state.hasDelivered, !state.isFinished else { return nil }
            state.heartbeat = heartbeat
            return Self.take(&state)
        }
    }

    func requireReset() { reset()?.resume() }

    /// Drops what waits: the present state follows.
    ///
    /// - Returns: The task to resume, if one waits.
    func reset() -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            Self.drop(&state)
            return Self.take(&state)
        }
    }

    func finish() {
        state.withLock { state in
            state.isFinished = true
            return Self.take(&state)
        }?.resume()
    }

    func disconnect() {
        finish()
        close()
    }

    private static func take(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        defer { state.continuation = nil }
        return state.continuation
    }

    private static func drop(_ state: inout State) {
        state.waiting = []
        state.needsReset = true
        state.resets += 1
    }

    /// Leaves out superseded updates; if that is not a quarter of all, everything.
    private static func shorten(_ state: inout State, _ capacity: Int) {
        let kept = conflated(state.waiting)
        state.conflated += state.waiting.count - kept.count
        state.waiting = kept
        if kept.count > capacity - capacity / 4 { drop(&state) }
    }

    /// Without updates that a newer update of the same activity follows, with nothing of that activity between them.
    static func conflated(_ frames: [ChangeFrame]) -> [ChangeFrame] {
        var isNextUpdate: Set<ActivityID> = []
        var kept: [ChangeFrame] = []
        kept.reserveCapacity(frames.count)
        for frame in frames.reversed() {
            if frame.isUpdate {
                if !isNextUpdate.insert(frame.change.activity).inserted { continue }
            } else {
                isNextUpdate.remove(frame.change.activity)
            }
            kept.append(frame)
        }
        kept.reverse()
        return kept
    }

    // MARK: - The stream's side

    /// What comes next; `nil` at the end, and when the task is cancelled.
    func next() async -> Delivery? {
        while true {
            let (delivery, isOver) = state.withLock { state -> (Delivery?, Bool) in
                if state.needsReset, !state.isFinished {
                    state.needsReset = false
                    return (.reset, false)
                }
                if !state.waiting.isEmpty {
                    defer { state.waiting = [] }
                    state.heartbeat = nil
                    return (.changes(state.waiting), false)
                }
                if let heartbeat = state.heartbeat, !state.isFinished {
                    state.heartbeat = nil
                    return (.heartbeat(heartbeat), false)
                }
                return (nil, state.isFinished)
            }
            if let delivery { return delivery }
            if isOver || Task.isCancelled { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state -> Bool in
                        if !state.waiting.isEmpty || state.heartbeat != nil || state.needsReset || state.isFinished
                            || Task.isCancelled
                        {
                            return true
                        }
                        state.continuation = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            } onCancel: {
                state.withLock { Self.take(&$0) }?.resume()
            }
        }
    }
}
#endif
