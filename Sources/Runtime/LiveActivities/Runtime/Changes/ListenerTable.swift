import LiveActivityCore
import LiveActivityHost

/// The listeners of one shard, found by their filters. Accessed only under the shard's lock.
///
/// A change is looked up by its activity and by the engine's number of its owner, so it costs the same for one subscribed owner
/// and for a million. A change without a listener is not read: no ``/LiveActivityCore/Change`` is built, and nothing is
/// encoded.
///
/// A class, so that it can be used while the engine beside it is drained.
final class ListenerTable {
    /// Behind a pointer, as it is used for every change: stored properties of a class are checked for exclusive access at every
    /// use.
    private struct Contents {
        var ofAll: [Listener] = []
        /// Listeners by the engine's number of the owner, which is constant while the owner is watched
        /// (``/LiveActivityCore/Engine/watch(_:)``).
        var ofOwner: [UInt32: [Listener]] = [:]
        /// A bit for each owner in `ofOwner`: most changes belong to owners without a subscriber.
        var watchedOwners: [UInt64] = []
        var ofActivity = ActivityTable<[Listener]>()
        /// The held updates of each conflating listener.
        var conflating: [Listener.ID: ConflatingState] = [:]
        var deadlines = Heap<Deadline>()
        var isEmpty = true
        /// Never read; without it the compiler would remove loads whose value is unused.
        var prefetchSink: UInt8 = 0
    }

    private let contents: UnsafeMutablePointer<Contents>

    init() {
        contents = .allocate(capacity: 1)
        contents.initialize(to: Contents())
    }

    deinit {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    /// The maximum number of held updates passed on at once. The rest follows with an immediate alarm, so that a command never
    /// waits for all of them.
    private static let passedTogether = 256

    private struct Deadline: Comparable {
        var date: Double
        var listener: Listener.ID

        static func < (left: Self, right: Self) -> Bool {
            left.date < right.date || (left.date == right.date && left.listener < right.listener)
        }
    }

    var isEmpty: Bool { contents.pointee.isEmpty }

    // MARK: - Listeners

    func insert(_ listener: Listener, _ engine: inout Engine) {
        if let activity = listener.filter.activity {
            contents.pointee.ofActivity.set((contents.pointee.ofActivity[activity] ?? []) + [listener], for: activity)
        } else if let owner = listener.filter.owner {
            insert(listener, at: engine.watch(owner))
        } else {
            contents.pointee.ofAll.append(listener)
        }
        if let state = listener.conflating { contents.pointee.conflating[listener.id] = state }
        contents.pointee.isEmpty = false
    }

    func remove(_ id: Listener.ID, _ filter: ChangeFilter, _ engine: inout Engine) {
        if let activity = filter.activity {
            remove(id, of: activity)
        } else if let owner = filter.owner {
            guard let slot = engine.ownerSlot(of: owner),
                let index = contents.pointee.ofOwner[slot]?.firstIndex(where: { $0.id == id })
            else {
                return
            }
            contents.pointee.ofOwner[slot]?.remove(at: index)
            engine.unwatch(slot)
            if contents.pointee.ofOwner[slot]?.isEmpty == true {
                contents.pointee.ofOwner[slot] = nil
                contents.pointee.watchedOwners[Int(slot / 64)] &= ~(1 << UInt64(slot % 64))
            }
        } else {
            contents.pointee.ofAll.removeAll { $0.id == id }
        }
        contents.pointee.conflating[id] = nil
        updateIsEmpty()
    }

    private func remove(_ id: Listener.ID, of activity: ActivityID) {
        let left = (contents.pointee.ofActivity[activity] ?? []).filter { $0.id != id }
        if left.isEmpty {
            contents.pointee.ofActivity.remove(activity)
        } else {
            contents.pointee.ofActivity.set(left, for: activity)
        }
    }

    private func updateIsEmpty() {
        contents.pointee.isEmpty =
            contents.pointee.ofActivity.isEmpty && contents.pointee.ofOwner.isEmpty && contents.pointee.ofAll.isEmpty
    }

    private func insert(_ listener: Listener, at slot: UInt32) {
        contents.pointee.ofOwner[slot, default: []].append(listener)
        let word = Int(slot / 64)
        if word >= contents.pointee.watchedOwners.count {
            contents.pointee.watchedOwners += Array(
                repeating: 0,
                count: max(word + 1, contents.pointee.watchedOwners.count * 2) - contents.pointee.watchedOwners.count)
        }
        contents.pointee.watchedOwners[word] |= 1 << UInt64(slot % 64)
    }

    private func isWatched(_ slot: UInt32) -> Bool {
        let word = Int(slot / 64)
        return word < contents.pointee.watchedOwners.count && contents.pointee.watchedOwners[word] >> UInt64(slot % 64) & 1 == 1
    }

    /// Called when the engine is replaced: owner numbers of the former engine are invalid, and activities that the new one does
    /// not have are over, as it assigns their ids to others.
    func move(from former: borrowing Engine, to engine: inout Engine, _ wakeUps: inout WakeUps) {
        for activity in Array(contents.pointee.ofActivity.keys) {
            if let owner = engine.owner(of: activity), owner == former.owner(of: activity) { continue }
            for listener in contents.pointee.ofActivity[activity] ?? [] {
                listener.receiver.abandon(&wakeUps)
                contents.pointee.conflating[listener.id] = nil
            }
            contents.pointee.ofActivity.remove(activity)
        }
        let listeners = contents.pointee.ofOwner.values.joined()
        contents.pointee.ofOwner = [:]
        contents.pointee.watchedOwners = []
        for listener in listeners {
            if let owner = listener.filter.owner { insert(listener, at: engine.watch(owner)) }
        }
        updateIsEmpty()
    }

    // MARK: - Changes

    /// Prefetches the conflation state of the activity of a command, while the engine loads its row.
    func prefetch(_ activity: ActivityID) {
        for listener in contents.pointee.ofAll {
            if let state = listener.conflating { contents.pointee.prefetchSink ^= state.table.prefetch(activity) }
        }
    }

    /// Values that are built for the first listener that needs them, and shared by all.
    fileprivate struct Made: ~Copyable {
        var change: MadeChange
        /// The held update that must be passed on before the change.
        var before: (sequence: UInt64, change: SharedChange)?
    }

    /// - Parameter change: The change as a value, if it was already built for other receivers.
    func deliver(_ pending: borrowing PendingChange, _ change: inout MadeChange, at now: Double, _ wakeUps: inout WakeUps) {
        var made = Made(change: change)
        defer { change = made.change }
        // By index and not retained: none of these listeners is removed meanwhile. An iterator would retain the array for every
        // change.
        for index in contents.pointee.ofAll.indices {
            Unmanaged.passUnretained(contents.pointee.ofAll[index])._withUnsafeGuaranteedRef { listener in
                pass(pending, &made, to: listener, at: now, &wakeUps)
            }
        }
        if isWatched(pending.ownerSlot), let listeners = contents.pointee.ofOwner[pending.ownerSlot] {
            for listener in listeners { pass(pending, &made, to: listener, at: now, &wakeUps) }
        }
        if !contents.pointee.ofActivity.isEmpty, let listeners = contents.pointee.ofActivity[pending.activity] {
            for listener in listeners { pass(pending, &made, to: listener, at: now, &wakeUps) }
            // The activity's last change.
            if pending.isDismissal { finish(listeners, of: pending.activity, &wakeUps) }
        }
    }

    private func pass(
        _ pending: borrowing PendingChange, _ made: inout Made, to listener: Listener, at now: Double, _ wakeUps: inout WakeUps
    ) {
        guard listener.filter.matches(pending) else { return }
        if let state = listener.conflating {
            return conflate(pending, &made, listener.id, state, at: now, &wakeUps)
        }
        switch listener.receiver {
        case .typed(let receiver): receiver.take(pending, &wakeUps)
        case .observer(let observer): observer(made.change.value(of: pending).value)
        case .feed(let feed): feed.append(made.change.value(of: pending), &wakeUps)
        case .conflating: break
        }
    }

    private func conflate(
        _ pending: borrowing PendingChange, _ made: inout Made, _ listener: Listener.ID, _ state: ConflatingState,
        at now: Double, _ wakeUps: inout WakeUps
    ) {
        let activity = pending.activity
        if pending.isUpdate, let position = state.table.holdingPosition(of: activity, at: now) {
            state.table.hold(pending.hold(), activity, at: position)
        } else {
            let before = state.table.pass(activity, isUpdate: pending.isUpdate, isFinal: pending.isDismissal, at: now)
            if let before { state.feed.append(made.held(before, pending), &wakeUps) }
            state.feed.append(made.change.value(of: pending), &wakeUps)
        }
        state.publishCount()
        arm(listener, state)
    }

    private func finish(_ listeners: [Listener], of activity: ActivityID, _ wakeUps: inout WakeUps) {
        for listener in listeners {
            listener.receiver.finish(&wakeUps)
            contents.pointee.conflating[listener.id] = nil
        }
        contents.pointee.ofActivity.remove(activity)
        updateIsEmpty()
    }

    // MARK: - Time

    /// When a held update is due, in seconds since 2001; infinity if none is held. It may have been passed on before.
    var nextDeadline: Double { contents.pointee.deadlines.least?.date ?? .infinity }

    /// Passes on held updates that are due. Called when no undrained change exists.
    func advance(to now: Double, _ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        guard let first = contents.pointee.deadlines.least, first.date <= now else { return }
        // Several listeners may hold the same update; it is encoded once for all.
        var made: [UInt64: SharedChange] = [:]
        var due: [(listener: Listener.ID, state: ConflatingState)] = []
        while let next = contents.pointee.deadlines.least, next.date <= now {
            contents.pointee.deadlines.removeLeast()
            guard let state = contents.pointee.conflating[next.listener], state.armed == next.date else { continue }
            state.armed = .infinity
            due.append((next.listener, state))
        }
        for (listener, state) in due {
            state.table.advance(to: now, atMost: Self.passedTogether) { activity, held in
                if let change = made[held.sequence] ?? engine.change(of: held, activity).map({ SharedChange($0) }) {
                    if due.count > 1 { made[held.sequence] = change }
                    state.feed.append(change, &wakeUps)
                }
            }
            arm(listener, state)
        }
    }

    private func arm(_ listener: Listener.ID, _ state: ConflatingState) {
        guard let deadline = state.table.nextDeadline, deadline < state.armed else { return }
        state.armed = deadline
        contents.pointee.deadlines.insert(Deadline(date: deadline, listener: listener))
    }

    /// Passes on all held updates, due or not. Called when no undrained change exists.
    func flush(_ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        for state in contents.pointee.conflating.values { flush(state, engine, &wakeUps) }
        contents.pointee.deadlines.removeAll()
    }

    /// Passes on all held updates, and begins new intervals: the clock was set back. Called when no undrained change exists.
    func restart(_ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        flush(engine, &wakeUps)
        for state in contents.pointee.conflating.values { state.table.restart() }
    }

    /// Passes on the held updates of one listener, due or not. Called when no undrained change exists.
    func flush(_ id: Listener.ID, _ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        if let state = contents.pointee.conflating[id] { flush(state, engine, &wakeUps) }
    }

    private func flush(_ state: ConflatingState, _ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        state.table.flush { activity, held in
            if let change = engine.change(of: held, activity) { state.feed.append(SharedChange(change), &wakeUps) }
        }
        state.armed = .infinity
    }

    /// Passes on all held updates, and finishes every listener.
    func finish(_ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        flush(engine, &wakeUps)
        for listener in contents.pointee.ofAll + contents.pointee.ofOwner.values.joined() { listener.receiver.finish(&wakeUps) }
        for activity in contents.pointee.ofActivity.keys {
            for listener in contents.pointee.ofActivity[activity] ?? [] { listener.receiver.finish(&wakeUps) }
        }
        contents.pointee.ofAll = []
        contents.pointee.ofOwner = [:]
        contents.pointee.watchedOwners = []
        contents.pointee.ofActivity.removeAll()
        contents.pointee.conflating = [:]
        contents.pointee.isEmpty = true
    }
}

extension ListenerTable.Made {
    fileprivate mutating func held(_ held: HeldUpdate, _ pending: borrowing PendingChange) -> SharedChange {
        if let before, before.sequence == held.sequence { return before.change }
        let made = SharedChange(pending.change(of: held))
        before = (held.sequence, made)
        return made
    }
}
