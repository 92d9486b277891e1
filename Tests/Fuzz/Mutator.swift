import LiveActivityCore
import LiveActivityTesting

@_extern(c, "LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

/// Mutates inputs: JSON by values, text by lines and words, everything else by bytes.
struct Mutator {
    private let format: FuzzTarget.Format

    init(_ format: FuzzTarget.Format) { self.format = format }

    func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
        var random = SeededGenerator(seed: UInt64(seed) &+ 1)
        guard format != .bytes, random.below(8) > 1 else { return mutateBytes(start, count, capacity) }
        let text = UnsafeBufferPointer(start: start, count: count)
        guard let changed = changed(text, &random), changed.count <= capacity else {
            return mutateBytes(start, count, capacity)
        }
        for (index, byte) in changed.enumerated() { start[index] = byte }
        return changed.count
    }

    /// A mutated copy that depends on the input and the generator only.
    func variant(of input: UnsafeBufferPointer<UInt8>, _ random: inout SeededGenerator) -> [UInt8] {
        if random.below(4) > 0, let changed = changed(input, &random) { return changed }
        var bytes = Array(input)
        for _ in 0...random.below(3) {
            let place = random.below(bytes.count + 1)
            let byte = UInt8(truncatingIfNeeded: random.next())
            switch random.below(5) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2 where place < bytes.count: bytes[place] ^= 1 << (byte & 7)
            case 3: bytes.removeLast(min(bytes.count, random.below(8)))
            default: if place < bytes.count { bytes[place] = byte }
            }
        }
        return bytes
    }

    /// - Returns: `nil` if the input does not have the target's format.
    private func changed(_ text: UnsafeBufferPointer<UInt8>, _ random: inout SeededGenerator) -> [UInt8]? {
        switch format {
        case .bytes: nil
        case .json: mutated(text, &random)
        case .jsonLines: mutatedLines(text, &random)
        case .lines: mutatedWords(text, &random)
        }
    }

    /// Removes, duplicates or exchanges lines, or replaces a word of a line by another one.
    private func mutatedWords(_ text: UnsafeBufferPointer<UInt8>, _ random: inout SeededGenerator) -> [UInt8]? {
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        for _ in 0...random.below(3) {
            guard !lines.isEmpty else { return nil }
            let (place, other) = (random.below(lines.count), random.below(lines.count))
            switch random.below(8) {
            case 0: lines.remove(at: place)
            case 1: lines.insert(lines[other], at: place)
            case 2: lines.swapAt(place, other)
            case 3: lines[place].removeLast(min(lines[place].count, 1 + random.below(8)))
            default:
                let (old, new) = (Self.words(of: lines[place]), Self.words(of: lines[other]))
                guard !old.isEmpty else { continue }
                let word = old[random.below(old.count)]
                let isOther = !new.isEmpty && random.below(3) > 0
                lines[place].replaceSubrange(
                    word,
                    with: isOther
                        ? Array(lines[other][new[random.below(new.count)]]) : Self.marks[random.below(Self.marks.count)])
            }
        }
        return Array(lines.joined(separator: [0x0A]))
    }

    /// The ranges of a line's words and of its other characters.
    private static func words(of line: [UInt8]) -> [Range<Int>] {
        var (words, start) = ([Range<Int>](), 0)
        func isLetter(_ byte: UInt8) -> Bool {
            byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        while start < line.count {
            var end = start + 1
            if isLetter(line[start]) { while end < line.count, isLetter(line[end]) { end += 1 } }
            if line[start] != UInt8(ascii: " ") { words.append(start..<end) }
            start = end
        }
        return words
    }

    /// Tokens that begin or end a construct in the languages of these inputs, and numbers at the ends of ranges.
    private static let marks: [[UInt8]] = [
        "", "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\", "/*", "*/", "//", "#if",
        "#endif", "@", ":", ";", "=",
        ",", "&a", "*a", "- ", "!!", "|", "~", "null", "-1", "0", "1e999", "18446744073709551616", "\u{0}", "\u{FEFF}",
        "\u{202E}", "\r", "../",
    ].map { Array($0.utf8) }

    private func mutatedLines(_ text: UnsafeBufferPointer<UInt8>, _ random: inout SeededGenerator) -> [UInt8]? {
        var lines = text.split(separator: 0x0A).map(Array.init)
        guard !lines.isEmpty else { return nil }
        let place = random.below(lines.count)
        switch random.below(8) {
        case 0: lines.remove(at: place)
        case 1: lines.insert(lines[random.below(lines.count)], at: place)
        case 2: lines.swapAt(place, random.below(lines.count))
        default:
            guard let line = lines[place].withUnsafeBufferPointer({ mutated($0, &random) }) else { return nil }
            lines[place] = line
        }
        return Array(lines.joined(separator: [0x0A]))
    }

    private func mutated(_ text: UnsafeBufferPointer<UInt8>, _ random: inout SeededGenerator) -> [UInt8]? {
        guard var value = try? JSONValue(parsing: Array(text), limits: JSONLimits(maximumDepth: 400)) else { return nil }
        for _ in 0...random.below(3) {
            var edit = Edit(target: random.below(Self.size(of: value)), donor: nil)
            if random.below(4) == 0 { edit.donor = Self.part(of: value, random.below(Self.size(of: value))) }
            value = edit.apply(to: value, &random) ?? .null
        }
        var bytes: [UInt8] = []
        value.appendText(to: &bytes)
        return bytes
    }

    private static func size(of value: JSONValue) -> Int {
        1 + value.elements.reduce(0) { $0 + size(of: $1) } + value.members.reduce(0) { $0 + size(of: $1.value) }
    }

    /// The value at a position, numbered as in ``size(of:)``.
    private static func part(of value: JSONValue, _ position: Int) -> JSONValue {
        var rest = position
        func find(_ value: JSONValue) -> JSONValue? {
            if rest == 0 { return value }
            rest -= 1
            for element in value.elements { if let found = find(element) { return found } }
            for member in value.members { if let found = find(member.value) { return found } }
            return nil
        }
        return find(value) ?? value
    }
}

/// Changes the value at one position, numbered in the order of the text.
private struct Edit {
    /// The number of values before the one to change; `nil` once it has been changed.
    var target: Int?
    var donor: JSONValue?

    /// - Returns: `nil` if the value is removed.
    mutating func apply(to value: JSONValue, _ random: inout SeededGenerator) -> JSONValue? {
        guard let position = target else { return value }
        if position == 0 {
            target = nil
            return donor ?? changed(value, &random)
        }
        target = position - 1
        switch value.kind {
        case .array:
            var elements: [JSONValue] = []
            for element in value.elements {
                let isTarget = target == 0
                guard let new = apply(to: element, &random) else { continue }
                elements.append(new)
                if isTarget, random.below(8) == 0 { elements.append(element) }
            }
            return JSONValue(elements)
        case .object:
            var members: [(key: String, value: JSONValue)] = []
            for member in value.members {
                let isRenamed = target == 0 && random.below(16) == 0
                guard let new = apply(to: member.value, &random) else { continue }
                members.append((isRenamed ? Self.texts[random.below(Self.texts.count)] : member.key, new))
            }
            return JSONValue(members: members)
        default: return value
        }
    }

    private func changed(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue? {
        switch random.below(12) {
        case 0: return nil
        case 1: return JSONValue([value])
        case 2: return []
        case 3: return [:]
        case 4: return JSONValue(Array(repeating: value, count: random.below(40)))
        case 5: return Self.scalars[random.below(Self.scalars.count)]
        default: break
        }
        switch value.kind {
        case .number:
            if let int = value.int, random.below(3) > 0 {
                let step = [1, -1, 2, 10, 1_000, 1_000_000][random.below(6)]
                return JSONValue(random.below(2) == 0 ? int &+ step : int &* -1)
            }
            return Self.numbers[random.below(Self.numbers.count)]
        case .string: return JSONValue(Self.texts[random.below(Self.texts.count)])
        case .bool: return JSONValue(value.bool != true)
        default: return Self.scalars[random.below(Self.scalars.count)]
        }
    }

    /// Numbers at the ends of ranges, and invalid as a date, a count or an index.
    private static let numbers: [JSONValue] =
        [
            "0", "-0", "1", "-1", "2", "7", "63", "64", "65", "255", "256", "65535", "65536", "2147483647", "-2147483648",
            "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
            "18446744073709551615", "123456789012345678901234567890", "1e15", "1e16", "1e300", "-1e300", "1e308", "1e999",
            "1e-300", "5e-324", "0.5", "-0.5", "803667600", "803667601.5", "803671200", "803581200", "978307200",
            "1781974800", "1781974800000", "-63114076800", "252423993600", "252423993599.9",
        ].compactMap { try? JSONValue(parsing: Array($0.utf8)) }

    private static let texts = [
        "", "a", "anna", "delivery", "sports", "waitQueue", "meditationTimer", "any", "2026-06-20T17:00:00Z",
        "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "+02:00", "\u{0}", "\u{1F600}", "e\u{301}",
        "\u{202E}abc", "%@", "%1$lld", "%#@n@", "%99999999999999999999d", "id", "state", "ended", "pending", "stale",
        String(repeating: "x", count: 300),
    ]

    private static let scalars: [JSONValue] =
        [.null, true, false] + numbers + texts.map { JSONValue($0) }
}
