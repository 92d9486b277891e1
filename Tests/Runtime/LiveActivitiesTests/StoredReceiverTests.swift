import Foundation
import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

/// Who waits for the store learns of each batch.
@Suite struct StoredReceiverTests {
    /// A closure that is itself the value of a `Mutex` is wrapped once more by each access. A strict service then took ever
    /// longer for a batch, and would have overflowed its stack within hours.
    @Test func eachBatchCallsTheReceiverFromTheSameDepthOfTheStack() throws {
        let runtime = try LiveActivityRuntime(
            shards: 1, clock: ManualClock(), providers: Kinds.all, store: MemoryStore(), durability: .strict)
        let depths = Mutex<[Int]>([])
        runtime.setStoredReceiver {
            let depth = Thread.callStackReturnAddresses.count
            depths.withLock { $0.append(depth) }
        }
        let counter = try runtime.start(CounterProvider.Attributes(), owner: "anna")
        let before = depths.withLock { $0.count }
        for _ in 0..<60 { try runtime.send(CounterProvider.Event.added(1), to: counter) }
        let calls = depths.withLock { $0 }.dropFirst(before)
        #expect(calls.count == 60)
        #expect(Set(calls).count == 1, "\(calls)")
        // Foundation counts no further than 128.
        #expect(calls.allSatisfy { 1..<100 ~= $0 })
        runtime.close()
    }
}
