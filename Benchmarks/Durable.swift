#if SQLite
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivitySQLite
import Synchronization

extension Benchmark {
    static let durableStrict = Benchmark(
        name: "durable-strict",
        summary:
            "events to random ones of 10,000 live deliveries on a file, from 1,000 tasks, from 64 threads and from one, each on disk"
    ) {
        let folder = try BenchmarkFolder()
        let path = folder.path("strict.sqlite")
        var measured: [String: [Double]] = [:]
        let stored = try StoredDeliveries(10_000, path: path, durability: .strict)
        try stored.runtime.flush()
        try FileManager.default.copyItem(atPath: path, toPath: folder.path("bare.sqlite"))
        let rows = try BareRows(path: folder.path("bare.sqlite"))
        for round in 0..<5 as Range<UInt64> {
            let tasks = try stored.sendFromTasks(200_000, tasks: 1_000, seed: round)
            measured["tasks", default: []].append(tasks.perSecond)
            measured["late", default: []].append(tasks.late * 1_000)
            measured["threads", default: []].append(try stored.send(200_000, callers: 64, seed: round))
            measured["bare", default: []].append(try rows.upsertOneByOne(10_000))
            measured["alone", default: []].append(try stored.send(10_000, callers: 1, seed: 100 + round))
        }
        func figure(_ name: String, _ key: String) -> Figure {
            Figure(
                name, measured[key, default: []].median, "commands/s", .higherIsBetter,
                baseline: ("one GRDB write transaction per command", measured["bare", default: []].median))
        }
        return [
            figure("durable-strict", "tasks"), figure("durable-strict-threads", "threads"),
            figure("durable-strict-alone", "alone"),
            Figure("durable-strict-tick", measured["late", default: []].median, "ms late at most", .lowerIsBetter),
        ]
    }

    static let durableRelaxed = Benchmark(
        name: "durable-relaxed",
        summary:
            "events to random ones of 100,000 live deliveries on a file, on disk a tenth of a second later; and with a consumer"
    ) {
        let folder = try BenchmarkFolder()
        let path = folder.path("relaxed.sqlite")
        var (durable, consumed, bare): ([Double], [Double], [Double]) = ([], [], [])
        let stored = try StoredDeliveries(100_000, path: path, durability: .relaxed)
        try stored.runtime.flush()
        try FileManager.default.copyItem(atPath: path, toPath: folder.path("bare.sqlite"))
        let rows = try BareRows(path: folder.path("bare.sqlite"))
        for round in 0..<5 {
            durable.append(try stored.send(500_000, callers: 1, seed: UInt64(round)))
            consumed.append(try stored.sendConsumed(500_000, seed: UInt64(round)))
            bare.append(try rows.upsertTogether(200_000))
        }
        let baseline = ("bare prepared upserts of the same rows in one transaction", bare.median)
        return [
            Figure("durable-relaxed", durable.median, "commands/s", .higherIsBetter, baseline: baseline),
            Figure("durable-relaxed-consumed", consumed.median, "commands/s", .higherIsBetter, baseline: baseline),
        ]
    }

    static let reopen = Benchmark(
        name: "reopen", summary: "a file with 1,000,000 live deliveries: opening a runtime on it, its memory, the file's size"
    ) {
        let folder = try BenchmarkFolder()
        let path = folder.path("million.sqlite")
        // In a separate process, so that its memory is not counted below.
        _ = try child("--baseline", "fill:\(path)")
        let (rows, running) = (try child("--baseline", "select:\(path)"), try child("--baseline", "running:"))
        let (time, memory) = (try child("--baseline", "reopen:\(path)"), try child("--baseline", "reopen-memory:\(path)"))
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Double ?? .nan
        return [
            Figure("reopen", time, "s", .lowerIsBetter, baseline: ("SELECT of the same rows decoded to nothing", rows)),
            Figure(
                "reopen-memory", memory, "bytes/activity", .lowerIsBetter,
                baseline: ("the running engine with the same deliveries", running)),
            Figure("file-size", size / Double(Deliveries.million), "bytes/activity", .lowerIsBetter),
        ]
    }
}

extension StoredDeliveries {
    /// Commands per second of all callers together, until the last of them is on disk.
    fileprivate func send(_ count: Int, callers: Int, seed: UInt64) throws -> Double {
        let moves = (0..<callers).map { courierMoves(count / callers, seed: seed * 1_000 + UInt64($0)) }
        let time = try seconds {
            // Threads instead of tasks, because a command is a call that returns when it is done.
            let threads = DispatchGroup()
            for caller in 0..<callers {
                threads.enter()
                Thread.detachNewThread {
                    for (id, event) in moves[caller] {
                        do { try runtime.send(event, to: id) } catch { preconditionFailure("\(error)") }
                    }
                    threads.leave()
                }
            }
            threads.wait()
            try runtime.flush()
        }
        return Double(count / callers * callers) / time
    }
}

extension StoredDeliveries {
    /// The commands per second of all tasks together, where each command is on disk before its task continues; and the maximum
    /// delay, in seconds, of a concurrent task that ticks every 5 ms.
    fileprivate func sendFromTasks(_ count: Int, tasks: Int, seed: UInt64) throws -> (perSecond: Double, late: Double) {
        let moves = (0..<tasks).map { courierMoves(count / tasks, seed: seed * 10_000 + UInt64($0)) }
        let runtime = runtime
        return try waiting {
            let ticking = Task { () -> Double in
                let clock = ContinuousClock()
                var late = Duration.zero
                while !Task.isCancelled {
                    let due = clock.now + .milliseconds(5)
                    try? await clock.sleep(until: due)
                    if !Task.isCancelled { late = max(late, clock.now - due) }
                }
                return late / .seconds(1)
            }
            let start = ContinuousClock.now
            try await withThrowingTaskGroup { group in
                for moves in moves {
                    group.addTask { for (id, event) in moves { try await runtime.send(event, to: id) } }
                }
                try await group.waitForAll()
            }
            let time = (ContinuousClock.now - start) / .seconds(1)
            ticking.cancel()
            return (Double(count / tasks * tasks) / time, await ticking.value)
        }
    }

    /// Commands per second of one thread, until all are on disk and a named consumer has acknowledged every change.
    fileprivate func sendConsumed(_ count: Int, seed: UInt64) throws -> Double {
        let moves = courierMoves(count, seed: seed)
        let runtime = runtime
        let consumed = try runtime.changes(for: "push")
        let last = try runtime.start(
            DeliveryAttributes(orderNumber: 0, restaurantName: "The last", destinationCity: "Hamburg"), owner: "the last")
        let time = try seconds {
            let consumer = DispatchSemaphore(value: 0)
            Task.detached {
                for await change in consumed {
                    consumed.acknowledge(change)
                    if change.activity == last, case .dismissed = change.what { break }
                }
                consumer.signal()
            }
            for (id, event) in moves { try runtime.send(event, to: id) }
            try runtime.dismiss(last)
            try runtime.flush()
            consumer.wait()
        }
        try runtime.forgetConsumer("push")
        return Double(count) / time
    }

    /// Waits for a task on this thread, which does not belong to the cooperative pool.
    private func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Outcome<Value>()
        Task.detached {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            result.value.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        guard let outcome = result.value.withLock({ $0 }) else { throw BenchmarkError(reason: "a task gave no result") }
        return try outcome.get()
    }
}

private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
}

extension Benchmarks {
    /// The result of one part of `reopen`, which runs in a separate process; `nil` for other names.
    static func reopening(_ name: String) throws -> Double? {
        guard let colon = name.firstIndex(of: ":") else { return nil }
        let path = String(name[name.index(after: colon)...])
        switch name[..<colon] {
        case "fill":
            let stored = try StoredDeliveries(Deliveries.million, path: path, durability: .strict)
            stored.runtime.close()
            return 0
        case "select": return try BareRows.select(path: path)
        case "running":
            let before = residentBytes()
            let deliveries = try Deliveries(Deliveries.million, payloadBytes: 4_096)
            let bytes = residentBytes() - before - deliveries.ids.capacity * MemoryLayout<ActivityID>.stride
            return Double(bytes) / Double(Deliveries.million)
        case "reopen": return try reopened(path).seconds
        // The peak while the file was read.
        case "reopen-memory":
            let before = residentBytes()
            let runtime = try reopened(path).runtime
            return withExtendedLifetime(runtime) { Double(highestResidentBytes() - before) / Double(Deliveries.million) }
        default: return nil
        }
    }

    private static func reopened(_ path: String) throws -> (runtime: LiveActivityRuntime, seconds: Double) {
        var runtime: LiveActivityRuntime?
        let time = try seconds { runtime = try StoredDeliveries.runtime(path, .strict) }
        guard let runtime, runtime.activityCount == Deliveries.million else {
            throw BenchmarkError(reason: "not everything came back")
        }
        return (runtime, time)
    }
}
#endif
