import Dispatch
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import Synchronization

/// A partition that this node owns: its runtime and the store behind it.
final class OwnedPartition: Sendable {
    let partition: Int
    let runtime: LiveActivityRuntime
    let store: PartitionStore
    /// Holds the partition's changes until they are in the log.
    let gate: OutputGate
    /// The service that this node runs beside the runtime.
    let service: (any PartitionService)?
    private let clock: ClusterClock
    private let snapshots: Mutex<Snapshots>
    private let observation = Mutex<ChangeObservation?>(nil)

    private struct Snapshots {
        /// When the last one was written, or the runtime was restored.
        var latest: ClusterClock.Instant
        /// When to retry one that failed; `nil` after a success.
        var retry: ClusterClock.Instant?
    }

    /// The delay before a failed snapshot is retried: each attempt reads the whole log.
    private static let snapshotRetry: Duration = .seconds(60)

    /// The size of the log, in bytes, that allows remembering one event by time. A remembered event takes up to 100 bytes of a
    /// snapshot, and a log has room for two snapshots, so events then take at most a quarter of each.
    private static let logBytesOfRememberedEvent = 800

    /// Claims the partition, and restores its runtime from what the follower has read. Blocks.
    ///
    /// - Parameters:
    ///   - rewritesLog: Whether to write the state that the follower has read as a snapshot first, because other nodes cannot
    ///     read the log. If that fails, a snapshot is due at once, whose failure is reported.
    ///   - restoring: Held while the runtime is restored, but not while the claim waits for the log.
    /// - Throws: ``/LiveActivityHost/StoreError`` and ``/LiveActivityHost/RuntimeError``.
    init(
        _ partition: Int, of count: Int, _ follower: inout PartitionFollower, node: NodeName, address: String,
        clock: ClusterClock, providers: [AnyProvider], limits: EngineLimits = EngineLimits(), durability: Durability = .strict,
        rewritesLog: Bool = false,
        beside services: (any PartitionServices)? = nil, restoring: DispatchSemaphore = DispatchSemaphore(value: 1)
    ) throws {
        (self.partition, self.clock) = (partition, clock)
        snapshots = Mutex(Snapshots(latest: clock.instant))
        store = try PartitionStore(claiming: &follower, as: node, address: address)
        // The only copy of the state that a failure below would leave is in the log.
        if rewritesLog, (try? store.rewriteLog()) == nil { snapshots.withLock { $0.retry = clock.instant } }
        restoring.wait()
        defer { restoring.signal() }
        let gate = OutputGate(after: try store.head().engines.last?.sequence ?? 0)
        self.gate = gate
        store.setAppended { gate.open(through: $0) }
        var configuration = EngineConfiguration(seed: .random(in: .min ... .max))
        configuration.limits = limits
        if let bytes = store.logBytesMax {
            configuration.limits.rememberedEventsInAll = min(
                configuration.limits.rememberedEventsInAll, bytes / Self.logBytesOfRememberedEvent)
        }
        runtime = try LiveActivityRuntime(
            partition: partition, of: count, configuration: configuration, clock: clock.runtime, providers: providers,
            store: store, durability: durability)
        do { service = try services?.service(of: runtime, partition: partition, store, clock.runtime) } catch {
            // The node will claim it again.
            runtime.close()
            throw error
        }
        store.dropRestoredState()
    }

    /// Stops the partition service, then the runtime, which writes its remaining changes and releases the partition. Blocks.
    ///
    /// - Parameter isLost: Whether another node has claimed the partition.
    func close(isLost: Bool) {
        service?.stop(isLost: isLost)
        runtime.close()
    }

    /// Passes the runtime's notices on until it is closed, and first what it was restored without.
    func follow(_ reports: @escaping @Sendable (Int, PartitionReport) -> Void) {
        let (partition, notices, skipped) = (partition, runtime.notices(), runtime.skippedActivities)
        if !skipped.isEmpty { reports(partition, .skipped(skipped)) }
        Task {
            for await notice in notices {
                // Each partition's runtime reports a jump of the clock that all share.
                if case .clockJumped = notice { continue }
                reports(partition, .notice(notice))
            }
        }
    }

    /// Publishes the partition's changes from now on, each once it is in the log; `nil` stops publishing.
    func publishChanges(to send: (@Sendable (ChangeMessage) -> Void)?) {
        observation.withLock { observation in
            guard (observation == nil) == (send != nil) else { return }
            guard let send else {
                observation?.cancel()
                observation = nil
                return gate.setReceiver(nil)
            }
            let partition = partition
            // Weak, because the runtime keeps the store, and the store this gate.
            gate.setReceiver { [weak runtime] changes in
                for start in stride(from: 0, to: changes.count, by: ChangeMessage.countMax) {
                    let changes = Array(changes[start..<min(start + ChangeMessage.countMax, changes.count)])
                    let topics = Set(changes.map(\.activity)).compactMap { activity -> ChangeMessage.Topics? in
                        guard let topics = runtime?.topics(of: activity), !topics.isEmpty else { return nil }
                        return ChangeMessage.Topics(activity: activity, topics: topics)
                    }
                    send(ChangeMessage(partition: partition, changes: changes, topics: topics))
                }
            }
            observation = runtime.observe(.all) { [gate] in gate.take($0) }
        }
    }

    /// Writes a snapshot if one is due. Blocks.
    ///
    /// - Returns: Whether it was due, and is written.
    /// - Throws: The errors of ``PartitionStore/snapshot()``. It is retried after a minute; until then the log is longer than
    ///   necessary.
    func snapshot(after limits: SnapshotLimits) throws(StoreError) -> Bool {
        let (now, bytes) = (clock.instant, store.bytesWithoutSnapshot)
        let isDue = snapshots.withLock { snapshots in
            if let retry = snapshots.retry { return now >= retry }
            return bytes > limits.bytes || bytes > 0 && now - snapshots.latest > limits.time || store.isCrowded
        }
        guard isDue else { return false }
        do throws(StoreError) { try store.snapshot() } catch {
            snapshots.withLock { $0.retry = now + Self.snapshotRetry }
            throw error
        }
        snapshots.withLock { $0 = Snapshots(latest: now) }
        return true
    }

    /// Applies an event. After `fenced` the partition has another owner.
    ///
    /// - Parameter complete: Called once: by this function if nothing has to be stored, otherwise by the thread that stores. It
    ///   must return quickly.
    func send(
        _ event: ClusterRequest.Event, _ trace: TraceContext?, as name: RequestName?,
        _ complete: @escaping @Sendable (Result<Outcome, RuntimeError>) -> Void
    ) {
        runtime.send(
            json: event.json, to: event.activity, eventID: event.id, timestamp: event.timestamp, trace: trace, as: name,
            complete: complete)
    }

    /// Carries out a request other than an event. After `fenced` the partition has another owner.
    func answer(_ request: ClusterRequest) async -> ClusterAnswer {
        var values = ClusterAnswer.Values()
        do throws(RuntimeError) {
            switch request.body {
            case .apply(let command, let revision, let trace):
                return .outcome(try await runtime.apply(command, ifRevision: revision, trace: trace, as: request.name))
            case .sendMany(let events, let trace):
                let names = events.map { event in
                    request.name.map { RequestName(sender: $0.sender, number: event.number ?? $0.number, settled: $0.settled) }
                }
                let events = events.map { JSONEvent($0.json, to: $0.activity, id: $0.id, timestamp: $0.timestamp) }
                return .outcomes(
                    await runtime.send(json: events, trace: trace, as: names).map { result in
                        switch result {
                        case .success(let outcome): ClusterAnswer.EventAnswer(outcome: outcome)
                        case .failure(let error): ClusterAnswer.EventAnswer(error: error)
                        }
                    })
            case .setPushToken(let token, let id): values.flag = try await runtime.setPushToken(token, for: id)
            case .setPushToStartToken(let token, let kind, let owner):
                try await runtime.setPushToStartToken(token, for: kind, owner: owner)
            case .companion(let message):
                guard let service else {
                    throw .engine(.refused("", reason: "the node that owns partition \(partition) sends no pushes"))
                }
                values.data = Data(try await service.answer(Array(message)))
            case .createConsumer(let consumer): _ = try await runtime.changes(for: consumer)
            default:
                try query(request.body, &values)
                // A query must not return state that a crash would undo.
                try await runtime.untilStored()
            }
        } catch { return .failure(error) }
        return .values(values)
    }

    private func query(_ request: ClusterRequest.Body, _ values: inout ClusterAnswer.Values) throws(RuntimeError) {
        switch request {
        case .resolve(let reference): values.id = try runtime.resolve(reference)
        case .state(let id): values.state = runtime.state(of: id)
        case .record(let id): values.record = try runtime.record(of: id)
        case .owner(let id): values.name = runtime.owner(of: id)?.rawValue
        case .kind(let id): values.name = runtime.kind(of: id)?.rawValue
        case .running(let owner, let kind, let key): values.id = runtime.activity(owner: owner, kind: kind, key: key)
        case .activities(let owner): values.ids = runtime.activities(of: owner)
        case .isPermitted(let kind, let owner): values.flag = runtime.isPermitted(kind, by: owner)
        case .pushType(let id):
            let type = runtime.pushType(of: id)
            (values.flag, values.name) = (type != nil, type?.channelID)
        case .pushToken(let id): values.data = runtime.pushToken(of: id)
        case .pushToStartToken(let kind, let owner): values.data = runtime.pushToStartToken(for: kind, owner: owner)
        case .list(let kind, let topic):
            values.ids =
                if let topic { runtime.activities(following: topic) } else if let kind {
                    runtime.activities(ofKind: kind)
                } else { runtime.activities }
        case .topics(let id): values.names = runtime.topics(of: id).map(\.rawValue)
        default: break
        }
    }
}

/// The amount of appended data and the time after which a snapshot is due.
struct SnapshotLimits: Sendable {
    var bytes: Int
    var time: Duration
}
