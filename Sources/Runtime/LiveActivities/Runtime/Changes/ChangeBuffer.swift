import LiveActivityCore

/// Changes that wait for a slow subscriber, in order, at most `capacity`.
///
/// When there is one more than that,
/// 1. an `updated` that a newer `updated` of the same activity follows, with nothing of that activity between them, is left out: the
///    subscriber loses nothing by it, and it is not counted;
/// 2. else the oldest change that is not an alert, an end or a dismissal is dropped, and counted as missed;
/// 3. else the oldest change is dropped, and counted.
///
/// An array with a head index, not a `Deque`: changes are also removed from the middle, by their slot, and a `Deque`'s indices shift with
/// each removal at its front.
struct ChangeBuffer: FeedBuffer {
    private enum Slot {
        case change(Change)
        /// A change was left out here, because a newer one contains all that it said.
        case superseded
        /// This many changes were dropped here.
        case missed(Int)
    }

    let capacity: Int

    /// How many changes were dropped before the one that was given last.
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
    /// No change in a slot before it can be dropped.
    private var nextDroppable = 0

    init(capacity: Int) {
        precondition(capacity > 0, "a buffer for \(capacity) changes would drop them all")
        self.capacity = capacity
    }

    mutating func append(_ change: Change) {
        // Empty slots are removed when there are many, so that each costs a few steps in all.
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

    // MARK: - Capacity

    private mutating func leaveOneOut() {
        count -= 1
        while nextSupersedable < supersedable.count {
            let slot = supersedable[nextSupersedable]
            nextSupersedable += 1
            if slot >= head, case .change = slots[slot] {
                slots[slot] = .superseded
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

    private mutating func drop(_ slot: Int) {
        if case .change(let change) = slots[slot], lastUpdates[change.activity] == slot { lastUpdates[change.activity] = nil }
        slots[slot] = .missed(1)
    }

    /// Moves the head to the first change.
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
        forgetSlots()
    }

    private mutating func compact() {
        skipGone()
        var kept: [Slot] = []
        kept.reserveCapacity(2 * count + 1)
        /// The new slot of each change, by its old slot's distance from the head.
        var newSlots = Array(repeating: -1, count: slots.count - head)
        for index in head..<slots.count {
            switch (slots[index], kept.last) {
            case (.superseded, _): continue
            case (.missed(let more), .missed(let before)): kept[kept.count - 1] = .missed(before + more)
            case (let slot, _):
                if case .change = slot { newSlots[index - head] = kept.count }
                kept.append(slot)
            }
        }
        slots = kept
        lastUpdates = lastUpdates.mapValues { newSlots[$0 - head] }
        supersedable = supersedable[nextSupersedable...].compactMap {
            $0 >= head && newSlots[$0 - head] >= 0 ? newSlots[$0 - head] : nil
        }
        nextSupersedable = 0
        nextDroppable = 0
        head = 0
    }

    private mutating func forgetSlots() {
        lastUpdates.removeAll(keepingCapacity: lastUpdates.count <= 1_024)
        supersedable.removeAll(keepingCapacity: supersedable.count <= 1_024)
        nextSupersedable = 0
        nextDroppable = 0
    }
}

extension Change.What {
    /// Whether other changes are dropped before this one.
    fileprivate var isKeptLongest: Bool {
        switch self {
        case .alerted, .ended, .dismissed: true
        default: false
        }
    }
}
