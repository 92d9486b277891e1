import Foundation
import LiveActivities
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityCluster

/// Nodes of a cluster in one process, over logs in memory.
@Suite(.movedTime, .timeLimit(.minutes(15))) struct ClusterRuntimeTests {
    @Test func oneNodeOwnsEverythingAndTakesEveryCommand() async throws {
        let cluster = TestCluster(partitions: 4)
        let node = try cluster.node("one")
        try await checkCommands(node)
        await node.stop()
    }

    @Test func eachNodePassesOnWhatItDoesNotOwn() async throws {
        let cluster = TestCluster(partitions: 8)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        try await cluster.settled(one, two)
        #expect(one.status().nodes.map(\.owns.count) == [4, 4])
        try await checkCommands(one)
        var ids: [ActivityID] = []
        for owner in 0..<40 {
            ids.append(
                try await one.start(TallyProvider.Attributes(name: "\(owner)"), owner: OwnerID("\(owner)"), options: .init()))
        }
        for id in ids { try await two.send(TallyProvider.Event.happened(7), to: id) }
        for id in ids { #expect(try await cluster.numbers(id, one) == [7]) }
        #expect(Set(ids.map(\.shard)).count == 8)
        #expect(Set(ids).isSubset(of: Set(try await two.activities())))
        await one.stop()
        await two.stop()
    }

    /// Checks every command and every query.
    private func checkCommands(_ runtime: some ActivityCommands) async throws {
        let id = try await runtime.start(
            TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions(key: "42"))
        #expect(try await runtime.resolve(.key(owner: "anna", kind: "tally", key: "42")) == id)
        #expect(
            try await runtime.start(TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions(key: "42"))
                == id)
        #expect(try await runtime.send(TallyProvider.Event.happened(1), to: id, eventID: "a", timestamp: nil) == .applied)
        let again = try await runtime.send(TallyProvider.Event.happened(1), to: id, eventID: "a", timestamp: nil)
        guard case .ignored = again else { return #expect(Bool(false), "\(again)") }
        #expect(try await runtime.send(json: #"{"happened":{"_0":2}}"#, to: id) == .applied)
        let many = [JSONEvent(#"{"happened":{"_0":3}}"#, to: .id(id)), JSONEvent("no JSON", to: .id(id))]
        let results = await runtime.send(json: many, trace: nil)
        #expect(try results[0].get() == .applied)
        #expect(throws: RuntimeError.self) { try results[1].get() }
        let record = try #require(try await runtime.record(of: id))
        #expect(record.owner == "anna" && record.key == "42" && record.revision == 4)
        #expect(try await runtime.state(of: id) == .active)
        #expect(try await runtime.owner(of: id) == "anna")
        #expect(try await runtime.kind(of: id) == "tally")
        #expect(try await runtime.activity(owner: "anna", kind: "tally", key: "42") == id)
        #expect(try await runtime.activities(of: "anna") == [id])
        #expect(try await runtime.isPermitted("tally", by: "anna"))
        try await runtime.permit(false, owner: "bert", kind: "tally")
        #expect(try await !runtime.isPermitted("tally", by: "bert"))
        let denied = await #expect(throws: RuntimeError.self) {
            try await runtime.start(TallyProvider.Attributes(name: "bert"), owner: "bert", options: StartOptions())
        }
        #expect(denied == .engine(.denied(owner: "bert", kind: "tally")))
        try await runtime.end(id)
        #expect(try await runtime.state(of: id) == .ended)
        #expect(try await runtime.dismiss(id) == .applied)
        #expect(try await runtime.record(of: id) == nil)
        let gone = await #expect(throws: RuntimeError.self) { try await runtime.renewLease(id) }
        #expect(gone == .engine(.unknownActivity(id)))
    }

    @Test func aNodeThatComesTakesItsShareAndOneThatStopsHandsItOver() async throws {
        let cluster = TestCluster(partitions: 8)
        let one = try cluster.node("one")
        try await cluster.settled(one)
        let load = cluster.load(one)
        let two = try cluster.node("two")
        try await cluster.settled(one, two)
        await one.stop()
        try await cluster.settled(two)
        // A stopped node still forwards requests, as long as it is used.
        try await load.check(two)
        await two.stop()
    }

    @Test func whatADeadNodeOwnedIsTakenOver() async throws {
        let cluster = TestCluster(partitions: 8)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        try await cluster.settled(one, two)
        let load = cluster.load(one)
        try await until { load.acknowledged >= 64 }
        cluster.disconnect(two)
        try await cluster.settled(one)
        try await load.check(one)
        // The node has not detected its loss. The log refuses its appends.
        await two.stop()
        await one.stop()
    }

    /// A request that finds no receiver counts like a missed timeout, and on all nodes, because the node that takes the
    /// partition over is rarely the one that sent the request.
    @Test func whoeverIsAskedFindsOutForAllThatANodeIsDead() async throws {
        let cluster = TestCluster(partitions: 12)
        let (one, two, three) = (try cluster.node("one"), try cluster.node("two"), try cluster.node("three"))
        try await cluster.settled(one, two, three)
        let dead = try #require(one.status().nodes.first { $0.name == "two" }?.owns)
        // The owner's process has ended. The takeover does not wait for the timeout of ten minutes.
        cluster.transport.detach(two.address)
        var owners: [Int: OwnerID] = [:]
        for number in 0..<1_000 {
            let owner = OwnerID("\(number)")
            if dead.contains(one.partition(of: owner)) { owners[one.partition(of: owner)] = owner }
        }
        for owner in owners.values {
            _ = try await one.start(TallyProvider.Attributes(name: "anna"), owner: owner, options: StartOptions())
        }
        let status = three.status()
        #expect(status.unowned.isEmpty && status.nodes.map(\.name) == ["one", "three"])
        // Both nodes take partitions over, not only the node that received the command.
        #expect(status.nodes.allSatisfy { !Set($0.owns).isDisjoint(with: dead) })
        await three.stop()
        await one.stop()
        // The node still counts the others as members, but they do not take its partitions.
        await two.stop(within: .milliseconds(100))
    }

    /// A node whose heartbeat lists a process as ended may merely be disconnected from it. A node that can reach the process
    /// keeps it as a member.
    @Test func aProcessThatAnotherNodeDidNotFindIsProbed() async throws {
        let transport = FaultTransport()
        func node(_ name: NodeName) throws -> ClusterRuntime {
            try TestTime.current.node(TestCluster.configuration(name, partitions: 4), transport)
        }
        let (one, two) = (try node("one"), try node("two"))
        let probed = Mutex<[String]>([])
        transport.onMessage { message in
            // The probe gets no answer.
            message.arrive(true)
            if message.requests.isEmpty { probed.withLock { $0.append(message.address) } }
            return true
        }
        try await until { one.receivesHeartbeats(of: two) }
        var wrong = Heartbeat(node: "three", address: "three", capacity: 0, partitions: 4)
        wrong.gone = [two.address, "nobody"]
        transport.memory.attach("three", receiveHeartbeat: { _ in }, receiveChanges: { _ in }, answer: { _, _ in })
        transport.memory.sendHeartbeat(wrong.encoded(), from: "three")
        try await until { probed.withLock { $0 } == [two.address] }
        #expect(one.receivesHeartbeats(of: two))
        transport.memory.detach(two.address)
        transport.memory.sendHeartbeat(wrong.encoded(), from: "three")
        try await until { !one.receivesHeartbeats(of: two) }
        #expect(probed.withLock { $0 } == [two.address, two.address])
        await one.stop()
        await two.stop(within: .milliseconds(100))
    }

    /// A former owner answers queries from its old state only until it receives a heartbeat of the new owner; it does not need
    /// to receive a command first.
    @Test func aFormerOwnerThatComesBackHearsThatItIsOne() async throws {
        let cluster = TestCluster(partitions: 8)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        try await cluster.settled(one, two)
        var ids: [ActivityID] = []
        for owner in 0..<40 {
            ids.append(
                try await one.start(TallyProvider.Attributes(name: "\(owner)"), owner: OwnerID("\(owner)"), options: .init()))
        }
        cluster.suspend(two)
        try await cluster.settled(one)
        for id in ids { try await one.send(TallyProvider.Event.happened(1), to: id) }
        cluster.resume(two)
        try await until { one.status().nodes.contains { $0.name == "two" && $0.lost == 4 } }
        for id in ids { #expect(try await cluster.numbers(id, two) == [1]) }
        try await cluster.settled(one, two)
        await two.stop()
        await one.stop()
    }

    @Test func anOperatorMovesAPartitionAndEmptiesANode() async throws {
        let cluster = TestCluster(partitions: 8)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        try await cluster.settled(one, two)
        let load = cluster.load(two)
        let moved = try #require(one.status().nodes.first { $0.name == "one" }?.owns.first)
        two.move(moved, to: "two")
        try await until { two.status().nodes.first { $0.name == "two" }?.owns.contains(moved) == true }
        two.drain("two")
        try await until { one.status().nodes.first { $0.name == "one" }?.owns.count == 8 }
        two.drain("two", false)
        try await until { one.status().nodes.first { $0.name == "two" }?.owns.contains(moved) == true }
        try await load.check(one)
        await two.stop()
        await one.stop()
    }

    @Test func anEventReachesTheFollowersInAllPartitions() async throws {
        let cluster = TestCluster(partitions: 4)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        let ids = try await withThrowingTaskGroup(of: ActivityID.self) { group in
            for owner in 0..<20 {
                group.addTask {
                    try await one.start(
                        TallyProvider.Attributes(name: "match"), owner: OwnerID("\(owner)"), options: StartOptions(key: "1"))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var report = PublishReport()
        report.applied = 20
        #expect(
            try await two.publish(TallyProvider.Event.happened(5), to: "match", eventID: "goal", timestamp: nil)
                == .published(report))
        _ = try await two.publish(TallyProvider.Event.happened(5), to: "match", eventID: "goal", timestamp: nil)
        for id in ids { #expect(try await cluster.numbers(id, one) == [5]) }
        #expect(try await one.topics(of: ids[0]) == ["match"])
        await two.stop()
        await one.stop()
    }

    /// Commands, batches and answers that are larger than a message between nodes are split into pieces, on every node and for
    /// every owner.
    @Test func whatIsLargerThanAMessageGoesInPieces() async throws {
        let transport = MemoryTransport(messageBytesMax: 10_000)
        func node(_ name: NodeName, capacity: Int) throws -> ClusterRuntime {
            var configuration = TestCluster.configuration(name, partitions: 2)
            configuration.capacity = capacity
            return try TestTime.current.node(configuration, transport)
        }
        let cluster = TestCluster(partitions: 2)
        let (owner, gateway) = (try node("owner", capacity: 1), try node("gateway", capacity: 0))
        try await until { gateway.status().unowned.isEmpty }
        let told = Mutex(0)
        gateway.followChanges { _, _ in
            told.withLock { $0 += 1 }
        } reset: {
        }
        let first = try await gateway.start(TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions())
        var count = 0
        while told.withLock({ $0 }) == 0 {
            count += 1
            try await gateway.send(TallyProvider.Event.happened(count), to: first)
            await TestTime.current.pause(.milliseconds(10))
        }
        var ids: [ActivityID] = []
        for key in 0..<10 {
            let options = StartOptions(key: StartKey("\(key)"))
            ids.append(try await gateway.start(TallyProvider.Attributes(name: "anna"), owner: "anna", options: options))
        }
        // The maximum size of an event's JSON.
        let note = String(repeating: "x", count: 1 << 20 - 100)
        let events = (0..<1_234).map { number in
            JSONEvent(
                #"{"happened":{"_0":\#(number),"note":"\#(number == 600 ? note : "")"}}"#, to: .id(ids[number % 10]))
        }
        let results = await gateway.send(json: events, trace: nil)
        #expect(results.count == events.count && results.allSatisfy { $0 == .success(.applied) })
        for (index, id) in ids.enumerated() {
            #expect(try await cluster.numbers(id, gateway) == Array(stride(from: index, to: 1_234, by: 10)))
        }
        // All starts and events, at most 64 of them in an oversized message.
        try await until { told.withLock { $0 } >= 1_244 }
        await gateway.stop()
        await owner.stop()
    }

    /// A request above the size limit between nodes is refused at once, and the error states the limit. The owner is not
    /// considered lost.
    @Test func whatIsLargerThanNodesPassOnIsRefused() async throws {
        let cluster = TestCluster(partitions: 2)
        let owner = try cluster.node("owner")
        var configuration = TestCluster.configuration("gateway", partitions: 2)
        configuration.capacity = 0
        let gateway = try TestTime.current.node(configuration, cluster.transport)
        try await until { gateway.status().unowned.isEmpty }
        let text = String(repeating: "x", count: 1 << 20 - 100)
        let events = (0..<33).map { _ in
            JSONEvent(
                JSONValue(members: [(key: "happened", value: JSONValue(text))]),
                to: .key(owner: "anna", kind: "tally", key: "1"))
        }
        let results = await gateway.send(json: events, trace: nil)
        guard case .failure(let error) = results.first else {
            Issue.record("it was accepted")
            return
        }
        #expect(results.count == events.count)
        let words = "more than the \(ClusterRuntime.commandBytesMax) that nodes pass on: send less at a time"
        #expect(error.description.contains(words), "\(error.description.prefix(300))")
        #expect(gateway.status().unowned.isEmpty)
        await gateway.stop()
        await owner.stop()
    }

    /// Logs that do not answer, like those of servers without a majority: a stopping node does not wait for them.
    @Test func aNodeStopsInTimeWhereLogsDoNotAnswer() async throws {
        let transport = HangingTransport()
        let one = try TestTime.current.node(TestCluster.configuration("one", partitions: 8), transport)
        try await until { one.status().unowned.isEmpty }
        transport.hang(true)
        let unanswered = await one.stop(within: .milliseconds(300))
        #expect(unanswered == Array(0..<8))
        // Released only now: the operations that wait for the logs then end and release them.
        transport.hang(false)
        let two = try TestTime.current.node(TestCluster.configuration("two", partitions: 8), transport)
        try await until { two.status().unowned.isEmpty }
        #expect(await two.stop(within: .seconds(600)) == [])
    }

    /// The beginning of the log is deleted, and a node that joins later begins with the snapshot.
    @Test func theOwnerMakesSnapshots() async throws {
        let transport = MemoryTransport()
        let cluster = TestCluster(partitions: 1)
        var configuration = TestCluster.configuration("one", partitions: 1)
        configuration.snapshotBytes = 2_000
        let one = try TestTime.current.node(configuration, transport)
        let id = try await one.start(TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions())
        var count = 0
        while transport.log(of: 0).begins == 1 {
            count += 1
            try await one.send(TallyProvider.Event.happened(count), to: id)
            await TestTime.current.pause(.milliseconds(2))
        }
        await one.stop()
        configuration.node = "two"
        let two = try TestTime.current.node(configuration, transport)
        #expect(try await cluster.numbers(id, two) == Array(1...count))
        await two.stop()
    }

    /// A node with other plugins keeps activities of unknown kinds unchanged for the next owner.
    @Test func aNodeWithoutAKindLosesNothingOfIt() async throws {
        let cluster = TestCluster(partitions: 1)
        let one = try cluster.node("one")
        let id = try await one.start(TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions(key: "1"))
        try await one.send(TallyProvider.Event.happened(1), to: id)
        await one.stop()
        var configuration = TestCluster.configuration("other", partitions: 1)
        configuration.snapshotBytes = 1
        let other = try TestTime.current.node(configuration, cluster.transport, providers: [])
        try await cluster.settled(other)
        await #expect(throws: RuntimeError.self) { try await other.send(json: #"{"happened":{"_0":2}}"#, to: id) }
        try await other.permit(false, owner: "ben", kind: nil)
        // Its snapshot contains the activity.
        try await until { cluster.transport.log(of: 0).begins > 1 }
        await other.stop()
        let two = try cluster.node("two")
        try await two.send(TallyProvider.Event.happened(2), to: id)
        #expect(try await cluster.numbers(id, two) == [1, 2])
        await two.stop()
    }

    /// `serve` prints them: an operator learns why a partition has no owner.
    @Test func aClaimThatFailsIsReportedUntilItSucceeds() async throws {
        let transport = FaultTransport()
        transport.appends(of: 1).fail(.refused, forNewWriters: true)
        let node = try TestTime.current.node(TestCluster.configuration("one", partitions: 2), transport)
        let reports = Noted<[String]>([])
        let following = Task {
            await node.followWarnings { new, ended in
                reports.change { $0 += new.map { "new: " + $0 } + ended.map { "ended: " + $0 } }
            }
        }
        try await until { !reports.value.isEmpty }
        transport.appends(of: 1).fail(nil)
        try await until { reports.value.count == 2 }
        let warning = try #require(reports.value.first?.dropFirst("new: ".count))
        #expect(warning.hasPrefix("partition 1 cannot be claimed, which is retried: the store cannot write: "))
        #expect(reports.value.last == "ended: " + warning)
        await node.stop()
        await following.value
    }

    @Test func withoutAnOwnerACommandWaitsUntilItsDeadline() async throws {
        var configuration = TestCluster.configuration("alone", partitions: 2)
        (configuration.capacity, configuration.deadline) = (0, .milliseconds(100))
        let runtime = try TestTime.current.node(configuration, MemoryTransport())
        let error = await #expect(throws: RuntimeError.self) {
            try await runtime.start(TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions())
        }
        guard case .storeUnavailable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(" has no owner"), "\(reason)")
        await runtime.stop()
    }
}

/// A transport whose logs do not answer appends while they hang.
private final class HangingTransport: ClusterTransport {
    private let memory = MemoryTransport()
    private let hangs = Mutex(false)
    private let gate = NSCondition()

    func hang(_ hangs: Bool) {
        gate.lock()
        self.hangs.withLock { $0 = hangs }
        gate.broadcast()
        gate.unlock()
    }

    fileprivate func pass() {
        gate.lock()
        while hangs.withLock({ $0 }) { gate.wait() }
        gate.unlock()
    }

    private struct Log: PartitionLog {
        let log: MemoryPartitionLog
        let transport: HangingTransport

        func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
            transport.pass()
            return try log.append(message, after: expected)
        }
        func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
            try log.read(after: position, bytes: bytes)
        }
        func bounds() -> LogBounds { log.bounds() }
        func trim(through position: LogPosition) { log.trim(through: position) }
    }

    func log(of partition: Int) -> any PartitionLog { Log(log: memory.memoryLog(of: partition), transport: self) }
    func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) { memory.attach(address, receiveHeartbeat: receiveHeartbeat, receiveChanges: receiveChanges, answer: answer) }
    func sendHeartbeat(_ heartbeat: [UInt8], from address: String) { memory.sendHeartbeat(heartbeat, from: address) }
    func publish(_ changes: [UInt8], from address: String) { memory.publish(changes, from: address) }
    func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool
    ) { memory.ask(address, request, within: time, receive: receive) }
}

extension PartitionLog {
    fileprivate var begins: LogPosition { (try? bounds().first) ?? 0 }
}
