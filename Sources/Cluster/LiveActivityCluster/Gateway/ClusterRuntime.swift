public import LiveActivities
public import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// The activities of a whole cluster, as one of its nodes sees them: takes the commands of a `LiveActivityRuntime` and passes
/// each to the node that owns the activity, which may be this one.
///
/// ```swift
/// let cluster = try ClusterRuntime(
///     .init(node: "node-1"), providers: [AnyProvider(DeliveryProvider())], transport: JetStreamTransport(connection, cluster: "orders"))
/// let order = try await cluster.start(DeliveryAttributes(…), owner: "anna", options: StartOptions(key: "4711"))
/// …
/// await cluster.stop()                       // hands over what it owns
/// ```
///
/// **A command waits** while a partition changes its owner, up to ``Configuration/deadline``. It is given again until it is
/// answered: owners recognise a command that they were given before, whatever it is and however many there are. An event
/// without an id gets one here, with which its sender can give it again.
///
/// **An error that says nothing.** Where no owner has answered until the deadline, and one may have carried the command out, it
/// throws ``/LiveActivityHost/RuntimeError/outcomeUnknown(reason:eventID:)``.
/// ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` means that nothing was done. No command throws
/// ``/LiveActivityHost/RuntimeError/notDurable(reason:)``.
public final class ClusterRuntime: Sendable {
    /// Which node this is, and its timeouts.
    public struct Configuration: Sendable {
        /// The node's name: the same after a restart, so that the same partitions come back.
        public var node: NodeName
        /// How much it takes, compared with other nodes; 0 for one that only passes commands on.
        public var capacity: Int
        /// How many partitions there are. All nodes of a cluster have the same number, for ever: ids contain the partition.
        public var partitions: Int
        /// How long a command waits for an owner of its partition.
        public var deadline: Duration = .seconds(15)
        /// How often a node sends a heartbeat.
        public var heartbeat: Duration = .seconds(1)
        /// The timeout: without a heartbeat for so long a node counts as failed.
        public var silence: Duration = .seconds(4)
        /// After how many bytes of batches the owner of a partition makes a snapshot, and deletes the beginning of the log.
        public var snapshotBytes = 16 << 20
        /// After what time it does so, if anything was written.
        public var snapshotInterval: Duration = .seconds(600)
        /// How many partitions this node gives away at the same time.
        public var movesMax = 4
        /// The timeout of an answer to a command that can be sent again.
        package var answerTimeout: Duration = .seconds(2)
        /// The limits of every partition's engine. All nodes should have the same, since a partition's owner applies its own.
        public var limits = EngineLimits()

        /// Creates a configuration.
        public init(node: NodeName, capacity: Int = 1, partitions: Int = LiveActivityRuntime.shardsMax) {
            (self.node, self.capacity, self.partitions) = (node, capacity, partitions)
        }
    }

    let node: ClusterNode
    let numbers: RequestNumbers
    private let unknown = Atomic(0)
    private let heldBack = Atomic(0)
    /// Knows the kinds, and has no activities.
    private let kinds: LiveActivityRuntime
    let configuration: Configuration

    /// Joins a cluster. Partitions come after a second or two, when it has discovered the other nodes.
    ///
    /// - Parameters:
    ///   - providers: The kinds. All nodes should have the same.
    ///   - clock: `SystemClock`, unless a test has its own.
    /// - Throws: ``LogError`` where the servers cannot be reached; ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``,
    ///   as ``/LiveActivityHost/RuntimeError/engine(_:)``.
    public convenience init(
        _ configuration: Configuration, providers: [AnyProvider], transport: some ClusterTransport,
        clock: some RuntimeClock = SystemClock()
    ) throws { try self.init(configuration, providers, transport, clock, beside: nil) }

    /// - Parameter companions: Makes what runs beside the runtime of each partition of this node.
    init(
        _ configuration: Configuration, _ providers: [AnyProvider], _ transport: any ClusterTransport,
        _ clock: any RuntimeClock, beside companions: (any PartitionCompanions)?
    ) throws {
        self.configuration = configuration
        kinds = try LiveActivityRuntime(shards: 1, providers: providers)
        node = try ClusterNode(configuration, providers, transport, clock, beside: companions)
        numbers = RequestNumbers(of: node.address)
    }

    /// Waits 1.5 heartbeat intervals to discover the existing members.
    ///
    /// - Throws: ``LogError/misconfigured(reason:)`` where they are of another service, which has the same name by mistake:
    ///   they have no kind in common with this node. Also where another process with this node's name is running. It then owns
    ///   nothing; stop it.
    public func joined() async throws(LogError) { try await node.joined() }

    /// Hands over what this node owns, and leaves. Where logs do not answer it returns after a minute.
    public func stop() async { _ = await stop(within: .seconds(60)) }

    /// Hands over what this node owns, and leaves, in a limited time: logs that have lost the majority of their servers do not
    /// answer.
    ///
    /// - Returns: The partitions whose logs did not answer in time, which other nodes claim when they can. Of these, commands
    ///   that were not acknowledged may be lost; those that were are in the log. Empty where everything was handed over.
    @discardableResult
    public func stop(within time: Duration) async -> [Int] {
        let unanswered = await node.stop(within: time)
        await kinds.close()
        return unanswered
    }

    /// The address of this process among the nodes.
    package var address: String { node.address }

    /// Suspends the node: it claims, receives and sends nothing, as a process that was stopped. What has begun continues.
    package func suspend() { node.state.withLock { $0.member.isSuspended = true } }

    /// Resumes the node after ``suspend()``.
    package func resume() { node.state.withLock { $0.member.isSuspended = false } }

    /// Whether this node has received a heartbeat of another one within the timeout.
    package func receivesHeartbeats(of other: ClusterRuntime) -> Bool {
        node.state.withLock { $0.member.membership.members[other.address] != nil }
    }

    // MARK: - Changes

    /// Calls `receive` with the changes of all partitions from now on, each after it is in its partition's log, in order for
    /// each partition.
    ///
    /// A change can be missing: a message between nodes is lost, or an owner fails before it has told what is in its log. Then
    /// `reset` is called before the changes that follow, or within two seconds: read the state that you need anew. It is called
    /// as well when the node hears of a partition's changes for the first time. Only the latest call of this function counts.
    ///
    /// - Parameters:
    ///   - receive: Is given the change, and the topics that its activity follows. Must return soon, and must not call the
    ///     runtime.
    ///   - reset: As well.
    public func followChanges(
        _ receive: @escaping @Sendable (Change, [Topic]) -> Void, reset: @escaping @Sendable () -> Void
    ) { node.follow(ChangeFeed(receive, reset: reset)) }

    /// What the partitions of this node have counted since it owns them, and what waits for named consumers there.
    public func statistics() -> RuntimeStatistics {
        var sum = RuntimeStatistics()
        for owned in node.state.withLock({ $0.owned.values.map(\.self) }) {
            let its = owned.runtime.statistics()
            sum.commands.merge(its.commands, uniquingKeysWith: +)
            sum.refusals.merge(its.refusals, uniquingKeysWith: +)
            sum.activities.merge(its.activities, uniquingKeysWith: +)
            sum.consumers.merge(its.consumers, uniquingKeysWith: +)
            sum.missedConsumerChanges += its.missedConsumerChanges
            sum.eventsForgottenEarly += its.eventsForgottenEarly
            (sum.batches, sum.failedBatches) = (sum.batches + its.batches, sum.failedBatches + its.failedBatches)
        }
        let unknown = unknown.load(ordering: .relaxed)
        if unknown > 0 { sum.refusals["outcomeUnknown", default: 0] += unknown }
        return sum
    }

    /// How many requests of this node were not given to a third owner, because two were given it and did not answer any more:
    /// each may have ended the processes of both.
    public var requestsHeldBack: Int { heldBack.load(ordering: .relaxed) }

    /// Why a log of this node's partitions fails; `nil` while all of them work.
    public var storeFailure: StoreError? {
        node.state.withLock { $0.owned.values.map(\.self) }.lazy.compactMap(\.runtime.storeFailure).first
    }

    /// What runs beside the partitions of this node.
    var companions: [any PartitionCompanion] { node.state.withLock { $0.owned.values.compactMap(\.companion) } }

    // MARK: - Passing on

    func partition(of owner: OwnerID) -> Int { LiveActivityRuntime.partition(of: owner, among: configuration.partitions) }

    func partition(of reference: ActivityReference) throws(RuntimeError) -> Int {
        switch reference {
        case .key(let owner, _, _): return partition(of: owner)
        case .id(let id):
            guard id.shard < configuration.partitions else { throw .engine(.unknownActivity(id)) }
            return id.shard
        }
    }

    func kind<Attributes: ActivityAttributes>(with type: Attributes.Type) throws(RuntimeError) -> ActivityKind {
        guard let kind = kinds.kind(with: type) else { throw .engine(.ambiguousKind(attributes: "\(type)")) }
        return kind
    }

    /// Asks the owner of a partition, and waits for one until the deadline.
    ///
    /// - Parameter changes: Whether it changes anything; `nil` where the request itself says it.
    func ask(
        _ body: ClusterRequest.Body, in partition: Int, changes: Bool? = nil
    ) async throws(RuntimeError) -> ClusterAnswer {
        var request = ClusterRequest(partition: partition, body)
        switch body {
        case .apply, .send: break
        default: return try await ask(request, changes: changes ?? !request.isQuery)
        }
        let name = numbers.begin(in: partition)
        defer { numbers.end(name, in: partition) }
        request.name = name
        return try await ask(request, changes: true)
    }

    /// How many bytes a command may have that this node passes on to another one, as JSON between nodes.
    public static var commandBytesMax: Int { ClusterRequest.bytesMax }

    /// - Parameters:
    ///   - doubt: Why it may have been carried out already.
    ///   - end: Until when; `nil` for the deadline from now on.
    func ask(
        _ request: ClusterRequest, changes: Bool, doubt: String? = nil, until end: ContinuousClock.Instant? = nil
    ) async throws(RuntimeError) -> ClusterAnswer {
        var delivery = Delivery(
            request, changes: changes, answerTimeout: configuration.answerTimeout,
            until: end ?? ContinuousClock.now + configuration.deadline, doubt: doubt)
        var bytes: [UInt8]?
        var pause: Duration = .milliseconds(2)
        while true {
            let isHere = node.owned(request.partition) != nil
            // This node's own heartbeat is older than its state.
            let other = node.owner(of: request.partition).flatMap { $0.address == node.address ? nil : $0 }
            let answered: Delivery.Answered
            switch delivery.next(isHere ? .init(address: node.address, recognises: true) : other, at: .now) {
            case .ask(let address, _) where isHere:
                answered = delivery.took(await node.answer(request), from: address)
            case .ask(let address, let time):
                let encoded = if let bytes { bytes } else { try request.encodedToSend() }
                bytes = encoded
                let answer = await node.forwarder.ask(address, encoded, within: max(time, .milliseconds(1)))
                if answer == .nobody { node.unreachable(address) }
                answered = delivery.took(answer, from: address)
            case .wait: answered = .again
            case .fail(let error):
                if delivery.isHeldBack { heldBack.add(1, ordering: .relaxed) }
                answered = .failed(error)
            }
            switch answered {
            case .answer(let answer): return answer
            case .failed(let error):
                if case .outcomeUnknown = error { unknown.add(1, ordering: .relaxed) }
                throw error
            case .again: break
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }
}
