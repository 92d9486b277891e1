/// A whole engine as a value: save it, compare it, go on with it elsewhere.
///
/// An engine that is restored from it goes on with the same changes as if it had never stopped, the same ids included.
public struct Snapshot: Codable, Hashable, Sendable {
    /// Of this format. A reader refuses what is newer.
    public static let currentVersion = 1

    public var version = Snapshot.currentVersion
    /// ``EngineConfiguration/shard`` of the engine, which is in every id.
    public var shard: Int
    /// The latest time the engine had seen; `nil` before the first.
    public var now: Date?
    public var sequence: UInt64
    public var starts: UInt64
    /// In the order in which ids name them.
    public var kinds: [Kind]
    public var owners: [Owner]
    public var topics: [TopicMemory]
    public var dismissals: [Dismissal]

    /// The activities of one kind. Kept intact while nobody has registered the kind.
    public struct Kind: Codable, Hashable, Sendable {
        public var kind: ActivityKind
        public var activities: [Activity]
        /// Places where nobody lives, so that their ids are never given again.
        public var vacant: [Vacancy]
        /// Of those, the ones to be used again; the last comes first.
        public var free: [UInt32]
        /// Of those, the last ones rest, as a store does not know yet that nobody lives there: the sequences of their dismissals.
        public var quarantined: [UInt64]?
    }

    public struct Vacancy: Codable, Hashable, Sendable {
        public var index: Int
        public var generation: UInt32
        public var usesLeft: UInt32

        public init(index: Int, generation: UInt32, usesLeft: UInt32) {
            self.index = index
            self.generation = generation
            self.usesLeft = usesLeft
        }
    }

    /// One activity with all that is known of it.
    public struct Activity: Codable, Hashable, Sendable {
        public var id: ActivityID
        public var owner: OwnerID
        public var key: StartKey?
        public var state: ActivityState
        public var revision: UInt32
        public var attributes: JSONText
        /// Bytes of JSON, as the size check counted them when the activity started.
        public var attributesBytes: UInt32
        public var content: EncodedContent
        public var wakeDate: Date?
        /// When the state ends by itself: pending starts, active or stale ends, ended is dismissed.
        public var closingDate: Date
        public var startedAt: Date
        public var timestamp: Date?
        /// The lesser started first.
        public var order: UInt64
        public var alerts: UInt32
        public var alertsSince: Date?
        public var usesLeft: UInt32
        /// The version in which attributes and state are written (``ActivityProvider/schemaVersion``); 1 if `nil`.
        public var schemaVersion: Int?
        public var extras: Extras?

        public init(
            id: ActivityID, owner: OwnerID, key: StartKey?, state: ActivityState, revision: UInt32, attributes: JSONText,
            attributesBytes: UInt32, content: EncodedContent, wakeDate: Date?, closingDate: Date, startedAt: Date,
            timestamp: Date?, order: UInt64, alerts: UInt32, alertsSince: Date?, usesLeft: UInt32, schemaVersion: Int? = nil,
            extras: Extras?
        ) {
            self.id = id
            self.owner = owner
            self.key = key
            self.state = state
            self.revision = revision
            self.attributes = attributes
            self.attributesBytes = attributesBytes
            self.content = content
            self.wakeDate = wakeDate
            self.closingDate = closingDate
            self.startedAt = startedAt
            self.timestamp = timestamp
            self.order = order
            self.alerts = alerts
            self.alertsSince = alertsSince
            self.usesLeft = usesLeft
            self.schemaVersion = schemaVersion
            self.extras = extras
        }
    }

    /// What few activities have.
    public struct Extras: Codable, Hashable, Sendable {
        public var startAlert: AlertConfiguration?
        public var endDate: Date?
        public var dismissalPolicy: ActivityUIDismissalPolicy
        public var lease: Lease?
        public var leaseRenewedAt: Date?
        public var renews: Bool
        public var style: ActivityStyle
        public var predecessor: ActivityID?
        public var events: [EventID]

        public init(
            startAlert: AlertConfiguration? = nil, endDate: Date? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default,
            lease: Lease? = nil, leaseRenewedAt: Date? = nil, renews: Bool = false, style: ActivityStyle = .standard,
            predecessor: ActivityID? = nil, events: [EventID] = []
        ) {
            self.startAlert = startAlert
            self.endDate = endDate
            self.dismissalPolicy = dismissalPolicy
            self.lease = lease
            self.leaseRenewedAt = leaseRenewedAt
            self.renews = renews
            self.style = style
            self.predecessor = predecessor
            self.events = events
        }
    }

    public struct Owner: Codable, Hashable, Sendable {
        public var name: OwnerID
        public var allDenied: Bool
        public var denied: [ActivityKind]
        public var frequentUpdates: Bool

        public init(name: OwnerID, allDenied: Bool, denied: [ActivityKind], frequentUpdates: Bool) {
            self.name = name
            self.allDenied = allDenied
            self.denied = denied
            self.frequentUpdates = frequentUpdates
        }
    }

    public struct TopicMemory: Codable, Hashable, Sendable {
        public var name: Topic
        public var events: [EventID]
        public var timestamp: Date?

        public init(name: Topic, events: [EventID], timestamp: Date?) {
            self.name = name
            self.events = events
            self.timestamp = timestamp
        }
    }

    public struct Dismissal: Codable, Hashable, Sendable {
        public var owner: OwnerID
        public var kind: ActivityKind
        public var key: StartKey
        public var at: Date

        public init(owner: OwnerID, kind: ActivityKind, key: StartKey, at: Date) {
            self.owner = owner
            self.kind = kind
            self.key = key
            self.at = at
        }
    }
}

// MARK: - Saving

extension Engine {
    /// The engine as a value.
    ///
    /// - Throws: ``EngineError/changesNotDrained(count:)`` while there are changes that only the engine knows of, and
    ///   ``EngineError/unencodable(what:path:reason:)`` where the size check is off and a content cannot be written.
    public func snapshot() throws(EngineError) -> Snapshot {
        guard log.count == 0 else { throw .changesNotDrained(count: log.count) }
        var kinds: [Snapshot.Kind] = []
        for slab in slabs {
            if let waiting = inert[slab.ordinal] { kinds.append(waiting) } else { kinds.append(try snapshot(of: slab)) }
        }
        return Snapshot(
            shard: configuration.shard, now: now, sequence: log.sequence, starts: starts, kinds: kinds,
            owners: owners.withPermissions.map {
                Snapshot.Owner(
                    name: $0, allDenied: $1.allDenied, denied: $1.denied, frequentUpdates: $1.frequentUpdates)
            },
            topics: (waitingTopics
                + topics.sorted.filter(\.isMemorable).map(Snapshot.TopicMemory.init)).sorted { $0.name < $1.name },
            dismissals: dismissals.all.map {
                Snapshot.Dismissal(
                    owner: $0.entry.owner, kind: $0.entry.kind, key: $0.entry.key,
                    at: Date(timeIntervalSinceReferenceDate: $0.date))
            })
    }

    private func snapshot(of slab: ActivitySlab) throws(EngineError) -> Snapshot.Kind {
        var kind = Snapshot.Kind(kind: slab.provider.kind, activities: [], vacant: [], free: slab.vacant)
        if !slab.quarantined.isEmpty { kind.quarantined = slab.quarantined.map { slab.head(Int($0)).pointee.order } }
        for index in 0..<slab.used {
            let head = slab.head(index)
            if head.pointee.phase == .free {
                kind.vacant.append(
                    Snapshot.Vacancy(
                        index: index, generation: head.pointee.generation, usesLeft: head.pointee.usesLeft))
            } else {
                kind.activities.append(try record(of: slab.id(index), slab, head))
            }
        }
        return kind
    }

    /// One activity with all that is known of it; `nil` if there is none.
    public func record(of id: ActivityID) throws(EngineError) -> Snapshot.Activity? {
        guard let (slab, head) = try? locate(id) else { return nil }
        return try record(of: id, slab, head)
    }

    private func record(of id: ActivityID, _ slab: ActivitySlab, _ head: UnsafeMutablePointer<ActivityHead>)
        throws(EngineError) -> Snapshot.Activity
    {
        let operations = slab.provider.operations
        var (attributes, state): ([UInt8], [UInt8]) = ([], [])
        do {
            try operations.json.encodeAttributes(slab.row(id.index) + operations.rows.attributesOffset, encoder, &attributes)
            try operations.json.encodeState(slab.row(id.index) + operations.rows.stateOffset, encoder, &state)
        } catch {
            throw EngineError(error, writing: "activity \(id)")
        }
        return record(
            of: id, slab, head.pointee, attributes: JSONText(trusted: attributes), state: JSONText(trusted: state))
    }

    /// - Parameters:
    ///   - attributes: As JSON, or nothing yet.
    ///   - state: As JSON, or nothing yet.
    func record(of id: ActivityID, _ slab: ActivitySlab, _ head: ActivityHead, attributes: JSONText, state: JSONText)
        -> Snapshot.Activity
    {
        Snapshot.Activity(
            id: id, owner: owners[head.owner].name, key: head.key, state: head.phase.state, revision: head.revision,
            attributes: attributes, attributesBytes: head.attributesBytes,
            content: EncodedContent(
                state: state, staleDate: Date(deadline: head.staleDate), relevanceScore: head.relevance),
            wakeDate: Date(deadline: head.wake), closingDate: Date(timeIntervalSinceReferenceDate: head.closing),
            startedAt: Date(timeIntervalSinceReferenceDate: head.startedAt), timestamp: Date(known: head.timestamp),
            order: head.order, alerts: head.alerts, alertsSince: Date(known: head.alertsSince), usesLeft: head.usesLeft,
            schemaVersion: slab.provider.recordedVersion,
            extras: head.extras.map { extras in
                Snapshot.Extras(
                    startAlert: extras.startAlert, endDate: Date(deadline: extras.endDate),
                    dismissalPolicy: extras.dismissalPolicy, lease: extras.lease,
                    leaseRenewedAt: extras.lease.map { _ in Date(timeIntervalSinceReferenceDate: extras.leaseRenewedAt) },
                    renews: extras.renews, style: extras.style, predecessor: extras.predecessor,
                    events: extras.memory.ids)
            })
    }
}

// MARK: - Restoring

extension Engine {
    /// Takes the place of this engine's state with a snapshot's.
    ///
    /// Activities of kinds that are not registered stay as they are in the snapshot, inert, until their kind is registered. What
    /// fell due meanwhile happens with the next ``advance(to:)``, at its own date.
    ///
    /// - Throws: ``EngineError/cannotRestore(reason:)``, and what ``register(_:)`` throws when a provider does not understand its
    ///   activities. The engine is then as it was.
    public mutating func restore(_ snapshot: Snapshot) throws(EngineError) {
        guard snapshot.version <= Snapshot.currentVersion else {
            throw .cannotRestore(reason: "its version is \(snapshot.version), this is \(Snapshot.currentVersion)")
        }
        guard snapshot.shard == configuration.shard else {
            throw .cannotRestore(reason: "it is of shard \(snapshot.shard), this is \(configuration.shard)")
        }
        var engine = Engine(configuration: configuration)
        engine.run = run
        engine.clock = snapshot.now?.timeIntervalSinceReferenceDate ?? -.infinity
        engine.log.sequence = snapshot.sequence
        engine.starts = snapshot.starts
        for owner in snapshot.owners {
            let place = engine.owners.slot(adding: owner.name)
            engine.owners[place].permissions = OwnerTable.Permissions(
                allDenied: owner.allDenied, denied: owner.denied, frequentUpdates: owner.frequentUpdates)
        }
        for dismissal in snapshot.dismissals {
            engine.dismissals.remember(
                .init(owner: dismissal.owner, kind: dismissal.kind, key: dismissal.key),
                at: dismissal.at.timeIntervalSinceReferenceDate, limit: configuration.limits.rememberedDismissals,
                duration: configuration.afterDismissal.duration)
        }

        guard snapshot.kinds.count <= ActivityID.kindsMax else {
            throw .cannotRestore(reason: "it has \(snapshot.kinds.count) kinds, more than \(ActivityID.kindsMax)")
        }
        let known = Dictionary(uniqueKeysWithValues: providers.map { ($0.kind, $0) })
        var revived: [ActivityID] = []
        for (ordinal, kind) in snapshot.kinds.enumerated() {
            guard engine.ordinals.updateValue(ordinal, forKey: kind.kind) == nil else {
                throw .cannotRestore(reason: "it has the kind '\(kind.kind)' twice")
            }
            let provider = known[kind.kind]
            let slab = engine.makeSlab(provider ?? AnyProvider(kind: kind.kind), ordinal)
            if provider != nil { revived += try engine.fill(slab, kind) } else { engine.inert[ordinal] = kind }
            engine.slabs.append(slab)
        }
        engine.link(revived)
        engine.waitingTopics = snapshot.topics
        engine.rememberWaitingTopics()
        for provider in providers where engine.ordinals[provider.kind] == nil { try engine.register(provider) }
        self = engine
    }

    /// Brings the activities of a kind that waited for its provider to life.
    mutating func revive(_ kind: Snapshot.Kind, in slab: ActivitySlab) throws(EngineError) {
        let revived = try fill(slab, kind)
        slabs[slab.ordinal] = slab
        link(revived)
        rememberWaitingTopics()
    }

    /// Gives topics that have followers now what a snapshot remembers of them. The others wait for their followers' kind.
    mutating func rememberWaitingTopics() {
        waitingTopics.removeAll { topic in
            guard let place = topics.slot(of: topic.name) else { return false }
            for event in topic.events {
                topics[place].memory.remember(event, limit: configuration.limits.rememberedEvents)
            }
            topics[place].timestamp = max(
                topics[place].timestamp, topic.timestamp?.timeIntervalSinceReferenceDate ?? -.infinity)
            topics.shareMemory(of: topic.name)
            return true
        }
    }

    /// Puts a snapshot's activities into an empty slab, and gives their ids.
    private mutating func fill(_ slab: ActivitySlab, _ kind: Snapshot.Kind) throws(EngineError) -> [ActivityID] {
        var rows: [Int: Snapshot.Activity] = [:]
        for activity in kind.activities {
            guard activity.id.kind == slab.ordinal, activity.id.shard == configuration.shard else {
                throw .cannotRestore(reason: "activity \(activity.id) does not belong to '\(kind.kind)'")
            }
            guard activity.isPlausible else {
                throw .cannotRestore(reason: "activity \(activity.id) has a number that no activity has")
            }
            rows[activity.id.index] = activity
        }
        let vacant = Dictionary(kind.vacant.map { ($0.index, $0) }) { first, _ in first }
        let count = kind.activities.count + kind.vacant.count
        for index in 0..<count {
            if let activity = rows[index] {
                slab.appendRow(generation: activity.id.generation, usesLeft: activity.usesLeft)
                do throws(EngineError) {
                    try restoreRow(of: slab, activity)
                } catch {
                    throw .cannotRegister(kind.kind, reason: error.description)
                }
                restore(slab.head(index), activity)
            } else if let vacancy = vacant[index] {
                guard vacancy.generation < ActivityID.generationsMax, vacancy.usesLeft <= ActivityID.generationsMax else {
                    throw .cannotRestore(reason: "'\(kind.kind)' has a number that no place has at \(index)")
                }
                slab.appendRow(generation: vacancy.generation, usesLeft: vacancy.usesLeft)
            } else {
                throw .cannotRestore(reason: "'\(kind.kind)' says nothing of place \(index)")
            }
        }
        guard Set(kind.free).count == kind.free.count,
            kind.free.allSatisfy({ vacant[Int($0)].map { $0.usesLeft > 0 } ?? false })
        else {
            throw .cannotRestore(reason: "'\(kind.kind)' would give the place of a living activity away")
        }
        slab.setFree(kind.free)
        return kind.activities.map(\.id)
    }

    mutating func restore(_ head: UnsafeMutablePointer<ActivityHead>, _ activity: Snapshot.Activity) {
        head.pointee.phase =
            switch activity.state {
            case .pending: .pending
            case .active: .active
            case .stale: .stale
            case .ended, .dismissed: .ended
            }
        head.pointee.revision = activity.revision
        head.pointee.owner = owners.slot(adding: activity.owner)
        head.pointee.attributesBytes = activity.attributesBytes
        head.pointee.staleDate = activity.content.staleDate?.timeIntervalSinceReferenceDate ?? .infinity
        head.pointee.wake = activity.wakeDate?.timeIntervalSinceReferenceDate ?? .infinity
        head.pointee.closing = activity.closingDate.timeIntervalSinceReferenceDate
        head.pointee.startedAt = activity.startedAt.timeIntervalSinceReferenceDate
        head.pointee.relevance = activity.content.relevanceScore
        head.pointee.timestamp = activity.timestamp?.timeIntervalSinceReferenceDate ?? -.infinity
        head.pointee.order = activity.order
        head.pointee.alerts = activity.alerts
        head.pointee.alertsSince = activity.alertsSince?.timeIntervalSinceReferenceDate ?? -.infinity
        head.pointee.key = activity.key
        head.pointee.extras = activity.extras.map { saved in
            let extras = Extras()
            extras.startAlert = saved.startAlert
            extras.endDate = saved.endDate?.timeIntervalSinceReferenceDate ?? .infinity
            extras.dismissalPolicy = saved.dismissalPolicy
            extras.lease = saved.lease
            extras.leaseRenewedAt = saved.leaseRenewedAt?.timeIntervalSinceReferenceDate ?? 0
            extras.renews = saved.renews
            extras.style = saved.style
            extras.predecessor = saved.predecessor
            for event in saved.events { extras.memory.remember(event, limit: configuration.limits.rememberedEvents) }
            return extras
        }
    }

    /// Gives activities whose rows are complete their place among owners, keys, topics and deadlines, in the order of their starts.
    mutating func link(_ ids: [ActivityID]) {
        let slabs = slabs
        let order = { (id: ActivityID) in slabs[id.kind].head(id.index).pointee.order }
        // A store hands them over by place, which is mostly this order already: a million need not be in memory once more for it.
        let isInOrder = zip(ids, ids.dropFirst()).allSatisfy { order($0) <= order($1) }
        for id in isInOrder ? ids : ids.map({ (order: order($0), id: $0) }).sorted(by: { $0.order < $1.order }).map(\.id) {
            let slab = slabs[id.kind]
            let head = slab.head(id.index)
            link(toOwner: head.pointee.owner, id, head)
            if head.pointee.phase.acceptsContent {
                if let key = head.pointee.key {
                    runningKeys[RunningKey(owner: head.pointee.owner, kind: id.kind, key: key)] = id
                }
                for topic in slab.provider.operations.topics(slab.row(id.index)) { topics.follow(topic, id) }
            }
            arm(id, head)
        }
    }
}

extension Snapshot.TopicMemory {
    init(_ topic: TopicTable.TopicEntry) {
        self.init(name: topic.name, events: topic.memory.ids, timestamp: Date(known: topic.timestamp))
    }
}

extension Snapshot.Activity {
    /// Whether the engine can count and compare with everything that is in it.
    var isPlausible: Bool {
        isPlausible(content.staleDate) && isPlausible(wakeDate) && isPlausible(closingDate) && isPlausible(startedAt)
            && isPlausible(timestamp) && isPlausible(alertsSince) && isPlausible(extras?.endDate)
            && isPlausible(extras?.leaseRenewedAt) && content.relevanceScore.isFinite
            && 1...ActivityID.generationsMax ~= usesLeft && state != .dismissed
    }

    private func isPlausible(_ date: Date?) -> Bool { date?.timeIntervalSinceReferenceDate.isFinite ?? true }
}

extension Date {
    /// `nil` for a date that was never set.
    init?(known seconds: Double) {
        guard seconds > -.infinity else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}
