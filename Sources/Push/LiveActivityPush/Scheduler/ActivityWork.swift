#if Push
import LiveActivityCore

/// The pending work for one activity. It exists only while there is any.
struct ActivityWork: Sendable {
    var kind: ActivityKind
    var owner: OwnerID
    var content: EncodedContent?
    /// A hash of the content that is the same in every process.
    var hash: UInt64 = 0
    var contentSequence: UInt64 = 0
    var alert: AlertConfiguration?
    var alertSequence: UInt64 = 0
    /// The newest update that goes like an alert (``PushPolicy/isUrgent``).
    var promptSequence: UInt64 = 0
    var start: Change.Start?
    var startSequence: UInt64 = 0
    var end: End?
    var endSequence: UInt64 = 0
    var isDismissed = false
    /// The newest change.
    var newest: UInt64 = 0
    /// The activity's newest revision that is known, by a change or by its record. It names the pushes.
    var revision: UInt32 = 0
    var changedAt: Date
    var trace: TraceContext?
    var deliveries: [Int: Delivery] = [:]

    struct End: Sendable {
        var dismissal: Date
        var successor: ActivityID?
    }

    /// The pending work for one device.
    struct Delivery: Sendable {
        /// The number of the newest request without an answer; 0 if there is none. An older request that an alert or an end has
        /// overtaken may still be on its way: its answer does not concern this delivery.
        var inFlight: UInt64 = 0
        var isQueued = false
        var isSettled = false
        /// It waits until then after a failure.
        var notBefore = Date.distantPast
        /// The change up to which the delivery waits: an alert or an end that came after the failed push does not wait. `max`
        /// if the service requested a pause for the device.
        var pausedUpTo: UInt64 = 0
        /// How often it failed in a row.
        var tries = 0
        /// How often of these APNs itself had a failure: the long pause counts them only.
        var failures = 0
        var renewals = 0
        /// Since when it waits for a token.
        var waitsSince: Date?
        /// When it is looked at again.
        var timer: Date?
        /// When an alert was accepted last. It is kept for ``PushPolicy/alertWindow``.
        var alertSentAt: Date?
        /// Content that came from the activity's record and not with a change.
        var isForced = false
    }

    init(kind: ActivityKind, owner: OwnerID, changedAt: Date) {
        (self.kind, self.owner, self.changedAt) = (kind, owner, changedAt)
    }

    /// The newest of the changes that must not wait for another push.
    var urgentSequence: UInt64 { max(startSequence, alertSequence, promptSequence, endSequence) }

    mutating func take(_ new: EncodedContent, sequence: UInt64) {
        content = new
        hash = Self.hash(of: new)
        contentSequence = sequence
    }

    /// The oldest change that a device still needs.
    func oldestPending(after sequence: UInt64) -> UInt64 {
        [startSequence, alertSequence, contentSequence, endSequence].filter { $0 > sequence }.min() ?? newest
    }

    /// FNV-1a over everything that a device shows.
    private static func hash(of content: EncodedContent) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in content.state.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for number in [content.staleDate?.timeIntervalSinceReferenceDate ?? -1, content.relevanceScore] {
            hash = (hash ^ number.bitPattern) &* 0x100_0000_01b3
        }
        return hash == 0 ? 1 : hash
    }
}

/// A device and an activity: what is looked at at once, or at a date.
struct WorkKey: Hashable, Sendable {
    var activity: ActivityID
    var row: Int
}

/// When a delivery is looked at again.
struct WorkTimer: Comparable, Sendable {
    var date: Date
    var key: WorkKey

    static func < (left: Self, right: Self) -> Bool {
        (left.date, left.key.activity, left.key.row) < (right.date, right.key.activity, right.key.row)
    }
}

/// Keys in the order in which they came.
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
