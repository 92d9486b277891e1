/// The steps of SplitMix64, used by every generator and every stable hash of the package.
///
/// The numbers are the same in every process and version: they are in ids, in tests' seeds and in the placement of partitions.
/// They are not suitable for secrets, as one number is enough to compute the next ones.
@usableFromInline package enum SplitMix64 {
    /// The increment of a generator's state for each number: 2^64 divided by the golden ratio.
    @usableFromInline package static var step: UInt64 { @inlinable get { 0x9E37_79B9_7F4A_7C15 } }

    /// The number for a state. No two states give the same number.
    @inlinable package static func number(of state: UInt64) -> UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
