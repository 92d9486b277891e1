public import LiveActivityCore

/// Random numbers that one seed determines: the same in every process and on every machine.
///
/// Property tests and simulations draw from it, so that a failure can be repeated from its seed alone. The algorithm is
/// SplitMix64, and it stays: a seed that is written into a test keeps its meaning. It is not for secrets, as one number
/// is enough to compute the next ones.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    /// A generator that starts at `seed`.
    @inlinable public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    // Inlinable, because benchmarks draw once per event.
    @inlinable public mutating func next() -> UInt64 {
        state &+= SplitMix64.step
        return SplitMix64.number(of: state)
    }

    /// A number from 0 up to, not including, `bound`; 0 if `bound` is not positive.
    ///
    /// It is the remainder of one draw, so small numbers are slightly more likely. In return it does not depend on how
    /// the standard library draws.
    public mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    /// True with a probability of one in `times`.
    public mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

    /// One of `values`, of which there is at least one.
    public mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }
}
