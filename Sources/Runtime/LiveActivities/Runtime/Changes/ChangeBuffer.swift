import LiveActivityCore

/// Changes that wait for a slow consumer, never more than `capacity`, in order.
///
/// When one more comes than there is room for,
/// 1. an `updated` that a newer `updated` of the same activity follows, with nothing of that activity between them, is left
///    out: the consumer loses nothing by it, and it is not counted;
/// 2. else the oldest is dropped that is not an alert, an end or a dismissal, and counted as missed;
/// 3. else the oldest is.
struct ChangeBuffer: FeedBuffer {
    private enum Slot {
        case change(Change)
        /// A change was left out here, because a newer one says all that it did.
        case superseded
        /// So many changes were dropped here.
        case missed(Int)
    }

    let capacity: Int

    /// How many changes were dropped before the one that was handed out last.
    private(set) var missed = 0

    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    private var slots: [Slot] = []
    private var head = 0
    /// Dropped at the very beginning, before anything that is still here.
    private var missedAtHead = 0

    /// The slot of an activity's last change, if that is an update: what a newer update may supersede.
    private var lastUpdates: [ActivityID: Int] = [:]
    /// Slots of updates that a newer one follows, the oldest first.
    private var supersedable: [Int] = []
    private var nextSupersedable = 0
    /// No slot before it can be dropped in favour of another.
    private var nextDroppable = 0

    init(capacity: Int) {
        precondition(capacity > 0, "a buffer for \(capacity) changes would drop them all")
        self.capacity = capacity
    }

    mutating func append(_ change: Change) {
        // Slots that were left out or dropped are taken away when there are many, so that each costs a few steps in all.
        if slots.count >= 4 * capacity + 64 { compact() }
        if change.what != .updated {
            lastUpdates[change.activity] = nil
        } else if let older = lastUpdates.updateValue(slots.count, forKey: change.activity) {
            supersedable.append(older)
        }
        slots.append(.change(change))
        count += 1
        if count > capacity { leaveOneOut() }
    }

    mutating func popFirst() -> Change? {
        skipGone()
        missed += missedAtHead
        missedAtHead = 0
        guard head < slots.count, case .change(let change) = slots[head] else {
            clear()
            return nil
        }
        slots[head] = .superseded
        if lastUpdates[change.activity] == head { lastUpdates[change.activity] = nil }
        head += 1
        count -= 1
        if count == 0 {
            skipGone()
            clear()
        }
        return change
    }

    mutating func removeAll() {
        count = 0
        clear()
    }

    // MARK: - Room

    private mutating func leaveOneOut() {
        count -= 1
        while nextSupersedable < supersedable.count {
            let place = supersedable[nextSupersedable]
            nextSupersedable += 1
            if place >= head, case .change = slots[place] {
                slots[place] = .superseded
                return
            }
        }
        nextDroppable = max(nextDroppable, head)
        while nextDroppable < slots.count {
            if case .change(let change) = slots[nextDroppable], !change.what.isKeptLongest {
                drop(nextDroppable)
                return
            }
            nextDroppable += 1
        }
        skipGone()
        drop(head)
    }

    private mutating func drop(_ place: Int) {
        if case .change(let change) = slots[place], lastUpdates[change.activity] == place { lastUpdates[change.activity] = nil }
        slots[place] = .missed(1)
    }

    /// Moves the head to the first change that is still here.
    private mutating func skipGone() {
        while head < slots.count {
            switch slots[head] {
            case .change: return
            case .superseded: break
            case .missed(let count): missedAtHead += count
            }
            head += 1
        }
    }

    private mutating func clear() {
        slots.removeAll(keepingCapacity: slots.count <= 1_024)
        head = 0
        forgetPlaces()
    }

    private mutating func compact() {
        skipGone()
        var kept: [Slot] = []
        kept.reserveCapacity(2 * count + 1)
        /// Where a change went that stood at a place from the head on.
        var places = Array(repeating: -1, count: slots.count - head)
        for place in head..<slots.count {
            switch (slots[place], kept.last) {
            case (.superseded, _): continue
            case (.missed(let more), .missed(let before)): kept[kept.count - 1] = .missed(before + more)
            case (let slot, _):
                if case .change = slot { places[place - head] = kept.count }
                kept.append(slot)
            }
        }
        slots = kept
        lastUpdates = lastUpdates.mapValues { places[$0 - head] }
        supersedable = supersedable[nextSupersedable...].compactMap {
            $0 >= head && places[$0 - head] >= 0 ? places[$0 - head] : nil
        }
        nextSupersedable = 0
        nextDroppable = 0
        head = 0
    }

    private mutating func forgetPlaces() {
        lastUpdates.removeAll(keepingCapacity: lastUpdates.count <= 1_024)
        supersedable.removeAll(keepingCapacity: supersedable.count <= 1_024)
        nextSupersedable = 0
        nextDroppable = 0
    }
}

extension Change.What {
    /// Whether a consumer misses other changes before this one.
    fileprivate var isKeptLongest: Bool {
        switch self {
        case .alerted, .ended, .dismissed: true
        default: false
        }
    }
}
