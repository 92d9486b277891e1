public import LiveActivityCore

/// One activity as a store has it: the engine's record of it, and what a person or a query may look for beside it.
///
/// The record's fields can be read as if they were this value's own (`stored.owner` is `stored.record.owner`).
@dynamicMemberLookup
public struct StoredActivity: Codable, Hashable, Sendable {
    /// The engine's record of the activity.
    ///
    /// In a ``StoreBatch`` its attributes are `nil` where the store has them already, as they never change. They are never
    /// `nil` in what a store returns. ``/LiveActivityCore/ActivityRecord/Extras/additional`` has how the activity takes pushes,
    /// its token, and members that a later version has written: they are to be stored as they are.
    public var record: ActivityRecord
    /// The activity's kind. Its id names it too, but only by a number.
    public var kind: ActivityKind
    /// The topics that the activity follows, for inspection: an engine calls the provider. Stored with the attributes, and
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
