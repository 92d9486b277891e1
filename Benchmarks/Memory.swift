import LiveActivityCore

extension Benchmark {
    static let memory = Benchmark(
        name: "memory", summary: "resident bytes of a live delivery, all in, at 1,000,000: its owner, key and deadline too"
    ) {
        let actors = try child("--baseline", "actor-memory")
        let before = residentBytes()
        let deliveries = try Deliveries(Deliveries.million, payloadBytes: 4_096)
        // The list of ids is the benchmark's, not the engine's.
        let bytes = residentBytes() - before - deliveries.ids.capacity * MemoryLayout<ActivityID>.stride
        return [
            Figure(
                "memory", Double(bytes) / Double(Deliveries.million), "bytes/activity", .lowerIsBetter,
                baseline: ("an actor each with Task.sleep", actors))
        ]
    }
}
