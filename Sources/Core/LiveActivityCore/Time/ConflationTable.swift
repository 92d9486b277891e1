/// The rule of conflation: at most one update for each activity and interval, the newest (``Conflator``).
///
/// It is independent of what is held: a whole change (``Conflator``), or only a note that there is one (``HeldUpdate``).
@usableFromInline package struct ConflationTable<Held> {
    @usableFromInline struct Slot {
        /// When the next update may be passed on, in seconds since 2001.
        @usableFromInline var opens: Double
        @usableFromInline var held: Held?

        @inlinable init(opens: Double) { self.opens = opens }
    }

    @usableFromInline struct Due: Comparable, Sendable {
        @usableFromInline var date: Double
        @usableFromInline var activity: ActivityID

        @inlinable init(date: Double, activity: ActivityID) {
            self.date = date
            self.activity = activity
        }

        @inlinable static func < (left: Self, right: Self) -> Bool {
            left.date < right.date || (left.date == right.date && left.activity < right.activity)
        }
    }

    @usableFromInline let interval: Double
    @usableFromInline var slots = ActivityTable<Slot>()
    /// The dates at which held updates are passed on; entries may be obsolete, except the least.
    @usableFromInline var due = Heap<Due>()
    /// The dates at which slots without a held update can be removed, in the order in which they were closed.
    @usableFromInline var opening: [Due] = []
    @usableFromInline var openingHead = 0
    @usableFromInline var clock = -Double.infinity

    /// The number of updates that were replaced by a newer one and never passed on.
    @usableFromInline package var replaced = 0

    /// - Parameter interval: The shortest time between two updates of an activity, in seconds.
    @inlinable package init(interval: Double) { self.interval = interval }

    /// When the next held update is passed on, in seconds since 2001; `nil` if none is held. Exact.
    @inlinable package var nextDeadline: Double? { due.least?.date }

    /// Starts loading the data that a change of this activity will need (``ActivityTable/prefetch(_:)``).
    @inlinable package func prefetch(_ activity: ActivityID) -> UInt8 { slots.prefetch(activity) }

    /// Where an update must be held, with ``hold(_:_:at:)``; `nil` if the activity's interval is over: the update is then
    /// passed on, with ``pass(_:isUpdate:isFinal:at:)``.
    ///
    /// - Parameter now: A time before the latest one counts as the latest one.
    @inlinable package mutating func holdingPosition(of activity: ActivityID, at now: Double) -> Int? {
        clock = max(clock, now)
        removeOpened(atMost: 4)
        guard let position = slots.position(of: activity), slots[at: position].opens > clock else { return nil }
        return position
    }

    /// Records that a change is passed on: an update without a ``holdingPosition(of:at:)``, or any other change.
    ///
    /// - Parameters:
    ///   - isUpdate: Whether the change is `updated`.
    ///   - isFinal: Whether the change is the activity's last.
    ///   - now: A time before the latest one counts as the latest one.
    /// - Returns: The held update that must be passed on before the change.
    @inlinable package mutating func pass(_ activity: ActivityID, isUpdate: Bool, isFinal: Bool, at now: Double) -> Held? {
        clock = max(clock, now)
        removeOpened(atMost: 4)
        var before: Held?
        // A new update replaces the held one, even if the held one is due now.
        if let position = slots.position(of: activity), slots[at: position].held != nil {
            if isUpdate { replaced += 1 } else { before = slots[at: position].held }
            slots[at: position].held = nil
            removeObsolete()
        }
        if isFinal { slots.remove(activity) } else if isUpdate || before != nil { close(activity) }
        return before
    }

    /// Holds an update at the position that ``holdingPosition(of:at:)`` has just returned.
    @inlinable package mutating func hold(_ update: consuming Held, _ activity: ActivityID, at position: Int) {
        // Swapped, as a comparison with `nil` would copy the older one.
        var older: Held? = update
        swap(&slots[at: position].held, &older)
        if older == nil {
            due.insert(Due(date: slots[at: position].opens, activity: activity))
        } else {
            replaced += 1
        }
    }

    /// Passes on the held updates that are due by `now`, in the order of their dates.
    ///
    /// - Parameter limit: The maximum number; ``nextDeadline`` shows whether more are due.
    @inlinable package mutating func advance(
        to now: Double, atMost limit: Int = .max, _ pass: (ActivityID, Held) -> Void
    ) {
        clock = max(clock, now)
        var passed = 0
        while passed < limit, let next = due.least, next.date <= clock {
            due.removeLeast()
            if let position = slots.position(of: next.activity), slots[at: position].opens == next.date,
                let held = slots[at: position].held
            {
                close(next.activity)
                pass(next.activity, held)
                passed += 1
            }
            removeObsolete()
        }
        removeOpened(atMost: 64)
    }

    /// Passes on all held updates, due or not, in the order of their dates.
    @inlinable package mutating func flush(_ pass: (ActivityID, Held) -> Void) {
        while let next = due.removeLeast() {
            guard let position = slots.position(of: next.activity), slots[at: position].opens == next.date,
                let held = slots[at: position].held
            else { continue }
            slots[at: position].held = nil
            pass(next.activity, held)
        }
    }

    /// Forgets the intervals and the latest time, after the clock was set back: otherwise updates would be held until it has
    /// reached its former time.
    ///
    /// - Precondition: Nothing is held (``flush(_:)``).
    @inlinable package mutating func restart() {
        slots.removeAll()
        due = Heap()
        opening = []
        openingHead = 0
        clock = -.infinity
    }

    /// Starts the interval of an activity, as one of its updates is passed on now.
    @inlinable mutating func close(_ activity: ActivityID) {
        let opens = clock + interval
        slots.set(Slot(opens: opens), for: activity)
        opening.append(Due(date: opens, activity: activity))
    }

    @inlinable mutating func removeObsolete() {
        while let next = due.least {
            if let position = slots.position(of: next.activity), slots[at: position].opens == next.date,
                slots[at: position].held != nil
            {
                return
            }
            due.removeLeast()
        }
    }

    /// Removes slots without a held update whose interval is over. A few at a time, as there may be many at once after a burst.
    @inlinable mutating func removeOpened(atMost limit: Int) {
        var left = limit
        while left > 0, openingHead < opening.count, opening[openingHead].date <= clock {
            let next = opening[openingHead]
            openingHead += 1
            left -= 1
            if let position = slots.position(of: next.activity), slots[at: position].opens == next.date,
                slots[at: position].held == nil
            {
                slots.remove(next.activity)
            }
        }
        if openingHead > 1_024, openingHead * 2 > opening.count {
            opening.removeFirst(openingHead)
            openingHead = 0
        }
    }
}

extension ConflationTable: Sendable where Held: Sendable {}
extension ConflationTable.Slot: Sendable where Held: Sendable {}
