/// What the engine knows of an activity whatever its kind: the head of its row.
///
/// Dates are seconds since 2001-01-01; `infinity` stands for never.
@usableFromInline struct ActivityHead {
    @usableFromInline enum Phase: UInt8 {
        /// Nothing lives here: attributes and state are not initialized.
        case free
        case pending
        case active
        case stale
        case ended

        @inlinable var acceptsContent: Bool { self != .free && self != .ended }

        var state: ActivityState {
            switch self {
            case .free: .dismissed
            case .pending: .pending
            case .active: .active
            case .stale: .stale
            case .ended: .ended
            }
        }
    }

    // What every event touches comes first, within one cache line.

    /// The generation of the activity that lives here, or of the next one.
    @usableFromInline var generation: UInt32
    @usableFromInline var revision: UInt32
    @usableFromInline var owner: UInt32
    @usableFromInline var phase: Phase
    /// Whether it stands in the list of what was not kept yet (``DirtySet/activities``).
    var isDirty = false
    /// Whether whoever keeps the activity has its attributes.
    var isPersisted = false
    /// The date of the one entry that stands for this activity in the queue of deadlines.
    @usableFromInline var armed: Double
    @usableFromInline var staleDate: Double
    @usableFromInline var wake: Double
    /// When the phase ends by itself: pending -> the start, active or stale -> the end, ended -> the dismissal.
    @usableFromInline var closing: Double
    @usableFromInline var relevance: Double
    /// The log's epoch, and the place in it, of the latest change that shows the row's state.
    @usableFromInline var epoch: UInt32
    @usableFromInline var latest: UInt32

    @usableFromInline var startedAt: Double
    @usableFromInline var extras: Extras?
    /// Bytes of JSON.
    @usableFromInline var attributesBytes: UInt32
    /// How many activities may still live here; when the generations are used up nobody does any more.
    @usableFromInline var usesLeft: UInt32
    /// Of the newest accepted update or event that had one; `-infinity` before.
    @usableFromInline var timestamp: Double
    /// Alerts within the hour that began at `alertsSince`.
    @usableFromInline var alerts: UInt32
    @usableFromInline var alertsSince: Double
    /// Counts the engine's starts; the lesser started first (LIFE-33). Where nobody lives, the sequence of the dismissal before.
    @usableFromInline var order: UInt64
    /// The owner's activities are linked to each other, latest first.
    @usableFromInline var nextOfOwner: ActivityID?
    @usableFromInline var previousOfOwner: ActivityID?
    @usableFromInline var key: StartKey?

    /// When anything is due next, besides what the extras say.
    @inlinable var due: Double {
        switch phase {
        case .active: min(min(staleDate, wake), closing)
        case .pending, .stale: min(wake, closing)
        case .ended: closing
        case .free: .infinity
        }
    }
}

extension ActivityHead {
    init(generation: UInt32, usesLeft: UInt32) {
        self.init(
            generation: generation, revision: 0, owner: 0, phase: .free, armed: .infinity, staleDate: .infinity,
            wake: .infinity, closing: .infinity, relevance: 0, epoch: 0, latest: 0, startedAt: 0, extras: nil,
            attributesBytes: 0, usesLeft: usesLeft, timestamp: -.infinity, alerts: 0, alertsSince: -.infinity, order: 0,
            nextOfOwner: nil, previousOfOwner: nil, key: nil)
    }
}

/// What few activities have, kept apart so that the others do not pay for it.
@usableFromInline final class Extras {
    /// Of a scheduled start, until it comes.
    var startAlert: AlertConfiguration?
    var endDate: Double = .infinity
    var dismissalPolicy = ActivityUIDismissalPolicy.default
    var lease: Lease?
    var leaseRenewedAt: Double = 0
    var renews = false
    var style = ActivityStyle.standard
    var predecessor: ActivityID?
    var memory = EventMemory()
    init() {}

    var leaseStale: Double { lease.map { leaseRenewedAt + $0.staleAfter } ?? .infinity }
    var leaseEnd: Double { lease.map { leaseRenewedAt + $0.endAfter } ?? .infinity }
}

extension Date {
    /// `nil` for a deadline that never comes.
    @inlinable init?(deadline: Double) {
        guard deadline < .infinity else { return nil }
        self.init(timeIntervalSinceReferenceDate: deadline)
    }
}
