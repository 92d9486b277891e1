import LiveActivityCore

extension SeededGenerator {
    /// The seeds that a randomised test runs: `count` of them, from `first` on.
    ///
    /// Two environment variables change this for every such test. `SLA_SEED=4711` runs this seed alone, to repeat a failure;
    /// `SLA_SEED=4711+` as many as usual from there on, to continue after one. `SLA_TEST_ROUNDS=100` runs a hundred times as
    /// many seeds, for a soak.
    public static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["SLA_SEED"] ?? ""
        if let seed = UInt64(named) { return [seed] }
        let first = named.hasSuffix("+") ? UInt64(named.dropLast()) ?? first : first
        let rounds = environment["SLA_TEST_ROUNDS"].flatMap { Int($0) } ?? 1
        return Array(first..<first + UInt64(count * max(rounds, 1)))
    }
}
