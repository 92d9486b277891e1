/// A draft of one activity, passed to a provider: the values that it can read, and the requests that it can make.
///
/// All changes take effect together when the provider's method returns, and none if it throws. A scope cannot be copied, so
/// that no provider can use it after the call.
public struct ActivityScope<Attributes: ActivityAttributes>: ~Copyable {
    /// The time of the event, the action or the wake; never earlier than in a previous call.
    public let now: Date

    /// When the activity became active; while it is pending, when it was requested.
    @inlinable public var startedAt: Date {
        rest.map { Date(timeIntervalSinceReferenceDate: $0.pointee.startedAt) } ?? givenStart
    }

    /// The values that the surfaces show.
    public var state: Attributes.ContentState

    /// The activity's relevance among the owner's activities; a finite number. Only the order counts.
    public var relevanceScore: Double

    /// When the content becomes stale unless something happens first; `nil` if it never does.
    ///
    /// Unchanged if a method does not set it. A date that is not after ``now`` makes the content stale at once.
    public var staleDate: Date?

    @usableFromInline var wake: Date?
    // Boxed, because few changes alert or end: every draft would be larger, and copied by way of the policy's metadata.
    @usableFromInline var alertBox: Box<AlertConfiguration>?
    @usableFromInline var dismissalBox: Box<ActivityUIDismissalPolicy>?

    // The attributes and the start date stay in the engine's row: a copy would touch memory that most events do not need.
    @usableFromInline let rest: UnsafePointer<ActivityRest>?
    @usableFromInline let givenStart: Date
    @usableFromInline let attributesPointer: UnsafePointer<Attributes>
    @usableFromInline let attributesOwner: Box<Attributes>?

    /// Creates a draft whose attributes live longer than it does.
    ///
    /// - Parameter rest: The row's ``ActivityRest``; `nil` for an activity that starts now.
    @inlinable
    init(
        attributes: UnsafePointer<Attributes>, state: Attributes.ContentState, staleDate: Date?, relevanceScore: Double,
        wake: Date?, rest: UnsafePointer<ActivityRest>?, now: Date
    ) {
        self.now = now
        self.rest = rest
        givenStart = now
        self.state = state
        self.relevanceScore = relevanceScore
        self.staleDate = staleDate
        self.wake = wake
        attributesPointer = attributes
        attributesOwner = nil
    }

    /// Creates a draft without an engine, for a provider's own tests.
    public init(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, wakeDate: Date? = nil, startedAt: Date,
        now: Date
    ) {
        let box = Box(attributes)
        self.now = now
        rest = nil
        givenStart = startedAt
        state = content.state
        relevanceScore = content.relevanceScore
        staleDate = content.staleDate
        wake = wakeDate
        attributesPointer = UnsafePointer(box.pointer)
        attributesOwner = box
    }

    /// The attributes of the activity's start. They never change.
    @inlinable public var attributes: Attributes {
        // The box, if any, must live until the read is done.
        defer { withExtendedLifetime(attributesOwner) {} }
        return attributesPointer.pointee
    }

    /// When ``ActivityProvider/tick(_:)`` is called next; `nil` if it is not.
    @inlinable public var wakeDate: Date? { wake }

    /// Requests a ``ActivityProvider/tick(_:)`` at `date`, which replaces any wake requested before; `nil` cancels it.
    ///
    /// When the method returns, a date that is not after ``now`` is refused with
    /// ``EngineError/wakeNotInFuture(_:wake:now:)``, because it would be due at once, again and again.
    @inlinable public mutating func wake(at date: Date?) { wake = date }

    /// Sets ``staleDate``; `nil` removes it.
    @inlinable public mutating func stale(at date: Date?) { staleDate = date }

    /// Alerts the user to this change. For essential changes only.
    @inlinable public mutating func alert(_ alert: AlertConfiguration) { alertBox = Box(alert) }

    /// Ends the activity with the state it has when the method returns. No more events reach it, and its wake is
    /// cancelled.
    @inlinable public mutating func end(dismissal policy: ActivityUIDismissalPolicy) { dismissalBox = Box(policy) }

    /// The alert that ``alert(_:)`` requested, for a provider's own tests.
    public var requestedAlert: AlertConfiguration? { alertBox?.pointer.pointee }

    /// The dismissal policy that ``end(dismissal:)`` requested, for a provider's own tests.
    public var requestedEnd: ActivityUIDismissalPolicy? { dismissalBox?.pointer.pointee }
}

/// A value whose address does not change.
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
