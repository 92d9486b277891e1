/// A draft of one activity, handed to a provider: what it knows and what it may ask for.
///
/// Everything that a provider changes here takes effect together when its method returns, and not at all when it throws.
public struct ActivityScope<Attributes: ActivityAttributes> {
    /// The engine's time, which is the event's, the action's or the wake's. Never less than in an earlier call.
    public let now: Date

    /// When the activity became active; `now` while it is pending or just beginning.
    public let startedAt: Date

    /// What the activity was started with. Never changes.
    public let attributes: Attributes

    /// What the surfaces show.
    public var state: Attributes.ContentState

    /// How much the activity matters against the owner's others (LIFE-33).
    public var relevanceScore: Double

    /// When the content turns stale unless something happens first; `nil` if it never does.
    ///
    /// It stays as it was when a method does not touch it. A date that is not after ``now`` makes the content stale at once.
    public var staleDate: Date?

    /// When ``ActivityProvider/tick(_:)`` is called next; `nil` if it is not.
    @inlinable public var wakeDate: Date? { wake }
    @usableFromInline var wake: Date?

    /// What the person is to hear and read of this change; `nil` for most.
    @usableFromInline var alertConfiguration: AlertConfiguration?

    /// How the activity is to end with this change; `nil` if it goes on.
    @usableFromInline var dismissal: ActivityUIDismissalPolicy?

    /// A draft that stands alone, for a provider's own tests. The engine makes its own.
    @inlinable
    public init(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, wakeDate: Date? = nil, startedAt: Date,
        now: Date
    ) {
        self.now = now
        self.startedAt = startedAt
        self.attributes = attributes
        self.state = content.state
        self.relevanceScore = content.relevanceScore
        self.staleDate = content.staleDate
        wake = wakeDate
    }

    /// Asks for a ``ActivityProvider/tick(_:)`` at `date`, in place of any wake asked for before; `nil` for none.
    ///
    /// A date that is not after ``now`` is refused when the method returns, for it could never be waited for.
    @inlinable public mutating func wake(at date: Date?) { wake = date }

    /// Sets ``staleDate``.
    @inlinable public mutating func stale(at date: Date?) { staleDate = date }

    /// Lets the person know of this change. For what is essential only (LIFE-27).
    @inlinable public mutating func alert(_ alert: AlertConfiguration) { alertConfiguration = alert }

    /// Ends the activity with the state it has when the method returns. No more events reach it and no wake is due.
    @inlinable public mutating func end(dismissal policy: ActivityUIDismissalPolicy) { dismissal = policy }

    /// What was asked for, for a provider's own tests.
    public var requestedAlert: AlertConfiguration? { alertConfiguration }
    public var requestedEnd: ActivityUIDismissalPolicy? { dismissal }
}
