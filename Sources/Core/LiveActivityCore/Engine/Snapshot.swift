/// An engine's complete state as a value, which can be stored, compared, and restored elsewhere.
///
/// A restored engine produces the same changes and ids as if it had never stopped.
public struct Snapshot: Codable, Hashable, Sendable {
    /// The version of this format. A reader refuses every other version.
    public static let currentVersion = 2

    /// The version in which this snapshot is written.
    public var version = Snapshot.currentVersion
    /// ``EngineConfiguration/shard`` of the engine, which is in every id.
    public var shard: Int
    /// The latest time of the engine; `nil` before the first command.
    public var now: Date?
    /// ``Change/sequence`` of the latest change; 0 before the first.
    public var sequence: UInt64
    /// The number of activities ever started, which is the ``ActivityRecord/order`` of the next one.
    public var starts: UInt64
    /// The number of runs of the engine's store that ended without being closed; `nil` for none. The ids that it assigns depend
    /// on it (``ActivityIDAllocator``).
    public var lostRuns: UInt32?
    /// Every kind that was ever registered, in the order of their numbers in ids.
    public var kinds: [Kind]
    /// The owners that do not allow everything, ordered by name.
    public var owners: [Owner]
    /// The remembered ids and timestamps of published events, by topic.
    public var topics: [TopicMemory]
    /// The remembered dismissals by users (``DismissalMemory``), oldest first.
    public var dismissals: [Dismissal]
    /// Damaged permissions whose owners are unknown; `nil` if there are none. Activities of these kinds are not started for any
    /// owner.
    public var damagedPermissions: [DamagedPermission]?
    /// The events that are recognised for ``EngineLimits/rememberedEventSeconds``, as hashes and times in Base64; `nil` for
    /// none.
    public var recentEvents: String?

    /// The activities of one kind. While no provider of the kind is registered, only a command that ends all activities of an
    /// owner changes it.
    public struct Kind: Hashable, Sendable {
        /// The name of the kind.
        public var kind: ActivityKind
        /// Its activities, in the order of their slots.
        public var activities: [ActivityRecord]
        /// The ids of the kind that were assigned, so that none is assigned again.
        public var ids: ActivityIDAllocator.State
        /// Activities that cannot be restored: they do not exist for the engine, but their slots stay reserved.
        public var unreadable: [UnreadableActivity] = []

        /// Creates a kind, without activities unless some are given.
        public init(kind: ActivityKind, activities: [ActivityRecord] = [], ids: ActivityIDAllocator.State) {
            self.kind = kind
            self.activities = activities
            self.ids = ids
        }
    }

    /// The permissions of one owner. An owner that allows everything has no entry.
    public struct Owner: Codable, Hashable, Sendable {
        /// The owner's name.
        public var name: OwnerID
        /// Whether the owner forbids activities of all kinds.
        public var allDenied: Bool
        /// The kinds that the owner forbids.
        public var denied: [ActivityKind]
        /// Whether the owner allows frequent updates.
        public var frequentUpdates: Bool

        /// Creates the permissions of an owner.
        public init(name: OwnerID, allDenied: Bool, denied: [ActivityKind], frequentUpdates: Bool) {
            self.name = name
            self.allDenied = allDenied
            self.denied = denied
            self.frequentUpdates = frequentUpdates
        }
    }

    /// A permission that a store could read only in part. Activities that it may have forbidden are not started: for its owner,
    /// or, if the owner is unknown, for any owner.
    public struct DamagedPermission: Codable, Hashable, Sendable {
        /// The permission's owner; `nil` if unreadable.
        public var owner: OwnerID?
        /// The kinds that it forbids; `nil` for all kinds, also if they are unreadable.
        public var kinds: [ActivityKind]?

        /// Creates the readable part of a permission.
        public init(owner: OwnerID?, kinds: [ActivityKind]?) {
            self.owner = owner
            self.kinds = kinds
        }

        /// The permission of a known owner, in which everything that may be forbidden is.
        package var ofOwner: Owner? {
            owner.map { Owner(name: $0, allDenied: kinds == nil, denied: kinds ?? [], frequentUpdates: false) }
        }

        func mayForbid(_ kind: ActivityKind) -> Bool { kinds?.contains(kind) ?? true }
    }

    /// The remembered ids of the events that were published to a topic, to recognise a repeated or overtaken event.
    public struct TopicMemory: Codable, Hashable, Sendable {
        /// The topic's name.
        public var name: Topic
        /// The ids of the newest events, the oldest first.
        public var events: [EventID]
        /// The newest timestamp among the published events that carried one.
        public var timestamp: Date?

        /// Creates the record of a topic.
        public init(name: Topic, events: [EventID], timestamp: Date?) {
            self.name = name
            self.events = events
            self.timestamp = timestamp
        }
    }

    /// A dismissal by a user of an activity with a start key.
    public struct Dismissal: Codable, Hashable, Sendable {
        /// The activity's owner.
        public var owner: OwnerID
        /// The activity's kind.
        public var kind: ActivityKind
        /// The activity's start key.
        public var key: StartKey
        /// When the user dismissed it.
        public var at: Date

        /// Creates a dismissal.
        public init(owner: OwnerID, kind: ActivityKind, key: StartKey, at: Date) {
            self.owner = owner
            self.kind = kind
            self.key = key
            self.at = at
        }
    }
}
