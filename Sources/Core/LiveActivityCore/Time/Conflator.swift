/// Passes at most one update per activity and interval: the newest.
///
/// For a receiver that cannot use more, such as a surface, a push budget or a browser. It is a value without a clock:
/// its owner passes the time, and calls ``advance(to:)`` when ``nextDeadline`` has come.
///
/// - The first `updated` of an activity passes at once. For ``interval`` seconds after an update, the activity's next
///   updates are held, each replacing the one before; then the newest passes. A receiver never gets an update after a
///   newer one.
/// - Every other change passes at once, after the activity's held update: alerts, ends and changes to stale are never
///   held, and the changes of one activity keep their order.
///
/// It stores one change for each activity with a held update, and a date for each activity with an update within the
/// interval.
public struct Conflator: Sendable {
    /// Seconds between two updates of one activity.
    public let interval: TimeInterval

    private struct Slot {
        /// From when on the next update may pass.
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
    /// The dates at which held updates pass; some entries are obsolete.
    private var held = Heap<Due>()
    /// The dates at which slots without a held update can be removed.
    private var opening = Heap<Due>()
    private var clock = Date.distantPast

    /// A conflator that holds nothing yet.
    ///
    /// - Parameter interval: In seconds, greater than 0; by default 1.
    public init(interval: TimeInterval = 1) {
        precondition(interval > 0 && interval.isFinite, "an interval of \(interval) seconds holds nothing back, or everything")
        self.interval = interval
    }

    /// The date at which ``advance(to:)`` returns the next update; `nil` if none is held. Exact. Changes with every
    /// other call.
    public private(set) var nextDeadline: Date?

    /// Takes a change, and returns the changes that pass now, in order.
    ///
    /// - Parameter now: The present time. A time before the latest one counts as the latest one.
    public mutating func offer(_ change: Change, at now: Date) -> [Change] {
        clock = max(clock, now)
        let isUpdate = change.what == .updated
        let activity = change.activity
        if isUpdate, let index = slots.index(forKey: activity), slots.values[index].opens > clock {
            if slots.values[index].held == nil { held.insert(Due(date: slots.values[index].opens, activity: activity)) }
            slots.values[index].held = change
            return release()
        }
        // The new update replaces the held one, even if the held one is due now.
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

    /// Returns the held updates that are due by `now`, in the order of their dates.
    public mutating func advance(to now: Date) -> [Change] {
        clock = max(clock, now)
        guard let nextDeadline, nextDeadline <= clock else { return [] }
        return release()
    }

    /// Returns all held updates, due or not, in the order of their dates. For a receiver that stops.
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

    /// Holds further updates of the activity, as one passes now.
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
