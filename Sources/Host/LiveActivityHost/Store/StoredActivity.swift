public import LiveActivityCore

/// One activity in the form in which a store has it: the engine's record, and further values for people and queries.
///
/// The record's fields can be read as if they were this value's own (`stored.owner` is `stored.record.owner`).
@dynamicMemberLookup
public struct StoredActivity: Codable, Hashable, Sendable {
    /// The engine's record of the activity.
    ///
    /// In a ``StoreBatch`` its attributes are `nil` if the store already has them, as they never change. They are never `nil`
    /// in an activity that a store returns. ``/LiveActivityCore/ActivityRecord/Extras/additional`` contains the push type, the
    /// token, and members of later versions, which must be stored unchanged.
    public var record: ActivityRecord
    /// The activity's kind, which the id contains only as a number.
    public var kind: ActivityKind
    /// The topics that the activity follows, for inspection only: an engine calls the provider. Stored with the attributes, and
    /// empty without them.
    public var topics: [Topic]

    /// Creates a value for a store to persist.
    public init(_ record: ActivityRecord, kind: ActivityKind, topics: [Topic]) {
        self.record = record
        self.kind = kind
        self.topics = topics
    }

    /// A field of ``record``.
    @inlinable public subscript<Value>(dynamicMember field: WritableKeyPath<ActivityRecord, Value>) -> Value {
        get { record[keyPath: field] }
        set { record[keyPath: field] = newValue }
    }
}
