import LiveActivityTesting

/// Small damage to JSON text: the result may still be JSON of another type, or no JSON at all.
enum Mutation {
    static func mutate(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...2, using: &random) { mutate(&text, &random) }
        return text
    }

    private static func mutate(_ text: inout [UInt8], _ random: inout SeededGenerator) {
        guard !text.isEmpty else { return text = Array("0".utf8) }
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: text.remove(at: place)
        case 1:
            text.insert(
                random.pick(
                    Array("{}[]\",:0123456789.eE+- \\/utfn\n\u{1}".utf8) + [0, 0x7F, 0x80, 0xC0, 0xE2, 0xED, 0xF0, 0xFF]),
                at: place)
        case 2: text[place] = random.pick(Array("{}[]\",:09.e-tfn\\".utf8))
        case 3: text.removeSubrange(place...)
        default: replaceValue(&text, at: place, &random)
        }
    }

    /// Replaces a scalar by another one: the text stays valid JSON with another type.
    private static func replaceValue(_ text: inout [UInt8], at place: Int, _ random: inout SeededGenerator) {
        let starts = text.indices.filter { index in
            guard index > 0 else { return false }
            return text[index - 1] == UInt8(ascii: ":") || text[index - 1] == UInt8(ascii: "[")
                || text[index - 1] == UInt8(ascii: ",")
        }
        guard let start = starts.isEmpty ? nil : random.pick(starts) else { return }
        var end = start
        while end < text.count, ![UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(text[end]) { end += 1 }
        let values = [
            "null", "true", "0", "1.5", "1.0", "-1", "1e2", "300", "9223372036854775808", "18446744073709551616", "-0",
            "1e400", "1E-5", "\"\"", "\"x\"", "\"\\u0041\"", "\"\\ud83d\\ude00\"", "{}", "[]", "[null]", "{\"a\":1}", "[1,2]",
        ]
        text.replaceSubrange(start..<end, with: Array(random.pick(values).utf8))
    }
}
