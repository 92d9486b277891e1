import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import Testing

@testable import LiveActivityCluster

/// A cluster with relaxed durability: a command is answered before it is in the log.
@Suite(.movedTime, .timeLimit(.minutes(15))) struct RelaxedTests {
    private let transport = FaultTransport()

    private func node(_ name: NodeName, silence: Duration = .seconds(600)) throws -> ClusterRuntime {
        var configuration = TestCluster.configuration(name, partitions: 1, silence: silence)
        (configuration.durability, configuration.deadline) = (.relaxed, .seconds(30))
        return try TestTime.current.node(configuration, transport)
    }

    private func start(_ node: ClusterRuntime) async throws -> ActivityID {
        try await node.start(TallyProvider.Attributes(name: "load"), owner: "anna", options: StartOptions(key: "1"))
    }

    /// A node that takes over from one that sends no heartbeats any more.
    private func successor(of one: ClusterRuntime) async throws -> ClusterRuntime {
        let two = try node("two")
        try await until {
            two.node.forget(one.address)
            return two.status().unowned.isEmpty
        }
        return two
    }

    private func numbers(_ id: ActivityID, _ node: ClusterRuntime) async throws -> [Int] {
        try await TestCluster(partitions: 1).numbers(id, node)
    }

    /// The log does not answer: a strict command would wait. A tenth of a second after the log answers again it has both.
    @Test func answersBeforeTheLogHasTheCommandAndWritesItSoon() async throws {
        let one = try node("one")
        let id = try await start(one)
        let position = { transport.appends(of: 0).bounds().last }
        let runtime = try #require(one.node.owned(0)?.runtime)
        try await runtime.flush()
        let before = position()
        transport.appends(of: 0).fail(.refused)
        try await TestTime.current.still {
            for number in 1...2 { try await one.send(TallyProvider.Event.happened(number), to: id) }
        }
        #expect(position() == before)
        transport.appends(of: 0).fail(nil)
        try await until { position() > before }
        // The process ends without another write.
        transport.memory.detach(one.address)
        let two = try await successor(of: one)
        #expect(try await numbers(id, two) == [1, 2])
        await two.stop()
        withExtendedLifetime(one) {}
    }

    /// A process that ends within the tenth of a second loses what it had answered since the last write, and nothing before.
    @Test func aProcessThatEndsLosesWhatItHasNotWritten() async throws {
        let one = try node("one")
        let id = try await start(one)
        try await one.send(TallyProvider.Event.happened(1), to: id)
        try await #require(one.node.owned(0)?.runtime).flush()
        transport.appends(of: 0).fail(.refused)
        try await one.send(TallyProvider.Event.happened(2), to: id)
        transport.memory.detach(one.address)
        let two = try await successor(of: one)
        #expect(try await numbers(id, two) == [1])
        await two.stop()
        withExtendedLifetime(one) {}
    }

    /// A node that is disconnected may have lost its partitions to others. Nobody would refuse what it answers, so after the
    /// timeout, when others take over, it answers nothing.
    @Test func aDisconnectedNodeAnswersNothingAfterTheTimeout() async throws {
        let one = try node("one", silence: .seconds(2))
        let id = try await start(one)
        transport.memory.detach(one.address)
        await TestTime.current.pause(.seconds(3))
        await #expect(throws: RuntimeError.self) { try await one.send(TallyProvider.Event.happened(1), to: id) }
        #expect(one.node.state.read { $0.owned[0] }?.runtime.revision(of: id) == 1)
        _ = await one.stop(within: .seconds(1))
    }

    /// Its answer cannot be lost, so it needs no number and no id: the batch has only its activity.
    @Test func anEventOfItsOwnNodeLeavesOnlyItsActivityInTheLog() async throws {
        let one = try node("one")
        let id = try await start(one)
        let runtime = try #require(one.node.owned(0)?.runtime)
        try await runtime.flush()
        func latest() throws -> LogBatch {
            let log = transport.appends(of: 0)
            let entries = try log.read(after: log.bounds().last - 1, bytes: 1)
            guard case .batch(let part) = try LogRecord(try #require(entries.last)).body else { throw StoreError.closed }
            return try LogBatch(encoded: part.bytes)
        }
        try await one.send(TallyProvider.Event.happened(1), to: id)
        try await runtime.flush()
        #expect(try latest().rows.map(\.id) == [id])
        #expect(try latest().others.topics.isEmpty)
        try await one.send(
            json: JSONText(encoding: TallyProvider.Event.happened(2), as: "event"), to: .id(id), eventID: nil, timestamp: nil,
            trace: nil)
        try await runtime.flush()
        #expect(try latest().others.topics.isEmpty)
        // The caller may repeat this one, at any node.
        try await one.send(TallyProvider.Event.happened(3), to: id, eventID: "three", timestamp: nil)
        #expect(
            try await one.send(TallyProvider.Event.happened(3), to: id, eventID: "three", timestamp: nil)
                == .ignored(.repeatedEvent))
        #expect(try await numbers(id, one) == [1, 2, 3])
        await one.stop()
    }

    /// An end that uses an activity's slot up is written at once. If the log does not answer, it may have stored the end: the
    /// outcome is unknown, and nothing is repeated.
    @Test(arguments: [FaultAppends.Fault.requestLost, .answerLost])
    func anUnansweredEndThatUsesASlotUpHasAnUnknownOutcome(_ fault: FaultAppends.Fault) async throws {
        var configuration = TestCluster.configuration("one", partitions: 1, silence: .seconds(600))
        (configuration.durability, configuration.deadline) = (.relaxed, .seconds(30))
        let one = try TestTime.current.node(configuration, transport, providers: [AnyProvider(BriefProvider())])
        func live() async throws {
            let id = try await one.start(BriefProvider.Attributes(), owner: "anna", options: StartOptions())
            try await one.send(BriefProvider.Event.over, to: id)
        }
        try await live()
        try await #require(one.node.owned(0)?.runtime).flush()
        var lives = 0
        let failure = await #expect(throws: RuntimeError.self) {
            try await TestTime.current.still {
                transport.appends(of: 0).fail(fault)
                while lives < 300 {
                    try await live()
                    lives += 1
                }
            }
        }
        guard case .outcomeUnknown(_, eventID: nil) = failure else {
            Issue.record("\(String(describing: failure)) after \(lives) lives")
            return
        }
        #expect(lives > 10)
        transport.appends(of: 0).fail(nil)
        _ = await one.stop(within: .seconds(1))
    }

    /// A former owner loses what it answered from its memory. When the log has refused it, it passes events to the new owner.
    @Test func aFormerOwnerPassesEventsOn() async throws {
        let one = try node("one")
        let id = try await start(one)
        try await one.send(TallyProvider.Event.happened(1), to: id)
        let runtime = try #require(one.node.owned(0)?.runtime)
        try await runtime.flush()
        one.suspend()
        let two = try await successor(of: one)
        #expect(try await one.send(TallyProvider.Event.happened(2), to: id) == .applied)
        try await until { runtime.storeFailure != nil }
        one.resume()
        #expect(try await one.send(TallyProvider.Event.happened(3), to: id) == .applied)
        let stored = try await numbers(id, two)
        #expect(stored == [1, 3])
        await one.stop()
        await two.stop()
    }
}

/// An activity that one event ends and dismisses.
private struct BriefProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {}
    }

    enum Event: Codable, Sendable { case over }

    let kind: ActivityKind = "brief"

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func handle(_ event: Event, in activity: inout Scope) { activity.end(dismissal: .immediate) }
}
