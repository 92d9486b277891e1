import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityTesting

@testable import LiveActivityCluster

// Input from servers and from other nodes, which may have another version.
extension FuzzTarget {
    /// The records of a partition's log. A follower refuses them, or its state can be written and read again; another node
    /// takes the partition over with it and continues.
    static let clusterLog = FuzzTarget(name: "cluster-log", seeds: { [log()] }) {
        { bytes in
            let log = MemoryPartitionLog()
            for message in messages(in: bytes) {
                let end = log.bounds().last
                _ = try? log.append(LogMessage(id: "\(end)", bytes: message), after: end)
            }
            var follower = PartitionFollower(log)
            guard (try? follower.catchUp()) != nil, follower.isWhole else { return }
            for batch in follower.state.batches() {
                guard let encoded = try? batch.encoded() else { continue }
                let again = must("an encoded batch is read") { try LogBatch(encoded: encoded) }
                require(again.rows == batch.rows && again.records == batch.records, "other rows after writing and reading")
            }
            guard let store = try? PartitionStore(claiming: &follower, as: "two", writer: 2),
                let runtime = try? LiveActivityRuntime(
                    partition: 0, of: 1, clock: ManualClock(now: Samples.epoch + 60), providers: Samples.providers, store: store
                )
            else { return }
            store.dropRestoredState()
            for line in Samples.commands.prefix(3) { _ = try? runtime.apply(json: line) }
            runtime.close()
        }
    }

    /// Messages between nodes: heartbeats, frames with requests and answers, changes.
    static let clusterMessages = FuzzTarget(name: "cluster-messages", seeds: { nodeMessages() }) {
        let decoder = WireDecoder()
        return { bytes in
            let bytes = Array(bytes)
            if let frames = Frames(encoded: bytes) {
                require(Frames(encoded: frames.encoded()) == frames, "other frames")
                for frame in frames.frames { read(frame.bytes) }
            }
            read(bytes)
            if let heartbeat = try? decoder.decode(Heartbeat.self, from: bytes) {
                let again = must("a heartbeat is read again") {
                    try decoder.decode(Heartbeat.self, from: WireEncoder().encode(heartbeat))
                }
                require(again == heartbeat, "another heartbeat")
            }
        }
    }

    private static func read(_ bytes: [UInt8]) {
        if let request = ClusterRequest(encoded: bytes) { _ = request.encoded() }
        if let answer = ClusterAnswer(encoded: bytes) {
            _ = answer.encoded()
            _ = (answer.outcome, answer.error, answer.outcomes)
        }
        if let message = ChangeMessage(encoded: bytes) { _ = message.encoded() }
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
    private static func log() -> [UInt8] {
        must("a log") {
            let log = MemoryPartitionLog()
            var follower = PartitionFollower(log)
            let store = try PartitionStore(claiming: &follower, as: "one", address: "one.1", writer: 1)
            let runtime = try LiveActivityRuntime(
                partition: 0, of: 1, configuration: EngineConfiguration(seed: 1), clock: ManualClock(now: Samples.epoch),
                providers: Samples.providers, store: store)
            store.dropRestoredState()
            for line in Samples.commands.prefix(12) { _ = try? runtime.apply(json: line) }
            runtime.close()
            return joined(try log.read(after: 0, bytes: .max).map(\.message.bytes))
        }
    }

    private static func nodeMessages() -> [[UInt8]] {
        let heartbeat =
            #"{"node":"one","address":"one.1","capacity":1,"partitions":6,"kinds":{"delivery":1},"owned":[{"partition":0,"epoch":1,"position":4}],"followed":[{"partition":1,"position":2}],"pins":[],"drains":[]}"#
        let requests = Samples.commands.prefix(8).compactMap { line -> [UInt8]? in
            guard let command = try? WireDecoder().decode(TimedCommand.self, from: line).command else { return nil }
            return ClusterRequest(partition: 0, .apply(command, ifRevision: nil, trace: nil)).encoded()
        }
        let answers = [
            ClusterAnswer(.engine(.unknownKind("none"))).encoded(), ClusterAnswer(isNotOwner: true).encoded(),
        ]
        let frames = Frames((requests + answers).enumerated().map { Frames.Frame(number: UInt64($0), bytes: $1) })
        return [Array(heartbeat.utf8), frames.encoded()] + requests + answers
    }
}
