import LiveActivities
import LiveActivityTesting
import Testing

@testable import LiveActivityCluster

/// Repairs while no node runs: of the time after a wrong clock, and of the numbers after a restored backup.
@Suite struct ClusterRepairTests {
    private let transport = MemoryTransport()
    private var repair: ClusterRepair { ClusterRepair(transport, partitions: 2) }
    private var story: PartitionStory { PartitionStory(log: transport.log(of: 0)) }

    @Test func anActivityThatBeganInAWrongTimeRunsOnFromNow() throws {
        let (story, year) = (story, 400.0 * 86_400)
        let now = story.clock.now
        story.clock.advance(by: year)
        let (wrong, _) = try story.open("one")
        let id = try story.start(wrong, "anna")
        try story.send(1, id, wrong)
        wrong.close()

        #expect(try repair.setBack(to: now + 60) == [0: year - 60])
        #expect(try repair.setBack(to: now + 60) == [:], "there is nothing to do twice")

        let later = PartitionStory(log: story.log)
        later.clock.advance(by: 60)
        let (right, _) = try later.open("two")
        #expect(right.opening?.clockBehind == 0)
        #expect(try right.record(of: id)?.startedAt == now + 60)
        // The event of the wrong time is known.
        try later.send(1, id, right)
        try later.send(2, id, right)
        #expect(try later.numbers(id, right) == [1, 2])
        later.clock.advance(by: 8 * 3_600)
        #expect(right.state(of: id) == .ended)
        right.close()
    }

    /// The log as it was when a backup was made; then one that continued, and one that was restored.
    @Test func numbersAfterTheBackupAreNotAssignedAgain() throws {
        let (first, _) = try story.open("one")
        let id = try story.start(first, "anna")
        first.close()
        let before = try #require(try head().engines.first?.sequence)

        #expect(try repair.skipNumbersGivenAfterBackup() == 1, "no node has claimed the other partition")
        let after = try #require(try head().engines.first?.sequence)
        #expect(after == before + 1 << 40)
        let (second, _) = try story.open("two")
        #expect(second.state(of: id) == .active)
        let other = try story.start(second, "bert")
        #expect(try second.record(of: other)?.lostRuns == 5, "four are skipped, and the run that made the backup is not closed")
        second.close()
    }

    /// A log that cannot be read is reported, and not claimed.
    @Test func aDamagedLogIsLeftAsItIs() throws {
        _ = try story.open("one")
        let log = transport.log(of: 0)
        _ = try log.append(LogMessage(id: "x", bytes: [1, 2, 3]), after: log.bounds().last)
        let bounds = try log.bounds()
        #expect(throws: StoreError.self) { try repair.setBack(to: .distantPast) }
        #expect(throws: StoreError.self) { try repair.skipNumbersGivenAfterBackup() }
        #expect(try log.bounds() == bounds)
    }

    /// A backup that was restored in part: the partition has state, although no claim can be read.
    @Test func aLogWithoutItsBeginningIsNotTakenForAnUnusedOne() throws {
        let (first, _) = try story.open("one")
        first.close()
        let log = transport.log(of: 0)
        try log.trim(through: 1)
        let bounds = try log.bounds()
        let damage = StoreError.damaged(reason: "the beginning of the log was deleted, and it has no snapshot")
        #expect(throws: damage) { try repair.setBack(to: .distantPast) }
        #expect(throws: damage) { try repair.skipNumbersGivenAfterBackup() }
        #expect(try log.bounds() == bounds)
    }

    private func head() throws -> StoreHead {
        var follower = PartitionFollower(transport.log(of: 0))
        try follower.catchUp()
        return follower.state.head()
    }
}
