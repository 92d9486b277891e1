import LiveActivityTesting

extension SeededGenerator {
    mutating func integer() -> Int64 {
        switch Int.random(in: 0..<4, using: &self) {
        case 0: Int64.random(in: -10...10, using: &self)
        case 1: pick([0, 127, 128, -128, -129, 255, 256, 32_767, 65_535, 1 << 31, .max, .min, 1 << 53, (1 << 53) + 1])
        case 2: Int64(bitPattern: next()) >> Int64.random(in: 0..<63, using: &self)
        default: Int64(bitPattern: next())
        }
    }

    mutating func double() -> Double {
        switch Int.random(in: 0..<6, using: &self) {
        case 0: Double(integer())
        case 1:
            pick([
                0, -0.0, 0.1, 1e21, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15, 1e16, 0.001, 123456.789, 1e-4,
                9e-5,
            ])
        case 2: Double(Int.random(in: -1_000_000...1_000_000, using: &self)) / 1000
        case 3: Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &self)) / 1_000_000
        case 4: 803_667_600 + Double(Int.random(in: 0...10_000_000, using: &self)) / 64
        default:
            Double(bitPattern: next()).isFinite ? Double(bitPattern: next() & 0xBFFF_FFFF_FFFF_FFFF) : 1.5
        }
    }

    mutating func string() -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "b", "Z", "0", " ", "/", "\"", "\\", "\n", "\t", "\r", "\u{0}", "\u{1}", "\u{8}", "\u{C}", "\u{1F}", "\u{7F}",
            "é", "ß", "\u{2028}", "中", "\u{FFFD}", "😀", "\u{10FFFF}", "e", "\u{301}", "{", "}", "[", ",", ":",
        ]
        let plain = once(in: 2)
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...(once(in: 6) ? 60 : 12), using: &self) {
            text.append(plain ? Unicode.Scalar(UInt8.random(in: 97...122, using: &self)) : pick(alphabet))
        }
        return String(text)
    }

    /// A key that is not canonically equal to any of the other keys.
    mutating func key() -> String {
        once(in: 8)
            ? "k\(string().unicodeScalars.filter { $0 != "\u{0}" && $0 != "\u{301}" })"
            : pick([
                "id", "stage", "courier", "stopsAhead", "arrival", "note", "aVeryLongPropertyNameIndeed", "x", "y", "1", "42",
            ])
    }
}
