public import LiveActivities
public import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// The activities of a whole cluster, as one of its nodes sees them: takes the commands of a `LiveActivityRuntime` and passes each to the node
/// that owns the activity, which may be this one.
///
/// ```swift
/// let cluster = try ClusterRuntime(
///     .init(node: "node-1"), providers: [AnyProvider(DeliveryProvider())], transport: JetStreamTransport(connection, cluster: "orders"))
/// let order = try await cluster.start(DeliveryAttributes(…), owner: "anna", options: StartOptions(key: "4711"))
/// …
/// await cluster.stop()                       // hands over what it owns
/// ```
///
/// **A command waits** while a partition changes its owner, up to ``Configuration/deadline``. It is given again where that cannot apply it
/// twice: where its owner certainly has not done it, or would recognise it. An event without an id gets one here. A start with a key and
/// `ifRunning: .join`, and an update without an alert, need none.
///
/// **An error that tells nothing.** Where the owner has not answered and the command would not be recognised, it throws
/// ``/LiveActivities/RuntimeError/notDurable(reason:)``: it may have been applied.
public final class ClusterRuntime: Sendable {
    /// Which node this is, and how patient it is.
    public struct Configuration: Sendable {
        /// The node's name: the same after a restart, so that the same partitions come back.
        public var node: NodeName
        /// How much it takes, compared with other nodes; 0 for one that only passes commands on.
        public var capacity: Int
        /// How many partitions there are. All nodes of a cluster have the same number, for ever: ids contain the partition.
        public var partitions: Int
        /// How long a command waits for an owner of its partition.
        public var deadline: Duration = .seconds(15)
        /// How often a node says that it is there.
        public var heartbeat: Duration = .seconds(1)
        /// After how long a silence a node counts as gone.
        public var silence: Duration = .seconds(4)
        /// After how many bytes of batches the owner of a partition makes a snapshot, and deletes the beginning of the log.
        public var snapshotBytes = 16 << 20
        /// After what time it does so, if anything was written.
        public var snapshotInterval: Duration = .seconds(600)
        /// How many partitions this node gives away at the same time.
        public var movesMax = 4
        /// How long the answer to a command is awaited that can be given again.
        package var patience: Duration = .seconds(2)

        /// Creates a configuration.
        public init(node: NodeName, capacity: Int = 1, partitions: Int = LiveActivityRuntime.shardsMax) {
            (self.node, self.capacity, self.partitions) = (node, capacity, partitions)
        }
    }

    let node: ClusterNode
    /// Knows the kinds, and has no activities.
    private let kinds: LiveActivityRuntime
    let configuration: Configuration

    /// Joins a cluster. Partitions come after a second or two, when it has heard the other nodes.
    ///
    /// - Parameters:
    ///   - providers: The kinds. All nodes should have the same.
    ///   - clock: `SystemClock`, unless a test has its own.
    /// - Throws: ``LogError`` where the servers cannot be reached; ``/LiveActivityCore/EngineError/cannotRegister(_:reason:)``, as
    ///   ``/LiveActivities/RuntimeError/engine(_:)``.
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
    }

    /// Returns when the node has heard those that were there before it, after one and a half heartbeats.
    ///
    /// - Throws: ``LogError/misconfigured(reason:)`` where they are of another service, which has the same name by mistake: they have no kind
    ///   in common with this node. Also where another process with this node's name is running. It then owns nothing; stop it.
    public func joined() async throws(LogError) { try await node.joined() }

    /// Hands over what this node owns, and leaves. Where logs do not answer it returns after a minute.
    public func stop() async { _ = await stop(within: .seconds(60)) }

    /// Hands over what this node owns, and leaves, in a limited time: logs that have lost the majority of their servers do not answer.
    ///
    /// - Returns: The partitions whose logs did not answer in time, which other nodes claim when they can. Of these, commands that were not
    ///   acknowledged may be lost; those that were are in the log. Empty where everything was handed over.
    @discardableResult
    public func stop(within time: Duration) async -> [Int] {
        let unanswered = await node.stop(within: time)
        await kinds.close()
        return unanswered
    }

    /// What other nodes know this process by.
    package var address: String { node.address }

    /// The node does nothing, hears nothing and tells nothing any more, as a process that was stopped; what it has begun goes on.
    package func cutOff() { node.state.withLock { $0.isCutOff = true } }

    /// The node goes on after ``cutOff()``.
    package func goOn() { node.state.withLock { $0.isCutOff = false } }

    /// Whether this node has heard another one lately.
    package func hears(_ other: ClusterRuntime) -> Bool {
        node.state.withLock { $0.membership.members[other.address] != nil }
    }

    // MARK: - Changes

    /// Calls `receive` with the changes of all partitions from now on, each after it is in its partition's log, in order for each partition.
    ///
    /// A change can be missing: a message between nodes is lost, or an owner fails before it has told what is in its log. Then `reset` is
    /// called before the changes that follow, or within two seconds: read the state that you need anew. It is called as well when the
    /// node hears of a partition's changes for the first time. Only the latest call of this function counts.
    ///
    /// - Parameters:
    ///   - receive: Is given the change, and the topics that its activity follows. Must return soon, and must not call the runtime.
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
            (sum.batches, sum.failedBatches) = (sum.batches + its.batches, sum.failedBatches + its.failedBatches)
        }
        return sum
    }

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
    func ask(_ body: ClusterRequest.Body, in partition: Int) async throws(RuntimeError) -> ClusterAnswer {
        let request = ClusterRequest(partition: partition, body)
        let end = ContinuousClock.now + configuration.deadline
        var bytes: [UInt8]?
        var pause: Duration = .milliseconds(2)
        var reason = "nobody owns partition \(partition)"
        while true {
            let answer: ClusterAnswer?
            if node.owned(partition) != nil {
                answer = await node.answer(request)
            } else if let address = node.owner(of: partition), address != node.address {
                let encoded = if let bytes { bytes } else { try request.encodedToSend() }
                bytes = encoded
                answer = try await ask(address, encoded, request, &reason, until: end)
            } else {
                answer = nil
            }
            if let answer, answer.isNotOwner != true {
                guard let error = answer.error?.error else { return answer }
                guard isWorthRepeating(error, request), ContinuousClock.now < end else { throw error }
                reason = error.description
            }
            guard ContinuousClock.now < end else { throw .storeUnavailable(reason: reason) }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    private func ask(
        _ address: String, _ bytes: [UInt8], _ request: ClusterRequest, _ reason: inout String,
        until end: ContinuousClock.Instant
    ) async throws(RuntimeError) -> ClusterAnswer? {
        let left = max(end - ContinuousClock.now, .milliseconds(1))
        switch await node.forwarder.ask(address, bytes, within: request.isRepeatable ? min(left, configuration.patience) : left)
        {
        case .answer(let bytes):
            guard let answer = ClusterAnswer(encoded: bytes) else {
                throw .notDurable(reason: "the owner of partition \(request.partition) has answered something unreadable")
            }
            return answer
        case .nobody:
            node.lose(address)
            reason = "the owner of partition \(request.partition) is gone"
        case .notSent(let why): reason = "the owner of partition \(request.partition) was not asked: \(why)"
        case .silence:
            reason = "the owner of partition \(request.partition) does not answer"
            guard request.isRepeatable else { throw .notDurable(reason: reason) }
        }
        return nil
    }

    /// How many bytes a command may have that this node passes on to another one, as JSON between nodes.
    public static var commandBytesMax: Int { ClusterRequest.bytesMax }

    private func isWorthRepeating(_ error: RuntimeError, _ request: ClusterRequest) -> Bool {
        switch error {
        case .storeUnavailable: true
        case .notDurable: request.isRepeatable
        default: false
        }
    }
}
