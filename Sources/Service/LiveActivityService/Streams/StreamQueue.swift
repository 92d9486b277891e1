#if Service
import LiveActivityCore

/// The bounded queue of changes that wait for one stream.
///
/// A slow reader loses no state. When the queue is full, updates followed by a newer one of the same activity are dropped
/// (conflation); if that is not enough, the queue is emptied and the reader gets the current state.
struct StreamQueue: Sendable {
    enum Event: Hashable, Sendable {
        case changes([ChangeFrame])
        /// A heartbeat of an idle stream, with the position of the newest change.
        case heartbeat(StreamPosition)
        /// Changes are missing: send the current state.
        case reset
    }

    enum Step: Hashable, Sendable {
        case send(Event)
        /// The queue is empty.
        case wait
        case end
    }

    private let capacity: Int
    private var waiting: [ChangeFrame] = []
    private var heartbeat: StreamPosition?
    private var needsReset = false
    private var isFinished = false
    /// Whether a change came since the previous heartbeat.
    private var isBusy = false
    /// The number of conflated updates, and of resets.
    private(set) var losses = (conflated: 0, resets: 0)

    /// - Parameter capacity: The maximum number of waiting changes.
    init(capacity: Int) { self.capacity = capacity }

    mutating func offer(_ frame: ChangeFrame) {
        guard !isFinished, !needsReset else { return }
        isBusy = true
        append([frame])
    }

    /// Appends the changes that the reader missed while it was disconnected.
    mutating func append(_ frames: [ChangeFrame]) {
        waiting += frames
        guard waiting.count > capacity else { return }
        let kept = Self.conflated(waiting)
        losses.conflated += waiting.count - kept.count
        waiting = kept
        // If conflation frees less than a quarter, it would run again after a few changes and cost too much.
        if kept.count > capacity - capacity / 4 { reset() }
    }

    /// Queues a heartbeat, unless the reader received a change since the last one.
    mutating func beat(_ position: StreamPosition) {
        if !isBusy, !isFinished { heartbeat = position }
        isBusy = false
    }

    /// Drops the waiting changes, to send the current state in their place.
    mutating func reset() {
        waiting = []
        needsReset = true
        losses.resets += 1
    }

    /// Accepts no further changes; the waiting ones are still delivered.
    mutating func finish() { isFinished = true }

    /// Drops the waiting changes and ends the stream, because the client may no longer read.
    mutating func cut() {
        (waiting, heartbeat, needsReset, isFinished) = ([], nil, false, true)
    }

    /// Whether ``next()`` returns something other than `wait`.
    var isReady: Bool { !waiting.isEmpty || heartbeat != nil || needsReset || isFinished }

    /// Removes and returns the next element.
    mutating func next() -> Step {
        if needsReset, !isFinished {
            needsReset = false
            return .send(.reset)
        }
        if !waiting.isEmpty {
            defer { (waiting, heartbeat) = ([], nil) }
            return .send(.changes(waiting))
        }
        if let position = heartbeat, !isFinished {
            heartbeat = nil
            return .send(.heartbeat(position))
        }
        return isFinished ? .end : .wait
    }

    /// Drops updates that are directly followed, within their activity, by a newer update.
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
}
#endif
