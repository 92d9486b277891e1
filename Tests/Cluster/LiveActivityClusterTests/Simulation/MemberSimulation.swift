import Foundation
import LiveActivityCore
import LiveActivityTesting

@testable import LiveActivityCluster

/// Processes of a cluster in virtual time, from one seed: each is a ``ClusterMember``, over a network and logs that lose, delay
/// and reorder messages.
///
/// A story alternates between calm and faulty periods. In a faulty period processes are killed, paused, disconnected, drained
/// and stopped, messages and appends are lost and late, and logs cannot be read. At all times: each epoch of a partition has
/// one writer, an owner that has found damage in its log keeps the partition, and queries are answered from an old state for a
/// limited time only. When it is calm again, each partition has its preferred owner within ``calmAfter``; then nothing moves.
/// In a calm period a killed node's partitions have owners within ``takeover``, and a drain, a move, a stop and a start move
/// exactly the partitions they must, once, and a damaged log that a second node has read is repaired.
final class MemberSimulation {
    /// The maximum time after faults until every partition has its preferred owner.
    static let calmAfter: Duration = .seconds(30)
    /// The maximum time for which a killed node's partition has no owner: the timeout, a check, a claim.
    static let takeover: Duration = .seconds(5)
    /// The maximum time for which a planned move leaves a partition without an owner.
    static let move: Duration = .seconds(2)
    /// The maximum time until a damaged log is repaired: a snapshot is due, a heartbeat reports its failure, a move.
    static let repair: Duration = .seconds(10)

    private struct Faults {
        /// The average number of messages and appends per loss; none are lost by default.
        var loss = Int.max
        var delay: Duration = .milliseconds(20)
    }

    /// By sender and receiver: when the last heartbeat arrives.
    private var arrivals: [[String]: Duration] = [:]
    /// The highest loss rate of the story so far.
    private var fewestBetweenLosses = Int.max
    private var longestDelay: Duration = .milliseconds(20)

    let start = ClusterClock.Instant.now
    var random: SeededGenerator
    var time = VirtualTime()
    var logs: [PartitionHistory]
    private(set) var processes: [SimulatedProcess] = []
    private var faults = Faults()
    private var failure: Broken?
    private let names: [NodeName]
    private let movesMax: Int
    private var addresses = 0
    /// The number of operators' requests, used as their time.
    private var requests = 0.0
    /// Whether clients send commands. A command reveals a fenced owner that has not detected it, and a process that has ended;
    /// without commands the nodes detect them later.
    private var hasLoad = true

    private(set) var acknowledged = 0
    private(set) var queries = 0
    private(set) var kills = 0
    private(set) var pauses = 0
    private(set) var moves = 0
    private(set) var repairs = 0
    private(set) var slowestCalm: Duration = .zero
    private(set) var slowestTakeover: Duration = .zero

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        logs = Array(repeating: PartitionHistory(), count: random.pick([1, 4, 7]))
        names = (0..<random.pick([2, 3, 4])).map { NodeName("node\($0)") }
        movesMax = random.pick([1, 4])
    }

    // Advances the virtual time.

    func run() throws {
        for name in names { startProcess(name) }
        sendRequests()
        try settle()
        for _ in 0..<3 {
            if random.once(in: 2) { try beFaulty() } else { try actInCalm() }
            for (partition, log) in logs.enumerated() { try log.check(partition) }
        }
    }

    private func startProcess(_ name: NodeName) {
        addresses += 1
        var configuration = ClusterRuntime.Configuration(node: name, partitions: logs.count)
        configuration.movesMax = movesMax
        processes.append(
            SimulatedProcess(configuration, address: "\(name.rawValue)-\(addresses)", self))
    }

    /// Lets time pass.
    private func pass(_ duration: Duration, until holds: () -> Bool = { false }) throws {
        let end = time.now + duration
        while !holds(), let body = time.next(until: end) {
            body()
            if let failure { throw failure }
        }
    }

    private var running: [SimulatedProcess] { processes.filter { !$0.isEnded } }

    // MARK: - Steps with faults

    private func beFaulty() throws {
        faults = Faults(
            loss: random.pick([3, 10, 100]), delay: .milliseconds(random.pick([20, 300, 1_500])))
        fewestBetweenLosses = min(fewestBetweenLosses, faults.loss)
        longestDelay = max(longestDelay, faults.delay)
        for _ in 0..<(5 + random.below(15)) {
            try pass(.milliseconds(random.below(2_500)))
            if running.isEmpty { startProcess(random.pick(names)) }
            let process = random.pick(running)
            switch random.below(13) {
            case 0: kill(process)
            case 1, 2:
                process.pause()
                pauses += 1
            case 3, 4: process.resume()
            case 5: process.canSend.toggle()
            case 6: process.canReceive.toggle()
            case 7: drain(random.pick(names), random.once(in: 2))
            case 8: requestMove(random.below(logs.count), to: random.pick(names))
            case 9:
                if !process.isPaused, !process.member.isStopping {
                    process.stop(within: .seconds(random.below(20))) { _ in }
                }
            case 10:
                let index = random.below(logs.count)
                logs[index].damaged = logs[index].damaged == nil ? logs[index].position : nil
            default: restart(random.pick(names))
            }
        }
        faults = Faults()
        for index in logs.indices { logs[index].damaged = nil }
        for process in running {
            (process.canSend, process.canReceive) = (true, true)
            process.resume()
        }
        // Late messages arrive before a process of the same name is started; two running ones would be an operator's mistake.
        try pass(.seconds(5))
        for name in names where random.once(in: 2) { restart(name) }
        // A refused process exits, and is restarted.
        for process in running where process.member.refusal != nil { process.end() }
        // By then the stopping processes have ended.
        if !running.contains(where: \.takesPart) { try pass(.seconds(25)) }
        if running.isEmpty { startProcess(random.pick(names)) }
        if random.once(in: 2) { for name in names { drain(name, false) } }
        hasLoad = random.once(in: 2)
        defer { hasLoad = true }
        try settle()
    }

    private func kill(_ process: SimulatedProcess) {
        process.end()
        kills += 1
    }

    /// Starts a node that is not running.
    private func restart(_ name: NodeName) {
        if !running.contains(where: { $0.name == name }) { startProcess(name) }
    }

    private func drain(_ name: NodeName, _ isDrained: Bool) {
        requests += 1
        let request = Heartbeat.Drain(
            node: name, isDrained: isDrained, at: Date(timeIntervalSince1970: requests))
        let process = random.pick(running)
        process.perform { process.requestPlacement(drains: [request]) }
    }

    private func requestMove(_ partition: Int, to name: NodeName) {
        requests += 1
        let request = Heartbeat.Pin(
            partition: partition, node: name, at: Date(timeIntervalSince1970: requests))
        let process = random.pick(running)
        process.perform { process.requestPlacement(pins: [request]) }
    }

    // MARK: - Recovery without faults

    private func actInCalm() throws {
        let before = placement()
        let claims = logs.map(\.claimCount)
        for index in logs.indices { logs[index].resetLongestMove() }
        let process = random.pick(running)
        var (isPlanned, damaged) = (true, Int?.none)
        switch random.below(6) {
        case 0:
            isPlanned = false
            try killInCalm(process)
        case 1: drain(random.pick(names), random.once(in: 2))
        case 2: requestMove(random.below(logs.count), to: random.pick(names))
        case 3:
            damaged = try damageInCalm()
            guard damaged != nil else { return }
        case 4:
            guard running.contains(where: { $0 !== process && capacity(of: $0) > 0 }) else { return }
            var abandoned: [Int]?
            process.stop(within: .seconds(60)) { abandoned = $0 }
            try pass(.seconds(60)) { abandoned != nil }
            guard abandoned == [] else {
                throw Broken("\(process.address) stopped without a handover: \(abandoned ?? [])")
            }
        default:
            guard let name = names.first(where: { name in !running.contains { $0.name == name } }) else {
                return
            }
            startProcess(name)
        }
        try settle()
        let after = placement()
        for (partition, log) in logs.enumerated() {
            // If all nodes are drained, the last owner keeps the partition until one is not.
            guard before[partition] != nil, after[partition] != nil else { continue }
            // A repaired partition comes back, over a third node if that reads the log again before the former owner does.
            let wanted = before[partition] == after[partition] ? 0 : 1
            let count = log.claimCount - claims[partition]
            guard partition == damaged ? 2...3 ~= count : count == wanted else {
                throw Broken(
                    "partition \(partition) went from \(before[partition] ?? "nobody") to \(after[partition] ?? "nobody") with "
                        + "\(count) claims")
            }
            if isPlanned, log.longestMove > Self.move {
                throw Broken("partition \(partition) was without an owner for \(log.longestMove)")
            }
            moves += wanted
        }
    }

    /// Damages a log that another process has read, which then takes the partition over and writes its state again.
    ///
    /// - Returns: The partition; `nil` if there is none.
    private func damageInCalm() throws -> Int? {
        let partition = random.below(logs.count)
        guard let position = running.filter({ capacity(of: $0) > 0 }).compactMap({ $0.read[partition] }).max() else {
            return nil
        }
        logs[partition].damaged = position
        try pass(Self.repair) { logs[partition].damaged == nil }
        guard logs[partition].damaged == nil else { throw Broken("the log of partition \(partition) is not repaired") }
        return partition
    }

    private func killInCalm(_ process: SimulatedProcess) throws {
        // Where all nodes are drained, one of them takes over nevertheless.
        guard running.contains(where: { $0 !== process && $0.takesPart }) else { return }
        let owned = Set(process.owned.keys)
        hasLoad = random.once(in: 2)
        defer { hasLoad = true }
        kill(process)
        let begin = time.now
        try pass(Self.takeover) { owned.allSatisfy { isOwned($0) } }
        guard owned.allSatisfy({ isOwned($0) }) else {
            throw Broken(
                "\(owned.sorted().filter { !isOwned($0) }) have no owner \(Self.takeover) after \(process.address) was killed"
            )
        }
        slowestTakeover = max(slowestTakeover, time.now - begin)
    }

    private func isOwned(_ partition: Int) -> Bool {
        running.contains {
            $0.address == logs[partition].owner && $0.member.admitsRequests(to: partition)
        }
    }

    private func capacity(of process: SimulatedProcess) -> Int {
        process.takesPart && drains[process.name]?.isDrained != true
            ? process.member.configuration.capacity : 0
    }

    /// The latest drain requests known to any process.
    private var drains: [NodeName: Heartbeat.Drain] {
        running.reduce(into: [:]) { $0.merge($1.member.membership.drains) { $0.at > $1.at ? $0 : $1 } }
    }

    /// The preferred owner of each partition.
    private func placement() -> [NodeName?] {
        let pins = running.reduce(into: [:]) {
            $0.merge($1.member.membership.pins) { $0.at > $1.at ? $0 : $1 }
        }
        let nodes = running.filter(\.takesPart).map {
            PartitionPlacement.Node($0.name, capacity: capacity(of: $0))
        }
        return PartitionPlacement(partitions: logs.count, nodes: nodes).owners.enumerated().map {
            partition, owner in
            nodes.contains { $0.name == pins[partition]?.node && $0.capacity > 0 }
                ? pins[partition]?.node : owner
        }
    }

    /// Checks that each partition has its preferred owner, that all processes know it, and that nothing moves any more.
    private func settle() throws {
        let begin = time.now
        try pass(Self.calmAfter) { isSettled }
        guard isSettled else {
            let owners = logs.map { $0.owner ?? "nobody" }
            throw Broken(
                "after \(Self.calmAfter) of calm partitions \(placement().map { $0 ?? "nobody" }) are owned by \(owners)"
            )
        }
        slowestCalm = max(slowestCalm, time.now - begin)
        let claims = logs.map(\.claimCount)
        let lost = running.map(\.member.lostCount)
        try pass(.seconds(6))
        guard isSettled, logs.map(\.claimCount) == claims, running.map(\.member.lostCount) == lost
        else {
            throw Broken("partitions move in calm: \(logs.map { $0.owner ?? "nobody" })")
        }
    }

    private var isSettled: Bool {
        placement().enumerated().allSatisfy { partition, name in
            let owner = running.first {
                $0.address == logs[partition].owner && $0.member.admitsRequests(to: partition)
            }
            // If all nodes are drained, the last owner keeps it, and a partition without an owner is claimed.
            guard running.contains(where: \.takesPart) else { return true }
            guard let owner, name == nil || owner.name == name else { return false }
            return running.allSatisfy {
                guard $0.member.refusal == nil else { return true }
                guard let known = $0.member.membership.owners[partition], known.address == owner.address
                else { return false }
                return known.epoch == logs[partition].epoch
            }
        }
    }

    // MARK: - The network and the logs

    func latency() -> Duration {
        .milliseconds(1 + random.below(Int(faults.delay / .milliseconds(1))))
    }

    func logLatency() -> Duration { latency() }

    func logFails() -> Bool { isLost() }

    private func isLost() -> Bool { isFaulty && random.once(in: faults.loss) }

    private var isFaulty: Bool { faults.loss < .max }

    /// A new owner has written its state again, and deleted the log before it.
    func rewrite(_ partition: Int) {
        if logs[partition].damaged != nil { repairs += 1 }
        logs[partition].damaged = nil
    }

    func exists(_ address: String) -> Bool {
        processes.contains { $0.address == address && !$0.isEnded }
    }

    /// A heartbeat may be lost on its way to the servers, and so for all receivers. From there each process receives it after
    /// its own delay: in calm periods in the sender's order, otherwise in any order, once or twice.
    func send(_ heartbeat: Heartbeat) {
        guard !isLost() else { return }
        for process in running {
            for _ in 0..<(isFaulty && random.once(in: 20) ? 2 : 1) {
                var arrival = time.now + latency()
                if !isFaulty {
                    arrival = max(arrival, arrivals[[heartbeat.address, process.address]] ?? .zero)
                }
                arrivals[[heartbeat.address, process.address]] = arrival
                time.schedule(after: arrival - time.now) { [unowned process] in
                    guard process.canReceive else { return }
                    process.perform { process.receive(heartbeat) }
                }
            }
        }
    }

    /// Clients send commands and queries, each to the process that some other process takes for the owner, or to a former
    /// owner.
    private func sendRequests() {
        time.schedule(after: .milliseconds(50 + random.below(150))) { [unowned self] in
            sendRequests()
            guard !running.isEmpty else { return }
            let (partition, gateway) = (random.below(logs.count), random.pick(running))
            if random.once(in: 3) {
                for process in running where !process.isPaused { process.query(partition) }
            }
            guard hasLoad, !gateway.isPaused, gateway.canSend,
                let owner = gateway.member.membership.owners[partition]?.address
            else { return }
            time.schedule(after: latency()) { [unowned self] in
                guard let process = running.first(where: { $0.address == owner }) else {
                    return gateway.perform { gateway.unreachable(owner) }
                }
                if process.canReceive { process.perform { process.command(partition) } }
            }
        }
    }

    func acknowledge(_ partition: Int, _ epoch: UInt64, _ address: String) { acknowledged += 1 }

    /// Checks a query that a process has answered from its state of an epoch.
    func answered(_ partition: Int, _ epoch: UInt64, _ process: SimulatedProcess) {
        queries += 1
        // If many heartbeats are lost, a new owner's may be missing for any time.
        guard fewestBetweenLosses >= 100, let written = logs[partition].firstCommand(after: epoch)
        else { return }
        // The timeout, plus the delay of a heartbeat in transit.
        let (age, limit) = (time.now - written, process.member.configuration.silence + longestDelay * 2)
        if age > limit {
            fail(
                "\(process.address) answers a query of epoch \(epoch), \(age) after a command of a later one"
            )
        }
    }

    func fail(_ reason: String) { failure = failure ?? Broken(reason) }
}
