extension String {
    /// Hexadecimal digits that differ for different strings, and are the same in each run, unlike Swift's own hashes: FNV-1a.
    package var stableHash: String {
        String(utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}
