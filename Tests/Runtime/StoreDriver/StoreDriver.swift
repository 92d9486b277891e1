// The child process of the kill test: puts a runtime on a file under full load until it is killed.
//
//     StoreDriver FILE strict|relaxed SEED DONE ...       DONE: how many steps each thread has taken before
#if SQLite
import Dispatch
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite

@main enum StoreDriver {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 4, let seed = UInt64(arguments[3]) else {
            fatalError("StoreDriver FILE strict|relaxed SEED DONE ...")
        }
        let done = arguments.dropFirst(3).compactMap { Int($0) }
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: seed), clock: StandingClock(), providers: [AnyProvider(CounterProvider())],
            store: try SQLiteStore(path: arguments[1]),
            durability: arguments[2] == "strict" ? .strict : .relaxed(interval: 0.005))
        let deliveries = try runtime.changes(for: "push")
        Report(.ready).tell()
        Task.detached {
            var random = seed
            for await change in deliveries {
                var report = Report(change)
                report.tell()
                random = Script.mix(random)
                guard random % 8 == 0 else { continue }
                report.what = .acknowledging
                report.tell()
                deliveries.acknowledge(change)
            }
        }
        DispatchQueue.concurrentPerform(iterations: done.count) { thread in
            var script = Script(seed: seed, thread: thread, done: done[thread])
            while true {
                let step = script.step
                let command = script.next()
                do {
                    try runtime.apply(command)
                    Report(.done, who: UInt64(thread), number: UInt64(step)).tell()
                    guard step % 50 == 0 else { continue }
                    try runtime.flush()
                    Report(.flushed, who: UInt64(thread), number: UInt64(step)).tell()
                } catch {
                    fatalError("step \(step) of thread \(thread), \(command): \(error)")
                }
            }
        }
    }
}

/// Its time never changes, so that the results do not depend on timing; alarms fire when they would on the computer's clock.
struct StandingClock: RuntimeClock {
    let now = Date(timeIntervalSinceReferenceDate: 803_667_600)

    func sleep(until date: Date) async throws {
        try await Task.sleep(for: .seconds(min(max(0, date.timeIntervalSince(now)), 1e9)))
    }
}
#else
@main enum StoreDriver {
    static func main() {}
}
#endif
