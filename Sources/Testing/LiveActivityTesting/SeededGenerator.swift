import LiveActivityCore

/// Random numbers that are the same for one seed in every process and on every machine (SplitMix64).
///
/// Not for secrets: from one number the next ones can be computed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// True with a probability of one in `times`.
    public mutating func once(in times: Int) -> Bool { below(times) == 0 }

    /// A number from 0 up to, not including, `bound`, which is greater than 0.
    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// One of `values`, of which there is at least one.
    public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

extension SeededGenerator {
    /// The seeds that a randomised test runs: `count` of them, from `first` on.
    ///
    /// Two environment variables change that for every such test. `SLA_SEED=4711` runs this seed alone, to repeat a failure.
    /// `SLA_TEST_ROUNDS=100` runs a hundred times as many seeds, for a soak.
    public static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["SLA_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let rounds = environment["SLA_TEST_ROUNDS"].flatMap { Int($0) } ?? 1
        return Array(first..<first + UInt64(count * max(rounds, 1)))
    }
}
