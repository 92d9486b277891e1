/// Decides what every live activity shows next.
///
/// The engine has no clock, thread or socket. It receives commands with the current time and returns changes. The same
/// commands at the same times always give the same changes, byte for byte. Only one thread may use an engine at a time;
/// engines are independent of each other.
///
/// ```swift
/// var engine = Engine(configuration: EngineConfiguration(seed: 1))
/// try engine.register(AnyProvider(DeliveryProvider()))
/// let id = try engine.start(DeliveryAttributes(…), owner: "anna", at: now)
/// try engine.send(DeliveryEvent.pickedUp(…), to: id, at: now)
/// engine.advance(to: engine.nextDeadline ?? now)
/// engine.drainChanges { change in … }
/// ```
///
/// Every command first runs the deadlines that its time has reached. So an update that arrives late comes after the
/// change to stale that it was too late to prevent. A time before the latest one counts as the latest one: the engine's
/// time never goes back. A command that throws has changed no activity, but its time has passed, and a
/// ``Change/What/refusedLateUpdate`` may be reported.
public struct Engine: ~Copyable {
    /// Options of the engine's behaviour and its limits.
    public let configuration: EngineConfiguration

    /// Always `nil`. A stored existential makes the engine address-only: calls receive its address. Without it Swift 6.3 copies
    /// its 800 bytes to the stack for each call that only reads it, several times for each command.
    private let inPlace: (any Sendable)? = nil

    /// The kinds' slabs, by the kind's number in an id.
    @usableFromInline var slabs: [ActivitySlab] = []
    var ordinals: [ActivityKind: Int] = [:]

    /// The latest time of any command, in seconds since 2001.
    @usableFromInline var clock: Double = -.infinity
    @usableFromInline var deadlines = DeadlineQueue()
    @usableFromInline var log = ChangeLog()
    var owners = OwnerTable()
    var runningKeys: [RunningKey: ActivityID] = [:]
    var topics = TopicTable()
    var dismissals = DismissalTable()
    /// The damaged permissions whose owner is unknown (``Snapshot/damagedPermissions``).
    var damagedPermissions: [Snapshot.DamagedPermission] = []
    @usableFromInline var recentEvents: RecentEvents
    var requests = RequestMemory()
    /// The kinds of a snapshot whose provider is not registered yet, by their number in an id.
    var inert: [Int: Snapshot.Kind] = [:]
    /// A snapshot's topics that are followed only by activities of such kinds.
    var waitingTopics: [Snapshot.TopicMemory] = []
    var starts: UInt64 = 0
    /// The parts that have changed since the last batch; `nil` without a store.
    var dirtySet: DirtySet?
    /// Whether a slot was used so often that no deadline may run until the store has written (``catchUp(to:)``).
    package internal(set) var awaitsPersistence = false
    /// The bytes that ``prefetch(_:)`` has loaded, combined. Never read: without it the compiler would remove loads whose value
    /// is unused.
    @usableFromInline var prefetchSink: UInt8 = 0
    @usableFromInline let encoder = WireEncoder()
    package let decoder = WireDecoder()
    /// The unknown members found in JSON input, until the host takes them (``takeUnknownMembers()``).
    package internal(set) var unknownMembers: [UnknownMember] = []
    /// Decodes data that was accepted earlier: the limits of input do not apply.
    let restoringDecoder = WireDecoder(limits: .stored)

    /// The number of activities, including ended ones that are still on show.
    public internal(set) var activityCount = 0

    /// Takes one of the slots of ``EngineLimits/activities`` that the shards of a runtime share; `false` if none is
    /// left. `nil` for an engine alone, which counts its own activities.
    ///
    /// This and ``shareTopics(_:)`` are the only inputs of an engine that are not values. A value would have to be
    /// reserved before the command, when the engine cannot know yet whether the start will be refused; meanwhile
    /// another shard would refuse a start although there is capacity. So the engine calls it last of all, when nothing else
    /// can refuse the start. The cost: whether a start of a runtime with several shards throws
    /// ``EngineError/tooManyActivities(limit:)`` depends on the other shards too.
    package var takeSlot: (@Sendable () -> Bool)?
    /// The number of slots that were taken and not returned. The owner of ``takeSlot`` returns the slots that exceed
    /// ``activityCount``.
    package var slotsTaken = 0

    /// The number of runs of this engine's store that ended without being closed, so that a part of each may be lost. The ids
    /// of such a part are not assigned again (``ActivityIDAllocator``).
    package var lostRuns: UInt32 = 0
    /// The activities of a store or a snapshot that were not restored, with the reason.
    package internal(set) var skipped: [(id: ActivityID, reason: String)] = []
    /// The activities of a store that their providers refuse.
    var refused: [ActivityRecord] = []
    /// The unreadable activities of a snapshot, by their kind's number in an id.
    var unreadable: [Int: [UnreadableActivity]] = [:]

    /// ``EngineConfiguration/refusesMistakes``, except within ``withLenientChecks(_:)``.
    var refusesMistakes: Bool

    /// Creates an engine without activities and kinds.
    ///
    /// - Precondition: ``EngineConfiguration/shard`` is from 0 to 63.
    public init(configuration: EngineConfiguration = EngineConfiguration()) {
        refusesMistakes = configuration.refusesMistakes
        recentEvents = RecentEvents(configuration.limits)
        precondition(
            0..<ActivityID.shardsMax ~= configuration.shard, "shard \(configuration.shard) is not below \(ActivityID.shardsMax)"
        )
        self.configuration = configuration
        // Hosts in other languages write ISO 8601; only Apple's platforms count seconds from 2001.
        decoder.acceptsISO8601Dates = true
        decoder.notesUnread = true
        restoringDecoder.acceptsISO8601Dates = true
    }

    // MARK: - Kinds

    /// Registers a provider, so that activities of its kind can start. Restored activities of the kind resume; those that the
    /// provider cannot read are skipped and stay in later snapshots (``unreadableActivities``).
    ///
    /// - Throws: ``EngineError/cannotRegister(_:reason:)`` if the kind is registered already, if there are 1,024 kinds,
    ///   or if the provider can read none of a snapshot's activities. The engine has then not changed.
    public mutating func register(_ provider: AnyProvider) throws(EngineError) {
        try checkRegistration(of: [provider.kind])
        if let ordinal = ordinals[provider.kind], let waiting = inert[ordinal] {
            let slab = makeSlab(provider, ordinal)
            if dirtySet != nil {
                reopen(waiting, in: slab)
                return
            }
            try revive(waiting, in: slab)
            slabs[ordinal] = slab
            inert[ordinal] = nil
            return
        }
        ordinals[provider.kind] = slabs.count
        slabs.append(makeSlab(provider, slabs.count))
    }

    /// Checks whether providers of these kinds can be registered, all of them. Only ``register(_:)`` can say whether a provider
    /// reads a snapshot's activities.
    ///
    /// - Throws: ``EngineError/cannotRegister(_:reason:)`` for the first that cannot.
    package func checkRegistration(of kinds: [ActivityKind]) throws(EngineError) {
        var new: Set<ActivityKind> = []
        for kind in kinds {
            guard new.insert(kind).inserted, ordinals[kind].map({ inert[$0] != nil }) != false else {
                throw .cannotRegister(kind, reason: "it is already registered")
            }
            guard ordinals[kind] == nil else {
                new.remove(kind)
                continue
            }
            do throws(EngineError) { try configuration.limits.check(kind, "name") } catch {
                throw .cannotRegister(kind, reason: error.description)
            }
            guard slabs.count + new.count <= ActivityID.kindsMax else {
                throw .cannotRegister(kind, reason: "there are \(ActivityID.kindsMax) kinds, which is the limit")
            }
        }
    }

    /// The registered providers, in the order of their registration.
    public var providers: [AnyProvider] {
        slabs.filter { inert[$0.ordinal] == nil }.map(\.provider)
    }

    /// The kinds by their number in an id, with the kinds of a snapshot that have no provider yet.
    package var kindsByNumber: [ActivityKind] { slabs.map { inert[$0.ordinal]?.kind ?? $0.provider.kind } }

    func makeSlab(_ provider: AnyProvider, _ ordinal: Int) -> ActivitySlab {
        ActivitySlab(
            ordinal: ordinal, provider: provider, shard: configuration.shard, seed: configuration.seed, lostRuns: lostRuns)
    }

    @usableFromInline func slab(of kind: ActivityKind) throws(EngineError) -> ActivitySlab {
        guard let ordinal = ordinals[kind], inert[ordinal] == nil else { throw .unknownKind(kind) }
        return slabs[ordinal]
    }

    /// The only kind with these attributes; throws if there is none, or if there are several.
    @usableFromInline func slab(attributes type: ObjectIdentifier, named name: @autoclosure () -> String)
        throws(EngineError) -> ActivitySlab
    {
        let matching = slabs.filter { $0.provider.operations.attributesType == type && inert[$0.ordinal] == nil }
        guard matching.count == 1 else { throw .ambiguousKind(attributes: name(), kinds: matching.map(\.provider.kind)) }
        return matching[0]
    }

    // MARK: - The activity of a command

    /// The activity's slab, and the head of its row there.
    @inlinable func locate(_ id: ActivityID) throws(EngineError) -> (ActivitySlab, UnsafeMutablePointer<ActivityHead>) {
        guard id.kind < slabs.count else { throw .unknownActivity(id) }
        let slab = slabs[id.kind]
        guard let head = slab.resolve(id) else { throw try missing(id) }
        return (slab, head)
    }

    /// The error for an id without an activity.
    @usableFromInline func missing(_ id: ActivityID) throws(EngineError) -> EngineError {
        if let waiting = inert[id.kind] { .unknownKind(waiting.kind) } else { .unknownActivity(id) }
    }

    /// The id of the activity that a reference names.
    ///
    /// - Throws: ``EngineError/nothingRunning(owner:kind:key:)``. An id is returned unchanged, whether the activity exists or
    ///   not.
    public func resolve(_ reference: ActivityReference) throws(EngineError) -> ActivityID {
        switch reference {
        case .id(let id): return id
        case .key(let owner, let kind, let key):
            guard let id = activity(owner: owner, kind: kind, key: key) else {
                throw .nothingRunning(owner: owner, kind: kind, key: key)
            }
            return id
        }
    }

    // MARK: - Time

    /// The latest time that was passed to the engine; `nil` before the first.
    public var now: Date? { clock == -.infinity ? nil : Date(timeIntervalSinceReferenceDate: clock) }

    @inlinable var date: Date { Date(timeIntervalSinceReferenceDate: clock) }
}

extension Engine {
    /// The parameters of a start besides attributes and content.
    @usableFromInline struct StartRequest {
        @usableFromInline let owner: OwnerID
        @usableFromInline let options: StartOptions

        @inlinable init(owner: OwnerID, options: StartOptions) {
            self.owner = owner
            self.options = options
        }
    }

    /// The parameters of the host's update or end besides content.
    @usableFromInline struct UpdateRequest {
        @usableFromInline var alert: AlertConfiguration?
        @usableFromInline var dismissal: ActivityUIDismissalPolicy?

        @inlinable init(alert: AlertConfiguration? = nil, dismissal: ActivityUIDismissalPolicy? = nil) {
            self.alert = alert
            self.dismissal = dismissal
        }
    }
}
