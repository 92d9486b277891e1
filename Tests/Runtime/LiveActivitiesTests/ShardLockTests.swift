import Dispatch
import Testing

@testable import LiveActivities

@Suite(.timeLimit(.minutes(5))) struct ShardLockTests {
    @Test func oneThreadAtATimeHasTheValue() {
        let lock = ShardLock(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 160_000)
    }

    /// Longer than any thread spins for the lock: the others block, and every one of them is woken.
    @Test func threadsThatFellAsleepAreWoken() {
        let lock = ShardLock<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for round in 0..<40 {
                lock.withLock { list in
                    var work = UInt64(thread + round)
                    for _ in 0..<100_000 { work = work &* 6_364_136_223_846_793_005 &+ 1 }
                    list.append(work == 0 ? -1 : thread)
                }
            }
        }
        let counts = lock.withLock { list in (0..<6).map { thread in list.count { $0 == thread } } }
        #expect(counts == Array(repeating: 40, count: 6))
    }

    @Test func anErrorReleasesIt() {
        struct Refusal: Error {}
        let lock = ShardLock(1)
        #expect(throws: Refusal.self) { try lock.withLock { (_) throws(Refusal) in throw Refusal() } }
        #expect(lock.withLock { $0 } == 1)
    }

    @Test func noTwoShareACacheLine() {
        let locks = (0..<16).map { ShardLock($0) }
        let lines = locks.map { lock in
            Set([UInt(bitPattern: lock.word) / 128, (UInt(bitPattern: lock.value) + 7) / 128])
        }
        #expect(lines.reduce(0) { $0 + $1.count } == lines.reduce(into: Set<UInt>()) { $0.formUnion($1) }.count)
    }
}
