import Dispatch
import Synchronization
import Testing

@testable import LiveActivities

@Suite(.timeLimit(.minutes(5))) struct SleepingThreadsTests {
    static let full = StoreError.unavailable(reason: "full")

    /// Groups of every size: not full, full, one thread more than fits, several groups.
    @Test(arguments: [1, 2, 15, 16, 17, 64, 65], [nil, full])
    func everyThreadIsWokenAndLearnsTheOutcome(count: Int, failure: StoreError?) {
        var waiters = WriteQueue.Waiters()
        let outcomes = Mutex<[StoreError?]>([])
        let ended = DispatchGroup()
        for _ in 0..<count {
            let threads = waiters.addThread()
            ended.enter()
            let isRunning = startThread {
                let outcome = threads.sleep()
                outcomes.withLock { $0.append(outcome) }
                ended.leave()
            }
            #expect(isRunning)
        }
        #expect(waiters.count == count)
        waiters.resume(returning: failure)
        ended.wait()
        #expect(outcomes.withLock { $0 } == Array(repeating: failure, count: count))
    }

    @Test func threadsShareAGroupUntilItIsFull() {
        var waiters = WriteQueue.Waiters()
        let groups = (0...2 * SleepingThreads.countMax).map { _ in ObjectIdentifier(waiters.addThread()) }
        #expect(groups.map { groups.firstIndex(of: $0) } == (0...2 * SleepingThreads.countMax).map { $0 / 16 * 16 })
    }

    @Test func aThreadThatWasWokenBeforeDoesNotSleep() {
        var waiters = WriteQueue.Waiters()
        let threads = (waiters.addThread(), waiters.addThread())
        waiters.resume(returning: Self.full)
        #expect(threads.0.sleep() == Self.full)
        #expect(threads.1.sleep() == Self.full)
    }

    @Test func nobodyIsWokenWhereNobodyWaits() { WriteQueue.Waiters().resume(returning: nil) }

    /// The waking thread may hold the last reference to the group.
    @Test func theGroupIsReleasedOnceAllAreAwake() {
        weak var last: SleepingThreads?
        do {
            var waiters = WriteQueue.Waiters()
            let threads = waiters.addThread()
            last = threads
            waiters.resume(returning: nil)
            #expect(threads.sleep() == nil)
        }
        #expect(last == nil)
    }
}
