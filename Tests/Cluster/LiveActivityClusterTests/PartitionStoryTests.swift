import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivityCluster

/// A sequence of owners of one partition.
struct PartitionStory {
    let log: any PartitionLog
    let clock = ManualClock()

    func open(_ node: NodeName, kinds: Bool = true) throws -> (runtime: LiveActivityRuntime, store: PartitionStore) {
        var follower = PartitionFollower(log)
        return try open(node, &follower, kinds: kinds)
    }

    /// - Parameter kinds: Whether the node has the provider.
    func open(
        _ node: NodeName, _ follower: inout PartitionFollower, kinds: Bool = true
    ) throws -> (runtime: LiveActivityRuntime, store: PartitionStore) {
        let store = try PartitionStore(claiming: &follower, as: node, address: "\(node):80")
        let runtime = try LiveActivityRuntime(
            partition: 0, of: 1, clock: clock, providers: kinds ? [AnyProvider(TallyProvider(tickSeconds: 60))] : [],
            store: store)
        store.dropRestoredState()
        return (runtime, store)
    }

    func start(_ runtime: LiveActivityRuntime, _ owner: OwnerID) throws -> ActivityID {
        try runtime.start(TallyProvider.Attributes(name: owner.rawValue), owner: owner)
    }

    func send(_ number: Int, _ id: ActivityID, _ runtime: LiveActivityRuntime) throws {
        try runtime.send(TallyProvider.Event.happened(number), to: id, eventID: EventID("\(number)"))
    }

    func numbers(_ id: ActivityID, _ runtime: LiveActivityRuntime) throws -> [Int] {
        try #require(runtime.content(of: id, as: TallyProvider.Attributes.self)).state.numbers
    }

    /// A takeover, a former owner that detects its loss, a planned move, and a snapshot, which every log must support.
    func check() throws {
        let (first, firstStore) = try open("one")
        let id = try start(first, "anna")
        try send(1, id, first)
        #expect(firstStore.claim == PartitionClaim(epoch: 1, node: "one", address: "one:80"))

        var standby = PartitionFollower(log)
        try standby.catchUp()
        let claim = standby.claim
        #expect(claim == firstStore.claim)
        try send(2, id, first)
        let (second, secondStore) = try open("two", &standby)
        #expect(secondStore.claim.epoch == 2)
        #expect(try numbers(id, second) == [1, 2])
        try send(3, id, second)

        // It still acts as the owner and applies the command in memory; nobody receives an answer.
        #expect(!firstStore.isFenced)
        let refused = #expect(throws: RuntimeError.self) { try send(4, id, first) }
        #expect(refused == .fenced(reason: "another node has claimed the partition"))
        #expect(firstStore.isFenced)
        #expect(throws: RuntimeError.self) { try send(5, id, first) }

        let trimmed = try secondStore.snapshot()
        #expect(try log.bounds().first == trimmed + 1)
        try send(6, id, second)
        secondStore.setSuccessor("three")
        second.close()
        try standby.catchUp()
        let released = (standby.isReleased, standby.successor)
        #expect(released == (true, "three"))

        let (third, thirdStore) = try open("three", &standby)
        #expect(thirdStore.claim.epoch == 3)
        #expect(third.opening?.run == 3)
        #expect(try numbers(id, third) == [1, 2, 3, 6])
        // Closed with everything in the log: the id is not assigned again.
        #expect(try start(third, "ben") != id)
        third.close()
    }
}

@Suite struct PartitionStoryTests {
    @Test func aPartitionGoesFromOwnerToOwner() throws { try PartitionStory(log: MemoryPartitionLog()).check() }

    /// While nodes are replaced, the owner of a partition has no provider for the kind, and a person signs out there.
    @Test func whatIsEndedAtANodeWithoutItsProviderEndsAtTheNextOne() throws {
        let story = PartitionStory(log: MemoryPartitionLog())
        let (first, _) = try story.open("one")
        let (annas, bens) = (try story.start(first, "anna"), try story.start(first, "ben"))
        first.close()
        let (second, secondStore) = try story.open("two", kinds: false)
        #expect(try second.endAll(of: "anna") == .applied)
        // The row is also in the snapshot, from which the next node reads.
        try secondStore.snapshot()
        // The node is lost.
        let (third, _) = try story.open("three")
        #expect(third.state(of: annas) == .ended && third.state(of: bens) == .active)
        story.clock.advance(by: 1)
        // The end was reported as a change, which has the second revision.
        let record = try #require(try third.record(of: annas))
        #expect(record.revision == 2 && record.extras?.unreportedEnd == nil)
        #expect(record.closingDate == Scenario.epoch + 4 * 3_600)
        third.close()
    }

    @Test func ofTwoThatClaimOneWins() throws {
        let log = MemoryPartitionLog()
        var one = PartitionFollower(log)
        var other = PartitionFollower(log)
        try one.catchUp()
        try other.catchUp()
        let store = try PartitionStore(claiming: &one, as: "one")
        #expect(store.claim.epoch == 1)
        // The standby reads the rest, and deposes the first owner.
        #expect(try PartitionStore(claiming: &other, as: "other").claim.epoch == 2)
        #expect(throws: StoreError.fenced(reason: "another node has claimed the partition")) { try store.append(StoreBatch()) }
    }

    /// The log is full: commands are refused before they have any effect, and nothing acknowledged is lost.
    @Test func aFullLogRefusesAndForgetsNothing() throws {
        let log = MemoryPartitionLog(bytesMax: 80_000)
        let story = PartitionStory(log: log)
        let (runtime, store) = try story.open("one")
        // Overwriting the same state never fills the log, since snapshots make room.
        let first = try story.start(runtime, "anna")
        for number in 1...200 { try story.send(number, first, runtime) }
        #expect(log.bounds().first > 1)
        // A state that is too large fills it.
        var ids = [first]
        while let id = try? story.start(runtime, OwnerID("\(ids.count)")) { ids.append(id) }
        #expect(ids.count > 10)
        let refused = #expect(throws: RuntimeError.self) { try story.send(1_000, first, runtime) }
        guard case .storeUnavailable(let reason) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(reason.hasPrefix("the store cannot write: the log is full: it has "))
        // A snapshot that does not fit is not begun, so that the next owner can still claim the partition, with its whole
        // state.
        let last = log.bounds().last
        #expect(throws: StoreError.self) { try store.snapshot() }
        #expect(log.bounds().last == last)
        let (next, _) = try story.open("two")
        #expect(try story.numbers(first, next) == Array(1...200))
        #expect(ids.allSatisfy { next.state(of: $0) != nil })
        // With a larger limit, appends succeed again.
        log.bytesMax = 200_000
        try story.send(1_000, first, next)
    }

    /// A batch of several messages takes effect when the last of them is in the log.
    @Test func halfABatchIsAsIfItHadNeverBegun() throws {
        let log = MemoryPartitionLog()
        var follower = PartitionFollower(log)
        let store = try PartitionStore(&follower, "one", "", writer: 1, attempts: 1, partBytesMax: 50)
        var batch = StoreBatch()
        batch.kinds = (0..<10).map { KindRecord(ordinal: $0, kind: ActivityKind("kind\($0)")) }
        try store.append(batch)
        let last = log.bounds().last
        #expect(last > 5)
        try follower.catchUp(through: last - 1)
        let half = (applied: follower.applied, kinds: follower.state.head().kinds)
        #expect(half.applied == 1)
        #expect(half.kinds.isEmpty)
        try follower.catchUp()
        let whole = (applied: follower.applied, kinds: follower.state.head().kinds)
        #expect(whole.applied == last)
        #expect(whole.kinds == batch.kinds)
    }

    /// An owner appends hundreds of times a second for weeks: an append must not leave anything behind that makes the next one
    /// more expensive.
    @Test func anAppendNeedsNoMoreStackThanTheOneBefore() throws {
        var follower = PartitionFollower(MemoryPartitionLog())
        let store = try PartitionStore(claiming: &follower, as: "one")
        let places = Mutex<[UInt]>([])
        store.setAppended { sequence in
            withUnsafePointer(to: sequence) { place in places.withLock { $0.append(UInt(bitPattern: place)) } }
        }
        for sequence in 1...100 as ClosedRange<UInt64> {
            var batch = StoreBatch()
            batch.engines = [EngineRecord(shard: 0, now: nil, sequence: sequence, starts: 0)]
            try store.append(batch)
        }
        let all = places.withLock { $0 }
        #expect(all.count == 100)
        #expect(Set(all).count == 1)
    }

    /// A former owner has appended half a batch and a release. A snapshot of the log up to that point would contain the release
    /// without the incomplete batch before it. (Story 45,357 of the simulation.)
    @Test func aSnapshotIsOfTheOwnEpoch() throws {
        let log = HandLog()
        var follower = PartitionFollower(log)
        let former = try PartitionStore(&follower, "one", "", writer: 1, attempts: 1, partBytesMax: 50)
        var batch = StoreBatch()
        batch.kinds = (0..<10).map { KindRecord(ordinal: $0, kind: ActivityKind("kind\($0)")) }
        log.takes = 2
        #expect(throws: StoreError.self) { try former.append(batch) }
        log.takes = .max
        former.close()
        let store = try PartitionStore(&follower, "two", "", writer: 2, attempts: 1, partBytesMax: 50)
        let claimed = store.position
        log.shows = claimed - 1
        #expect(throws: StoreError.unavailable(reason: "the log does not show the whole state yet")) { try store.snapshot() }
        #expect(log.bounds().first == 1)
        log.shows = .max
        #expect(try store.snapshot() == claimed)
        var reader = PartitionFollower(log)
        try reader.catchUp()
        let (claim, isWhole) = (reader.claim, reader.isWhole)
        #expect(claim == store.claim && isWhole && log.bounds().first == claimed + 1)
    }

    /// Batches are appended while a snapshot is written. Its position covers only what it contains, so that the batch after it
    /// is read too.
    @Test func aSnapshotSaysNoMoreThanItHas() throws {
        let log = HandLog()
        var follower = PartitionFollower(log)
        let store = try PartitionStore(claiming: &follower, as: "one")
        var batch = StoreBatch()
        batch.kinds = [KindRecord(ordinal: 0, kind: "first")]
        try store.append(batch)
        let read = store.position
        log.shows = read
        batch.kinds = [KindRecord(ordinal: 1, kind: "second")]
        try store.append(batch)
        #expect(try store.snapshot() == read)
        log.shows = .max
        var reader = PartitionFollower(log)
        try reader.catchUp()
        let kinds = reader.state.head().kinds.map(\.kind)
        #expect(kinds == ["first", "second"])
    }

    /// A server that lacks the latest messages became the leader: what was read is ahead of the log.
    @Test func aLogThatEndsBeforeWhatWasReadIsNotClaimed() throws {
        let log = DifferingCopies()
        let first = try PartitionStory(log: log.read).open("a")
        var follower = PartitionFollower(log)
        try follower.catchUp()
        let read = follower.position
        var refusal: StoreError?
        do throws(StoreError) { _ = try PartitionStore(claiming: &follower, as: "b") } catch { refusal = error }
        let reason = "the log ends at position 0, before \(read), which was read from it: the copies on its servers differ"
        #expect(refusal == .unavailable(reason: reason))
        #expect(log.appended.bounds().last == 0)
        first.runtime.close()
    }

    @Test func aLogWithoutItsBeginningIsNotTakenForAnEmptyOne() throws {
        let log = MemoryPartitionLog()
        let story = PartitionStory(log: log)
        let (runtime, _) = try story.open("one")
        _ = try story.start(runtime, "anna")
        log.trim(through: 1)
        var follower = PartitionFollower(log)
        #expect(throws: StoreError.damaged(reason: "the beginning of the log was deleted, and it has no snapshot")) {
            try PartitionStore(claiming: &follower, as: "two")
        }
    }

    @Test func whatBreaksTheRulesOfTheLogIsDamage() throws {
        let claim = LogRecord(epoch: 1, body: .claim(PartitionClaim(epoch: 1, node: "one", address: "")))
        let other = LogRecord(epoch: 2, body: .release(to: nil))
        let skipping = LogRecord(epoch: 3, body: .claim(PartitionClaim(epoch: 3, node: "one", address: "")))
        let released = LogRecord(epoch: 1, body: .release(to: nil))
        for (records, reason) in [
            ([other], "a record of epoch 2 at position 1 of the log, in epoch 0"),
            ([claim, other], "a record of epoch 2 at position 2 of the log, in epoch 1"),
            ([claim, skipping], "epoch 3 at position 2 of the log follows epoch 1"),
            ([claim, released, released], "a record of epoch 1 at position 3 of the log, in epoch 1"),
        ] {
            let log = MemoryPartitionLog()
            for (index, record) in records.enumerated() {
                _ = try log.append(LogMessage(id: "\(index)", bytes: record.encoded()), after: LogPosition(index))
            }
            var follower = PartitionFollower(log)
            #expect(throws: StoreError.damaged(reason: reason)) { try follower.catchUp() }
        }
    }

    /// Positions and epochs are counted on from a snapshot, so one with the highest number stopped every process that read it.
    /// The fuzzer `cluster-log` found it when it began to trim logs.
    @Test func aSnapshotOfALaterPositionOrEpochIsDamage() throws {
        let part = LogRecord.Part(number: 1, index: 0, count: 1, bytes: Array("{}".utf8)[...])
        for (through, epoch, reason) in [
            (.max, 1, "of position 18446744073709551615 and epoch 1, in epoch 1"),
            (2, 1, "of position 2 and epoch 1, in epoch 1"),
            (1, .max, "of position 1 and epoch 18446744073709551615, in epoch 1"),
        ] as [(LogPosition, UInt64, String)] {
            let header = LogRecord.SnapshotHeader(
                number: 1, through: through, claim: PartitionClaim(epoch: epoch, node: "one", address: ""), isReleased: false,
                isLast: true)
            let log = MemoryPartitionLog()
            _ = try log.append(LogMessage(id: "1", bytes: []), after: 0)
            let snapshot = LogRecord(epoch: 1, body: .snapshot(part, header))
            _ = try log.append(LogMessage(id: "2", bytes: snapshot.encoded()), after: 1)
            log.trim(through: 1)
            var follower = PartitionFollower(log)
            #expect(throws: StoreError.damaged(reason: "the snapshot at position 2 of the log is \(reason)")) {
                try follower.catchUp()
            }
        }
    }
}

/// A log that accepts a limited number of messages, and shows readers only its beginning. Used by one thread.
private final class HandLog: PartitionLog {
    private let log = MemoryPartitionLog()
    nonisolated(unsafe) var takes = Int.max
    nonisolated(unsafe) var shows = LogPosition.max

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        guard takes > 0 else { throw .full(reason: "the test says so") }
        if takes < .max { takes -= 1 }
        return try log.append(message, after: expected)
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        try log.read(after: position, bytes: bytes).filter { $0.position <= shows }
    }

    func bounds() -> LogBounds { log.bounds() }
    func trim(through position: LogPosition) { log.trim(through: position) }
}

/// A log whose replica for reads is ahead of the replica for appends.
private struct DifferingCopies: PartitionLog {
    let read = MemoryPartitionLog()
    let appended = MemoryPartitionLog()

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        try appended.append(message, after: expected)
    }

    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        try read.read(after: position, bytes: bytes)
    }

    func bounds() -> LogBounds { appended.bounds() }
    func trim(through position: LogPosition) { appended.trim(through: position) }
}
