/// Decides what every live activity shows next.
///
/// The engine owns no clock, thread or socket. Commands go in with the current time, changes come out, and the same commands at
/// the same times always give the same changes, byte for byte. One thread at a time; engines are independent of each other.
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
/// Every command first runs the deadlines that its time has reached, so an update that arrives late still follows the stale
/// mark that it was too late to prevent. A time before the latest seen counts as the latest seen: the engine never goes back.
/// A command that throws has changed no activity.
public struct Engine: ~Copyable {
    public let configuration: EngineConfiguration

    /// By the kind's place in an id.
    @usableFromInline var slabs: [ActivitySlab] = []
    var ordinals: [ActivityKind: Int] = [:]

    /// The latest time seen, in seconds since 2001.
    @usableFromInline var clock: Double = -.infinity
    @usableFromInline var deadlines = DeadlineQueue()
    @usableFromInline var log = ChangeLog()
    var owners = OwnerTable()
    var runningKeys: [RunningKey: ActivityID] = [:]
    var topics = TopicTable()
    var dismissals = DismissalTable()
    /// Kinds that a snapshot had and nobody has registered, by their place in an id: kept as they are.
    var inert: [Int: Snapshot.Kind] = [:]
    /// What a snapshot remembers of topics that nobody follows but activities of such kinds.
    var waitingTopics: [Snapshot.TopicMemory] = []
    var starts: UInt64 = 0
    /// What has changed since it was taken last, where somebody keeps the engine's state; `nil` where nobody does.
    var dirtySet: DirtySet?
    /// The bytes that ``prefetch(_:)`` has loaded, mixed together. Never read: it is there because the compiler would remove a load
    /// whose value goes nowhere.
    @usableFromInline var prefetchSink: UInt8 = 0
    @usableFromInline let encoder = WireEncoder()
    package let decoder = WireDecoder()

    /// How many activities there are, ended ones that are still on show included.
    public internal(set) var activityCount = 0

    /// Takes one of the places that several engines share, if there is one left; `nil` while this engine is alone.
    ///
    /// Asked last of all, so that a start that is refused never keeps a place from another. Who set it gives places back
    /// when ``placesTaken`` is more than ``activityCount``.
    package var takeSlot: (@Sendable () -> Bool)?
    package var slotsTaken = 0

    /// How often what is kept of this engine was opened, this time included. No two runs give the same ids, even where one of them
    /// was forgotten in part.
    package var run: UInt32 = 1
    /// Activities that are kept and were not brought to life, and why.
    package internal(set) var skipped: [(id: ActivityID, reason: String)] = []

    /// ``EngineConfiguration/refusesMistakes``, except within ``withLenientChecks(_:)``.
    var refusesMistakes: Bool

    public init(configuration: EngineConfiguration = EngineConfiguration()) {
        refusesMistakes = configuration.refusesMistakes
        precondition(
            0..<ActivityID.shardsMax ~= configuration.shard, "shard \(configuration.shard) is not below \(ActivityID.shardsMax)"
        )
        self.configuration = configuration
        // Events and attributes come from every language, and few of them count seconds from 2001.
        decoder.acceptsISO8601Dates = true
    }

    // MARK: - Kinds

    /// Makes a provider's activities possible. A snapshot's activities of its kind come to life.
    ///
    /// - Throws: ``EngineError/cannotRegister(_:reason:)`` when the kind is registered, or a snapshot's activities are not what the
    ///   provider understands; these are then kept as they were.
    public mutating func register(_ provider: AnyProvider) throws(EngineError) {
        if let ordinal = ordinals[provider.kind] {
            guard let waiting = inert[ordinal] else {
                throw .cannotRegister(provider.kind, reason: "it is registered already")
            }
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
        guard slabs.count < ActivityID.kindsMax else {
            throw .cannotRegister(provider.kind, reason: "there are \(ActivityID.kindsMax) kinds, which is the limit")
        }
        ordinals[provider.kind] = slabs.count
        slabs.append(makeSlab(provider, slabs.count))
    }

    /// The providers that are registered, in the order in which they were.
    public var providers: [AnyProvider] {
        slabs.filter { inert[$0.ordinal] == nil }.map(\.provider)
    }

    func makeSlab(_ provider: AnyProvider, _ ordinal: Int) -> ActivitySlab {
        ActivitySlab(ordinal: ordinal, provider: provider, shard: configuration.shard, seed: configuration.seed, run: run)
    }

    @usableFromInline func slab(of kind: ActivityKind) throws(EngineError) -> ActivitySlab {
        guard let ordinal = ordinals[kind], inert[ordinal] == nil else { throw .unknownKind(kind) }
        return slabs[ordinal]
    }

    /// The one kind with these attributes.
    @usableFromInline func slab(attributes type: ObjectIdentifier, named name: @autoclosure () -> String)
        throws(EngineError) -> ActivitySlab
    {
        let matching = slabs.filter { $0.provider.operations.attributesType == type && inert[$0.ordinal] == nil }
        guard matching.count == 1 else { throw .ambiguousKind(attributes: name()) }
        return matching[0]
    }

    // MARK: - Whom a command is about

    /// The activity's slab and its life there.
    @inlinable func locate(_ id: ActivityID) throws(EngineError) -> (ActivitySlab, UnsafeMutablePointer<ActivityHead>) {
        guard id.kind < slabs.count else { throw .unknownActivity(id) }
        let slab = slabs[id.kind]
        guard let head = slab.resolve(id) else { throw try missing(id) }
        return (slab, head)
    }

    @usableFromInline func missing(_ id: ActivityID) throws(EngineError) -> EngineError {
        if let waiting = inert[id.kind] { .unknownKind(waiting.kind) } else { .unknownActivity(id) }
    }

    /// The id that a reference means.
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

    /// The latest time the engine has seen; `nil` before the first.
    public var now: Date? { clock == -.infinity ? nil : Date(timeIntervalSinceReferenceDate: clock) }

    @inlinable var date: Date { Date(timeIntervalSinceReferenceDate: clock) }
}

extension Engine {
    /// What a start asks for, besides attributes and content.
    @usableFromInline struct StartRequest {
        @usableFromInline let owner: OwnerID
        @usableFromInline let options: StartOptions

        @inlinable init(owner: OwnerID, options: StartOptions) {
            self.owner = owner
            self.options = options
        }
    }

    /// What an update or an end by the host asks for, besides content.
    @usableFromInline struct UpdateRequest {
        @usableFromInline var alert: AlertConfiguration?
        @usableFromInline var dismissal: ActivityUIDismissalPolicy?

        @inlinable init(alert: AlertConfiguration? = nil, dismissal: ActivityUIDismissalPolicy? = nil) {
            self.alert = alert
            self.dismissal = dismissal
        }
    }
}
