import LiveActivities
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityCluster

/// The changes that an owner publishes, and how a node detects missing ones.
@Suite(.movedTime) struct ChangeFeedTests {
    /// The received sequences, and -1 for each reset.
    private final class Told: Sendable {
        let sequences = Mutex<[Int]>([])
        func add(_ number: Int) { sequences.withLock { $0.append(number) } }
        func take() -> [Int] {
            sequences.withLock { sequences in
                defer { sequences = [] }
                return sequences
            }
        }
    }

    private func change(_ sequence: UInt64) -> Change {
        Change(
            sequence: sequence, at: Date(timeIntervalSinceReferenceDate: 0), activity: ActivityID(rawValue: 0),
            kind: "tally", owner: "anna", revision: 1, state: .active, what: .updated)
    }

    private func message(_ sequences: ClosedRange<UInt64>) -> ChangeMessage {
        ChangeMessage(partition: 3, changes: sequences.map(change), topics: [])
    }

    private func owned(_ sequence: UInt64) -> [Heartbeat.Owned] {
        [Heartbeat.Owned(partition: 3, epoch: 1, position: 1, changes: sequence)]
    }

    private func feed(_ told: Told) -> ChangeFeed {
        ChangeFeed(timeout: .milliseconds(500)) { change, _ in
            told.add(Int(change.sequence))
        } reset: {
            told.add(-1)
        }
    }

    @Test func aGapIsNoticedBeforeTheChangesThatFollow() {
        let told = Told()
        let feed = feed(told)
        feed.take(message(1...3))
        #expect(told.take() == [1, 2, 3])
        // Late changes of a former owner, which are known already.
        feed.take(message(2...4))
        #expect(told.take() == [4])
        feed.take(message(6...7))
        #expect(told.take() == [-1, 6, 7])
    }

    @Test func whoComesLaterReadsTheStateFirst() {
        let told = Told()
        let feed = feed(told)
        feed.take(message(8...9))
        #expect(told.take() == [-1, 8, 9])
    }

    /// Just before the timeout a change may still be on its way; then it counts as missing, once.
    @Test func whatAnOwnerHasToldAndDidNotComeIsMissing() {
        let told = Told()
        let feed = feed(told)
        feed.take(message(1...3))
        _ = told.take()
        let now = ClusterClock.Instant.now
        feed.compare(owned(3), at: now)
        feed.compare(owned(5), at: now + .seconds(1))
        feed.compare(owned(5), at: now + .seconds(1) + .milliseconds(500))
        #expect(told.take() == [])
        feed.compare(owned(5), at: now + .seconds(1) + .milliseconds(501))
        #expect(told.take() == [-1])
        feed.compare(owned(5), at: now + .seconds(9))
        #expect(told.take() == [])
        feed.take(message(6...6))
        #expect(told.take() == [6])
    }

    @Test func nothingLeavesBeforeItIsInTheLog() {
        let told = Told()
        let gate = OutputGate(after: 4)
        gate.take(change(5))
        gate.open(through: 5)
        #expect(told.take() == [] && gate.sequence == 5)
        gate.setReceiver { for change in $0 { told.add(Int(change.sequence)) } }
        for sequence in 6...9 as ClosedRange<UInt64> { gate.take(change(sequence)) }
        #expect(told.take() == [] && gate.sequence == 5)
        gate.open(through: 8)
        #expect(told.take() == [6, 7, 8] && gate.sequence == 8)
        gate.open(through: 9)
        #expect(told.take() == [9] && gate.sequence == 9)
    }

    /// Changes of all partitions arrive in order, even while partitions change their owners.
    @Test func aNodeIsToldTheChangesOfAllPartitionsInTheirOrder() async throws {
        let cluster = TestCluster(partitions: 4)
        let (one, two) = (try cluster.node("one"), try cluster.node("two"))
        try await cluster.settled(one, two)
        let told = Told()
        let revisions = Mutex<[ActivityID: [UInt32]]>([:])
        one.followChanges { change, topics in
            #expect(topics == ["load"])
            revisions.withLock { $0[change.activity, default: []].append(change.revision) }
        } reset: {
            told.add(-1)
        }
        var ids: [ActivityID] = []
        for owner in 0..<16 {
            ids.append(
                try await two.start(
                    TallyProvider.Attributes(name: "load"), owner: OwnerID("\(owner)"), options: StartOptions(key: "1")))
        }
        #expect(Set(ids.map(\.shard)).count == 4)
        // Repeats until the owners have received the subscription.
        var number = 0
        while revisions.withLock({ $0.count }) < ids.count {
            number += 1
            for id in ids { try await two.send(TallyProvider.Event.happened(number), to: id) }
        }
        await two.stop()
        for id in ids { try await one.send(TallyProvider.Event.happened(number + 1), to: id) }
        for id in ids {
            let last = try #require(try await one.record(of: id)).revision
            try await until { revisions.withLock { $0[id]?.last == last } }
            let received = revisions.withLock { $0[id] ?? [] }
            #expect(received == Array((received.first ?? 0)...last))
        }
        await one.stop()
    }
}
