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
        /// The maximum difference between the clocks of this node and of the owners of partitions. Beyond it the node claims no
        /// partition, because it would end activities early or late; ``ClusterStatus/warnings`` report it.
        public var clockDifferenceMax: Duration = .seconds(120)
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
    /// The number of commands for which this node has found no answer, by the error's code.
    private let unanswered = Mutex<[String: Int]>([:])
    private let heldBack = Atomic(0)
    /// Resolves the kinds, and observes the clock; it has no activities.
    let kinds: LiveActivityRuntime
    package let configuration: Configuration

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
        kinds = try LiveActivityRuntime(shards: 1, clock: clock, providers: providers)
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

    /// The repairs of the cluster's partitions. Stop all other nodes first; this one must own no partition.
    public var repair: ClusterRepair { ClusterRepair(node.transport, partitions: configuration.partitions) }

    /// The counters of all partitions that this node has owned since it was created, and the activities and waiting changes of
    /// its present partitions. Counters do not decrease when a partition moves.
    public func statistics() -> RuntimeStatistics {
        var sum = node.statistics()
        // All runtimes count the same jumps of one clock.
        sum.clockJumps = kinds.statistics().clockJumps
        sum.refusals.merge(unanswered.withLock(\.self), uniquingKeysWith: +)
        return sum
    }

    /// Counts a command that has found no answer: no partition's runtime counts it.
    func noteUnanswered(_ error: RuntimeError) {
        switch error {
        case .outcomeUnknown, .storeUnavailable: unanswered.withLock { $0[error.code, default: 0] += 1 }
        default: break
        }
    }

    /// The number of requests that this node did not send to a third owner because two others had received them and stopped
    /// answering: the request itself may have ended their processes.
    public var requestsHeldBack: Int { heldBack.load(ordering: .relaxed) }

    /// The error with which a log of this node's partitions fails; `nil` while all of them work.
    public var storeFailure: StoreError? { keptRuntimes.lazy.compactMap(\.storeFailure).first }

    /// Seconds by which the clock is behind the latest time of a partition of this node, as after a takeover from a node with a
    /// fast clock; 0 if it is behind none. No deadline of that partition runs until the clock has caught up.
    public var clockBehind: TimeInterval { keptRuntimes.map(\.clockBehind).max() ?? 0 }

    /// The runtimes of this node's partitions, except of partitions that are being closed.
    private var keptRuntimes: [LiveActivityRuntime] {
        node.state.read { state in state.owned.filter { state.member.admitsRequests(to: $0.key) }.map(\.value.runtime) }
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
    nonisolated(nonsending) func ask(
        _ body: ClusterRequest.Body, in partition: Int, as name: RequestName? = nil, changes: Bool? = nil
    ) async throws(RuntimeError) -> ClusterAnswer {
        var request = ClusterRequest(partition: partition, body, as: name)
        let isNumbered =
            switch body {
            case .apply, .send: name == nil
            default: false
            }
        guard isNumbered else {
            return try await ask(attempt(request, changes: name != nil || changes ?? !request.isQuery))
        }
        let name = numbers.begin(in: partition)
        defer { numbers.end(name, in: partition) }
        request.name = name
        return try await ask(attempt(request, changes: true))
    }

    /// The maximum size of a command that this node can forward to another, encoded as JSON, in bytes.
    public static var commandBytesMax: Int { ClusterRequest.bytesMax }

    /// Prepares the attempts to have a request carried out.
    ///
    /// - Parameters:
    ///   - doubt: The reason why the request may already have been carried out; `nil` if it certainly was not.
    ///   - end: The time until which to try; `nil` for ``Configuration/deadline``.
    func attempt(
        _ request: ClusterRequest, changes: Bool, doubt: String? = nil, until end: ClusterClock.Instant? = nil
    ) -> Attempt {
        Attempt(
            request,
            Forwarding(
                request, changes: changes, answerTimeout: configuration.answerTimeout,
                until: end ?? clock.instant + configuration.deadline, doubt: doubt))
    }

    /// Sends a request to the owner of its partition, again and again if need be, until its outcome is known.
    nonisolated(nonsending) func ask(_ attempt: Attempt) async throws(RuntimeError) -> ClusterAnswer {
        while true {
            let answered: Forwarding.Answered
            switch try attempt.next(on: node) {
            case .answer: answered = attempt.took(await node.answer(attempt.request), from: node.address)
            case .ask(let address, let bytes, let time):
                let answer = await node.forwarder.ask(address, bytes, within: max(time, .milliseconds(1)))
                if answer == .nobody { node.unreachable(address) }
                answered = attempt.took(answer, from: address)
            case .wait:
                await node.untilOwned(attempt.request.partition, until: attempt.end)
                continue
            case .fail(let error):
                if attempt.isHeldBack { heldBack.add(1, ordering: .relaxed) }
                answered = .failed(error)
            }
            switch answered {
            case .answer(let answer): return answer
            case .failed(let error):
                if attempt.changes { noteUnanswered(error) }
                throw error
            case .again: await clock.pause(attempt.nextPause())
            }
        }
    }
}
