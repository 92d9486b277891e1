import Dispatch
import LiveActivities
import LiveActivityCore
import Synchronization

/// A process's part in a cluster: claims the partitions that should be its own, follows those that it would take over, hands over those that
/// belong elsewhere.
///
/// One queue decides and acts, four times a second and when something was heard; it may block on a log. Another one sends heartbeats, which
/// must not wait for a log. Requests come on any thread.
final class ClusterNode: Sendable {
    struct State: Sendable {
        var membership: Membership
        var placements = Placements()
        var owned: [Int: OwnedPartition] = [:]
        /// How many partitions other nodes have claimed from this one.
        var lostCount = 0
        /// Owned, and on their way to another node: they take no requests any more.
        var leaving: Set<Int> = []
        var standbys: [Int: Standby] = [:]
        /// Why a partition could not be claimed, and when it is tried again.
        var failures: [Int: (reason: String, again: ContinuousClock.Instant)] = [:]
        var isStopping = false
        /// Whether it has heard the nodes that were there before it; or why it must not take part.
        var hasJoined = false
        var refusal: String?
        /// When this node heard itself: as long ago as it has certainly been connected.
        var heardItself: ContinuousClock.Instant
        var isAwake = false
        /// While the logs of the partitions are read that this node follows.
        var isFollowing = false
        /// What this node is told of changes, if it wants to be.
        var feed: ChangeFeed?
        /// Is told of the named consumers that have ended.
        var hearsEnded: (@Sendable (ConsumerName, String) -> Void)?
        /// Of tests: as a process that was stopped, which does not answer, hear or tell anything.
        var isCutOff = false
    }

    let configuration: ClusterRuntime.Configuration
    /// Of this process alone.
    let address = String(UInt64.random(in: .min ... .max), radix: 36)
    let transport: any ClusterTransport
    let forwarder: Forwarder
    /// Those that read named consumers here.
    let readers = PartitionReaders()
    private let providers: [AnyProvider]
    private let kinds: [String: Int]
    /// Makes what runs beside the runtime of each partition.
    private let companions: (any PartitionCompanions)?
    private let clock: any RuntimeClock
    let state: Mutex<State>
    private let deciding = DispatchQueue(label: "cluster.decide")
    private let beating = DispatchQueue(label: "cluster.beat")
    private let snapshotting = DispatchQueue(label: "cluster.snapshot")
    /// Reads logs, so that no takeover waits for that.
    private let following = DispatchQueue(label: "cluster.follow")
    /// Requests that have come in part.
    private let pieces = Mutex(MessagePieces())
    /// Held while a heartbeat is made and sent.
    private let sending = Mutex(())

    init(
        _ configuration: ClusterRuntime.Configuration, _ providers: [AnyProvider], _ transport: any ClusterTransport,
        _ clock: any RuntimeClock, beside companions: (any PartitionCompanions)?
    ) throws(LogError) {
        self.companions = companions
        (self.configuration, self.transport, self.providers, self.clock) = (configuration, transport, providers, clock)
        kinds = Dictionary(providers.map { ($0.kind.rawValue, $0.schemaVersion) }) { first, _ in first }
        forwarder = Forwarder(transport)
        state = Mutex(State(membership: Membership(silence: configuration.silence), heardItself: .now))
        try transport.attach(
            address, hear: { [weak self] in self?.hear($0) }, changes: { [weak self] in self?.take($0) },
            answer: { [weak self] request, reply in
                guard let self else { return reply(ClusterAnswer.notOwner.encoded()) }
                answer(request, reply)
            })
        beat()
        repeatBeats()
        repeatDecisions()
        repeatSnapshots()
    }

    // MARK: - Snapshots

    /// One at a time: each reads a whole log.
    private func repeatSnapshots() {
        snapshotting.asyncAfter(deadline: .now() + configuration.heartbeat.seconds * 5) { [weak self] in
            guard let self, !state.withLock({ $0.isStopping }) else { return }
            let limits = SnapshotLimits(bytes: configuration.snapshotBytes, time: configuration.snapshotInterval)
            for owned in state.withLock({ $0.owned.values.map(\.self) }) { owned.snapshot(after: limits) }
            repeatSnapshots()
        }
    }

    // MARK: - Heartbeats

    private func repeatBeats() {
        beating.asyncAfter(deadline: .now() + configuration.heartbeat.seconds) { [weak self] in
            guard let self, !state.withLock({ $0.isStopping && $0.owned.isEmpty }) else { return }
            beat()
            repeatBeats()
        }
    }

    /// Tells all nodes how things are here. One at a time: an older heartbeat must not come after a newer one.
    func beat() { sending.withLock { _ in sendHeartbeat() } }

    private func sendHeartbeat() {
        let heartbeat = state.withLock { state -> Heartbeat? in
            if state.isCutOff { return nil }
            var heartbeat = Heartbeat(
                node: configuration.node, address: address,
                capacity: state.isStopping || state.refusal != nil ? 0 : configuration.capacity,
                partitions: configuration.partitions)
            // Nobody needs to look at those of a node that takes no part.
            heartbeat.kinds = kinds.isEmpty || state.refusal != nil ? nil : kinds
            heartbeat.owned = state.owned.keys.sorted().filter { !state.leaving.contains($0) }.compactMap { number in
                state.owned[number].map {
                    Heartbeat.Owned(
                        partition: number, epoch: $0.store.claim.epoch, position: $0.store.position, changes: $0.gate.sequence)
                }
            }
            heartbeat.followed = state.standbys.keys.sorted().compactMap { number in
                state.standbys[number].map { Heartbeat.Followed(partition: number, position: $0.position) }
            }
            heartbeat.pins = state.membership.pins.values.sorted { $0.partition < $1.partition }
            heartbeat.drains = state.membership.drains.values.sorted { $0.node < $1.node }
            heartbeat.ended =
                state.membership.ended.isEmpty ? nil : state.membership.ended.values.sorted { $0.consumer < $1.consumer }
            heartbeat.lost = state.lostCount == 0 ? nil : state.lostCount
            heartbeat.recognisesRequests = true
            heartbeat.wantsChanges = state.feed == nil ? nil : true
            heartbeat.hasJoined = state.hasJoined && state.refusal == nil ? true : nil
            heartbeat.isStopping = state.isStopping ? true : nil
            heartbeat.gone = state.membership.gone.isEmpty ? nil : state.membership.gone.keys.sorted()
            return heartbeat
        }
        guard let heartbeat else { return }
        // One that is not heard is as good as lost: the next one comes in a second.
        try? transport.beat(heartbeat.encoded(), from: address)
    }

    /// Passes an operator's wish on, to this node too.
    func wish(pins: [Heartbeat.Pin] = [], drains: [Heartbeat.Drain] = []) {
        var heartbeat = Heartbeat(node: configuration.node, address: address, capacity: 0, partitions: configuration.partitions)
        (heartbeat.pins, heartbeat.drains) = (pins, drains)
        let wish = heartbeat
        state.withLock { $0.membership.take(wish) }
        beat()
    }

    /// Remembers that a named consumer has ended, and tells all nodes.
    func end(_ consumer: ConsumerName, was purpose: String) {
        var heartbeat = Heartbeat(node: configuration.node, address: address, capacity: 0, partitions: configuration.partitions)
        heartbeat.ended = [Heartbeat.Ended(consumer: consumer, purpose: purpose, at: Date())]
        let news = heartbeat
        state.withLock { $0.membership.take(news) }
        beat()
    }

    /// Tells of the named consumers that have ended: those that it knows at once.
    func followEnded(_ receive: @escaping @Sendable (ConsumerName, String) -> Void) {
        let known = state.withLock { state in
            state.hearsEnded = receive
            return state.membership.ended.values.map(\.self)
        }
        for its in known { receive(its.consumer, its.purpose) }
    }

    private func hear(_ bytes: [UInt8]) {
        guard let heartbeat = Heartbeat(encoded: bytes), heartbeat.partitions == configuration.partitions else { return }
        let (isNews, feed, ended, doubtful) = state.withLock {
            state -> (Bool, ChangeFeed?, (@Sendable () -> Void)?, [String]) in
            if state.isCutOff { return (false, nil, nil, []) }
            let known = state.membership.ended
            let before = state.membership.members[heartbeat.address]?.heartbeat
            state.membership.hear(heartbeat, at: .now)
            if heartbeat.address == address { state.heardItself = .now }
            let isNews =
                before?.owned.map(\.partition) != heartbeat.owned.map(\.partition) || before?.capacity != heartbeat.capacity
                || before?.wantsChanges != heartbeat.wantsChanges
            var tell: (@Sendable () -> Void)?
            let ended = state.membership.ended.values.filter { $0 != known[$0.consumer] }
            if !ended.isEmpty, let hears = state.hearsEnded { tell = { for its in ended { hears(its.consumer, its.purpose) } } }
            return (isNews, state.feed, tell, state.membership.doubtful(of: heartbeat, at: address))
        }
        for address in doubtful { askWhetherItIsThere(address) }
        ended?()
        feed?.compare(heartbeat.owned, at: .now)
        if isNews { wake() }
    }

    /// Asks a process that another node found gone, without waiting: a node that cannot reach it may be cut off itself.
    private func askWhetherItIsThere(_ address: String) {
        // A message without requests, which has no answer.
        transport.ask(address, Frames([]).encoded(), within: .seconds(1)) { [weak self] answer in
            if case .nobody = answer { self?.lose(address) }
            return false
        }
    }

    /// Forgets a process that does not exist any more, and tells the other nodes.
    func lose(_ address: String) {
        guard state.withLock({ $0.membership.lose(address, at: .now) }) else { return }
        beating.async { [weak self] in self?.beat() }
        wake()
    }

    // MARK: - Changes

    /// Is told of the changes of all partitions from now on.
    func follow(_ feed: ChangeFeed) {
        state.withLock { $0.feed = feed }
        beat()
    }

    private func take(_ bytes: [UInt8]) {
        guard let feed = state.withLock({ $0.isCutOff ? nil : $0.feed }), let message = ChangeMessage(encoded: bytes) else {
            return
        }
        feed.take(message)
    }

    /// Tells changes as long as any node wants them. One that is lost on the way is missed by those nodes, which then read the state.
    private func tellChanges(of partitions: [OwnedPartition], _ isWanted: Bool) {
        var send: (@Sendable (ChangeMessage) -> Void)?
        if isWanted {
            send = { [transport, address] message in
                for bytes in message.encoded(max: transport.messageBytesMax) { try? transport.tell(bytes, from: address) }
            }
        }
        for partition in partitions { partition.tell(send) }
    }

    // MARK: - Decisions

    private func repeatDecisions() {
        deciding.asyncAfter(deadline: .now() + 0.25) { [weak self] in
            guard let self else { return }
            decide()
            if !state.withLock({ $0.isStopping && $0.owned.isEmpty }) { repeatDecisions() }
        }
    }

    private func wake() {
        let isFirst = state.withLock { state in
            defer { state.isAwake = true }
            return !state.isAwake
        }
        guard isFirst else { return }
        deciding.async { [weak self] in
            self?.state.withLock { $0.isAwake = false }
            self?.decide()
        }
    }

    private enum Act: Sendable {
        case claim(Int)
        case release(OwnedPartition, to: NodeName?)
        case follow(Int)
    }

    private func decide() {
        let lost = state.withLock { $0.forgetLost() }
        for partition in lost { partition.close(isLost: true) }
        if !lost.isEmpty { readers.tell(self) }
        if state.withLock({ $0.isCutOff && !$0.isStopping }) { return }
        let (owned, isWanted) = state.withLock { ($0.owned.values.map(\.self), $0.membership.wantsChanges) }
        tellChanges(of: owned, isWanted)
        guard state.withLock({ $0.isStopping || $0.membership.hasHeardAll(address, at: .now, configuration.heartbeat) }) else {
            return
        }
        guard join() else { return }
        let acts = state.withLock { state -> [Act] in self.acts(&state) }
        if !lost.isEmpty { beat() }
        follow(acts.compactMap { if case .follow(let partition) = $0 { partition } else { nil } })
        DispatchQueue.concurrentPerform(iterations: acts.count) { perform(acts[$0]) }
    }

    /// Looks once whether those that were there before are nodes of the same service, and none has this one's name.
    ///
    /// - Returns: Whether this node takes part.
    private func join() -> Bool {
        state.withLock { state in
            if !state.hasJoined {
                state.hasJoined = true
                // One that only looks, or tells what an operator wants, shares its name with others of its sort.
                let takesPart = configuration.capacity > 0 || !kinds.isEmpty
                state.refusal =
                    state.membership.stranger(to: kinds, at: address)
                    ?? (takesPart ? state.membership.namesake(of: configuration.node, at: address) : nil)
            }
            return state.refusal == nil || state.isStopping
        }
    }

    /// Returns when the node has heard those that were there before it.
    ///
    /// - Throws: ``LogError/misconfigured(reason:)`` where they are of another service, or another process has this node's name.
    func joined() async throws(LogError) {
        while true {
            let (hasJoined, refusal) = state.withLock { ($0.hasJoined || $0.isStopping, $0.refusal) }
            if let refusal { throw .misconfigured(reason: refusal) }
            if hasJoined { return }
            do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
        }
    }

    /// Reads the logs of partitions further, unless it is still at it.
    private func follow(_ partitions: [Int]) {
        guard !partitions.isEmpty,
            state.withLock({ state in
                defer { state.isFollowing = true }
                return !state.isFollowing
            })
        else { return }
        following.async { [weak self] in
            guard let self else { return }
            DispatchQueue.concurrentPerform(iterations: partitions.count) { self.follow(partitions[$0]) }
            state.withLock { $0.isFollowing = false }
        }
    }

    private func follow(_ partition: Int) {
        guard state.withLock({ $0.owned[partition] == nil }) else { return }
        // What cannot be read now is read later, or said by the claim.
        try? standby(partition)?.catchUp()
    }

    /// What is to be done now.
    private func acts(_ state: inout State) -> [Act] {
        let now = ContinuousClock.now
        state.membership.forget(at: now)
        state.placements.update(state.membership, partitions: configuration.partitions)
        var (acts, moves): ([Act], Int) = ([], 0)
        for partition in 0..<configuration.partitions {
            let wanted = state.placements.owners[partition]
            if let owned = state.owned[partition] {
                // It may have been made anew while the partition was claimed.
                if state.standbys[partition] != nil { state.standbys[partition] = nil }
                guard wanted != configuration.node, moves < configuration.movesMax,
                    state.isReady(wanted, for: owned, at: now, configuration)
                else { continue }
                moves += 1
                state.leaving.insert(partition)
                acts.append(.release(owned, to: wanted))
                continue
            }
            if state.isStopping { continue }
            if wanted == configuration.node, state.membership.owners[partition] == nil,
                state.failures[partition].map({ $0.again < now }) ?? true
            {
                acts.append(.claim(partition))
            } else if state.placements.keepers[partition].contains(configuration.node) {
                let known = state.membership.owner(of: partition)?.position
                if known == nil || state.standbys[partition]?.position ?? 0 < known ?? 0 { acts.append(.follow(partition)) }
            } else {
                state.standbys[partition] = nil
            }
        }
        return acts
    }

    private func perform(_ act: Act) {
        switch act {
        case .claim(let partition): claim(partition)
        case .release(let owned, let node): release(owned, to: node)
        case .follow: break
        }
    }

    private func standby(_ partition: Int) throws(LogError) -> Standby? {
        if let standby = state.withLock({ $0.standbys[partition] }) { return standby }
        let new = Standby(try transport.log(of: partition))
        return state.withLock { state in
            let standby = state.standbys[partition] ?? new
            state.standbys[partition] = standby
            return standby
        }
    }

    private func claim(_ partition: Int) {
        do {
            guard let standby = try standby(partition) else { return }
            let owned = try standby.claim { follower in
                try OwnedPartition(
                    partition, of: configuration.partitions, &follower, node: configuration.node, address: address,
                    clock: clock, providers: providers, beside: companions)
            }
            tellChanges(of: [owned], state.withLock { $0.membership.wantsChanges })
            let names = readers.names
            // One that cannot be removed now is removed by the next owner.
            for ended in state.withLock({ $0.membership.ended.keys.map(\.self) }) where !names.contains(ended) {
                try? owned.forgetIfKnown(ended)
            }
            do { for consumer in names { try owned.begin(consumer) } } catch {
                // A command would be applied without them. It is claimed again.
                owned.close(isLost: false)
                throw error
            }
            state.withLock { state in
                state.owned[partition] = owned
                (state.standbys[partition], state.failures[partition]) = (nil, nil)
            }
            // Commands wait to hear this.
            beat()
            readers.tell(self)
        } catch {
            state.withLock { $0.failures[partition] = ("\(error)", .now + .seconds(1)) }
        }
    }

    private func release(_ owned: OwnedPartition, to node: NodeName?) {
        owned.store.setSuccessor(node)
        // Writes what waits, then the release.
        owned.close(isLost: false)
        state.withLock { state in
            state.owned[owned.partition] = nil
            state.leaving.remove(owned.partition)
            // Another node has claimed it before this one could give it away.
            if owned.store.isFenced { state.lostCount += 1 }
        }
        beat()
        readers.tell(self)
    }

    // MARK: - The end

    /// Hands everything over, and returns when nothing is left, or the time is over.
    ///
    /// - Returns: The partitions whose logs did not answer in time. Others may claim them; what was not acknowledged there may be lost.
    func stop(within time: Duration) async -> [Int] {
        let end = ContinuousClock.now + time
        state.withLock { state in
            state.isStopping = true
            // It must not wait for its own heartbeat to learn this.
            state.membership.forget(address)
        }
        beat()
        wake()
        await pause(until: min(end, .now + configuration.silence * 2)) {
            $0.owned.isEmpty || !$0.membership.nodes.contains { $0.capacity > 0 }
        }
        // Nobody is there to take these. The log says so. Each may block for as long as its log does not answer.
        let left = state.withLock { state in
            let left = state.owned.values.filter { !state.leaving.contains($0.partition) }
            state.leaving.formUnion(left.map(\.partition))
            return left
        }
        // A thread for each: the threads of the global queue are for what does not block.
        for owned in left { DispatchQueue(label: "cluster.release").async { self.release(owned, to: nil) } }
        await pause(until: end) { $0.owned.isEmpty }
        let unanswered = state.withLock { state in
            defer { state.owned = [:] }
            return state.owned.keys.sorted()
        }
        // So others claim them at once.
        if !unanswered.isEmpty { beating.async { self.beat() } }
        readers.end()
        return unanswered
    }

    /// Waits until something holds. The end of a process cancels its tasks: this one waits all the same.
    private func pause(until end: ContinuousClock.Instant, _ holds: @escaping @Sendable (State) -> Bool) async {
        await Task.detached { [self] in
            while !state.withLock({ holds($0) }), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
        }.value
    }

    /// The partitions of this node, also those that it is about to hand over.
    var owned: [Int: OwnedPartition] { state.withLock { $0.owned.filter { !$0.value.store.isFenced } } }

    /// The partition, if this node owns it and it takes requests.
    func owned(_ partition: Int) -> OwnedPartition? {
        state.withLock { $0.leaving.contains(partition) ? nil : $0.owned[partition] }
    }

    /// The node that owns a partition, as far as this one has heard.
    func owner(of partition: Int) -> Delivery.Owner? {
        state.withLock { state in
            state.membership.owners[partition].map {
                let recognises = state.membership.members[$0.address]?.heartbeat.recognisesRequests
                return Delivery.Owner(address: $0.address, recognises: recognises == true)
            }
        }
    }

    func forget(_ address: String) { state.withLock { $0.membership.forget(address) } }

    // MARK: - Requests

    /// Answers the requests of a message, each as soon as it is done.
    private func answer(_ bytes: [UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) {
        // The rest of it is still to come.
        guard let bytes = pieces.withLock({ $0.take(bytes) }) else { return }
        guard let requests = Frames(encoded: bytes)?.frames else {
            return reply(ClusterAnswer(.engine(.undecodable(what: "request", path: "", reason: Self.otherVersion))).encoded())
        }
        let answers = GatheredAnswers(count: requests.count, messageBytesMax: transport.messageBytesMax, reply)
        for request in requests {
            Task { answers.add(Frames.Frame(number: request.number, bytes: await answer(request.bytes))) }
        }
    }

    private static let otherVersion = "it is of a node with another version"

    private func answer(_ bytes: [UInt8]) async -> [UInt8] {
        if state.withLock({ $0.isCutOff }) { try? await Task.sleep(for: .seconds(5)) }
        guard let request = ClusterRequest(encoded: bytes) else {
            return ClusterAnswer(.engine(.undecodable(what: "request", path: "", reason: Self.otherVersion))).encoded()
        }
        let answer = await answer(request).encoded()
        guard answer.count > Frames.frameBytesMax else { return answer }
        let reason =
            "the answer has \(answer.count) bytes, more than the \(Frames.frameBytesMax) that nodes send each other: ask for less"
        return ClusterAnswer(.engine(.refused("", reason: reason))).encoded()
    }

    func answer(_ request: ClusterRequest) async -> ClusterAnswer {
        guard let owned = owned(request.partition) else { return .notOwner }
        // One that is cut off may be deposed without knowing it: it must not say how things are. The log refuses its commands.
        if request.isQuery, ContinuousClock.now - state.withLock({ $0.heardItself }) > configuration.silence {
            return .notOwner
        }
        let answer = await owned.answer(request)
        switch answer.error?.code {
        case "fenced", "closed":
            // Nothing of the command is in the log, and never will be.
            if owned.store.isFenced { wake() }
            return .notOwner
        default: return answer
        }
    }
}

extension ClusterNode.State {
    /// Removes the partitions that other nodes have claimed: the log has refused an append, or another node says that it has a later claim.
    fileprivate mutating func forgetLost() -> [OwnedPartition] {
        let lost = owned.values.filter { partition in
            let latest = membership.owners[partition.partition]?.epoch ?? 0
            return (partition.store.isFenced || latest > partition.store.claim.epoch) && !leaving.contains(partition.partition)
        }
        for partition in lost { owned[partition.partition] = nil }
        lostCount += lost.count
        return lost
    }

    /// Whether a node can take over a partition at once: it is there for a while, and has read the log.
    fileprivate func isReady(
        _ node: NodeName?, for owned: OwnedPartition, at now: ContinuousClock.Instant, _ own: ClusterRuntime.Configuration
    ) -> Bool {
        guard let node, let member = membership.member(node), now - member.first > own.heartbeat * 2 else { return false }
        let position = member.heartbeat.followed.first { $0.partition == owned.partition }?.position
        return position.map { $0 + 200 >= owned.store.position } ?? false
    }
}

extension Membership {
    /// What the owner of a partition said of it last.
    fileprivate func owner(of partition: Int) -> Heartbeat.Owned? {
        owners[partition].flatMap { members[$0.address]?.heartbeat.owned.first { $0.partition == partition } }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
