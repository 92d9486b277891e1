#if SQLite
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivitySQLite

extension Benchmark {
    static let durableStrict = Benchmark(
        name: "durable-strict",
        summary: "events to random ones of 10,000 live deliveries on a file, each on disk when it returns"
    ) {
        let folder = try BenchmarkFolder()
        let path = folder.path("strict.sqlite")
        var (durable, alone, bare): ([Double], [Double], [Double]) = ([], [], [])
        let stored = try StoredDeliveries(10_000, path: path, durability: .strict)
        try stored.runtime.flush()
        try FileManager.default.copyItem(atPath: path, toPath: folder.path("bare.sqlite"))
        let rows = try BareRows(path: folder.path("bare.sqlite"))
        for round in 0..<5 {
            durable.append(try stored.send(200_000, callers: 64, seed: UInt64(round)))
            bare.append(try rows.upsertOneByOne(10_000))
            alone.append(try stored.send(10_000, callers: 1, seed: 100 + UInt64(round)))
        }
        let baseline = ("one GRDB write transaction per command", bare.median)
        return [
            Figure("durable-strict", durable.median, "commands/s", .higherIsBetter, baseline: baseline),
            Figure("durable-strict-alone", alone.median, "commands/s", .higherIsBetter, baseline: baseline),
        ]
    }

    static let durableRelaxed = Benchmark(
        name: "durable-relaxed",
        summary:
            "events to random ones of 100,000 live deliveries on a file, each on disk a tenth of a second later and all at the end"
    ) {
        let folder = try BenchmarkFolder()
        let path = folder.path("relaxed.sqlite")
        var (durable, bare): ([Double], [Double]) = ([], [])
        let stored = try StoredDeliveries(100_000, path: path, durability: .relaxed)
        try stored.runtime.flush()
        try FileManager.default.copyItem(atPath: path, toPath: folder.path("bare.sqlite"))
        let rows = try BareRows(path: folder.path("bare.sqlite"))
        for round in 0..<5 {
            durable.append(try stored.send(500_000, callers: 1, seed: UInt64(round)))
            bare.append(try rows.upsertTogether(200_000))
        }
        return [
            Figure(
                "durable-relaxed", durable.median, "commands/s", .higherIsBetter,
                baseline: ("bare prepared upserts of the same rows in one transaction", bare.median))
        ]
    }

    static let reopen = Benchmark(
        name: "reopen", summary: "a file with 1,000,000 live deliveries: opening a runtime on it, its memory, the file's size"
    ) {
        let folder = try BenchmarkFolder()
        let path = folder.path("million.sqlite")
        // In a process of its own, so that its memory is not counted below.
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
            // Threads, and not tasks: a command is a call that returns when it is done.
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

extension Benchmarks {
    /// The result of one part of `reopen`, which runs in a process of its own; `nil` for other names.
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
        // The peak, while the file was read.
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
