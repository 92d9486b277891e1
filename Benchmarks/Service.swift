#if Service
import Foundation

/// The service over HTTP. `Service/bench.py` starts wrk and ServiceDriver, which Scripts/bench builds in this program's folder.
extension Benchmark {
    static let ofService: [Benchmark] = [
        ("http-post", "one event a request from 64 connections, relaxed durability"),
        ("http-post-strict", "the same, each on disk when it is answered"),
        ("http-lasting", "a strict service after ten minutes under load"),
        ("strict-read", "what a reader of a strict store waits for"),
        ("http-batch", "1,000 events a request"), ("sse-idle", "40,000 streams that are open"),
        ("sse-publish", "a change to 10,000 streams"), ("sse-delivered", "changes to 1,000 streams"),
        ("service-memory", "100,000 activities and 1,000 streams"),
    ].map { name, summary in
        Benchmark(name: name, summary: summary) {
            let driver = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appendingPathComponent("ServiceDriver")
            guard FileManager.default.isExecutableFile(atPath: driver.path) else {
                throw BenchmarkError(reason: "there is no \(driver.path); `Scripts/bench \(name)` builds it")
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "Benchmarks/Service/bench.py", name, driver.path]
            return try figures(of: process, "bench.py \(name)")
        }
    }
}
#endif
