/// A draft of one activity, handed to a provider: what it knows and what it may ask for.
///
/// Everything that a provider changes here takes effect together when its method returns, and not at all when it throws.
/// It cannot be copied, so that nobody keeps it beyond the call it was made for.
public struct ActivityScope<Attributes: ActivityAttributes>: ~Copyable {
    /// The engine's time, which is the event's, the action's or the wake's. Never less than in an earlier call.
    public let now: Date

    /// When the activity became active; while it is pending, when it was asked for.
    public let startedAt: Date

    /// What the surfaces show.
    public var state: Attributes.ContentState

    /// How much the activity matters against the owner's others (LIFE-33). Finite.
    public var relevanceScore: Double

    /// When the content turns stale unless something happens first; `nil` if it never does.
    ///
    /// It stays as it was when a method does not touch it. A date that is not after ``now`` makes the content stale at once.
    public var staleDate: Date?

    @usableFromInline var wake: Date?
    // Boxed, for few changes alert and every draft would carry the room for it.
    @usableFromInline var alertBox: Box<AlertConfiguration>?
    @usableFromInline var dismissal: ActivityUIDismissalPolicy?

    // The attributes stay where the engine keeps them: copying them would touch memory that most events have no use for.
    @usableFromInline let attributesPointer: UnsafePointer<Attributes>
    @usableFromInline let attributesOwner: Box<Attributes>?

    /// A draft over attributes that outlive it.
    @inlinable
    init(
        attributes: UnsafePointer<Attributes>, state: Attributes.ContentState, staleDate: Date?, relevanceScore: Double,
        wake: Date?, startedAt: Date, now: Date
    ) {
        self.now = now
        self.startedAt = startedAt
        self.state = state
        self.relevanceScore = relevanceScore
        self.staleDate = staleDate
        self.wake = wake
        attributesPointer = attributes
        attributesOwner = nil
    }

    /// A draft that stands alone, for a provider's own tests. The engine makes its own.
    public init(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, wakeDate: Date? = nil, startedAt: Date,
        now: Date
    ) {
        let box = Box(attributes)
        self.now = now
        self.startedAt = startedAt
        state = content.state
        relevanceScore = content.relevanceScore
        staleDate = content.staleDate
        wake = wakeDate
        attributesPointer = UnsafePointer(box.pointer)
        attributesOwner = box
    }

    /// What the activity was started with. Never changes.
    @inlinable public var attributes: Attributes {
        // The box, where there is one, must live until the read is done.
        defer { withExtendedLifetime(attributesOwner) {} }
        return attributesPointer.pointee
    }

    /// When ``ActivityProvider/tick(_:)`` is called next; `nil` if it is not.
    @inlinable public var wakeDate: Date? { wake }

    /// Asks for a ``ActivityProvider/tick(_:)`` at `date`, in place of any wake asked for before; `nil` for none.
    ///
    /// A date that is not after ``now`` is refused when the method returns, for it could never be waited for.
    @inlinable public mutating func wake(at date: Date?) { wake = date }

    /// Sets ``staleDate``.
    @inlinable public mutating func stale(at date: Date?) { staleDate = date }

    /// Lets the person know of this change. For what is essential only (LIFE-27).
    @inlinable public mutating func alert(_ alert: AlertConfiguration) { alertBox = Box(alert) }

    /// Ends the activity with the state it has when the method returns. No more events reach it and no wake is due.
    @inlinable public mutating func end(dismissal policy: ActivityUIDismissalPolicy) { dismissal = policy }

    /// The alert that was asked for, for a provider's own tests.
    public var requestedAlert: AlertConfiguration? { alertBox?.pointer.pointee }

    /// The end that was asked for, for a provider's own tests.
    public var requestedEnd: ActivityUIDismissalPolicy? { dismissal }
}

/// A value that stays in one place.
@usableFromInline final class Box<Value> {
    @usableFromInline let pointer: UnsafeMutablePointer<Value>

    @inlinable init(_ value: Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}
