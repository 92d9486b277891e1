public import LiveActivityCore

/// One activity with all that is known of it, in the parts that a store may want to look for.
public struct ActivityRecord: Codable, Hashable, Sendable {
    public var id: ActivityID
    public var owner: OwnerID
    public var kind: ActivityKind
    public var key: StartKey?
    /// Never `dismissed`.
    public var state: ActivityState
    public var revision: UInt32

    /// `nil` where they are kept already: attributes never change. Never `nil` in what a store hands over.
    public var attributes: JSONText?
    /// Bytes of JSON, as the size check counted them when the activity started.
    public var attributesBytes: UInt32
    /// What it follows, to be looked at; written with the attributes, empty without them.
    public var topics: [Topic]

    public var content: EncodedContent
    /// The version in which the attributes and the content are written (``/LiveActivityCore/ActivityProvider/schemaVersion``).
    public var schemaVersion: Int

    public var startedAt: Date
    public var wakeDate: Date?
    /// When the state ends by itself: pending starts, active or stale ends, ended is dismissed.
    public var closingDate: Date
    /// Of the newest accepted update or event that had one.
    public var timestamp: Date?

    /// The lesser started first, among those of one shard.
    public var order: UInt64
    public var alerts: UInt32
    public var alertsSince: Date?
    /// How many activities may still live in this one's place, itself included.
    public var usesLeft: UInt32

    /// What few activities have, as one JSON object: seen event ids, a lease, a predecessor, how it takes pushes, its token.
    /// Fields that this version does not know are kept in it.
    public var extras: JSONText?

    public init(
        id: ActivityID, owner: OwnerID, kind: ActivityKind, key: StartKey?, state: ActivityState, revision: UInt32,
        attributes: JSONText?, attributesBytes: UInt32, topics: [Topic], content: EncodedContent, schemaVersion: Int,
        startedAt: Date, wakeDate: Date?, closingDate: Date, timestamp: Date?, order: UInt64, alerts: UInt32,
        alertsSince: Date?,
        usesLeft: UInt32, extras: JSONText?
    ) {
        self.id = id
        self.owner = owner
        self.kind = kind
        self.key = key
        self.state = state
        self.revision = revision
        self.attributes = attributes
        self.attributesBytes = attributesBytes
        self.topics = topics
        self.content = content
        self.schemaVersion = schemaVersion
        self.startedAt = startedAt
        self.wakeDate = wakeDate
        self.closingDate = closingDate
        self.timestamp = timestamp
        self.order = order
        self.alerts = alerts
        self.alertsSince = alertsSince
        self.usesLeft = usesLeft
        self.extras = extras
    }
}

/// A place in which activities live, and from which one was dismissed, so that its id is never given again.
public struct FreedSlotRecord: Codable, Hashable, Sendable {
    /// An id's bits without its generation: the same for all activities that ever lived there.
    public var place: UInt64
    /// Of the activity that may live there next.
    public var generation: UInt32
    public var usesLeft: UInt32
    /// Grows with each dismissal of a shard: the place that was left last is taken first.
    public var order: UInt64
    /// In which run (``StoreHead/run``) it was left.
    public var run: UInt64

    public init(place: UInt64, generation: UInt32, usesLeft: UInt32, order: UInt64, run: UInt64) {
        self.place = place
        self.generation = generation
        self.usesLeft = usesLeft
        self.order = order
        self.run = run
    }
}

/// What an engine counts.
public struct EngineRecord: Codable, Hashable, Sendable {
    public var shard: Int
    /// The latest time the engine has seen.
    public var now: Date?
    public var sequence: UInt64
    public var starts: UInt64

    public init(shard: Int, now: Date?, sequence: UInt64, starts: UInt64) {
        self.shard = shard
        self.now = now
        self.sequence = sequence
        self.starts = starts
    }
}

/// A kind, and the number by which ids name it.
public struct KindRecord: Codable, Hashable, Sendable {
    public var ordinal: Int
    public var kind: ActivityKind

    public init(ordinal: Int, kind: ActivityKind) {
        self.ordinal = ordinal
        self.kind = kind
    }
}

/// What a shard remembers of a topic that has followers there.
public struct TopicRecord: Codable, Hashable, Sendable {
    public var shard: Int
    public var memory: Snapshot.TopicMemory
    public var key: Key { Key(shard: shard, name: memory.name) }

    public init(shard: Int, memory: Snapshot.TopicMemory) {
        self.shard = shard
        self.memory = memory
    }

    public struct Key: Codable, Hashable, Sendable {
        public var shard: Int
        public var name: Topic

        public init(shard: Int, name: Topic) {
            self.shard = shard
            self.name = name
        }
    }
}

/// Which of a person's own dismissals is meant.
public struct DismissalKey: Codable, Hashable, Sendable {
    public var owner: OwnerID
    public var kind: ActivityKind
    public var key: StartKey

    public init(owner: OwnerID, kind: ActivityKind, key: StartKey) {
        self.owner = owner
        self.kind = kind
        self.key = key
    }

    public init(_ dismissal: Snapshot.Dismissal) {
        self.init(owner: dismissal.owner, kind: dismissal.kind, key: dismissal.key)
    }
}

/// The token by which activities of a kind are started for an owner (LIFE-38).
public struct StartTokenRecord: Codable, Hashable, Sendable {
    public var owner: OwnerID
    public var kind: ActivityKind
    public var token: Data
    public var key: Key { Key(owner: owner, kind: kind) }

    public init(owner: OwnerID, kind: ActivityKind, token: Data) {
        self.owner = owner
        self.kind = kind
        self.token = token
    }

    public struct Key: Codable, Hashable, Sendable {
        public var owner: OwnerID
        public var kind: ActivityKind

        public init(owner: OwnerID, kind: ActivityKind) {
            self.owner = owner
            self.kind = kind
        }
    }
}

/// Who is told of every change at least once (``LiveActivityRuntime/changes(for:)``), such as `push`. Stored, so it never changes.
public struct ConsumerName: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// A named consumer, and up to where it has acknowledged.
public struct ConsumerRecord: Codable, Hashable, Sendable {
    public var name: ConsumerName
    /// By shard: the sequence of the last change it has acknowledged; 0 before the first.
    public var acknowledged: [UInt64]

    public init(name: ConsumerName, acknowledged: [UInt64]) {
        self.name = name
        self.acknowledged = acknowledged
    }
}

/// Where a change stands among those of its shard.
public struct ChangePosition: Codable, Hashable, Comparable, Sendable {
    public var shard: Int
    /// ``/LiveActivityCore/Change/sequence``.
    public var sequence: UInt64

    public init(shard: Int, sequence: UInt64) {
        self.shard = shard
        self.sequence = sequence
    }

    public init(_ change: Change) { self.init(shard: change.activity.shard, sequence: change.sequence) }

    public static func < (left: Self, right: Self) -> Bool { (left.shard, left.sequence) < (right.shard, right.sequence) }
}

/// A command as it was applied, and what came of it.
public struct JournalEntry: Codable, Hashable, Sendable {
    public var shard: Int
    /// Counts the shard's entries from 1; without gaps from one ``JournalBase`` to the next.
    public var number: UInt64
    /// A ``/LiveActivityCore/TimedCommand`` as JSON; its `at` is when the engine was told it.
    public var command: JSONText
    public var outcome: JournalOutcome
    /// ``/LiveActivityCore/Change/sequence`` of the shard's last change after it; 0 where that is not known.
    public var sequence: UInt64

    public init(shard: Int, number: UInt64, command: JSONText, outcome: JournalOutcome, sequence: UInt64) {
        self.shard = shard
        self.number = number
        self.command = command
        self.outcome = outcome
        self.sequence = sequence
    }
}

/// What came of a command in the journal.
public struct JournalOutcome: Codable, Hashable, Sendable {
    /// ``/LiveActivityCore/EngineError/code`` of a command that was refused, or what came of it: `started` (also where it joined what was
    /// running), `applied`, `unchanged`, `ignored`, `published`; `oneOfMany` where nobody was told; `kept` for an entry that is no
    /// command but says that the store has everything up to ``JournalEntry/sequence``.
    public var name: String
    /// The activity that a start gave.
    public var activity: ActivityID?

    public init(name: String, activity: ActivityID? = nil) {
        self.name = name
        self.activity = activity
    }
}

/// A shard as it was just before one entry of its journal: where a replay begins.
public struct JournalBase: Codable, Hashable, Sendable {
    public var shard: Int
    /// Of the first entry that follows.
    public var number: UInt64
    /// In which run (``StoreHead/run``) it was made.
    public var run: UInt64
    /// An ``/LiveActivityCore/EngineConfiguration`` as JSON.
    public var configuration: JSONText
    /// A ``/LiveActivityCore/Snapshot`` as JSON.
    public var snapshot: JSONText

    public init(shard: Int, number: UInt64, run: UInt64, configuration: JSONText, snapshot: JSONText) {
        self.shard = shard
        self.number = number
        self.run = run
        self.configuration = configuration
        self.snapshot = snapshot
    }
}

/// Where a shard's journal begins from now on.
public struct JournalBeginning: Codable, Hashable, Sendable {
    public var shard: Int
    public var number: UInt64

    public init(shard: Int, number: UInt64) {
        self.shard = shard
        self.number = number
    }
}
