#if Service
import LiveActivityCore

/// What waits for one stream, at most so many changes.
///
/// A reader that is too slow loses no state: first updates are left out that a newer one of the same activity follows; then
/// everything that waits is dropped, and the reader is given the present state.
struct StreamQueue: Sendable {
    enum Delivery: Hashable, Sendable {
        case changes([ChangeFrame])
        /// Nothing has come for a while: the position of the newest change.
        case heartbeat(StreamPosition)
        /// Changes are missing: the present state follows.
        case reset
    }

    enum Step: Hashable, Sendable {
        case deliver(Delivery)
        /// Nothing is there yet.
        case wait
        case end
    }

    private let capacity: Int
    private var waiting: [ChangeFrame] = []
    private var heartbeat: StreamPosition?
    private var needsReset = false
    private var isFinished = false
    /// Whether a change came since the last heartbeat was due.
    private var isBusy = false
    /// How many updates a newer one has replaced, and how often everything was dropped.
    private(set) var losses = (conflated: 0, resets: 0)

    /// - Parameter capacity: Changes that may wait.
    init(capacity: Int) { self.capacity = capacity }

    mutating func offer(_ frame: ChangeFrame) {
        guard !isFinished, !needsReset else { return }
        isBusy = true
        append([frame])
    }

    /// Begins with the changes that the reader has missed.
    mutating func append(_ frames: [ChangeFrame]) {
        waiting += frames
        guard waiting.count > capacity else { return }
        let kept = Self.conflated(waiting)
        losses.conflated += waiting.count - kept.count
        waiting = kept
        // To leave out a few at each change would cost too much.
        if kept.count > capacity - capacity / 4 { reset() }
    }

    /// A heartbeat is due. A reader that had something since the last one needs none.
    mutating func beat(_ position: StreamPosition) {
        if !isBusy, !isFinished { heartbeat = position }
        isBusy = false
    }

    /// Drops what waits: the present state follows.
    mutating func reset() {
        waiting = []
        needsReset = true
        losses.resets += 1
    }

    /// Nothing is added any more; what waits is still delivered.
    mutating func finish() { isFinished = true }

    /// Drops what waits: the reader may have nothing more.
    mutating func cut() {
        (waiting, heartbeat, needsReset, isFinished) = ([], nil, false, true)
    }

    /// Whether ``next()`` has something.
    var isReady: Bool { !waiting.isEmpty || heartbeat != nil || needsReset || isFinished }

    /// Takes what comes next.
    mutating func next() -> Step {
        if needsReset, !isFinished {
            needsReset = false
            return .deliver(.reset)
        }
        if !waiting.isEmpty {
            defer { (waiting, heartbeat) = ([], nil) }
            return .deliver(.changes(waiting))
        }
        if let position = heartbeat, !isFinished {
            heartbeat = nil
            return .deliver(.heartbeat(position))
        }
        return isFinished ? .end : .wait
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
}
#endif
