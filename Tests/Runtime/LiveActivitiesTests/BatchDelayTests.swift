import LiveActivityHost
import Testing

@testable import LiveActivities

/// When the next batch begins, by the clock of the test.
struct BatchDelayTests {
    private let start = ContinuousClock.now

    /// The delays after batches of 3 ms each, for a number of callers that wait at their ends.
    private func delays(
        _ batches: [(callers: Int, late: Int)], max: Duration = .milliseconds(10), took: Duration = .milliseconds(3),
        waiting: Int = 0
    ) -> [Duration?] {
        var delay = BatchDelay(scatteredDelayMax: max)
        return batches.map { batch in
            delay.begin(callers: batch.callers, at: start)
            delay.end(late: batch.late, at: start + took)
            return delay.remaining(callers: waiting, at: start + took)
        }
    }

    @Test func fewCallersAreNotWaitedFor() {
        #expect(delays([(7, 0), (4, 3), (8, 0)]) == [nil, nil, .microseconds(750)])
        #expect(BatchDelay(scatteredDelayMax: .milliseconds(10)).remaining(callers: 1, at: start) == nil)
    }

    @Test func threeQuartersOfTheCallersThatReturnTogetherAreEnough() {
        #expect(delays([(16, 0)], waiting: 11) == [.microseconds(750)])
        #expect(delays([(16, 0)], waiting: 12) == [nil])
        // The callers that missed the batch count too.
        #expect(delays([(16, 7)], waiting: 17) == [.microseconds(750)])
        #expect(delays([(16, 7)], waiting: 18) == [nil])
    }

    @Test func aDelayIsAQuarterOfTheLastBatchAndAtMostAMillisecond() {
        #expect(delays([(16, 0)], took: .microseconds(3_996)) == [.microseconds(999)])
        #expect(delays([(16, 0)], took: .milliseconds(4)) == [.milliseconds(1)])
        #expect(delays([(16, 0)], took: .seconds(2)) == [.milliseconds(1)])
    }

    @Test func scatteredCallersAreWaitedForUntilThereAreMany() {
        #expect(delays([(16, 7)], waiting: 399) == [nil])
        #expect(delays([(16, 8)], waiting: 399) == [.milliseconds(6)])
        #expect(delays([(16, 8)], waiting: 400) == [nil])
        #expect(delays([(16, 8)], took: .milliseconds(5)) == [.milliseconds(10)])
        #expect(delays([(16, 8)], took: .milliseconds(6)) == [.milliseconds(10)])
        // A store to which a small batch costs little.
        #expect(delays([(16, 8)], max: .zero) == [.microseconds(750)])
        // Many callers fill each batch.
        #expect(delays([(250, 149)]) == [.milliseconds(6)])
        #expect(delays([(250, 150)]) == [.microseconds(750)])
    }

    /// The first command of a burst, or a batch without callers, does not show that callers are scattered.
    @Test func aBurstOfTasksIsNotScattered() {
        #expect(delays([(1, 99)], waiting: 99) == [nil])
        #expect(delays([(7, 99)], waiting: 99) == [nil])
        #expect(delays([(8, 99)], waiting: 99) == [.milliseconds(6)])
        #expect(delays([(0, 0), (80, 10)]) == [nil, .microseconds(750)])
    }

    @Test func callersStayScatteredWhileAnEighthIsLate() {
        #expect(
            delays([(16, 8), (80, 10), (80, 9), (80, 10)]) == [
                .milliseconds(6), .milliseconds(6), .microseconds(750), .microseconds(750),
            ])
    }

    @Test func aDelayEndsAtItsTime() {
        var delay = BatchDelay(scatteredDelayMax: .milliseconds(10))
        delay.begin(callers: 16, at: start)
        delay.end(late: 8, at: start + .milliseconds(3))
        #expect([8, 9, 10].map { delay.remaining(callers: 8, at: start + .milliseconds($0)) } == [.milliseconds(1), nil, nil])
    }

    @Test func aStoreSaysHowLongItsBatchesMayBeDelayed() throws {
        func delayMax(_ store: some ActivityStore) throws -> Duration {
            let commit = StoreCommit(claiming: try store.head(), shards: 1, seed: 1)
            return StoreWriter(store, .strict, commit, clock: SystemClock()).queue.withLock { $0.delay.scatteredDelayMax }
        }
        #expect(try delayMax(GatedStore(batchDelayMax: .milliseconds(7))) == .milliseconds(7))
        #expect(try delayMax(MemoryStore()) == .zero)
    }
}
