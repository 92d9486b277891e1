/// The engine's fields for an activity of any kind that nearly every event needs. The state and the attributes follow it;
/// ``ActivityRest`` precedes it.
///
/// Dates are seconds since 2001-01-01; `infinity` means never.
@usableFromInline struct ActivityHead {
    @usableFromInline enum Phase: UInt8 {
        /// The row is free: state and attributes are not initialized.
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

    // One cache line. Fields that few events need are in ``ActivityRest``.

    /// The generation of the row's activity; in a free row, the generation of the next one.
    @usableFromInline var generation: UInt32
    @usableFromInline var revision: UInt32
    @usableFromInline var owner: UInt32
    @usableFromInline var phase: Phase
    @usableFromInline var flags: Flags = []
    /// The date of this activity's valid entry in the deadline queue; other entries of it are obsolete.
    @usableFromInline var armed: Double
    @usableFromInline var staleDate: Double
    @usableFromInline var wake: Double
    /// The date of the next transition without a command: the start of a pending activity, the end of an active or stale one,
    /// the dismissal of an ended one.
    @usableFromInline var closing: Double
    @usableFromInline var relevance: Double
    /// The log's epoch, and the index in it, of the latest change whose content is the row's state.
    @usableFromInline var epoch: UInt32
    @usableFromInline var latest: UInt32

    @usableFromInline struct Flags: OptionSet {
        @usableFromInline var rawValue: UInt8
        @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

        static var dirty: Flags { Flags(rawValue: 1) }
        static var persisted: Flags { Flags(rawValue: 2) }
        static var held: Flags { Flags(rawValue: 4) }
        @inlinable static var extras: Flags { Flags(rawValue: 8) }

        @inlinable mutating func set(_ flag: Flags, _ isSet: Bool) { if isSet { insert(flag) } else { remove(flag) } }
    }

    /// Whether the activity is in ``DirtySet/activities``.
    var isDirty: Bool {
        get { flags.contains(.dirty) }
        set { flags.set(.dirty, newValue) }
    }
    /// Whether the store has the activity's attributes.
    var isPersisted: Bool {
        get { flags.contains(.persisted) }
        set { flags.set(.persisted, newValue) }
    }
    /// Whether the row's content may belong to an update that a conflation holds back (``HeldUpdate``).
    var isHeld: Bool {
        get { flags.contains(.held) }
        set { flags.set(.held, newValue) }
    }

    /// Increments the revision. The last one, after four billion changes, is kept rather than stopping the process.
    @inlinable mutating func countRevision() { revision = min(revision, .max - 1) &+ 1 }

    /// The earliest deadline, not counting those in ``Extras``.
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
    init(generation: UInt32) {
        self.init(
            generation: generation, revision: 0, owner: 0, phase: .free, armed: .infinity, staleDate: .infinity,
            wake: .infinity, closing: .infinity, relevance: 0, epoch: 0, latest: 0)
    }
}

/// The engine's remaining fields for an activity of any kind. It directly precedes its ``ActivityHead``, and the state follows
/// the head: an event that needs none of these fields does not load them from memory.
@usableFromInline struct ActivityRest {
    /// The owner's activities are a linked list, the latest first.
    var nextOfOwner: ActivityID?
    var previousOfOwner: ActivityID?
    var key: StartKey?
    /// The number of the start: the engine counts them. In a free row, the sequence of the previous activity's
    /// dismissal.
    var order: UInt64 = 0
    var alertsSince = -Double.infinity
    /// The number of alerts within the hour that began at `alertsSince`.
    var alerts: UInt32 = 0
    /// The number of lost runs of the store when the activity started (``Engine/lostRuns``).
    var lostRuns: UInt32
    /// How many more activities may use the row. When all generations are used up, the row stays free.
    var usesLeft: UInt32
    // The fields below are used by some events, so they are last, in the cache line before the head.
    /// The size of the attributes in bytes of JSON.
    @usableFromInline var attributesBytes: UInt32 = 0
    /// The newest timestamp of an accepted update or event; `-infinity` before the first.
    @usableFromInline var timestamp = -Double.infinity
    @usableFromInline var startedAt: Double = 0
    /// Valid only if the head's flags say that there are extras.
    @usableFromInline var extras: Extras?

    init(usesLeft: UInt32, lostRuns: UInt32) { (self.usesLeft, self.lostRuns) = (usesLeft, lostRuns) }
}

extension UnsafeMutablePointer<ActivityHead> {
    /// The fields that precede the head.
    @inlinable var rest: UnsafeMutablePointer<ActivityRest> {
        (UnsafeMutableRawPointer(self) - MemoryLayout<ActivityRest>.stride).assumingMemoryBound(to: ActivityRest.self)
    }

    /// Rarely used fields; `nil` if all are unset. The flag in the head determines which of the two it is.
    @inlinable var extras: Extras? {
        get { pointee.flags.contains(.extras) ? rest.pointee.extras : nil }
        nonmutating set {
            rest.pointee.extras = newValue
            pointee.flags.set(.extras, newValue != nil)
        }
    }
}

/// Rarely used fields, in a separate object, so that activities without them need no memory for them.
@usableFromInline final class Extras {
    /// The alert of a scheduled start; `nil` once it has started.
    var startAlert: AlertConfiguration?
    var endDate: Double = .infinity
    var dismissalPolicy = ActivityUIDismissalPolicy.default
    var lease: Lease?
    var leaseRenewedAt: Double = 0
    var renews = false
    var style = ActivityStyle.standard
    var predecessor: ActivityID?
    var memory = EventMemory()
    /// The end of a restored activity that no change has reported yet; its deadline does.
    var unreportedEnd: ActivityRecord.UnreportedEnd?
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
