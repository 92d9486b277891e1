public import LiveActivities
public import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// The activities of a whole cluster, accessed through one of its nodes: accepts the commands of a `LiveActivityRuntime` and
/// forwards each to the node that owns the activity, which may be this one.
///
/// ```swift
/// let cluster = try ClusterRuntime(
///     .init(node: "node-1"), providers: [AnyProvider(DeliveryProvider())], transport: JetStreamTransport(connection, cluster:
///     "orders"))
/// let order = try await cluster.start(DeliveryAttributes(…), owner: "anna", options: StartOptions(key: "4711"))
/// …
/// await cluster.stop()                       // hands over the partitions that it owns
/// ```
///
/// **A command waits** while a partition changes its owner, up to ``Configuration/deadline``. It is repeated until it is
/// answered; owners recognise repeated commands of every kind. An event without an id gets one, under which the caller can
/// repeat it.
///
/// **Unknown outcome.** If no owner has answered by the deadline and one may have carried the command out, it throws
/// ``/LiveActivityHost/RuntimeError/outcomeUnknown(reason:eventID:)``.
/// ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` means that nothing was done. No command throws
/// ``/LiveActivityHost/RuntimeError/notDurable(reason:)``.
public final class ClusterRuntime: Sendable {
    /// The node's name, its share and its timeouts.
    public struct Configuration: Sendable {
        /// The node's name. Keep it across restarts, so that the node gets the same partitions again.
        public var node: NodeName
        /// The node's share of the partitions, relative to other nodes; 0 for a node that only forwards commands.
        public var capacity: Int
        /// The number of partitions. It must be the same on all nodes and can never change: ids contain the partition.
        public var partitions: Int
        /// How long a command waits for its partition to have an owner that answers.
        public var deadline: Duration = .seconds(15)
        /// The interval between heartbeats.
        public var heartbeat: Duration = .seconds(1)
        /// The timeout after which a node without heartbeats counts as failed.
        public var silence: Duration = .seconds(4)
        /// The number of appended bytes after which a partition's owner writes a snapshot and deletes the beginning of the log.
        public var snapshotBytes = 16 << 20
        /// The time after which it does so if anything was written.
        public var snapshotInterval: Duration = .seconds(600)
        /// The maximum number of partitions that this node hands over at the same time.
        public var movesMax = 4
        /// The timeout for an answer to a command that can be repeated.
        package var answerTimeout: Duration = .seconds(2)
        /// When a command returns. With `.relaxed` it returns at once and is in the log an interval later: a process that ends
        /// without ``ClusterRuntime/stop()`` loses at most that time, and one that is disconnected from the others while they
        /// take over its partitions at most ``silence``. Use the same on all nodes.
        public var durability = Durability.strict
        /// The limits of every partition's engine. Use the same on all nodes, since each owner applies its own.
        public var limits = EngineLimits()

        /// Creates a configuration.
        public init(node: NodeName, capacity: Int = 1, partitions: Int = LiveActivityRuntime.shardsMax) {
            (self.node, self.capacity, self.partitions) = (node, capacity, partitions)
        }
    }

    let node: ClusterNode
    let numbers: RequestNumbers
    /// The number of commands that have thrown `outcomeUnknown`.
    let unknown = Atomic(0)
    private let heldBack = Atomic(0)
    /// Resolves the kinds; it has no activities.
    private let kinds: LiveActivityRuntime
    let configuration: Configuration

    /// Joins a cluster. The node receives partitions after one or two seconds, when it has discovered the other nodes; at
    /// once where the transport finds no other process.
    ///
    /// - Parameters:
    ///   - providers: The kinds. Use the same on all nodes.
    ///   - clock: `SystemClock`, or a test's clock, which is then that of heartbeats and all timeouts too.
    /// - Throws: ``LogError`` if the servers cannot be reached; ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``, as
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``.
    public convenience init(
        _ configuration: Configuration, providers: [AnyProvider], transport: some ClusterTransport,
        clock: some RuntimeClock = SystemClock()
    ) throws { try self.init(configuration, providers, transport, clock, beside: nil) }

    /// - Parameter services: Creates the service that runs beside each partition's runtime on this node.
    init(
        _ configuration: Configuration, _ providers: [AnyProvider], _ transport: any ClusterTransport,
        _ clock: any RuntimeClock, beside services: (any PartitionServices)?
    ) throws {
        self.configuration = configuration
        kinds = try LiveActivityRuntime(shards: 1, providers: providers)
        node = try ClusterNode(configuration, providers, transport, clock, beside: services)
        numbers = RequestNumbers(of: node.address)
    }

    /// Waits 1.5 heartbeat intervals to discover the existing members, or returns at once where the transport finds no other
    /// process.
    ///
    /// - Throws: ``LogError/misconfigured(reason:)`` if the members belong to another service that uses the same cluster name
    ///   by mistake, having no kind in common with this node; also if another process with this node's name is running. The
    ///   node then owns nothing and should be stopped.
    public func joined() async throws(LogError) { try await node.joined() }

    /// Hands over the partitions that this node owns, and leaves the cluster. If logs do not answer, it returns after a minute.
    public func stop() async { _ = await stop(within: .seconds(60)) }

    /// Hands over the partitions that this node owns, and leaves the cluster, in a limited time: a log without a majority of
    /// its servers does not answer.
    ///
    /// - Returns: The partitions whose logs did not answer in time; other nodes claim them when they can. Unacknowledged
    ///   commands of these partitions may be lost; acknowledged ones are in the log. Empty if everything was handed over.
    @discardableResult
    public func stop(within time: Duration) async -> [Int] {
        let unanswered = await node.stop(within: time)
        await kinds.close()
        return unanswered
    }

    var clock: ClusterClock { node.clock }

    /// The address of this process, by which other nodes send it requests.
    package var address: String { node.address }

    /// Suspends the node as SIGSTOP does a process: it claims, receives and sends nothing. Operations in progress continue.
    package func suspend() { node.state.change { $0.member.isSuspended = true } }

    /// Resumes a node that ``suspend()`` has suspended.
    package func resume() { node.state.change { $0.member.isSuspended = false } }

    /// Whether this node has received a heartbeat of another node within the timeout.
    package func receivesHeartbeats(of other: ClusterRuntime) -> Bool {
        node.state.read { $0.member.membership.members[other.address] != nil }
    }

    // MARK: - Changes

    /// Calls `receive` with the changes of all partitions from now on, each after it is in its partition's log, in order for
    /// each partition.
    ///
    /// A change can be missing, because a message between nodes was lost or an owner failed before it published the changes in
    /// its log. Then `reset` is called before the changes that follow, or within two seconds: read the state that you need
    /// again. It is also called when the node receives changes of a partition for the first time. Only the functions of the
    /// latest call are used.
    ///
    /// - Parameters:
    ///   - receive: Receives the change, and the topics that its activity follows. It must return quickly and must not call the
    ///     runtime.
    ///   - reset: Called when changes are missing. The same rules apply as for `receive`.
    public func followChanges(
        _ receive: @escaping @Sendable (Change, [Topic]) -> Void, reset: @escaping @Sendable () -> Void
    ) { node.follow(ChangeFeed(receive, reset: reset)) }

    /// The counters of this node's partitions since it owns them, and the changes waiting for named consumers there.
    public func statistics() -> RuntimeStatistics {
        var sum = RuntimeStatistics()
        for owned in node.state.read({ $0.owned.values.map(\.self) }) {
            let counts = owned.runtime.statistics()
            sum.commands.merge(counts.commands, uniquingKeysWith: +)
            sum.refusals.merge(counts.refusals, uniquingKeysWith: +)
            sum.activities.merge(counts.activities, uniquingKeysWith: +)
            sum.consumers.merge(counts.consumers, uniquingKeysWith: +)
            sum.missedConsumerChanges += counts.missedConsumerChanges
            sum.eventsForgottenEarly += counts.eventsForgottenEarly
            (sum.batches, sum.failedBatches) = (sum.batches + counts.batches, sum.failedBatches + counts.failedBatches)
        }
        let unknown = unknown.load(ordering: .relaxed)
        if unknown > 0 { sum.refusals["outcomeUnknown", default: 0] += unknown }
        return sum
    }

    /// The number of requests that this node did not send to a third owner because two others had received them and stopped
    /// answering: the request itself may have ended their processes.
    public var requestsHeldBack: Int { heldBack.load(ordering: .relaxed) }

    /// The error with which a log of this node's partitions fails; `nil` while all of them work.
    public var storeFailure: StoreError? {
        node.state.read { $0.owned.values.map(\.self) }.lazy.compactMap(\.runtime.storeFailure).first
    }

    /// The services that run beside the partitions of this node.
    var services: [any PartitionService] { node.state.read { $0.owned.values.compactMap(\.service) } }

    // MARK: - Forwarding

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

    /// Sends a request to the owner of a partition, and waits for an owner until the deadline.
    ///
    /// - Parameters:
    ///   - name: The name of a command whose sender outlives this process; `nil` for one of this node's own.
    ///   - changes: Whether the request changes anything; `nil` to derive it from the request.
    func ask(
        _ body: ClusterRequest.Body, in partition: Int, as name: RequestName? = nil, changes: Bool? = nil
    ) async throws(RuntimeError) -> ClusterAnswer {
        if let name { return try await ask(ClusterRequest(partition: partition, body, as: name), changes: true) }
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

    /// The maximum size of a command that this node can forward to another, encoded as JSON, in bytes.
    public static var commandBytesMax: Int { ClusterRequest.bytesMax }

    /// - Parameter doubt: The reason why the request may already have been carried out; `nil` if it certainly was not.
    func ask(_ request: ClusterRequest, changes: Bool, doubt: String? = nil) async throws(RuntimeError) -> ClusterAnswer {
        var doubt = doubt
        return try await ask(request, changes: changes, doubt: &doubt, until: clock.instant + configuration.deadline)
    }

    /// - Parameters:
    ///   - doubt: The reason why the request may already have been carried out; `nil` if it certainly was not. On return, the
    ///     reason why an attempt before the returned answer may have carried it out.
    ///   - end: The time until which to try.
    func ask(
        _ request: ClusterRequest, changes: Bool, doubt: inout String?, until end: ContinuousClock.Instant
    ) async throws(RuntimeError) -> ClusterAnswer {
        var forwarding = Forwarding(
            request, changes: changes, answerTimeout: configuration.answerTimeout, until: end, doubt: doubt)
        var bytes: [UInt8]?
        var pause: Duration = .milliseconds(2)
        while true {
            let isHere = node.owned(request.partition) != nil
            // This node's own heartbeat lags behind its state, so it does not count as another owner.
            let other = node.owner(of: request.partition).flatMap { $0.address == node.address ? nil : $0 }
            let answered: Forwarding.Answered
            switch forwarding.next(isHere ? .init(address: node.address, recognises: true) : other, at: clock.instant) {
            case .ask(let address, _) where isHere:
                answered = forwarding.took(await node.answer(request), from: address)
            case .ask(let address, let time):
                let encoded = if let bytes { bytes } else { try request.encoded() }
                bytes = encoded
                let answer = await node.forwarder.ask(address, encoded, within: max(time, .milliseconds(1)))
                if answer == .nobody { node.unreachable(address) }
                answered = forwarding.took(answer, from: address)
            case .wait:
                await node.untilOwned(request.partition, until: end)
                continue
            case .fail(let error):
                if forwarding.isHeldBack { heldBack.add(1, ordering: .relaxed) }
                answered = .failed(error)
            }
            switch answered {
            case .answer(let answer):
                doubt = forwarding.ownDoubt
                return answer
            case .failed(let error):
                if case .outcomeUnknown = error { unknown.add(1, ordering: .relaxed) }
                throw error
            case .again: break
            }
            await clock.pause(pause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }
}
