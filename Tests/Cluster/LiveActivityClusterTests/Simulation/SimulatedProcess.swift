import LiveActivityCore
import LiveActivityTesting

@testable import LiveActivityCluster

/// A process in a simulation of members: the shell around one ``ClusterMember``, in virtual time.
final class SimulatedProcess {
    /// A partition that the process considers its own.
    struct Owned {
        var epoch: UInt64
        var position: LogPosition
        var isFenced = false
        /// Whether an append is in progress.
        var isWriting = false
    }

    let name: NodeName
    let address: String
    var member: ClusterMember
    var owned: [Int: Owned] = [:]
    /// The positions up to which it has read the logs of followed partitions.
    private(set) var read: [Int: LogPosition] = [:]
    /// The actions to run when it is resumed; `nil` while it is not paused.
    private var pending: [() -> Void]?
    private(set) var isEnded = false
    /// The partitions being handed over.
    private var moving: Set<Int> = []
    /// Whether its messages reach the others, and theirs reach it.
    var (canSend, canReceive) = (true, true)

    /// The zero point of its clock.
    private let zero: ClusterClock.Instant
    private unowned let world: MemberSimulation

    init(_ configuration: ClusterRuntime.Configuration, address: String, _ world: MemberSimulation) {
        (name, self.address, self.world) = (configuration.node, address, world)
        zero = world.start - .seconds(world.random.below(100_000))
        member = ClusterMember(
            configuration, address: address, kinds: ["tally": 1], at: zero + world.time.now)
        carryOut([.sendHeartbeat])
        startTimer()
        writeSnapshots()
    }

    private var now: ClusterClock.Instant { zero + world.time.now }

    // MARK: - Pausing and ending

    var isPaused: Bool { pending != nil }

    /// Whether the process takes part, so that partitions are placed on it.
    var takesPart: Bool { !isEnded && !member.isStopping && member.refusal == nil }

    func pause() { pending = pending ?? [] }

    /// Handles the messages that arrived during the pause, in order.
    func resume() {
        let missed = pending ?? []
        pending = nil
        for body in missed { body() }
    }

    /// Ends without further messages, as with SIGKILL.
    func end() { isEnded = true }

    /// Stops like ``ClusterNode/stop(within:)``, and then ends.
    func stop(within time: Duration, then body: @escaping ([Int]) -> Void) {
        carryOut(member.stop(by: now + time, at: now))
        let end = world.time.now + time
        func look() {
            guard !isEnded else { return }
            guard member.hasStopped || world.time.now >= end else {
                return later(.milliseconds(20), look)
            }
            let abandoned = member.abandon()
            carryOut(abandoned.directives)
            self.end()
            body(abandoned.partitions)
        }
        look()
    }

    /// Runs an action after a delay if the process still exists; if it is paused then, when it is resumed.
    private func later(_ delay: Duration, _ body: @escaping () -> Void) {
        world.time.schedule(after: delay) { [weak self] in self?.perform(body) }
    }

    /// Runs an action now, or when the process is resumed.
    func perform(_ body: @escaping () -> Void) {
        if isEnded { return }
        if pending == nil { body() } else { pending?.append(body) }
    }

    private func startTimer() {
        guard let deadline = member.nextDeadline else { return }
        later(
            max(deadline - now, .zero) + world.latency(),
            { [unowned self] in
                updateProgress()
                carryOut(member.advance(to: now))
                startTimer()
            })
    }

    private func updateProgress() {
        for (partition, owned) in owned {
            member.update(
                partition, .init(epoch: owned.epoch, position: owned.position, isFenced: owned.isFenced))
        }
    }

    /// Writes a snapshot of each partition every few seconds, for which the owner reads the log.
    private func writeSnapshots() {
        later(.seconds(3)) { [unowned self] in
            for (partition, state) in owned where !state.isFenced {
                member.snapshotted(
                    partition, epoch: state.epoch, world.logs[partition].damaged == nil ? nil : Self.damage)
            }
            writeSnapshots()
        }
    }

    private static let damage = ClusterMember.LogFailure(reason: "damaged", isLasting: true)

    // MARK: - Messages

    func receive(_ heartbeat: Heartbeat) {
        updateProgress()
        carryOut(member.receive(heartbeat, at: now))
    }

    func requestPlacement(pins: [Heartbeat.Pin] = [], drains: [Heartbeat.Drain] = []) {
        carryOut(member.requestPlacement(pins: pins, drains: drains))
    }

    func unreachable(_ address: String) { carryOut(member.unreachable(address, at: now)) }

    private func carryOut(_ directives: [ClusterMember.Directive]) {
        for directive in directives {
            switch directive {
            case .claim(let partition, let rewritesLog): claim(partition, rewritesLog)
            case .follow(let partition): follow(partition)
            case .unfollow(let partition): read[partition] = nil
            case .publishChanges, .compareChanges: break
            case .release(let partition, let node):
                if member.snapshotFailures[partition] != nil {
                    world.fail("\(address) releases partition \(partition), which no other process can read")
                }
                if node != nil { moving.insert(partition) }
                if moving.count > member.configuration.movesMax {
                    world.fail("\(address) moves \(moving) at the same time")
                }
                release(partition)
            case .confirm(let partition): confirm(partition)
            case .verify(let partition): verify(partition)
            case .close(let partition): owned[partition] = nil
            case .sendHeartbeat:
                if canSend, let heartbeat = member.heartbeat(at: now) { world.send(heartbeat) }
            case .probe(let address):
                later(world.latency()) { [unowned self] in
                    if canSend, canReceive, !world.exists(address) { unreachable(address) }
                }
            }
        }
    }

    // MARK: - Logs

    /// Whether the process can read the log to its end: nothing is damaged there, or it has read that before.
    func canRead(_ partition: Int) -> Bool { read[partition] ?? 0 >= world.logs[partition].damaged ?? 0 }

    /// Reads the log to its end, then appends a claim there.
    private func claim(_ partition: Int, _ rewritesLog: Bool) {
        later(world.logLatency()) { [unowned self] in
            let (position, epoch) = (world.logs[partition].position, world.logs[partition].epoch)
            guard canRead(partition) else {
                return carryOut(member.claimed(partition, .failure(Self.damage), at: now))
            }
            append(.claim, to: partition, after: position) { [unowned self] result in
                switch result {
                case true:
                    owned[partition] = Owned(epoch: epoch + 1, position: position + 1)
                    read[partition] = nil
                    if rewritesLog { world.rewrite(partition) }
                    carryOut(
                        member.claimed(
                            partition, .success(.init(epoch: epoch + 1, position: position + 1)), at: now))
                default: carryOut(member.claimed(partition, .failure(.init(reason: "failed")), at: now))
                }
            }
        }
    }

    private func follow(_ partition: Int) {
        later(world.logLatency()) { [unowned self] in
            let result: Result<LogPosition, ClusterMember.LogFailure> =
                if !canRead(partition) { .failure(Self.damage) } else if world.logFails() {
                    .failure(.init(reason: "unavailable"))
                } else { .success(world.logs[partition].position) }
            if case .success(let position) = result { read[partition] = position }
            carryOut(member.followed(partition, result, at: now))
        }
    }

    private func release(_ partition: Int) {
        guard let state = owned[partition] else {
            moving.remove(partition)
            return
        }
        // A writer appends one message at a time.
        guard !state.isWriting else {
            return later(.milliseconds(10)) { [unowned self] in release(partition) }
        }
        append(.release, to: partition, after: state.position) { [unowned self] result in
            owned[partition] = nil
            moving.remove(partition)
            carryOut(member.released(partition, isFenced: state.isFenced || result == false, at: now))
        }
    }

    /// Appends a message; the result is `nil` if no answer comes, in which case it may or may not be stored.
    private func append(
        _ entry: PartitionHistory.Entry, to partition: Int, after position: LogPosition,
        _ body: @escaping (Bool?) -> Void
    ) {
        let address = address
        let isLost = world.logFails()
        // The message arrives even if the process has ended since.
        world.time.schedule(after: world.logLatency()) { [weak self, world] in
            var result: Bool?
            if !isLost {
                result = world.logs[partition].append(
                    entry, by: address, after: position, at: world.time.now)
            }
            if world.logFails() { result = nil }
            self?.later(world.logLatency()) { body(result) }
        }
    }

    /// Handles a command for a partition.
    func command(_ partition: Int) {
        guard member.admitsRequests(to: partition), let state = owned[partition], !state.isFenced,
            !state.isWriting
        else {
            return
        }
        append(.command, to: partition, state) { [unowned self] in
            world.acknowledge(partition, state.epoch, address)
        }
    }

    private func confirm(_ partition: Int) {
        guard let state = owned[partition] else { return }
        guard !state.isWriting, !state.isFenced else {
            return member.confirmed(partition, epoch: state.epoch, false)
        }
        append(.confirmation, to: partition, state) { [unowned self] in
            member.confirmed(partition, epoch: state.epoch, true)
        }
    }

    /// Reads the end of the log, and appends where it has more than the process has appended.
    private func verify(_ partition: Int) {
        later(world.logLatency()) { [unowned self] in
            if let state = owned[partition], !world.logFails(), !state.isWriting, !state.isFenced,
                world.logs[partition].position > state.position
            {
                append(.confirmation, to: partition, state) {}
            }
            member.verified(partition)
        }
    }

    private func append(
        _ entry: PartitionHistory.Entry, to partition: Int, _ state: Owned, _ body: @escaping () -> Void
    ) {
        owned[partition]?.isWriting = true
        append(entry, to: partition, after: state.position) { [unowned self] result in
            guard owned[partition]?.epoch == state.epoch else { return }
            owned[partition]?.isWriting = false
            if result != true, entry == .confirmation {
                member.confirmed(partition, epoch: state.epoch, false)
            }
            switch result {
            case true:
                owned[partition]?.position += 1
                body()
            case false:
                owned[partition]?.isFenced = true
                carryOut(member.fenced(partition, epoch: state.epoch, at: now))
            // The writer reads the log to settle whether the message is stored before it appends again.
            default: settle(partition, state)
            }
        }
    }

    private func settle(_ partition: Int, _ state: Owned) {
        let log = world.logs[partition]
        if log.epoch == state.epoch {
            owned[partition]?.position = log.position
        } else {
            owned[partition]?.isFenced = true
            carryOut(member.fenced(partition, epoch: state.epoch, at: now))
        }
    }

    /// Handles a query for a partition: whether the process answers it from its state.
    func query(_ partition: Int) {
        guard member.admitsRequests(to: partition), let state = owned[partition],
            member.mayAnswerReads(of: partition, at: now)
        else { return }
        world.answered(partition, state.epoch, self)
    }
}
