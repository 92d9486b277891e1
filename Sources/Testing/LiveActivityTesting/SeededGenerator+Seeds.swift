import LiveActivityCore

extension SeededGenerator {
    /// The seeds for a randomized test: `count` of them, beginning with `first`.
    ///
    /// Two environment variables override it for all tests. `SLA_SEED=4711` runs only this seed, to reproduce a failure;
    /// `SLA_SEED=4711+` runs the usual number of seeds beginning with it, to continue after a failure. `SLA_TEST_ROUNDS=100`
    /// runs a hundred times as many seeds, for a soak test.
    public static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["SLA_SEED"] ?? ""
        if let seed = UInt64(named) { return [seed] }
        let first = named.hasSuffix("+") ? UInt64(named.dropLast()) ?? first : first
        let rounds = environment["SLA_TEST_ROUNDS"].flatMap { Int($0) } ?? 1
        return (0..<UInt64(count * max(rounds, 1))).map { first &+ $0 }
    }
}
