/// The rule of a conflation: at most one update for each activity and interval, and then the newest (``Conflator``).
///
/// It does not know what is held: a whole change (``Conflator``), or only the note that there is one (``HeldUpdate``).
@usableFromInline package struct ConflationTable<Held> {
    @usableFromInline struct Slot {
        /// From when on the next update may pass, in seconds since 2001.
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

    /// The decision about a change.
    @usableFromInline package enum Offer {
        /// An update that must be held: ``ConflationTable/hold(_:at:)``.
        case hold(at: Int)
        /// It passes, after the held update if there is one.
        case pass(after: Held?)
    }

    @usableFromInline let interval: Double
    @usableFromInline var slots = ActivityTable<Slot>()
    /// The dates at which held updates pass; some entries are obsolete, but not the least.
    @usableFromInline var due = Heap<Due>()
    /// The dates at which slots without a held update can be removed, which is the order in which they were closed.
    @usableFromInline var opening: [Due] = []
    @usableFromInline var openingHead = 0
    @usableFromInline var clock = -Double.infinity

    /// How many updates were replaced by a newer one and never passed.
    @usableFromInline package var replaced = 0

    /// - Parameter interval: The shortest time between two updates of an activity, in seconds.
    @inlinable package init(interval: Double) { self.interval = interval }

    /// When the next held update passes, in seconds since 2001; `nil` if none is held. Exact.
    @inlinable package var nextDeadline: Double? { due.least?.date }

    /// Starts to load what ``offer(_:isUpdate:isFinal:at:)`` will look up (``ActivityTable/prefetch(_:)``).
    @inlinable package func prefetch(_ activity: ActivityID) -> UInt8 { slots.prefetch(activity) }

    /// Decides about a change.
    ///
    /// - Parameters:
    ///   - isUpdate: Whether the change is `updated`.
    ///   - isFinal: Whether the change is the activity's last.
    ///   - now: A time before the latest one counts as the latest one.
    @inlinable package mutating func offer(_ activity: ActivityID, isUpdate: Bool, isFinal: Bool, at now: Double) -> Offer {
        clock = max(clock, now)
        removeOpened(atMost: 4)
        var before: Held?
        if let position = slots.position(of: activity) {
            if isUpdate, slots[at: position].opens > clock { return .hold(at: position) }
            // A new update replaces the held one, even if the held one is due now.
            if slots[at: position].held != nil {
                if isUpdate { replaced += 1 } else { before = slots[at: position].held }
                slots[at: position].held = nil
                removeObsolete()
            }
        }
        if isFinal { slots.remove(activity) } else if isUpdate || before != nil { close(activity) }
        return .pass(after: before)
    }

    /// Holds the update for which ``offer(_:isUpdate:isFinal:at:)`` has just returned that decision.
    @inlinable package mutating func hold(_ update: Held, _ activity: ActivityID, at position: Int) {
        if slots[at: position].held == nil {
            due.insert(Due(date: slots[at: position].opens, activity: activity))
        } else {
            replaced += 1
        }
        slots[at: position].held = update
    }

    /// Passes held updates that are due by `now`, in the order of their dates.
    ///
    /// - Parameter limit: At most so many; ``nextDeadline`` says whether more are due.
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

    /// Passes all held updates, due or not, in the order of their dates.
    @inlinable package mutating func flush(_ pass: (ActivityID, Held) -> Void) {
        while let next = due.removeLeast() {
            guard let position = slots.position(of: next.activity), slots[at: position].opens == next.date,
                let held = slots[at: position].held
            else { continue }
            slots[at: position].held = nil
            pass(next.activity, held)
        }
    }

    /// Holds further updates of the activity, as one passes now.
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

    /// Removes slots that hold nothing and are open. A few at a time, as many are open at once after a burst.
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
extension ConflationTable.Offer: Sendable where Held: Sendable {}
