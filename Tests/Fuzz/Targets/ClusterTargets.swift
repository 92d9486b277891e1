import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivityTesting

@testable import LiveActivitiesCLI
@testable import LiveActivityCluster

// Input from servers and from other nodes, which may have another version.
extension FuzzTarget {
    /// The records of a partition's log, in NATS or in PostgreSQL, whose beginning may have been trimmed. A follower refuses
    /// them, or its state can be written and read again; another node takes the partition over with it and continues.
    static let clusterLog = FuzzTarget(name: "cluster-log", seeds: { [log(), log(endsWithSnapshot: true)] }) {
        { bytes in
            let log = MemoryPartitionLog()
            // The first byte is the number of trimmed positions.
            let trimmed = LogPosition(bytes.first ?? 0) % 64
            let missing = Array(repeating: [UInt8](), count: Int(trimmed))
            for message in missing + messages(in: UnsafeBufferPointer(rebasing: bytes.dropFirst())) {
                let end = log.bounds().last
                _ = try? log.append(LogMessage(id: "\(end)", bytes: message), after: end)
            }
            log.trim(through: trimmed)
            readChanges(of: log, after: trimmed)
            var follower = PartitionFollower(log)
            guard (try? follower.catchUp()) != nil, follower.isWhole else { return }
            for batch in follower.state.batches() {
                guard let encoded = try? batch.encoded() else { continue }
                let again = must("an encoded batch is read") { try LogBatch(encoded: encoded[...]) }
                require(again.rows == batch.rows && again.records == batch.records, "other rows after writing and reading")
            }
            guard let store = try? PartitionStore(claiming: &follower, as: "two", writer: 2),
                let runtime = try? LiveActivityRuntime(
                    partition: 0, of: 1, clock: ManualClock(now: Samples.epoch + 60), providers: Samples.providers, store: store
                )
            else { return }
            readLedger(in: store)
            store.dropRestoredState()
            for line in Samples.commands.prefix(3) { _ = try? runtime.apply(json: line) }
            _ = must("a snapshot of a partition that was taken over") { try store.snapshot() }
            runtime.close()
            var next = PartitionFollower(log)
            _ = must("the log is read again") { try next.catchUp() }
            require(next.isWhole && next.isReleased, "the log does not show its state after a snapshot and a release")
        }
    }

    /// The activities that have changed, for the copy in a table.
    private static func readChanges(of log: MemoryPartitionLog, after position: LogPosition) {
        var changes = LogChanges(after: position)
        for entry in (try? log.read(after: position, bytes: .max)) ?? [] {
            guard (try? changes.take(entry)) != nil else { break }
        }
        _ = (try? changes.changed(), changes.dismissed)
    }

    /// The push ledger in the log.
    private static func readLedger(in store: PartitionStore) {
        guard let cipher = try? LedgerCipher(key: nil), let records = try? PartitionLedger(store, cipher).load() else { return }
        let ledger = TokenLedger(records)
        require(ledger.records.count <= records.count, "more rows than records")
    }

    /// Messages between nodes: frames and pieces with requests and answers, changes. The owner of a partition answers every
    /// request that it can read.
    static let clusterMessages = FuzzTarget(name: "cluster-messages", seeds: { nodeMessages() }) {
        { bytes in
            let bytes = Array(bytes)
            var pieces = MessagePieces()
            for piece in MessagePieces.cut(bytes, number: 1, max: 64).dropLast() { _ = pieces.take(piece) }
            let whole = MessagePieces.cut(bytes, number: 1, max: 64).last.flatMap { pieces.take($0) }
            require(bytes.count <= 64 || whole == bytes, "another message after it was cut into pieces")
            var requests: [ClusterRequest] = []
            if let frames = Frames(encoded: bytes) {
                require(Frames(encoded: frames.encoded()) == frames, "other frames")
                for frame in frames.frames.prefix(16) {
                    _ = pieces.take(frame.bytes)
                    requests += read(frame.bytes)
                }
            }
            requests += read(bytes)
            guard !requests.isEmpty else { return }
            answer(requests)
        }
    }

    /// Heartbeats of other nodes, one a line, as the node `one` receives them. It can always stop.
    static let clusterMember = FuzzTarget(
        name: "cluster-member", format: .jsonLines,
        seeds: { [Array(Array(repeating: heartbeats, count: 4).joined(separator: "\n").utf8)] }
    ) {
        { bytes in
            var node = FuzzedNode()
            for line in bytes.split(separator: 0x0A).prefix(32) {
                if let heartbeat = Heartbeat(encoded: Array(line)) {
                    require(Heartbeat(encoded: heartbeat.encoded()) == heartbeat, "another heartbeat")
                    node.receive(heartbeat)
                }
                node.pass(.milliseconds(500))
            }
            node.stop()
        }
    }

    /// Reads a message as each of the types that nodes exchange. What is read can be written, and reads as the same.
    ///
    /// - Returns: The request, if it is one.
    private static func read(_ bytes: [UInt8]) -> [ClusterRequest] {
        func compare(_ written: [UInt8]?, _ again: [UInt8]?) {
            require(written != nil && written == again, "another message after writing and reading")
        }
        if let answer = ClusterAnswer(encoded: bytes) {
            compare(answer.encoded(), ClusterAnswer(encoded: answer.encoded())?.encoded())
        }
        if let message = ChangeMessage(encoded: bytes) {
            compare(message.encoded(), ChangeMessage(encoded: message.encoded())?.encoded())
            ChangeFeed({ _, _ in }, reset: {}).take(message)
        }
        if let request = PartitionPushRequest(encoded: bytes) {
            compare(request.encoded(), PartitionPushRequest(encoded: request.encoded())?.encoded())
        }
        if let answer = PartitionPushAnswer(encoded: bytes) {
            compare(answer.encoded(), PartitionPushAnswer(encoded: answer.encoded())?.encoded())
            _ = answer.devices?.map(\.states)
        }
        guard let request = ClusterRequest(encoded: bytes) else { return [] }
        let written = try? request.encoded()
        compare(written, try? written.flatMap { ClusterRequest(encoded: $0) }?.encoded())
        return [request]
    }

    /// Answers requests as the owner of a partition, twice: the second time they are repetitions.
    private static func answer(_ requests: [ClusterRequest]) {
        Blocking.run {
            let log = MemoryPartitionLog()
            var follower = PartitionFollower(log)
            guard
                let owned = try? OwnedPartition(
                    0, of: 1, &follower, node: "one", address: "one.1", clock: ClusterClock(ManualClock(now: Samples.epoch)),
                    providers: Samples.providers)
            else { fatalError("an empty partition cannot be claimed") }
            for request in requests + requests {
                let answer = await owned.answer(request)
                require(ClusterAnswer(encoded: answer.encoded()) != nil, "an answer that cannot be read: \(answer)")
            }
            owned.close(isLost: false)
            var next = PartitionFollower(log)
            _ = must("the log is read again") { try next.catchUp() }
            require(next.isReleased, "the partition was not released")
        }
    }

    // MARK: - Inputs

    /// Each message is preceded by its length in three bytes.
    private static func messages(in bytes: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
        var (messages, rest) = ([[UInt8]](), bytes[...])
        while rest.count >= 3 {
            let length = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            messages.append(Array(rest.dropFirst(3).prefix(length)))
            rest = rest.dropFirst(3 + length)
        }
        return messages
    }

    private static func joined(_ messages: [[UInt8]]) -> [UInt8] {
        messages.flatMap { message in [16, 8, 0].map { UInt8(truncatingIfNeeded: message.count >> $0) } + message }
    }

    /// The records that a node writes to the log of its partition.
    ///
    /// - Parameter endsWithSnapshot: Whether the node has written a snapshot, and trimmed the log.
    private static func log(endsWithSnapshot: Bool = false) -> [UInt8] {
        must("a log") {
            let log = MemoryPartitionLog()
            var follower = PartitionFollower(log)
            let store = try PartitionStore(claiming: &follower, as: "one", address: "one.1", writer: 1)
            let runtime = try LiveActivityRuntime(
                partition: 0, of: 1, configuration: EngineConfiguration(seed: 1), clock: ManualClock(now: Samples.epoch),
                providers: Samples.providers, store: store)
            store.dropRestoredState()
            for line in Samples.commands.prefix(12) { _ = try? runtime.apply(json: line) }
            try PartitionLedger(store, LedgerCipher(key: nil)).append(sampleLedger().records)
            if endsWithSnapshot { try store.snapshot() }
            for line in Samples.commands.prefix(2) { _ = try? runtime.apply(json: line) }
            runtime.close()
            let trimmed = log.bounds().first - 1
            return [UInt8(trimmed)] + joined(try log.read(after: trimmed, bytes: .max).map(\.message.bytes))
        }
    }

    private static let heartbeats = """
        {"node":"two","address":"two.1","capacity":1,"partitions":6,"kinds":{"delivery":1},"owned":[{"partition":0,"epoch":1,\
        "position":4,"changes":3}],"followed":[{"partition":1,"position":2},{"partition":2,"position":1}],"pins":[{"partition":2,\
        "node":"two","at":803667600}],"drains":[],"hasJoined":true,"recognisesRequests":true,"uptimeMs":90000}
        {"node":"three","address":"three.1","capacity":2,"partitions":6,"kinds":{"delivery":1,"sports":2},"owned":[],"followed":[],\
        "pins":[],"drains":[{"node":"one","isDrained":true,"at":803667600}],\
        "gone":["two.1"],"wantsChanges":true,"lost":1}
        """

    private static func nodeMessages() -> [[UInt8]] {
        let requests = Samples.commands.prefix(8).compactMap { line -> [UInt8]? in
            guard let command = try? WireDecoder().decode(TimedCommand.self, from: line).command else { return nil }
            return try? ClusterRequest(partition: 0, .apply(command, ifRevision: nil, trace: nil)).encoded()
        }
        let answers = [
            ClusterAnswer.failure(.engine(.unknownKind("none"))).encoded(), ClusterAnswer.notOwner.encoded(),
        ]
        let change = must("a change") { try WireDecoder().decode(Change.self, from: Samples.changes[0]) }
        let changes = ChangeMessage(partition: 0, changes: [change], topics: [.init(activity: change.activity, topics: ["a"])])
        let registration =
            #"{"register":{"_0":{"token":"q6s=","target":{"sort":"start","name":"delivery"},"installation":"phone","owner":"anna","#
            + #""bundle":"com.example.food","environment":"sandbox"},"isFirst":true}}"#
        let key = ActivityReference.key(owner: "anna", kind: "delivery", key: "1")
        let events = ClusterRequest(
            partition: 0,
            .sendMany(
                [.init(activity: key, json: Array(#"{"is":"none"}"#.utf8), id: "7", timestamp: Samples.epoch, number: 2)],
                trace: nil),
            as: RequestName(sender: "two", number: 1, settled: 1))
        let frames = Frames((requests + answers).enumerated().map { Frames.Frame(number: UInt64($0), bytes: $1) })
        return [frames.encoded(), changes.encoded(), Array(registration.utf8)] + requests + answers + [events.encoded()]
    }
}

/// A node whose claims, releases and reads succeed at once, and which receives its own heartbeats.
private struct FuzzedNode {
    private var member: ClusterMember
    private var now = ClusterClock.Instant.now
    private var epochs: [Int: UInt64] = [:]
    private let feed = ChangeFeed({ _, _ in }, reset: {})

    init() {
        member = ClusterMember(
            ClusterRuntime.Configuration(node: "one", partitions: 6), address: "one.1", kinds: ["delivery": 1], at: now)
        member.receivesChanges = true
    }

    mutating func receive(_ heartbeat: Heartbeat) { carryOut(member.receive(heartbeat, at: now)) }

    mutating func pass(_ time: Duration) {
        now += time
        carryOut(member.advance(to: now))
        _ = member.membership.differences
    }

    mutating func stop() {
        carryOut(member.stop(by: now + .seconds(30), at: now))
        for _ in 0..<80 where !member.hasStopped { pass(.milliseconds(500)) }
        require(member.hasStopped, "the node does not stop: it owns \(member.owned)")
    }

    private mutating func carryOut(_ directives: [ClusterMember.Directive]) {
        var (waiting, count) = (directives[...], 0)
        while let directive = waiting.popFirst() {
            count += 1
            require(count < 1_000, "the node does not come to rest: \(directive)")
            switch directive {
            case .claim(let partition):
                let epoch = (epochs[partition] ?? 0) + 1
                epochs[partition] = epoch
                waiting += member.claimed(partition, .success(.init(epoch: epoch, position: 1)), at: now)
            case .follow(let partition): waiting += member.followed(partition, .success(1), at: now)
            case .release(let partition, _): waiting += member.released(partition, isFenced: false, at: now)
            case .confirm(let partition): member.confirmed(partition, epoch: epochs[partition] ?? 0, true)
            case .verify(let partition): member.verified(partition)
            case .sendHeartbeat:
                guard let heartbeat = member.heartbeat(at: now) else { continue }
                require(Heartbeat(encoded: heartbeat.encoded()) == heartbeat, "another heartbeat of its own")
                waiting += member.receive(heartbeat, at: now)
            case .probe(let address): waiting += member.unreachable(address, at: now)
            case .compareChanges(let owned): feed.compare(owned, at: now)
            case .unfollow, .close, .publishChanges: break
            }
        }
    }
}
