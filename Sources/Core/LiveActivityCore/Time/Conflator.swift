/// Passes on at most one update per activity and interval: the newest.
///
/// It is meant for a receiver that cannot use more, such as a surface, a push budget or a browser. It is a value without a
/// clock: its owner passes the time, and calls ``advance(to:)`` at ``nextDeadline``.
///
/// - The first `updated` of an activity is passed on at once. For ``interval`` seconds after an update, the activity's next
///   updates are held, each replacing the one before; then the newest is passed on. A receiver never gets an update after a
///   newer one.
/// - Every other change is passed on at once, after the activity's held update: alerts, ends and changes to stale are never
///   held, and the changes of one activity keep their order.
///
/// It stores one change for each activity with a held update, and a date for each activity with an update within the interval.
public struct Conflator: Sendable {
    /// Seconds between two updates of one activity.
    public let interval: TimeInterval

    private var table: ConflationTable<Change>

    /// Creates a conflator that holds nothing yet.
    ///
    /// - Parameter interval: In seconds, greater than 0; by default 1.
    public init(interval: TimeInterval = 1) {
        precondition(interval > 0 && interval.isFinite, "an interval of \(interval) seconds holds nothing back, or everything")
        self.interval = interval
        table = ConflationTable(interval: interval)
    }

    /// The date at which ``advance(to:)`` returns the next update; `nil` if none is held. Exact. Changes with every
    /// other call.
    public var nextDeadline: Date? { table.nextDeadline.map(Date.init(timeIntervalSinceReferenceDate:)) }

    /// The number of updates that were replaced by a newer one and never passed on.
    public var replaced: Int { table.replaced }

    /// Takes a change, and returns the changes to pass on now, in order.
    ///
    /// - Parameter now: The current time. A time before the latest one counts as the latest one.
    public mutating func offer(_ change: Change, at now: Date) -> [Change] {
        let (isUpdate, isFinal) = change.what.sort
        let (activity, time) = (change.activity, now.timeIntervalSinceReferenceDate)
        if isUpdate, let position = table.holdingPosition(of: activity, at: time) {
            table.hold(change, activity, at: position)
            return advance(to: now)
        }
        let before = table.pass(activity, isUpdate: isUpdate, isFinal: isFinal, at: time)
        return advance(to: now) + (before.map { [$0] } ?? []) + [change]
    }

    /// Returns the held updates that are due by `now`, in the order of their dates.
    public mutating func advance(to now: Date) -> [Change] {
        var going: [Change] = []
        table.advance(to: now.timeIntervalSinceReferenceDate) { going.append($1) }
        return going
    }

    /// Returns all held updates, due or not, in the order of their dates. For a receiver that stops.
    public mutating func flush() -> [Change] {
        var going: [Change] = []
        table.flush { going.append($1) }
        return going
    }
}

extension Change.What {
    /// Whether the change is an update, and whether it is the activity's last change.
    fileprivate var sort: (isUpdate: Bool, isFinal: Bool) {
        switch self {
        case .updated: (true, false)
        case .dismissed: (false, true)
        default: (false, false)
        }
    }
}
