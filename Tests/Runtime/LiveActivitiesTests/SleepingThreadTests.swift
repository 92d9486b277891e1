import Dispatch
import Synchronization
import Testing

@testable import LiveActivities

@Suite(.timeLimit(.minutes(5))) struct SleepingThreadTests {
    static let full = StoreError.unavailable(reason: "full")

    /// Each that is woken wakes two others, so that each number of threads is a tree of its own.
    @Test(arguments: [1, 2, 3, 4, 7, 64], [nil, full])
    func everyThreadIsWokenAndLearnsTheOutcome(count: Int, failure: StoreError?) {
        let threads = (0..<count).map { _ in SleepingThread() }
        let outcomes = Mutex<[StoreError?]>([])
        let ended = DispatchGroup()
        for thread in threads {
            ended.enter()
            let isRunning = startThread {
                let outcome = thread.sleep()
                outcomes.withLock { $0.append(outcome) }
                ended.leave()
            }
            #expect(isRunning)
        }
        SleepingThread.wake(threads, returning: failure)
        ended.wait()
        #expect(outcomes.withLock { $0 } == Array(repeating: failure, count: count))
    }

    @Test func aThreadThatWasWokenBeforeDoesNotSleep() {
        let threads = [SleepingThread(), SleepingThread()]
        SleepingThread.wake(threads, returning: Self.full)
        #expect(threads[0].sleep() == Self.full)
        #expect(threads[1].sleep() == Self.full, "the first has passed it on")
    }

    @Test func nobodyIsWokenWhereNobodyWaits() { SleepingThread.wake([], returning: nil) }

    /// A batch's threads refer to each other only until they are awake.
    @Test func threadsAreReleasedOnceTheyAreAwake() {
        weak var last: SleepingThread?
        do {
            let threads = (0..<5).map { _ in SleepingThread() }
            last = threads[4]
            SleepingThread.wake(threads, returning: nil)
            for thread in threads { #expect(thread.sleep() == nil) }
        }
        #expect(last == nil)
    }
}
