public import LiveActivityCore

/// A random number generator whose sequence depends only on its seed: it is the same in every process and on every machine.
///
/// Property tests and simulations use it, so that a failure can be reproduced from its seed. The algorithm is SplitMix64 and
/// will not change, so a seed in a test stays valid. Do not use it for secrets: one number is enough to compute all following
/// ones.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    /// A generator that starts at `seed`.
    @inlinable public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    // Inlinable, because benchmarks call it once per event.
    @inlinable public mutating func next() -> UInt64 {
        state &+= SplitMix64.step
        return SplitMix64.number(of: state)
    }

    /// A number from 0 up to, not including, `bound`; 0 if `bound` is not positive.
    ///
    /// The result is the remainder of one 64-bit number, so small numbers are slightly more likely. In return it does not
    /// depend on the standard library's algorithm.
    public mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    /// True with a probability of one in `times`.
    public mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

    /// A random element of `values`, which must not be empty.
    public mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }
}
