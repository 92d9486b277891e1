#if Push
/// The token of a simulated device, as 64 hex digits.
///
/// It looks random, but the fleet decodes its target from it, so 100,000 devices need no table of tokens.
struct FleetToken: Hashable, Sendable {
    enum Purpose: UInt64 {
        case pushToStart = 1
        case activity = 2
    }

    var purpose: Purpose
    /// The index of the kind in the fleet's list; 0 for an activity.
    var kind: UInt8
    /// The number of the token among those of its device or row.
    var generation: UInt32
    /// The number of the device, or of the activity's row.
    var index: UInt32

    /// 2 bits of purpose, 6 of kind, 24 of generation, 32 of index.
    private var number: UInt64 {
        purpose.rawValue << 62 | UInt64(kind & 63) << 56 | UInt64(generation & 0xFF_FFFF) << 32 | UInt64(index)
    }

    init(_ purpose: Purpose, kind: UInt8 = 0, generation: UInt32, index: UInt32) {
        self.purpose = purpose
        self.kind = kind
        self.generation = generation & 0xFF_FFFF
        self.index = index
    }

    /// - Returns: `nil` if no device of a fleet with this seed has made this text.
    init?(_ text: String, seed: UInt64) {
        var text = text
        let words = text.withUTF8 { bytes -> [UInt64]? in
            guard bytes.count == 64 else { return nil }
            var words: [UInt64] = [0, 0, 0, 0]
            for (position, byte) in bytes.enumerated() {
                let digit: UInt8
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
                case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
                default: return nil
                }
                words[position >> 4] = words[position >> 4] << 4 | UInt64(digit)
            }
            return words
        }
        guard let words else { return nil }
        let number = StableHash.unmix(words[0]) ^ seed
        guard let purpose = Purpose(rawValue: number >> 62), words == Self.words(number, seed) else { return nil }
        self.init(
            purpose, kind: UInt8(number >> 56 & 63), generation: UInt32(number >> 32 & 0xFF_FFFF),
            index: UInt32(truncatingIfNeeded: number))
    }

    private static func words(_ number: UInt64, _ seed: UInt64) -> [UInt64] {
        let first = StableHash.mix(number ^ seed)
        return [first, StableHash.mix(first ^ 1), StableHash.mix(first ^ 2), StableHash.mix(first ^ 3)]
    }

    func text(seed: UInt64) -> String {
        String(unsafeUninitializedCapacity: 64) { bytes in
            for (position, word) in Self.words(number, seed).enumerated() {
                for digit in 0..<16 {
                    let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * digit)) & 15
                    bytes[position * 16 + digit] = value < 10 ? value + 48 : value + 87
                }
            }
            return 64
        }
    }
}
#endif
