import LiveActivityCore

/// The listeners of one shard, found by what they listen to. Touched under the shard's lock only.
///
/// A change is looked up by its activity and by the engine's number of its owner, so it costs the same whether one owner has a subscriber
/// or a million have. A change that nobody wants is not even read: no ``/LiveActivityCore/Change`` is made of it, and nothing is encoded.
///
/// A class, so that it can be used while the engine beside it is drained.
final class ListenerTable {
    private var ofAll: [Listener] = []
    /// By the engine's number of the owner, which stays while it is watched (``/LiveActivityCore/Engine/watch(_:)``).
    private var ofOwner: [UInt32: [Listener]] = [:]
    /// A bit for each owner in `ofOwner`: most changes are of owners without a subscriber.
    private var watchedOwners: [UInt64] = []
    private var ofActivity = ActivityTable<[Listener]>()
    private var conflating: [Listener.ID: Listener] = [:]
    private var deadlines = Heap<Deadline>()

    /// How many held updates pass in one go. The rest follows with the alarm at once, so that a command never waits for all of them.
    private static let passedTogether = 256

    private struct Deadline: Comparable {
        var date: Double
        var listener: Listener.ID

        static func < (left: Self, right: Self) -> Bool {
            left.date < right.date || (left.date == right.date && left.listener < right.listener)
        }
    }

    private(set) var isEmpty = true

    // MARK: - Listeners

    func insert(_ listener: Listener, _ engine: inout Engine) {
        if let activity = listener.filter.activity {
            ofActivity.set((ofActivity[activity] ?? []) + [listener], for: activity)
        } else if let owner = listener.filter.owner {
            insert(listener, at: engine.watch(owner))
        } else {
            ofAll.append(listener)
        }
        if case .conflating = listener.receiver { conflating[listener.id] = listener }
        isEmpty = false
    }

    func remove(_ id: Listener.ID, _ filter: ChangeFilter, _ engine: inout Engine) {
        if let activity = filter.activity {
            remove(id, of: activity)
        } else if let owner = filter.owner {
            guard let slot = engine.ownerSlot(of: owner), let index = ofOwner[slot]?.firstIndex(where: { $0.id == id }) else {
                return
            }
            ofOwner[slot]?.remove(at: index)
            engine.unwatch(slot)
            if ofOwner[slot]?.isEmpty == true {
                ofOwner[slot] = nil
                watchedOwners[Int(slot / 64)] &= ~(1 << UInt64(slot % 64))
            }
        } else {
            ofAll.removeAll { $0.id == id }
        }
        conflating[id] = nil
        isEmpty = ofActivity.isEmpty && ofOwner.isEmpty && ofAll.isEmpty
    }

    private func remove(_ id: Listener.ID, of activity: ActivityID) {
        let left = (ofActivity[activity] ?? []).filter { $0.id != id }
        if left.isEmpty { ofActivity.remove(activity) } else { ofActivity.set(left, for: activity) }
    }

    private func insert(_ listener: Listener, at slot: UInt32) {
        ofOwner[slot, default: []].append(listener)
        let word = Int(slot / 64)
        if word >= watchedOwners.count {
            watchedOwners += Array(repeating: 0, count: max(word + 1, watchedOwners.count * 2) - watchedOwners.count)
        }
        watchedOwners[word] |= 1 << UInt64(slot % 64)
    }

    private func isWatched(_ slot: UInt32) -> Bool {
        let word = Int(slot / 64)
        return word < watchedOwners.count && watchedOwners[word] >> UInt64(slot % 64) & 1 == 1
    }

    /// Another engine takes the place of the one that the owners' numbers are of.
    func move(to engine: inout Engine) {
        let listeners = ofOwner.values.joined()
        ofOwner = [:]
        watchedOwners = []
        for listener in listeners {
            if let owner = listener.filter.owner { insert(listener, at: engine.watch(owner)) }
        }
    }

    // MARK: - Changes

    /// What is made of one change for the first listener that needs it, and is the same for all.
    fileprivate struct Made {
        var change: SharedChange?
        /// The held update that must pass before it.
        var before: (sequence: UInt64, change: SharedChange)?
    }

    func deliver(_ pending: borrowing PendingChange, at now: Double, _ wakeUps: inout WakeUps) {
        var made = Made()
        for listener in ofAll { pass(pending, &made, to: listener, at: now, &wakeUps) }
        if isWatched(pending.ownerSlot), let listeners = ofOwner[pending.ownerSlot] {
            for listener in listeners { pass(pending, &made, to: listener, at: now, &wakeUps) }
        }
        if !ofActivity.isEmpty, let listeners = ofActivity[pending.activity] {
            for listener in listeners { pass(pending, &made, to: listener, at: now, &wakeUps) }
            // No change of this activity follows.
            if pending.isDismissal { finish(listeners, of: pending.activity, &wakeUps) }
        }
    }

    private func pass(
        _ pending: borrowing PendingChange, _ made: inout Made, to listener: Listener, at now: Double, _ wakeUps: inout WakeUps
    ) {
        guard listener.filter.matches(pending) else { return }
        switch listener.receiver {
        case .typed(let receiver): receiver.take(pending, &wakeUps)
        case .observer(let observer): observer(made.change(pending).value)
        case .feed(let feed): feed.append(made.change(pending), &wakeUps)
        case .conflating(let feed, let state):
            let offer = state.table.offer(
                pending.activity, isUpdate: pending.isUpdate, isFinal: pending.isDismissal, at: now)
            switch offer {
            case .hold(let position): state.table.hold(pending.hold(), pending.activity, at: position)
            case .pass(let before):
                if let before { feed.append(made.change(pending, of: before), &wakeUps) }
                feed.append(made.change(pending), &wakeUps)
            }
            state.publishCount()
            arm(listener.id, state)
        }
    }

    private func finish(_ listeners: [Listener], of activity: ActivityID, _ wakeUps: inout WakeUps) {
        for listener in listeners {
            listener.receiver.finish(&wakeUps)
            conflating[listener.id] = nil
        }
        ofActivity.remove(activity)
        isEmpty = ofActivity.isEmpty && ofOwner.isEmpty && ofAll.isEmpty
    }

    // MARK: - Time

    /// When a change that a conflation holds back is due. It may have been passed on before.
    var nextDeadline: Date? { deadlines.least.map { Date(timeIntervalSinceReferenceDate: $0.date) } }

    /// Passes held updates that are due. Called when no change is to be drained.
    func advance(to now: Double, _ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        guard let first = deadlines.least, first.date <= now else { return }
        // Several listeners may hold the same update; it is encoded once for all.
        var made: [UInt64: SharedChange] = [:]
        var due: [Listener] = []
        while let next = deadlines.least, next.date <= now {
            deadlines.removeLeast()
            guard let listener = conflating[next.listener], case .conflating(_, let state) = listener.receiver,
                state.armed == next.date
            else { continue }
            state.armed = .infinity
            due.append(listener)
        }
        for listener in due {
            guard case .conflating(let feed, let state) = listener.receiver else { continue }
            state.table.advance(to: now, atMost: Self.passedTogether) { activity, held in
                if let change = made[held.sequence] ?? engine.change(of: held, activity).map({ SharedChange($0) }) {
                    if due.count > 1 { made[held.sequence] = change }
                    feed.append(change, &wakeUps)
                }
            }
            arm(listener.id, state)
        }
    }

    private func arm(_ listener: Listener.ID, _ state: ConflatingState) {
        guard let deadline = state.table.nextDeadline, deadline < state.armed else { return }
        state.armed = deadline
        deadlines.insert(Deadline(date: deadline, listener: listener))
    }

    /// Passes on what conflations hold back, due or not. Called when no change is to be drained.
    func flush(_ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        for listener in conflating.values {
            guard case .conflating(let feed, let state) = listener.receiver else { continue }
            state.table.flush { activity, held in
                if let change = engine.change(of: held, activity) { feed.append(SharedChange(change), &wakeUps) }
            }
            state.armed = .infinity
        }
        deadlines.removeAll()
    }

    /// Passes on what conflations hold back, and finishes every listener.
    func finish(_ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        flush(engine, &wakeUps)
        for listener in ofAll + ofOwner.values.joined() { listener.receiver.finish(&wakeUps) }
        for activity in ofActivity.keys { for listener in ofActivity[activity] ?? [] { listener.receiver.finish(&wakeUps) } }
        ofAll = []
        ofOwner = [:]
        watchedOwners = []
        ofActivity.removeAll()
        conflating = [:]
        isEmpty = true
    }
}

extension ListenerTable.Made {
    fileprivate mutating func change(_ pending: borrowing PendingChange) -> SharedChange {
        if let change { return change }
        let made = SharedChange(pending.changeOrOutline())
        change = made
        return made
    }

    fileprivate mutating func change(_ pending: borrowing PendingChange, of held: HeldUpdate) -> SharedChange {
        if let before, before.sequence == held.sequence { return before.change }
        let made = SharedChange(pending.change(of: held))
        before = (held.sequence, made)
        return made
    }
}
