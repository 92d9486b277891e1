import Dispatch
import LiveActivities
import LiveActivityCore
import Synchronization

/// A process of a cluster: reports to ``ClusterMember`` what happened, and carries out its directives.
///
/// One queue has the timer and sends heartbeats, which must not wait for a log. Each partition has a queue on which it is
/// claimed, read, released and closed, and which may block: a log that does not answer delays no other partition. Requests come
/// on any thread.
final class ClusterNode: Sendable {
    struct State: Sendable {
        var member: ClusterMember
        /// The partitions that the member owns, and those that it has lost until they are closed.
        var owned: [Int: OwnedPartition] = [:]
        var standbys: [Int: Standby] = [:]
        /// Where to report changes of all partitions.
        var feed: ChangeFeed?
        /// Receives what the runtimes of owned partitions report.
        var reports: (@Sendable (Int, PartitionReport) -> Void)?
        /// The counters of the partitions that this node has owned and owns no more.
        var ended = RuntimeStatistics()
        /// Answers the requests of other nodes' hosts.
        var answerHost: (@Sendable (Data) async -> Data)?
    }

    let configuration: ClusterRuntime.Configuration
    /// Unique to this process.
    let address = String(UInt64.random(in: .min ... .max), radix: 36)
    let transport: any ClusterTransport
    let forwarder: Forwarder
    /// The readers of named consumers on this node.
    let readers = PartitionReaders()
    private let providers: [AnyProvider]
    /// Makes what runs beside the runtime of each partition.
    private let services: (any PartitionServices)?
    let clock: ClusterClock
    let state: WatchedState<State>
    let timing = DispatchQueue(label: "cluster.time")
    /// For each partition, the queue of everything that uses its log, apart from commands.
    private let queues: [DispatchQueue]
    /// Held while a runtime is restored: with many at a time, all would be ready only at the end.
    private let restoring = DispatchSemaphore(value: max(ProcessInfo.processInfo.activeProcessorCount * 2, 4))
    private let snapshotting = DispatchQueue(label: "cluster.snapshot")
    /// Requests of which not all pieces have arrived.
    private let pieces = Mutex(MessagePieces())
    /// Held while a heartbeat is made and sent.
    private let sending = Mutex(())

    init(
        _ configuration: ClusterRuntime.Configuration, _ providers: [AnyProvider], _ transport: any ClusterTransport,
        _ clock: any RuntimeClock, beside services: (any PartitionServices)?
    ) throws(LogError) {
        self.services = services
        (self.configuration, self.transport, self.providers) = (configuration, transport, providers)
        let clock = ClusterClock(clock)
        self.clock = clock
        queues = (0..<configuration.partitions).map { DispatchQueue(label: "cluster.partition.\($0)") }
        let kinds = Dictionary(providers.map { ($0.kind.rawValue, $0.schemaVersion) }) { first, _ in first }
        forwarder = Forwarder(transport, clock)
        state = WatchedState(State(member: ClusterMember(configuration, address: address, kinds: kinds, at: clock.instant)))
        try transport.attach(
            address, receiveHeartbeat: { [weak self] in self?.receive($0) }, receiveChanges: { [weak self] in self?.take($0) },
            answer: { [weak self] request, reply in
                guard let self else { return reply(ClusterAnswer.notOwner.encoded()) }
                answerAll(of: request, reply)
            })
        if transport.hasOthers(besides: address) == false { state.change { $0.member.isAlone = true } }
        sendHeartbeat()
        startTimer()
        repeatSnapshots()
    }

    // MARK: - Snapshots

    /// One at a time: each reads a whole log.
    private func repeatSnapshots() {
        clock.setAlarm(after: configuration.heartbeat * 5) { [weak self] in
            self?.snapshotting.async { [weak self] in
                guard let self, !state.read({ $0.member.isStopping }) else { return }
                let limits = SnapshotLimits(bytes: configuration.snapshotBytes, time: configuration.snapshotInterval)
                for owned in state.read({ $0.owned.values.map(\.self) }) { snapshot(owned, after: limits) }
                repeatSnapshots()
            }
        }
    }

    private func snapshot(_ owned: OwnedPartition, after limits: SnapshotLimits) {
        let failure: StoreError?
        do throws(StoreError) {
            guard try owned.snapshot(after: limits) else { return }
            failure = nil
        } catch { failure = error }
        state.change {
            $0.member.snapshotted(
                owned.partition, epoch: owned.store.claim.epoch, failure.map { ClusterMember.LogFailure($0) })
        }
    }

    // MARK: - Time and directives

    private func startTimer() {
        guard let deadline = state.read({ $0.member.nextDeadline }) else { return }
        clock.setAlarm(after: deadline - clock.instant) { [weak self] in
            self?.timing.async { [weak self] in
                guard let self else { return }
                carryOut(
                    state.change { state in
                        state.updateProgress()
                        return state.member.advance(to: clock.instant)
                    })
                startTimer()
            }
        }
    }

    /// Carries out directives that came up on a thread of the transport, which must not wait.
    private func carryOutSoon(_ directives: [ClusterMember.Directive]) {
        guard !directives.isEmpty else { return }
        timing.async { [weak self] in self?.carryOut(directives) }
    }

    private func carryOut(_ directives: [ClusterMember.Directive]) {
        // Partitions are closed before they are claimed: the node may claim one again that it has lost.
        for case .close(let partition) in directives { act(on: partition) { $0.close(partition) } }
        for directive in directives {
            switch directive {
            case .close: break
            case .claim(let partition, let rewritesLog): act(on: partition) { $0.claim(partition, rewritesLog) }
            case .release(let partition, let node): act(on: partition) { $0.release(partition, to: node) }
            case .follow(let partition): act(on: partition) { $0.follow(partition) }
            case .confirm(let partition): act(on: partition) { $0.confirm(partition) }
            case .verify(let partition): act(on: partition) { $0.verify(partition) }
            case .unfollow(let partition): state.change { $0.standbys[partition] = nil }
            case .sendHeartbeat: sendHeartbeat()
            case .probe(let address): probe(address)
            case .publishChanges(let isWanted): publishChanges(of: state.read { $0.owned.values.map(\.self) }, isWanted)
            case .compareChanges(let owned): state.read(\.feed)?.compare(owned, at: clock.instant)
            }
        }
    }

    /// Uses a partition's log, behind what uses it already.
    private func act(on partition: Int, _ body: @escaping @Sendable (ClusterNode) -> Void) {
        queues[partition].async { [weak self] in if let self { body(self) } }
    }

    // MARK: - Heartbeats

    /// Sends one at a time: an older heartbeat must not arrive after a newer one.
    private func sendHeartbeat() {
        sending.withLock { _ in
            let heartbeat = state.change { state in
                state.updateProgress()
                return state.member.heartbeat(at: clock.instant, date: clock.now)
            }
            // A failed send needs no retry: the next heartbeat is sent in a second.
            if let heartbeat { try? transport.sendHeartbeat(heartbeat.encoded(), from: address) }
        }
    }

    /// Stores an operator's request, and forwards it to all nodes.
    func requestPlacement(pins: [Heartbeat.Pin] = [], drains: [Heartbeat.Drain] = []) {
        carryOut(state.change { $0.member.requestPlacement(pins: pins, drains: drains) })
    }

    private func receive(_ bytes: [UInt8]) {
        guard let heartbeat = Heartbeat(encoded: bytes) else { return }
        carryOutSoon(
            state.change { state in
                state.updateProgress()
                return state.member.receive(heartbeat, at: clock.instant, date: clock.now)
            })
    }

    /// Sends a request to a process that another node did not find, without waiting: that node may be disconnected itself.
    private func probe(_ address: String) {
        // A message without requests, which has no answer.
        transport.ask(address, Frames([]).encoded(), within: .seconds(1)) { [weak self] answer in
            if case .nobody = answer { self?.unreachable(address) }
            return false
        }
    }

    /// A request has found that a process does not exist any more.
    func unreachable(_ address: String) {
        carryOutSoon(state.change { $0.member.unreachable(address, at: clock.instant) })
    }

    // MARK: - Changes

    /// Reports the changes of all partitions from now on.
    func follow(_ feed: ChangeFeed) {
        state.change { state in
            state.feed = feed
            state.member.receivesChanges = true
        }
        sendHeartbeat()
    }

    private func take(_ bytes: [UInt8]) {
        guard let feed = state.read({ $0.member.isSuspended ? nil : $0.feed }), let message = ChangeMessage(encoded: bytes)
        else {
            return
        }
        feed.take(message)
    }

    /// Publishes changes, or stops that. A node that misses one reads the state.
    private func publishChanges(of partitions: [OwnedPartition], _ isWanted: Bool) {
        var send: (@Sendable (ChangeMessage) -> Void)?
        if isWanted {
            send = { [transport, address] message in
                for bytes in message.encoded(max: transport.messageBytesMax) { try? transport.publish(bytes, from: address) }
            }
        }
        for partition in partitions { partition.publishChanges(to: send) }
    }

    // MARK: - Partitions

    /// Waits until the node has discovered the existing members.
    ///
    /// - Throws: ``LogError/misconfigured(reason:)`` where they are of another service, or another process has this node's
    ///   name.
    func joined() async throws(LogError) {
        await state.wait(on: clock, isCancellable: true) { $0.member.hasJoined || $0.member.isStopping }
        if let refusal = state.read({ $0.member.refusal }) { throw .misconfigured(reason: refusal) }
    }

    /// Appends an empty batch: the log takes it from the owner only.
    private func confirm(_ partition: Int) {
        guard let store = state.read({ $0.owned[partition] })?.store else { return }
        let isConfirmed = (try? store.append([])) != nil
        state.change { $0.member.confirmed(partition, epoch: store.claim.epoch, isConfirmed) }
    }

    /// Appends an empty batch where the log has more than this node has appended: it is refused if another node has claimed the
    /// partition, and stored if only an append of this node came in between.
    private func verify(_ partition: Int) {
        if let store = state.read({ $0.owned[partition] })?.store, store.isBehindTheLog { try? store.append([]) }
        state.change { $0.member.verified(partition) }
    }

    private func follow(_ partition: Int) {
        let result: Result<LogPosition, ClusterMember.LogFailure>
        do {
            let standby = try standby(partition)
            try standby.catchUp()
            result = .success(standby.position)
        } catch { result = .failure(ClusterMember.LogFailure(error)) }
        carryOut(state.change { $0.member.followed(partition, result, at: clock.instant) })
    }

    private func standby(_ partition: Int) throws(LogError) -> Standby {
        if let standby = state.read({ $0.standbys[partition] }) { return standby }
        let new = Standby(try transport.log(of: partition))
        return state.change { state in
            let standby = state.standbys[partition] ?? new
            state.standbys[partition] = standby
            return standby
        }
    }

    private func claim(_ partition: Int, _ rewritesLog: Bool) {
        do {
            let owned = try standby(partition).claim { follower in
                try OwnedPartition(
                    partition, of: configuration.partitions, &follower, node: configuration.node, address: address,
                    clock: clock, providers: providers, limits: configuration.limits, durability: configuration.durability,
                    rewritesLog: rewritesLog, beside: services, restoring: restoring)
            }
            publishChanges(of: [owned], state.read { $0.member.membership.wantsChanges })
            do { for consumer in readers.names { try owned.begin(consumer) } } catch {
                // A command would be applied without them. It is claimed again.
                owned.close(isLost: false)
                throw error
            }
            let (directives, reports) = state.change { state in
                (state.owned[partition], state.standbys[partition]) = (owned, nil)
                return (state.member.claimed(partition, .success(owned.progress), at: clock.instant), state.reports)
            }
            carryOut(directives)
            if let reports { owned.follow(reports) }
            readers.publish(self)
        } catch {
            let failure = ClusterMember.LogFailure(error)
            carryOut(state.change { $0.member.claimed(partition, .failure(failure), at: clock.instant) })
        }
    }

    private func release(_ partition: Int, to node: NodeName?) {
        guard let owned = state.read({ $0.owned[partition] }) else { return }
        owned.store.setSuccessor(node)
        // Writes what waits, then the release.
        owned.close(isLost: false)
        let counts = owned.runtime.statistics()
        let directives = state.change { state in
            state.owned[partition] = nil
            state.ended.addCounters(of: counts)
            return state.member.released(partition, isFenced: owned.store.isFenced, at: clock.instant)
        }
        carryOut(directives)
        readers.publish(self)
    }

    private func close(_ partition: Int) {
        guard let owned = state.read({ $0.owned[partition] }) else { return }
        owned.close(isLost: true)
        let counts = owned.runtime.statistics()
        state.change { state in
            state.owned[partition] = nil
            state.ended.addCounters(of: counts)
        }
        readers.publish(self)
    }

    // MARK: - Reports

    /// Passes the reports of owned partitions on from now on.
    func followReports(_ receive: @escaping @Sendable (Int, PartitionReport) -> Void) {
        let owned = state.change { state in
            state.reports = receive
            return state.owned.values.map(\.self)
        }
        for owned in owned { owned.follow(receive) }
    }

    /// The counters of all partitions that this node has owned, and the activities and consumers of
    /// the present ones.
    func statistics() -> RuntimeStatistics {
        let (ended, owned) = state.read { ($0.ended, $0.owned.values.map(\.self)) }
        return owned.reduce(into: ended) { $0.add($1.runtime.statistics()) }
    }

    // MARK: - Shutdown

    /// Hands everything over, and returns when nothing is left, or the time is over.
    ///
    /// - Returns: The partitions whose logs did not answer in time. Others may claim them; what was not acknowledged there may
    ///   be lost.
    func stop(within time: Duration) async -> [Int] {
        let end = clock.instant + time
        carryOut(state.change { $0.member.stop(by: end, at: clock.instant) })
        await state.wait(until: end, on: clock) { $0.member.hasStopped }
        let abandoned = state.change { state in
            state.owned = [:]
            return state.member.abandon()
        }
        carryOutSoon(abandoned.directives)
        readers.end()
        // After the heartbeats, which are sent on the same queue.
        await withCheckedContinuation { continuation in
            timing.async { [transport, address] in
                transport.leave(address)
                continuation.resume()
            }
        }
        return abandoned.partitions
    }

    /// The partitions of this node, also those that it is about to hand over.
    var owned: [Int: OwnedPartition] { state.read { $0.owned.filter { !$0.value.store.isFenced } } }

    /// The partition, if this node owns it and it takes requests.
    func owned(_ partition: Int) -> OwnedPartition? {
        state.read { $0.member.takesRequests(to: partition, at: clock.instant) ? $0.owned[partition] : nil }
    }

    /// The owner of a partition according to heartbeats.
    func owner(of partition: Int) -> Forwarding.Owner? {
        state.read { state in
            state.member.membership.owners[partition].map {
                Forwarding.Owner(address: $0.address, recognises: $0.recognisesRequests)
            }
        }
    }

    func forget(_ address: String) { state.change { $0.member.membership.remove(address) } }

    /// Waits until a partition has an owner that takes requests: this node, or another one according to heartbeats.
    func untilOwned(_ partition: Int, until end: ClusterClock.Instant) async {
        await state.wait(until: end, on: clock) { [address, clock] state in
            if state.member.takesRequests(to: partition, at: clock.instant) { return true }
            return state.member.membership.owners[partition].map { $0.address != address } ?? false
        }
    }

    // MARK: - Requests

    /// Answers the requests of a message, each as soon as it is done.
    private func answerAll(of bytes: [UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) {
        // Other pieces of the message have not arrived yet.
        guard let bytes = pieces.withLock({ $0.take(bytes) }) else { return }
        guard let requests = Frames(encoded: bytes)?.frames else {
            return reply(ClusterAnswer.otherVersion.encoded())
        }
        let answers = GatheredAnswers(messageBytesMax: transport.messageBytesMax, reply)
        // One task for all: each time that a task is started or resumed, it waits behind all others that are ready, which under
        // load took twice as long as an append.
        Task {
            await state.wait(on: clock) { !$0.member.isSuspended || $0.member.isStopping }
            var sender = ""
            for request in requests { answer(request, after: &sender, answers) }
        }
    }

    /// Carries out an encoded request, and adds the answer to it: to an event as ``OwnedPartition/send(_:_:as:_:)`` does, to
    /// another request from a task.
    ///
    /// - Parameter sender: The sender of the request before, and then of this one.
    private func answer(_ frame: Frames.Frame, after sender: inout String, _ answers: GatheredAnswers) {
        guard let request = ClusterRequest(encoded: frame.bytes, after: &sender) else {
            return answers.add(.otherVersion, to: frame.number)
        }
        guard case .send(let event, let trace) = request.body else {
            Task { answers.add(await answer(request), to: frame.number) }
            return
        }
        guard let owned = owned(request.partition) else { return answers.add(.notOwner, to: frame.number) }
        let number = frame.number
        owned.send(event, trace, as: request.name) { [self] in answers.add(checked($0, of: owned), to: number) }
    }

    func answer(_ request: ClusterRequest) async -> ClusterAnswer {
        if case .host(let message) = request.body {
            return .values(ClusterAnswer.Values(data: await state.read(\.answerHost)?(message)))
        }
        guard let owned = owned(request.partition) else { return .notOwner }
        if case .send(let event, let trace) = request.body {
            let result = await withUnsafeContinuation { waiter in
                owned.send(event, trace, as: request.name) { waiter.resume(returning: $0) }
            }
            return checked(result, of: owned)
        }
        if request.isQuery, !state.read({ $0.member.mayAnswerReads(of: request.partition, at: clock.instant) }) {
            return .notOwner
        }
        return checked(await owned.answer(request), of: owned)
    }

    private func checked(_ result: Result<Outcome, RuntimeError>, of owned: OwnedPartition) -> ClusterAnswer {
        switch result {
        case .success(let outcome): .outcome(outcome)
        case .failure(let error): checked(.failure(error), of: owned)
        }
    }

    /// The answer of a partition, in terms of the node: after a refused append the partition may have another owner.
    private func checked(_ answer: ClusterAnswer, of owned: OwnedPartition) -> ClusterAnswer {
        switch answer {
        case .failure(.fenced):
            let epoch = owned.store.claim.epoch
            if owned.store.isFenced {
                carryOutSoon(state.change { $0.member.fenced(owned.partition, epoch: epoch, at: clock.instant) })
            }
            // A command is usually in the batch that was refused, but it may be in the one before, which is in the log.
            return .failure(.outcomeUnknown(reason: "another node has claimed the partition", eventID: nil))
        // It was not applied.
        case .failure(.closed): return .notOwner
        default: return answer
        }
    }
}

extension ClusterNode.State {
    /// Reports the positions and failures of the logs of owned partitions.
    fileprivate mutating func updateProgress() {
        for (partition, owned) in owned { member.update(partition, owned.progress) }
    }
}

extension ClusterMember.LogFailure {
    fileprivate init(_ error: any Error) {
        self.init(reason: "\(error)")
        switch error as? StoreError {
        case .damaged, .newer: isLasting = true
        default: break
        }
    }
}

extension OwnedPartition {
    fileprivate var progress: ClusterMember.Progress {
        .init(epoch: store.claim.epoch, position: store.position, changes: gate.sequence, isFenced: store.isFenced)
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
