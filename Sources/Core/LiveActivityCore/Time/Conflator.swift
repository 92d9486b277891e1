/// Lets at most one update per activity and interval through: the newest.
///
/// For one consumer that cannot use more: a surface, a push budget, a browser (SEED-11). A pure value; its owner says what time it is
/// and calls ``advance(to:)`` when ``nextDeadline`` has come.
///
/// - The first `updated` of an activity goes through at once. For ``interval`` seconds after an update went out, the activity's
///   next ones are held, each in place of the one before; then the newest goes out. A consumer never gets an update that it has
///   seen a newer one of.
/// - Everything else goes through at once, with the activity's held update just before it: an alert, an end or a stale mark
///   is never held back, and the changes of one activity keep their order.
///
/// It keeps one change for each activity that has an update held, and a date for each that had an update within the interval.
public struct Conflator: Sendable {
    /// Seconds between two updates of one activity.
    public let interval: TimeInterval

    private struct Slot {
        /// From when on the next update may go out.
        var opens: Date
        var held: Change?
    }

    private struct Due: Comparable {
        var date: Date
        var activity: ActivityID

        static func < (left: Self, right: Self) -> Bool {
            left.date < right.date || (left.date == right.date && left.activity < right.activity)
        }
    }

    private var slots: [ActivityID: Slot] = [:]
    /// When a slot opens whose update is held, and others that were armed for a slot that is empty by now.
    private var held = Heap<Due>()
    /// When a slot opens and, if nothing is held in it, is no longer needed.
    private var opening = Heap<Due>()
    private var clock = Date.distantPast

    /// - Parameter interval: In seconds, greater than 0: 1 unless said otherwise, as Apple's advice is often quoted (SEED-11).
    public init(interval: TimeInterval = 1) {
        precondition(interval > 0 && interval.isFinite, "an interval of \(interval) seconds holds nothing back, or everything")
        self.interval = interval
    }

    /// When ``advance(to:)`` has something to give; `nil` while nothing is held. Exact.
    public private(set) var nextDeadline: Date?

    /// Takes a change, and gives what goes out now, in order.
    ///
    /// - Parameter now: A time before the latest seen counts as the latest seen.
    public mutating func offer(_ change: Change, at now: Date) -> [Change] {
        clock = max(clock, now)
        let isUpdate = change.what == .updated
        let activity = change.activity
        if isUpdate, let index = slots.index(forKey: activity), slots.values[index].opens > clock {
            if slots.values[index].held == nil { held.insert(Due(date: slots.values[index].opens, activity: activity)) }
            slots.values[index].held = change
            return release()
        }
        // A held update that the new one overtakes is dropped, even if its time has just come.
        var going: [Change] = []
        if let before = slots[activity]?.held {
            slots[activity]?.held = nil
            if !isUpdate { going.append(before) }
        }
        if isUpdate || !going.isEmpty { close(activity) }
        if change.what.isFinal { slots[activity] = nil }
        going.append(change)
        return release() + going
    }

    /// Gives the held updates whose time has come by `now`, in the order of their dates.
    public mutating func advance(to now: Date) -> [Change] {
        clock = max(clock, now)
        guard let nextDeadline, nextDeadline <= clock else { return [] }
        return release()
    }

    /// Gives everything that is held, in the order of its dates, whether its time has come or not: the consumer takes leave.
    public mutating func flush() -> [Change] {
        var going: [Change] = []
        while let due = held.removeLeast() {
            guard let slot = slots[due.activity], slot.opens == due.date, let change = slot.held else { continue }
            slots[due.activity]?.held = nil
            going.append(change)
        }
        nextDeadline = nil
        return going
    }

    /// An update of the activity goes out now.
    private mutating func close(_ activity: ActivityID) {
        let opens = clock.addingTimeInterval(interval)
        slots[activity] = Slot(opens: opens)
        opening.insert(Due(date: opens, activity: activity))
    }

    private mutating func release() -> [Change] {
        var going: [Change] = []
        while let due = held.least {
            let slot = slots[due.activity]
            if slot?.opens == due.date, let change = slot?.held {
                guard due.date <= clock else { break }
                going.append(change)
                close(due.activity)
            }
            held.removeLeast()
        }
        nextDeadline = held.least?.date
        while let due = opening.least, due.date <= clock {
            opening.removeLeast()
            if let slot = slots[due.activity], slot.opens == due.date { slots[due.activity] = nil }
        }
        return going
    }
}

extension Change.What {
    /// Whether nothing can follow.
    fileprivate var isFinal: Bool {
        if case .dismissed = self { true } else { false }
    }
}
