import Foundation
import LiveActivities
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityCluster

/// The guarantees of a cluster when answers are lost: a command is applied at most once, the outcome is reported as unknown if
/// it cannot be determined, and no reader sees state that a crash then undoes.
@Suite(.movedTime, .timeLimit(.minutes(15))) struct OnceTests {
    /// The deadline of commands in these tests: long enough that their first attempt precedes it.
    private static let deadline: Duration = .seconds(60)

    private let transport = FaultTransport()

    private func node(
        _ name: NodeName, partitions: Int = 1, capacity: Int = 1, deadline: Duration = .seconds(1_000_000)
    ) throws -> ClusterRuntime {
        var configuration = TestCluster.configuration(name, partitions: partitions)
        (configuration.capacity, configuration.deadline) = (capacity, deadline)
        return try TestTime.current.node(configuration, transport)
    }

    private func owns(_ node: ClusterRuntime, seenBy other: ClusterRuntime) -> Bool {
        other.status().nodes.contains { $0.address == node.address && $0.owns == [0] }
    }

    /// A node that only forwards requests, and a node that owns the partition.
    private func gatewayAndOwner(deadline: Duration = .seconds(1_000_000)) async throws -> (ClusterRuntime, ClusterRuntime) {
        let (gateway, owner) = (try node("gateway", capacity: 0, deadline: deadline), try node("owner"))
        try await until { owns(owner, seenBy: gateway) }
        return (gateway, owner)
    }

    private func start(_ node: ClusterRuntime) async throws -> ActivityID {
        try await node.start(TallyProvider.Attributes(name: "load"), owner: "anna", options: StartOptions(key: "1"))
    }

    /// Runs `body` while time stands still.
    private func still<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await TestTime.current.still(body)
    }

    /// Sends a command, and lets time flow only after it was sent to another node, so that the deadline cannot precede the
    /// first attempt.
    private func atLeastSent(
        _ command: @escaping @Sendable () async throws(RuntimeError) -> Void
    ) async throws -> Task<Result<Empty, RuntimeError>, Never> {
        try await still {
            let before = transport.sent
            let task = Task { () -> Result<Empty, RuntimeError> in
                do throws(RuntimeError) {
                    try await command()
                    return .success(Empty())
                } catch { return .failure(error) }
            }
            try await until { transport.sent > before }
            return task
        }
    }

    private struct Empty: Equatable {}

    private func numbers(_ id: ActivityID, _ node: ClusterRuntime) async throws -> [Int] {
        let record = try #require(try await node.record(of: id))
        return try JSONDecoder().decode(TallyProvider.Attributes.ContentState.self, from: Data(record.content.state.bytes))
            .numbers
    }

    /// Messages that were applied but whose answers are lost.
    private final class Lost: Sendable {
        private struct State {
            var messages: [FaultTransport.Message] = []
            var commands = 0
        }
        private let state = Mutex(State())

        var commands: Int { state.withLock { $0.commands } }

        /// Loses the answers to commands until `count` have been applied.
        func take(_ message: FaultTransport.Message, upTo count: Int) -> Bool {
            let commands = message.requests.count { !$0.isQuery }
            let isLost = state.withLock { state in
                guard commands > 0, state.commands < count else { return false }
                state.commands += commands
                state.messages.append(message)
                return true
            }
            if isLost { message.arrive(false) }
            return isLost
        }

        func giveUp() { for message in state.withLock({ $0.messages }) { message.giveUp() } }
    }

    /// 100 clients send one event each to one activity. The owner applies all of them, and all answers are lost. So all are
    /// sent again, when each of them is older than the newest 32.
    @Test(arguments: [false, true]) func eachOfManyEventsInFlightIsAppliedOnce(isTakenOver: Bool) async throws {
        let (gateway, owner) = try await gatewayAndOwner()
        let id = try await start(gateway)
        let lost = Lost()
        transport.onMessage { lost.take($0, upTo: 100) }
        let sending = Task {
            try await withThrowingTaskGroup(of: Outcome.self) { group in
                for number in 1...100 {
                    group.addTask {
                        try await gateway.send(
                            TallyProvider.Event.happened(number), to: id, eventID: EventID("\(number)"), timestamp: nil)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        try await until { lost.commands >= 100 }
        let runtime = try #require(owner.node.owned(0)?.runtime)
        try await until { runtime.revision(of: id) == 101 }
        try await runtime.flush()
        var second: ClusterRuntime?
        if isTakenOver {
            // The owner ends, and the next owner knows which commands were applied.
            second = try node("second")
            transport.memory.detach(owner.address)
            try await until {
                for node in [gateway, second] { node?.node.forget(owner.address) }
                return second.map { owns($0, seenBy: gateway) } ?? false
            }
        }
        lost.giveUp()
        let outcomes = try await sending.value
        #expect(outcomes == Array(repeating: .applied, count: 100))
        #expect(try await numbers(id, gateway).sorted() == Array(1...100))
        #expect(try await gateway.record(of: id)?.revision == 101)
        // A disconnected node would otherwise wait for the others to take its partitions.
        for node in [gateway, second ?? owner] { await node.stop() }
    }

    /// An update has no id. Sent again, it must not overwrite a later update.
    @Test func anUpdateThatIsGivenAgainDoesNotOverwriteANewerOne() async throws {
        let (gateway, owner) = try await gatewayAndOwner()
        let id = try await start(gateway)
        func content(_ number: Int) -> ActivityContent<TallyProvider.Attributes.ContentState> {
            var state = TallyProvider.Attributes.ContentState()
            state.append(number)
            return ActivityContent(state: state, staleDate: nil)
        }
        let lost = Lost()
        transport.onMessage { lost.take($0, upTo: 1) }
        let first = Task { try await gateway.update(id, content(1), alert: nil, timestamp: nil) }
        try await until { owner.node.owned(0)?.runtime.revision(of: id) == 2 }
        #expect(try await gateway.update(id, content(2), alert: nil, timestamp: nil) == .applied)
        lost.giveUp()
        #expect(try await first.value == .applied)
        #expect(try await numbers(id, gateway) == [2])
        await gateway.stop()
        await owner.stop()
    }

    /// Actions, starts without a key, conditional commands and batches too.
    @Test func everyCommandIsCarriedOutOnce() async throws {
        let (gateway, owner) = try await gatewayAndOwner()
        let id = try await start(gateway)
        let isLosing = Mutex(true)
        // Each command is applied, its answer is lost, and it is sent again.
        transport.onMessage { message in
            guard message.requests.contains(where: { !$0.isQuery }) else { return false }
            let isLost = isLosing.withLock { lost in
                defer { lost.toggle() }
                return lost
            }
            guard isLost else { return false }
            message.arrive(false)
            message.giveUp()
            return true
        }
        let other = try await gateway.start(
            TallyProvider.Attributes(name: "load"), owner: "anna", options: StartOptions())
        #expect(try await gateway.activities(of: "anna").sorted() == [id, other].sorted())
        let event = Command.send(.id(id), event: ["happened": ["_0": 1]], id: nil, timestamp: nil)
        #expect(try await gateway.apply(event, ifRevision: 1) == .applied)
        let many = (2...40).map { JSONEvent(#"{"happened":{"_0":\#($0)}}"#, to: .id(id)) }
        #expect(await gateway.send(json: many, trace: nil).allSatisfy { (try? $0.get()) == .applied })
        #expect(try await numbers(id, gateway) == Array(1...40))
        await gateway.stop()
        await owner.stop()
    }

    /// Two of three servers have failed, so it is unknown whether the event is stored. The error does not claim that it had no
    /// effect, and no reader sees the event.
    @Test(arguments: [FaultAppends.Fault.answerLost, .requestLost, .refused])
    func whatTheLogDoesNotAnswerIsUnknownAndNotSeen(fault: FaultAppends.Fault) async throws {
        let node = try node("one", deadline: Self.deadline)
        try await until { owns(node, seenBy: node) }
        let id = try await still { try await start(node) }
        transport.appends(of: 0).fail(fault)
        var told: RuntimeError?
        do { _ = try await node.send(TallyProvider.Event.happened(1), to: id, eventID: "e1", timestamp: nil) } catch {
            told = error
        }
        guard case .outcomeUnknown(_, let eventID)? = told else { return #expect(Bool(false), "\(String(describing: told))") }
        #expect(eventID == "e1")
        #expect(told?.code == "outcomeUnknown")
        #expect(node.statistics().refusals["outcomeUnknown"] == 1)
        // It is unknown whether the event will persist, so neither the old nor the new revision is returned.
        do throws(RuntimeError) {
            let record = try await node.record(of: id)
            Issue.record("a reader sees revision \(String(describing: record?.revision))")
        } catch { #expect(error.code == "storeUnavailable") }
        // The servers come back.
        transport.appends(of: 0).fail(nil)
        try await until { node.storeFailure == nil }
        try await still { () async throws in
            #expect(
                try await node.send(TallyProvider.Event.happened(1), to: id, eventID: "e1", timestamp: nil)
                    == .ignored(.repeatedEvent))
            #expect(try await numbers(id, node) == [1])
        }
        await node.stop()
    }

    /// The log stops answering, and with it the owner that has applied a batch. When the batch is repeated, the owner refuses
    /// it because its log fails; that does not settle the first attempt.
    @Test func aBatchWithoutAnAnswerIsUnknownThoughItIsRefusedLater() async throws {
        let (gateway, owner) = try await gatewayAndOwner(deadline: Self.deadline)
        let id = try await still { try await start(gateway) }
        transport.appends(of: 0).fail(.requestLost)
        let first = Mutex<FaultTransport.Message?>(nil)
        transport.onMessage { message in
            guard message.requests.contains(where: { !$0.isQuery }), first.withLock({ $0 == nil }) else { return false }
            first.withLock { $0 = message }
            message.arrive(false)
            return true
        }
        let runtime = try #require(owner.node.owned(0)?.runtime)
        let sending = try await still {
            let task = Task {
                await gateway.send(json: [JSONEvent(#"{"happened":{"_0":1}}"#, to: .id(id), id: "e1")], trace: nil)
            }
            try await until { runtime.storeFailure != nil }
            first.withLock { $0 }?.giveUp()
            return task
        }
        let results = await sending.value
        guard results.count == 1, case .failure(.outcomeUnknown(_, "e1")) = results[0] else {
            return #expect(Bool(false), "\(results)")
        }
        // The servers return: the batch was applied.
        transport.appends(of: 0).fail(nil)
        try await until { runtime.storeFailure == nil }
        let applied = try await still { try await numbers(id, gateway) }
        #expect(applied == [1])
        await gateway.stop()
        await owner.stop()
    }

    /// State that was only in the memory of a failed owner was never visible, and its id can be assigned again.
    @Test func aReaderNeverSeesWhatACrashTakesBack() async throws {
        let (gateway, owner) = try await gatewayAndOwner(deadline: Self.deadline)
        let id = try await still { try await start(gateway) }
        transport.appends(of: 0).fail(.requestLost)
        let sending = try await atLeastSent { () async throws(RuntimeError) in
            _ = try await gateway.send(TallyProvider.Event.happened(1), to: id, eventID: nil, timestamp: nil)
        }
        guard case .failure(.outcomeUnknown(_, let eventID?)) = await sending.value else {
            return #expect(Bool(false), "it had an outcome")
        }
        await #expect(throws: RuntimeError.self) { try await gateway.record(of: id) }
        // The owner ends. Only its own appends fail.
        transport.memory.detach(owner.address)
        let second = try node("second")
        try await until {
            for node in [gateway, second] { node.node.forget(owner.address) }
            return owns(second, seenBy: gateway)
        }
        try await until { gateway.node.owner(of: 0) != nil }
        #expect(try await second.record(of: id)?.revision == 1)
        #expect(
            try await second.send(TallyProvider.Event.happened(1), to: id, eventID: eventID, timestamp: nil) == .applied)
        #expect(try await numbers(id, second) == [1])
        for node in [gateway, second] { await node.stop() }
    }

    /// While an owner is paused, the outcome is unknown. When it resumes, the command is applied once.
    @Test func whatAPausedOwnerWasGivenIsUnknown() async throws {
        let (gateway, owner) = try await gatewayAndOwner(deadline: Self.deadline)
        let id = try await still { try await start(gateway) }
        let held = Mutex<[FaultTransport.Message]>([])
        transport.onMessage { message in
            held.withLock { $0.append(message) }
            return true
        }
        let starting = try await atLeastSent { () async throws(RuntimeError) in
            _ = try await gateway.start(
                TallyProvider.Attributes(name: "load"), owner: "ben", options: StartOptions(key: "1"))
        }
        let unknown = RuntimeError.outcomeUnknown(reason: "the owner of partition 0 does not answer", eventID: nil)
        #expect(await starting.value == .failure(unknown))
        // The owner resumes and receives all messages.
        transport.onMessage(nil)
        for message in held.withLock({ $0 }) { message.arrive(true) }
        try await until { owner.node.owned(0)?.runtime.activities(of: "ben").count == 1 }
        // The start is repeated with the same key.
        try await still {
            let ben = try await gateway.start(
                TallyProvider.Attributes(name: "load"), owner: "ben", options: StartOptions(key: "1"))
            #expect(try await gateway.activities(of: "ben") == [ben])
            #expect(try await gateway.activities(of: "anna") == [id])
        }
        await gateway.stop()
        await owner.stop()
    }

    /// One partition does not answer a published event, but others have applied it.
    @Test func whatSomePartitionsHaveIsNotSaidToBeUndone() async throws {
        let node = try node("one", partitions: 2, deadline: Self.deadline)
        try await until { node.status().unowned.isEmpty }
        transport.appends(of: 1).fail(.refused)
        // From then on the partition refuses commands before they have any effect.
        let owned = try #require(node.node.owned(1)?.runtime)
        let inOne = try #require((0..<100).map { OwnerID("\($0)") }.first { node.partition(of: $0) == 1 })
        _ = try? await node.permit(false, owner: inOne, kind: nil)
        try await until { owned.storeFailure != nil }
        let other = try #require(node.node.owned(0)?.runtime)
        let publishing = try await still {
            let task = Task { () -> Result<Outcome, RuntimeError> in
                do throws(RuntimeError) {
                    return .success(
                        try await node.publish(TallyProvider.Event.happened(1), to: "match", eventID: "goal", timestamp: nil))
                } catch { return .failure(error) }
            }
            try await until { other.statistics().commands.values.reduce(0, +) > 0 }
            return task
        }
        let told = await publishing.value
        guard case .failure(.outcomeUnknown(let reason, "goal")) = told else {
            return #expect(Bool(false), "\(told)")
        }
        #expect(reason.hasPrefix("1 of 2 partitions have it"))
        transport.appends(of: 1).fail(nil)
        await node.stop()
    }

    /// A command that crashes its owner's process: after the first and the second owner, it is not sent to a third one.
    @Test func aCommandThatEndsItsOwnersLeavesTheThirdOne() async throws {
        let gateway = try node("gateway", capacity: 0)
        let owners = try ["a", "b", "c"].map { try node(NodeName($0)) }
        try await until { owners.contains { owns($0, seenBy: gateway) } }
        let id = try await start(gateway)
        let ended = Mutex<[String]>([])
        transport.onMessage { [transport] message in
            guard message.requests.contains(where: { !$0.isQuery }) else { return false }
            // Its process ends.
            transport.memory.detach(message.address)
            ended.withLock { $0.append(message.address) }
            message.giveUp()
            return true
        }
        let sending = Task { () -> RuntimeError? in
            do throws(RuntimeError) {
                _ = try await gateway.send(TallyProvider.Event.happened(1), to: id, eventID: "poison", timestamp: nil)
                return nil
            } catch { return error }
        }
        let told = Mutex<RuntimeError?>(nil)
        let waiting = Task {
            let error = await sending.value; told.withLock { $0 = error }
        }
        try await until {
            for address in ended.withLock({ $0 }) { for node in owners + [gateway] { node.node.forget(address) } }
            return told.withLock { $0 } != nil
        }
        await waiting.value
        guard case .outcomeUnknown(_, "poison")? = told.withLock({ $0 }) else {
            return #expect(Bool(false), "\(String(describing: told.withLock { $0 }))")
        }
        #expect(Set(ended.withLock { $0 }).count == 2)
        #expect(gateway.requestsHeldBack == 1)
        // The third owner continues to work.
        transport.onMessage(nil)
        try await until {
            for address in ended.withLock({ $0 }) { for node in owners + [gateway] { node.node.forget(address) } }
            return owners.contains { !ended.withLock { $0 }.contains($0.address) && owns($0, seenBy: gateway) }
        }
        #expect(try await numbers(id, gateway) == [])
        await gateway.stop()
        // Without this an optimised build releases the nodes before the gateway contacts the third one, and a released node
        // does not answer.
        withExtendedLifetime(owners) {}
    }

    /// An error encoded by an earlier version is decoded to the same error.
    @Test func theErrorIsTheSameAtEachNode() throws {
        for error in [
            RuntimeError.outcomeUnknown(reason: "silence", eventID: "e1"), .outcomeUnknown(reason: "silence", eventID: nil),
        ] {
            guard case .failure(let read)? = ClusterAnswer(encoded: ClusterAnswer.failure(error).encoded()) else {
                Issue.record("\(error) is read as another answer")
                continue
            }
            #expect(read == error)
        }
    }
}
