import LiveActivities
import LiveActivityCore

/// Decides which partitions this node owns and follows, from heartbeats, the results of claims and operators' requests.
///
/// **Problem.** Each partition needs one owner, and a new one when its owner fails, stops or is drained. Nodes detect each
/// other's failures at different times and in different orders: messages are lost, late and duplicated, and processes are
/// paused for longer than any timeout.
///
/// **Intuition.** A partition's log determines its owner. A claim is an append at an expected position, so if two nodes both
/// believe that they own a partition, only one of them can append. Heartbeats only determine which node is preferred: a lost,
/// late or duplicated one costs time, never an acknowledged command.
///
/// | case | what follows |
/// | --- | --- |
/// | the node has started, or received nothing for the timeout | it discovers the members for 1.5 heartbeats, then claims |
/// | the node has started, and the transport finds no other process | it claims at its own first heartbeat |
/// | a partition has no known owner and is placed here | claim; after a failure retry in a second, and read its log meanwhile |
/// | a partition is placed here, or would be if its node failed | follow: its log is read ahead of a takeover |
/// | its log cannot be read | report it: at once if the log is damaged, otherwise when that lasts for the timeout |
/// | its log is damaged, and a node has read it before | that node claims it, also from its owner, and writes its state again |
/// | an owned partition is placed elsewhere | release, as soon as that node is ready (see below) |
/// | the node was disconnected or paused for the timeout | it answers no reads until an append proves that it still owns |
/// | the log refuses an append, or another node has a later epoch | close; claim it again after 1.5 heartbeats or later |
/// | nothing was appended to an owned partition for 10 s | verify: its claimant may have failed before its claim was answered |
/// | all nodes are drained | owners keep their partitions; a partition without an owner is claimed as if no node was drained |
/// | the node stops | it hands over as above; after twice the timeout, or if it is alone, it releases the rest |
/// | the log of an owned partition is damaged | it is not released, as no other node may have its state |
/// | a claim succeeds after the node was stopped | release: the process is about to end |
///
/// A node is ready for a partition when it has been a member for two heartbeats and has read the log up to its last 200
/// messages. At most ``ClusterRuntime/Configuration/movesMax`` partitions move at the same time.
///
/// The value has no lock, queue, clock or I/O. Its shell, ``ClusterNode``, reports events with their time, carries out the
/// directives, and calls ``advance(to:)`` at ``nextDeadline``.
///
/// Rejected: leases by wall clock (a paused process resumes as an owner); an elected leader that assigns partitions (its
/// failure stops all takeovers, and the log decides anyway).
struct ClusterMember: Sendable {
    typealias Instant = ClusterClock.Instant

    enum Directive: Hashable, Sendable {
        /// Append a claim to the partition's log; the result goes to ``claimed(_:_:at:)``. If other nodes cannot read the log,
        /// write the state that this node has read as a snapshot, and delete what is before it.
        case claim(Int, rewritesLog: Bool = false)
        /// Read the partition's log to its end; the result goes to ``followed(_:_:at:)``.
        case follow(Int)
        /// Drop the state read from the partition's log.
        case unfollow(Int)
        /// Flush the partition and append a release that names the next owner; the result goes to ``released(_:isFenced:at:)``.
        case release(Int, to: NodeName?)
        /// Drop the partition's state: another node has claimed it.
        case close(Int)
        /// Append to the log of an owned partition that may have another owner by now; the result goes to
        /// ``confirmed(_:epoch:_:)``.
        case confirm(Int)
        /// Read the end of an owned partition's log, and append to it if another node has; the result goes to
        /// ``verified(_:)``, and the refusal to ``update(_:_:)``.
        case verify(Int)
        /// Send ``heartbeat(at:)`` to all nodes.
        case sendHeartbeat
        /// Check whether a process exists that another node could not reach; if it does not, call ``unreachable(_:at:)``.
        case probe(String)
        /// Start or stop publishing the changes of all owned partitions.
        case publishChanges(Bool)
        /// Compare the received changes with those that an owner reports as published.
        case compareChanges([Heartbeat.Owned])
    }

    /// The state of an owned partition's log, as reported by the shell.
    struct Progress: Hashable, Sendable {
        var epoch: UInt64
        var position: LogPosition
        /// The sequence of the last published change.
        var changes: UInt64?
        /// Whether the log has refused an append because another node has claimed the partition.
        var isFenced = false
    }

    private enum Phase: Hashable, Sendable {
        case claiming
        case owning(Progress)
        /// Being handed over or released; accepts no requests.
        case releasing(Progress)
    }

    let configuration: ClusterRuntime.Configuration
    /// The process's address.
    let address: String
    private let kinds: [String: Int]

    var membership: Membership
    private var placements = Placements()
    private var phases: [Int: Phase] = [:]
    /// The positions up to which the logs of followed partitions were read.
    private var positions: [Int: LogPosition] = [:]
    /// The partitions with a log read in progress.
    private var reading: Set<Int> = []
    /// Failures of the partitions' logs.
    private var logs: LogFailures
    /// The partitions that other nodes have claimed from this one, each with the time by which a heartbeat of the claimant
    /// should have been received. Without it the partition would count as one without an owner, and would be claimed back at
    /// once: with relaxed durability what the claimant has answered since and not written would be lost.
    private var awaitedClaimants: [Int: Instant] = [:]
    /// The number of partitions that other nodes have claimed from this one.
    private(set) var lostCount = 0
    private(set) var isStopping = false
    /// The time until which a stopping node waits for other nodes to follow its partitions.
    private var handoverEnd: Instant?
    /// Whether the transport has found no other process, and no heartbeat was received since.
    var isAlone = false
    /// Whether the node has discovered the existing members.
    private(set) var hasJoined = false
    /// The reason why the node must not take part; `nil` if it may.
    private(set) var refusal: String?
    private let created: Instant
    /// The sending time of the latest own heartbeat that was received back: the node was connected then. The time of receipt
    /// proves less, because a message received after a pause may be as old as the pause.
    private var connected: Instant
    /// The number of disconnections longer than the timeout.
    private var disconnections = 0
    /// The owned partitions that another node may have claimed during a disconnection, with the disconnection's number. That
    /// node may have ended since, so that no heartbeat reports its claim.
    private var unconfirmed: [Int: Int] = [:]
    /// The partitions with an append in progress that confirms the ownership, with the disconnection's number.
    private var confirming: [Int: Int] = [:]
    /// Owned partitions, each with the position of its log and when it was reached.
    private var quiet: [Int: (position: LogPosition, since: Instant)] = [:]
    /// The partitions whose logs are being verified.
    private var verifying: Set<Int> = []
    /// The clocks of the nodes that own partitions, beside this node's.
    private var clocks: ClockComparison
    /// Since when this node's clock is wrong; `nil` if it is not.
    private var clockWrongSince: Instant?
    /// Whether the node is excluded from placement, because its clock is wrong.
    private(set) var isExcludedByClock = false
    /// Whether to request changes from the other nodes.
    var receivesChanges = false
    /// For tests: behave like a process stopped with SIGSTOP.
    var isSuspended = false
    /// Whether the shell publishes changes.
    private var publishesChanges = false
    private var nextHeartbeat: Instant
    private var nextCheck: Instant

    /// The interval of checks for failed appends and for logs to read.
    static let checkInterval: Duration = .milliseconds(250)
    /// When to verify a log without appends. It bounds the time for which a fenced owner without commands counts as the owner.
    static let verifyInterval: Duration = .seconds(10)

    /// - Parameter kinds: The versions of this node's kinds.
    init(_ configuration: ClusterRuntime.Configuration, address: String, kinds: [String: Int], at now: Instant) {
        (self.configuration, self.address, self.kinds) = (configuration, address, kinds)
        membership = Membership(silence: configuration.silence)
        clocks = ClockComparison(tolerance: configuration.clockDifferenceMax)
        logs = LogFailures(silence: configuration.silence)
        (created, connected) = (now, now)
        (nextHeartbeat, nextCheck) = (now + configuration.heartbeat, now + Self.checkInterval)
    }

    // MARK: - Time

    /// When ``advance(to:)`` must be called next; `nil` when the node has stopped.
    var nextDeadline: Instant? { hasStopped ? nil : min(nextHeartbeat, nextCheck) }

    mutating func advance(to now: Instant) -> [Directive] {
        var directives: [Directive] = []
        if now >= nextHeartbeat {
            nextHeartbeat = now + configuration.heartbeat
            directives.append(.sendHeartbeat)
        }
        if now >= nextCheck {
            nextCheck = now + Self.checkInterval
            directives += decide(at: now)
        }
        return directives
    }

    // MARK: - Heartbeats

    /// - Parameter date: The time of this node's clock; `nil` to compare no clocks.
    mutating func receive(_ heartbeat: Heartbeat, at now: Instant, date: Date? = nil) -> [Directive] {
        guard !isSuspended, heartbeat.partitions == configuration.partitions else { return [] }
        // After a long pause the first heartbeat received may be the node's own; it must not count the other members as failed.
        membership.dropSilent(at: now)
        let before = membership.members[heartbeat.address]?.heartbeat
        if heartbeat.address != address { isAlone = false }
        // As if it had been received two heartbeats ago.
        membership.receive(heartbeat, at: now, first: isAlone ? now - configuration.heartbeat * 2 : nil)
        isAlone = false
        if let date { compareClocks(with: heartbeat, at: now, date) }
        if heartbeat.address == address, let uptime = heartbeat.uptimeMs { connect(created + .milliseconds(uptime)) }
        var directives = membership.addressesToProbe(for: heartbeat, at: address).map { Directive.probe($0) }
        directives += updatePublishing()
        if receivesChanges, !heartbeat.owned.isEmpty { directives.append(.compareChanges(heartbeat.owned)) }
        if before?.owned.map(\.partition) != heartbeat.owned.map(\.partition) || before?.capacity != heartbeat.capacity {
            directives += decide(at: now)
        }
        return directives
    }

    /// An owner must differ for longer than a takeover takes, because excluding it moves its partitions: after a pause it
    /// processes heartbeats that are as old as the pause.
    private mutating func compareClocks(with heartbeat: Heartbeat, at now: Instant, _ date: Date) {
        if heartbeat.address == address {
            clocks.update(at: now, date: date)
        } else {
            clocks.receive(heartbeat, at: now, date: date)
        }
        let isWrong = clocks.isWrong(of: configuration.node, ownsPartitions: !owned.isEmpty) { membership.member($0) != nil }
        if let isWrong { clockWrongSince = isWrong ? clockWrongSince ?? now : nil }
        isExcludedByClock = clockWrongSince.map { owned.isEmpty || now - $0 >= configuration.silence } ?? false
    }

    /// The problems of the clocks for the operator, a sentence for each.
    var clockWarnings: [String] {
        let excluded =
            isExcludedByClock && configuration.capacity > 0
            ? [
                "the clock of this node, '\(configuration.node)', differs from the clocks of the nodes that own partitions: it owns "
                    + "none until it agrees with them"
            ] : []
        return excluded + clocks.differences(from: configuration.node) { membership.member($0) != nil }
    }

    /// Records that the node was connected at this time. After a disconnection, each owned partition must be confirmed by its
    /// log before it answers reads.
    private mutating func connect(_ time: Instant) {
        if time - connected > configuration.silence {
            disconnections += 1
            for (partition, phase) in phases {
                if case .owning = phase { unconfirmed[partition] = disconnections }
            }
        }
        connected = max(connected, time)
    }

    /// Records that a process no longer exists, because no request reaches it. The next heartbeat lists it, so that other nodes
    /// need not wait for the timeout.
    mutating func unreachable(_ address: String, at now: Instant) -> [Directive] {
        guard membership.removeEnded(address, at: now) else { return [] }
        return [.sendHeartbeat] + decide(at: now)
    }

    /// The heartbeat to send; `nil` to send none.
    ///
    /// - Parameter date: The time of this node's clock.
    func heartbeat(at now: Instant, date: Date? = nil) -> Heartbeat? {
        if isSuspended { return nil }
        var heartbeat = emptyHeartbeat
        heartbeat.date = date
        heartbeat.uptimeMs = Int((now - created) / .milliseconds(1))
        heartbeat.capacity = isStopping || refusal != nil || isExcludedByClock ? 0 : configuration.capacity
        // Left out for a node that takes no part, which is not compared with others.
        heartbeat.kinds = kinds.isEmpty || refusal != nil ? nil : kinds
        // Includes partitions being released, until the release is in the log: an earlier claim would refuse what the owner
        // still writes.
        heartbeat.owned = phases.sorted { $0.key < $1.key }.compactMap { partition, phase in
            switch phase {
            case .claiming: nil
            case .owning(let progress), .releasing(let progress):
                Heartbeat.Owned(
                    partition: partition, epoch: progress.epoch, position: progress.position, changes: progress.changes)
            }
        }
        heartbeat.followed = positions.sorted { $0.key < $1.key }.map { Heartbeat.Followed(partition: $0, position: $1) }
        heartbeat.pins = membership.pins.values.sorted { $0.partition < $1.partition }
        heartbeat.drains = membership.drains.values.sorted { $0.node < $1.node }
        heartbeat.lost = lostCount == 0 ? nil : lostCount
        heartbeat.recognisesRequests = true
        heartbeat.wantsChanges = receivesChanges ? true : nil
        heartbeat.hasJoined = hasJoined && refusal == nil ? true : nil
        heartbeat.isStopping = isStopping ? true : nil
        heartbeat.gone = membership.gone.isEmpty ? nil : membership.gone.keys.sorted()
        heartbeat.unreadable = logs.damaged.isEmpty ? nil : logs.damaged.sorted()
        return heartbeat
    }

    private var emptyHeartbeat: Heartbeat {
        Heartbeat(node: configuration.node, address: address, capacity: 0, partitions: configuration.partitions)
    }

    // MARK: - Requests

    /// Merges an operator's requests to pin partitions to nodes or to drain nodes. They replace known ones even if those came
    /// from a node whose clock is fast.
    mutating func requestPlacement(pins: [Heartbeat.Pin] = [], drains: [Heartbeat.Drain] = []) -> [Directive] {
        var request = emptyHeartbeat
        func later(_ date: Date, than known: Date?) -> Date { known.map { max(date, $0 + 0.001) } ?? date }
        request.pins = pins
        request.drains = drains
        for index in pins.indices {
            request.pins[index].at = later(pins[index].at, than: membership.pins[pins[index].partition]?.at)
        }
        for index in drains.indices {
            request.drains[index].at = later(drains[index].at, than: membership.drains[drains[index].node]?.at)
        }
        membership.merge(request)
        return [.sendHeartbeat]
    }

    /// Hands the owned partitions over to nodes that follow them, and releases the rest after twice the timeout, or at `end`.
    mutating func stop(by end: Instant, at now: Instant) -> [Directive] {
        isStopping = true
        handoverEnd = min(end, now + configuration.silence * 2)
        // Removed at once, so that nothing is placed here before its next heartbeat has come back.
        membership.remove(address)
        return [.sendHeartbeat] + decide(at: now)
    }

    /// Whether a stopping node has released everything, and no claim is in progress.
    var hasStopped: Bool { isStopping && phases.isEmpty }

    /// Gives up the partitions whose logs have not answered; other nodes claim them.
    ///
    /// - Returns: The partitions that were given up.
    mutating func abandon() -> (partitions: [Int], directives: [Directive]) {
        let partitions = owned
        for partition in partitions { phases[partition] = nil }
        return (partitions, partitions.isEmpty ? [] : [.sendHeartbeat])
    }

    /// The time since the node has sent the latest heartbeat that came back to it.
    func heartbeatAge(at now: Instant) -> Duration { max(now - connected, .zero) }

    /// Whether the node receives none of its heartbeats, so that it is disconnected from the others or the servers have failed.
    func isDisconnected(at now: Instant) -> Bool { heartbeatAge(at: now) > configuration.silence }

    /// Whether this node may answer reads of a partition. While it is disconnected, another node may claim the partition, and
    /// reads would return old state. Commands are safe, because the log refuses them.
    func mayAnswerReads(of partition: Int, at now: Instant) -> Bool {
        !isDisconnected(at: now) && unconfirmed[partition] == nil
    }

    /// Whether the node owns the partition and is not handing it over.
    func admitsRequests(to partition: Int) -> Bool {
        if case .owning = phases[partition] { true } else { false }
    }

    /// Whether this node carries out commands and requests of a partition. With relaxed durability it must also be sure that it
    /// still owns the partition, because a command is answered before the log could refuse it.
    ///
    /// - Parameter now: Read only with relaxed durability, because this is called for every command.
    func takesRequests(to partition: Int, at now: @autoclosure () -> Instant) -> Bool {
        admitsRequests(to: partition) && (configuration.durability == .strict || mayAnswerReads(of: partition, at: now()))
    }

    /// The owned partitions in ascending order, including those being handed over.
    var owned: [Int] { phases.filter { $0.value != .claiming }.keys.sorted() }

    // MARK: - Results

    /// Handles the result of a claim. The result of a claim that was given up, or a duplicate, changes nothing.
    mutating func claimed(_ partition: Int, _ result: Result<Progress, LogFailure>, at now: Instant) -> [Directive] {
        guard phases[partition] == .claiming else { return [] }
        switch result {
        case .success(let progress):
            positions[partition] = nil
            logs.claimed(partition)
            guard !isStopping else {
                phases[partition] = .releasing(progress)
                return [.release(partition, to: nil)]
            }
            phases[partition] = .owning(progress)
            (unconfirmed[partition], confirming[partition]) = (nil, nil)
            publishesChanges = membership.wantsChanges
            // Gateways resume the waiting commands when they receive this heartbeat.
            return [.publishChanges(publishesChanges), .sendHeartbeat]
        case .failure(let failure):
            phases[partition] = nil
            logs.claimFailed(partition, failure, at: now)
            return []
        }
    }

    /// Handles the result of an append that confirms an ownership. After a failure the next check repeats it.
    mutating func confirmed(_ partition: Int, epoch: UInt64, _ isConfirmed: Bool) {
        guard case .owning(let progress) = phases[partition], progress.epoch == epoch else { return }
        let number = confirming.removeValue(forKey: partition)
        if isConfirmed, number == unconfirmed[partition] { unconfirmed[partition] = nil }
    }

    /// The end of an owned partition's log was read, or could not be, which is repeated after ``verifyInterval``.
    mutating func verified(_ partition: Int) { verifying.remove(partition) }

    /// The partitions that this node failed to claim, with the reasons.
    var failures: [Int: String] { logs.claims }

    /// The followed partitions whose logs cannot be read, with the reasons. A partition that this node cannot claim is in
    /// ``failures`` only.
    var unreadable: [Int: String] { logs.unreadable }

    /// The owned partitions whose last snapshot failed, with the reasons.
    var snapshotFailures: [Int: String] { logs.snapshots }

    /// Handles the result of reading a log. After a failure the read is repeated in a second.
    mutating func followed(_ partition: Int, _ result: Result<LogPosition, LogFailure>, at now: Instant) -> [Directive] {
        reading.remove(partition)
        // The partition was claimed or placed elsewhere meanwhile.
        if let phase = phases[partition], phase != .claiming { return [.unfollow(partition)] }
        guard placements.keepers[partition].contains(configuration.node) else {
            positions[partition] = nil
            logs.forget(partition)
            return [.unfollow(partition)]
        }
        switch result {
        case .success(let position):
            positions[partition] = max(position, positions[partition] ?? 0)
            logs.forget(partition)
        case .failure(let failure): logs.readFailed(partition, failure, at: now)
        }
        return []
    }

    /// Handles the result of writing a snapshot of an owned partition.
    ///
    /// - Parameter failure: The reason why it could not be written; `nil` for success.
    mutating func snapshotted(_ partition: Int, epoch: UInt64, _ failure: LogFailure?) {
        guard case .owning(let progress) = phases[partition], progress.epoch == epoch else { return }
        logs.snapshotted(partition, failure)
    }

    /// Updates the state of an owned partition's log. The state of an earlier ownership is ignored.
    mutating func update(_ partition: Int, _ progress: Progress) {
        guard case .owning(let known) = phases[partition], known.epoch == progress.epoch else { return }
        phases[partition] = .owning(progress)
    }

    /// Handles that the log has refused an append of an owned partition.
    mutating func fenced(_ partition: Int, epoch: UInt64, at now: Instant) -> [Directive] {
        guard case .owning(var progress) = phases[partition], progress.epoch == epoch else { return [] }
        progress.isFenced = true
        phases[partition] = .owning(progress)
        return decide(at: now)
    }

    /// Handles the completion of a release.
    ///
    /// - Parameter isFenced: Whether another node had claimed the partition before.
    mutating func released(_ partition: Int, isFenced: Bool, at now: Instant) -> [Directive] {
        guard case .releasing = phases[partition] else { return [] }
        phases[partition] = nil
        if isFenced { noteLoss(of: partition, at: now) }
        return [.sendHeartbeat]
    }

    // MARK: - Decisions

    private mutating func decide(at now: Instant) -> [Directive] {
        awaitedClaimants = awaitedClaimants.filter { now < $0.value }
        var directives = closeLost(at: now)
        for partition in logs.snapshots.keys where !admitsRequests(to: partition) { logs.endedOwning(partition) }
        if isSuspended && !isStopping { return directives }
        for partition in unconfirmed.keys.sorted() where confirming[partition] == nil && admitsRequests(to: partition) {
            confirming[partition] = unconfirmed[partition]
            directives.append(.confirm(partition))
        }
        directives += verifications(at: now)
        membership.dropSilent(at: now)
        directives += updatePublishing()
        guard isStopping || membership.hasDiscoveredAll(address, at: now, configuration.heartbeat) else { return directives }
        join()
        guard refusal == nil || isStopping else { return directives }
        for partition in logs.claims.keys where membership.owners[partition] != nil { logs.endedClaiming(partition) }
        placements.update(membership, partitions: configuration.partitions)
        directives += releases(at: now)
        guard !isStopping, clockWrongSince == nil else { return directives }
        for partition in 0..<configuration.partitions { directives += duty(partition, at: now) }
        return directives
    }

    /// Closes the partitions that other nodes have claimed: the log has refused an append, or another node has a later claim.
    private mutating func closeLost(at now: Instant) -> [Directive] {
        let lost = phases.keys.sorted().filter { partition in
            guard case .owning(let progress) = phases[partition] else { return false }
            return progress.isFenced || membership.owners[partition]?.epoch ?? 0 > progress.epoch
        }
        for partition in lost {
            (phases[partition], unconfirmed[partition]) = (nil, nil)
            noteLoss(of: partition, at: now)
        }
        return lost.isEmpty ? [] : lost.map { .close($0) } + [.sendHeartbeat]
    }

    private mutating func noteLoss(of partition: Int, at now: Instant) {
        lostCount += 1
        awaitedClaimants[partition] = now + Membership.discovery(configuration.heartbeat)
    }

    /// Commands find out that another node has claimed a partition, and heartbeats of that node; but there may be neither.
    private mutating func verifications(at now: Instant) -> [Directive] {
        quiet = quiet.filter { admitsRequests(to: $0.key) }
        var directives: [Directive] = []
        for partition in phases.keys.sorted() {
            guard case .owning(let progress) = phases[partition] else { continue }
            guard let known = quiet[partition], known.position == progress.position else {
                quiet[partition] = (progress.position, now)
                continue
            }
            guard now - known.since >= Self.verifyInterval, verifying.insert(partition).inserted else { continue }
            quiet[partition] = (progress.position, now)
            directives.append(.verify(partition))
        }
        return directives
    }

    private mutating func updatePublishing() -> [Directive] {
        guard publishesChanges != membership.wantsChanges else { return [] }
        publishesChanges.toggle()
        return [.publishChanges(publishesChanges)]
    }

    /// Checks, once, that the existing members are nodes of the same service, and that none has this node's name.
    private mutating func join() {
        guard !hasJoined else { return }
        hasJoined = true
        // Nodes that only read, or forward an operator's request, may share a name.
        let takesPart = configuration.capacity > 0 || !kinds.isEmpty
        refusal =
            membership.stranger(to: kinds, at: address)
            ?? (takesPart ? membership.namesake(of: configuration.node, at: address) : nil)
    }

    private mutating func releases(at now: Instant) -> [Directive] {
        let isAlone = !membership.nodes.contains { $0.capacity > 0 }
        let releasesAll = isStopping && (isAlone || handoverEnd.map { now >= $0 } ?? false)
        // The limit applies to all moves, including those begun earlier.
        var moves = phases.values.count { if case .releasing = $0 { true } else { false } }
        var directives: [Directive] = []
        for partition in phases.keys.sorted() {
            guard case .owning(let progress) = phases[partition], !logs.preventsRelease(of: partition) else { continue }
            let wanted = placements.owners[partition]
            if releasesAll {
                directives.append(.release(partition, to: nil))
            } else if wanted != configuration.node, moves < configuration.movesMax,
                membership.isReady(wanted, for: partition, progress.position, at: now, configuration.heartbeat)
            {
                moves += 1
                directives.append(.release(partition, to: wanted))
            } else {
                continue
            }
            phases[partition] = .releasing(progress)
        }
        return directives
    }

    /// The directive, if any, to claim or follow a partition that the node does not own.
    private mutating func duty(_ partition: Int, at now: Instant) -> [Directive] {
        guard phases[partition] == nil else { return [] }
        let isPreferred = placements.claimants[partition] == configuration.node
        if isPreferred, membership.owners[partition] == nil || rescues(partition), awaitedClaimants[partition] == nil,
            logs.mayClaim(partition, at: now)
        {
            phases[partition] = .claiming
            return [.claim(partition, rewritesLog: placements.unreadable[partition] != nil)]
        }
        guard !reading.contains(partition) else { return [] }
        guard placements.keepers[partition].contains(configuration.node) else {
            logs.forget(partition)
            return positions.removeValue(forKey: partition) == nil ? [] : [.unfollow(partition)]
        }
        let end = membership.owner(of: partition)?.position
        guard end.map({ positions[partition] ?? 0 < $0 }) ?? true, logs.mayRead(partition, at: now) else { return [] }
        reading.insert(partition)
        return [.follow(partition)]
    }

    /// Whether to claim a partition from its owner: only the memory of the owner and of nodes that have read the log has its
    /// state. The owner does not release it, because this node may have ended since its last heartbeat.
    private func rescues(_ partition: Int) -> Bool {
        guard let owner = membership.owners[partition].flatMap({ membership.members[$0.address]?.heartbeat }),
            placements.unreadable[partition]?.contains(owner.node) == true,
            let end = membership.owner(of: partition)?.position
        else { return false }
        return Membership.isEnough(positions[partition], of: end)
    }

    /// The partitions that are placed on another node than their owner, each with what its move waits for.
    var waitingMoves: [Int: String] { membership.waitingMoves(to: placements.owners) }

    /// The partitions without a known owner, in ascending order.
    var unowned: [Int] { (0..<configuration.partitions).filter { membership.owners[$0] == nil } }
}
