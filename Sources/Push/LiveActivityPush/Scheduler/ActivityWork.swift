#if Push
import LiveActivityCore

/// The pushes of one activity that are not done. It is removed when all are done.
struct ActivityWork: Sendable {
    var kind: ActivityKind
    var owner: OwnerID
    var content: EncodedContent?
    /// A hash of the content that is the same in every process.
    var hash: UInt64 = 0
    var contentSequence: UInt64 = 0
    var alert: AlertConfiguration?
    var alertSequence: UInt64 = 0
    /// The sequence of the newest update that is sent like an alert (``PushPolicy/isUrgent``).
    var promptSequence: UInt64 = 0
    var start: Change.Start?
    var startSequence: UInt64 = 0
    var end: End?
    var endSequence: UInt64 = 0
    var isDismissed = false
    /// The sequence of the newest change.
    var newest: UInt64 = 0
    /// The activity's newest known revision, from a change or from its record. The ids of pushes contain it.
    var revision: UInt32 = 0
    var changedAt: Date
    var trace: TraceContext?
    var deliveries: [Int: Delivery] = [:]

    struct End: Sendable {
        var dismissal: Date
        var successor: ActivityID?
    }

    /// The pushes of one activity to one device that are not done.
    struct Delivery: Sendable {
        /// The number of the newest request without an answer; 0 if there is none. An older request, before an alert or an end,
        /// may also have no answer yet; its answer does not affect this delivery.
        var inFlight: UInt64 = 0
        var isQueued = false
        var isSettled = false
        /// After a failure: the earliest date of the next attempt.
        var notBefore = Date.distantPast
        /// The newest change that waits for ``notBefore``; an alert or an end after it does not wait. `max` if the service
        /// requested a pause for the device.
        var pausedUpTo: UInt64 = 0
        /// The number of consecutive failures.
        var tries = 0
        /// How many of ``tries`` were failures of APNs itself. Only these make the long pause longer.
        var failures = 0
        var renewals = 0
        /// Since when the delivery waits for a token.
        var waitsSince: Date?
        /// When the delivery is considered again.
        var timer: Date?
        /// When the last alert was accepted. It may be repeated for ``PushPolicy/alertWindow``.
        var alertSentAt: Date?
        /// `true` if the content comes from the activity's record and not from a change.
        var isForced = false
    }

    init(kind: ActivityKind, owner: OwnerID, changedAt: Date) {
        (self.kind, self.owner, self.changedAt) = (kind, owner, changedAt)
    }

    /// The sequence of the newest change that must be sent at once.
    var urgentSequence: UInt64 { max(startSequence, alertSequence, promptSequence, endSequence) }

    mutating func take(_ new: EncodedContent, sequence: UInt64) {
        content = new
        hash = Self.hash(of: new)
        contentSequence = sequence
    }

    /// The sequence of the oldest change that the device still needs.
    func oldestPending(after sequence: UInt64) -> UInt64 {
        [startSequence, alertSequence, contentSequence, endSequence].filter { $0 > sequence }.min() ?? newest
    }

    /// A hash (FNV-1a) of everything that a device shows.
    private static func hash(of content: EncodedContent) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in content.state.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for number in [content.staleDate?.timeIntervalSinceReferenceDate ?? -1, content.relevanceScore] {
            hash = (hash ^ number.bitPattern) &* 0x100_0000_01b3
        }
        return hash == 0 ? 1 : hash
    }
}

/// A device and an activity.
struct WorkKey: Hashable, Sendable {
    var activity: ActivityID
    var row: Int
}

/// The date at which a delivery is considered again.
struct WorkTimer: Comparable, Sendable {
    var date: Date
    var key: WorkKey

    static func < (left: Self, right: Self) -> Bool {
        (left.date, left.key.activity, left.key.row) < (right.date, right.key.activity, right.key.row)
    }
}

/// A queue of devices and activities without duplicates.
struct WorkQueue: Sendable {
    private var keys: [WorkKey] = []
    private var first = 0

    var isEmpty: Bool { first == keys.count }
    mutating func append(_ key: WorkKey) { keys.append(key) }

    mutating func popFirst() -> WorkKey? {
        guard first < keys.count else { return nil }
        defer {
            first += 1
            if first == keys.count {
                keys.removeAll(keepingCapacity: keys.capacity <= 65_536)
                first = 0
            } else if first > 4_096, first > keys.count / 2 {
                keys.removeFirst(first)
                first = 0
            }
        }
        return keys[first]
    }
}
#endif
