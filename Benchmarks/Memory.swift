import LiveActivityCore

extension Benchmark {
    static let memory = Benchmark(
        name: "memory", summary: "resident bytes of a live delivery with its owner, key and deadline, at 1,000,000"
    ) {
        let actors = try child("--baseline", "actor-memory")
        let before = residentBytes()
        let deliveries = try Deliveries(Deliveries.million, payloadBytes: 4_096)
        // The list of ids belongs to the benchmark, not to the engine.
        let bytes = residentBytes() - before - deliveries.ids.capacity * MemoryLayout<ActivityID>.stride
        return [
            Figure(
                "memory", Double(bytes) / Double(Deliveries.million), "bytes/activity", .lowerIsBetter,
                baseline: ("an actor each with Task.sleep", actors))
        ]
    }
}
