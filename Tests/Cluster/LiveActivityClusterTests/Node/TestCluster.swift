import Foundation
import LiveActivities
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityCluster

/// Nodes that share logs in memory. A node fails only when the test says so, not because a loaded machine delays its
/// heartbeats.
final class TestCluster: Sendable {
    let transport = MemoryTransport()
    let time = TestTime.current
    private let partitions: Int
    /// The nodes whose heartbeats are not delivered.
    private let gone = Mutex<[ClusterRuntime]>([])

    init(partitions: Int) { self.partitions = partitions }

    static func configuration(
        _ name: NodeName, partitions: Int, silence: Duration = .seconds(600)
    ) -> ClusterRuntime.Configuration {
        var configuration = ClusterRuntime.Configuration(node: name, partitions: partitions)
        // Slower than by default: many clusters are tested at the same time, and each heartbeat costs processor time.
        (configuration.heartbeat, configuration.silence) = (.milliseconds(200), silence)
        configuration.deadline = .seconds(1_000_000)
        // In memory no answer is lost; a needlessly repeated command could get another answer.
        if TestTime.current.isMoved { configuration.answerTimeout = .seconds(1_000_000) }
        return configuration
    }

    func node(_ name: NodeName) throws -> ClusterRuntime {
        try time.node(Self.configuration(name, partitions: partitions), transport)
    }

    #if Push
    /// A node that sends pushes.
    func node(_ name: NodeName, _ pusher: ClusterPusher) throws -> ClusterRuntime {
        try time.node(Self.configuration(name, partitions: partitions), transport, pusher)
    }
    #endif

    /// Returns when these nodes own equal shares of all partitions, and all of them know it.
    func settled(_ nodes: ClusterRuntime...) async throws {
        try await until {
            forgetGone(nodes)
            return nodes.allSatisfy { node in
                let status = node.status()
                let owning = status.nodes.filter { !$0.owns.isEmpty }
                return status.unowned.isEmpty && owning.count == nodes.count
                    && owning.allSatisfy { $0.owns.count == self.partitions / nodes.count }
            }
        }
    }

    /// Cuts the node off: it neither receives nor sends messages. It continues to write until a log refuses an append.
    func disconnect(_ node: ClusterRuntime) {
        transport.detach(node.address)
        gone.withLock { $0.append(node) }
    }

    /// Pauses the node until it is resumed.
    func suspend(_ node: ClusterRuntime) {
        node.suspend()
        gone.withLock { $0.append(node) }
    }

    func resume(_ node: ClusterRuntime) {
        gone.withLock { $0.removeAll { $0 === node } }
        node.resume()
    }

    /// Removes the failed nodes from the others' memberships, as the timeout would.
    private func forgetGone(_ nodes: [ClusterRuntime]) {
        for one in gone.withLock(\.self) {
            for node in nodes { node.node.forget(one.address) }
            // A paused node does not remove members, nor do the others receive its heartbeats.
            guard !one.node.state.read({ $0.member.isSuspended }) else { continue }
            for address in nodes.map(\.address) + [one.address] { one.node.forget(address) }
        }
    }

    func numbers(_ id: ActivityID, _ node: ClusterRuntime) async throws -> [Int] {
        let record = try #require(try await node.record(of: id))
        return try JSONDecoder().decode(TallyProvider.Attributes.ContentState.self, from: Data(record.content.state.bytes))
            .numbers
    }

    /// Sends numbered events through a node until the load is stopped.
    func load(_ node: ClusterRuntime) -> Load { Load(self, node) }

    final class Load: Sendable {
        private let cluster: TestCluster
        private let task: Task<[ActivityID: Int], any Error>

        fileprivate init(_ cluster: TestCluster, _ node: ClusterRuntime) {
            self.cluster = cluster
            let (isOver, acknowledged) = (Ended(), Acknowledged())
            (ended, count) = (isOver, acknowledged)
            task = Task {
                try await withThrowingTaskGroup(of: (ActivityID, Int).self) { group in
                    for owner in 0..<16 {
                        group.addTask {
                            let owner = OwnerID("load \(owner)")
                            let id = try await Self.untilKnown { () throws(RuntimeError) in
                                try await node.start(
                                    TallyProvider.Attributes(name: "load"), owner: owner,
                                    options: StartOptions(key: "1", ifRunning: .join))
                            }
                            var count = 0
                            repeat {
                                count += 1
                                try await Self.untilKnown { [count] () throws(RuntimeError) in
                                    _ = try await node.send(
                                        TallyProvider.Event.happened(count), to: id, eventID: EventID("\(count)"),
                                        timestamp: nil)
                                }
                                acknowledged.value.add(1, ordering: .relaxed)
                                await cluster.time.pause(.milliseconds(5))
                            } while !isOver.value.load(ordering: .relaxed)
                            return (id, count)
                        }
                    }
                    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
            }
        }

        private let ended: Ended
        private final class Ended: Sendable { let value = Atomic(false) }

        /// The number of acknowledged events so far.
        var acknowledged: Int { count.value.load(ordering: .relaxed) }
        private let count: Acknowledged
        private final class Acknowledged: Sendable { let value = Atomic(0) }

        /// Repeats a command until it has an answer: with its key or id if the outcome is unknown, as the error recommends.
        private static func untilKnown<Value: Sendable>(
            _ command: () async throws(RuntimeError) -> Value
        ) async throws(RuntimeError) -> Value {
            while true {
                do throws(RuntimeError) { return try await command() } catch {
                    guard case .outcomeUnknown = error else { throw error }
                }
            }
        }

        /// Checks that each acknowledged event was applied once and in order.
        func check(_ node: ClusterRuntime) async throws {
            ended.value.store(true, ordering: .relaxed)
            for (id, count) in try await task.value {
                #expect(count > 0)
                #expect(try await cluster.numbers(id, node) == Array(1...count))
            }
        }
    }
}
