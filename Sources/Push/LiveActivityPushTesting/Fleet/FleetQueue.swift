#if Push
/// A future event of one device or activity.
struct FleetEvent: Sendable {
    enum What: UInt8 {
        case startArrival, activityArrival, draw, stale, timeLimit, dismissal
        case registerStart, registerActivity, rotate, remove, losePermission, travel, receipt
    }

    /// Seconds since 1970.
    var at: Double
    /// Orders events of the same time.
    var order: UInt64 = 0
    var what: What
    /// The number of the device or the row.
    var index: UInt32
    /// The number of the push, or the activity's number when the event was planned.
    var detail: UInt32
    var extra: UInt32 = 0

    static func < (left: Self, right: Self) -> Bool { left.at != right.at ? left.at < right.at : left.order < right.order }
}

/// A binary heap of events, the earliest first.
struct FleetQueue: Sendable {
    private var events: [FleetEvent] = []
    private var ordersEver: UInt64 = 0

    var first: FleetEvent? { events.first }
    var count: Int { events.count }

    mutating func add(_ event: FleetEvent) {
        ordersEver += 1
        var event = event
        event.order = ordersEver
        events.append(event)
        var child = events.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard event < events[parent] else { break }
            events[child] = events[parent]
            child = parent
        }
        events[child] = event
    }

    mutating func removeFirst() -> FleetEvent? {
        guard let first = events.first, let last = events.popLast() else { return nil }
        guard !events.isEmpty else { return first }
        var hole = 0
        while true {
            var child = 2 * hole + 1
            guard child < events.count else { break }
            if child + 1 < events.count, events[child + 1] < events[child] { child += 1 }
            guard events[child] < last else { break }
            events[hole] = events[child]
            hole = child
        }
        events[hole] = last
        return first
    }
}
#endif
