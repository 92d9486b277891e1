#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The numbers of one seed, the same in every process (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// True once in `times`.
    mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }
}

/// How many random stories each law is told, multiplied by `SLA_TEST_ROUNDS` for a soak.
func seeds(_ count: Int, from first: UInt64 = 1) -> Range<UInt64> {
    let rounds = environment("SLA_TEST_ROUNDS").flatMap { Int($0) } ?? 1
    return first..<(first + UInt64(count * max(rounds, 1)))
}

/// What two processes compare to know that they have seen the same (FNV-1a).
struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
