import AgentActivity

/// Finds progress in the output of builds and tests: `[12/345] Compiling …`, `[ 40%] Linking …`.
struct ProgressReader {
    /// The progress in a line.
    struct Sign: Equatable {
        var progress: AgentProgress?
        var step: String?
    }

    /// Longer lines are cut off: a log may have a line of megabytes.
    static let lineBytesMax = 4_096

    private var line: [UInt8] = []

    /// Processes a part of the output, and returns the progress in its complete lines. A line ends with a newline or a carriage
    /// return.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [Sign] {
        var signs: [Sign] = []
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                if let sign = Self.sign(in: line) { signs.append(sign) }
                line.removeAll(keepingCapacity: true)
            } else if line.count < Self.lineBytesMax {
                line.append(byte)
            }
        }
        return signs
    }

    /// - Returns: `nil` for a line without progress.
    static func sign(in line: [UInt8]) -> Sign? {
        let text = Array(withoutEscapes(line).drop { $0 == 0x20 || $0 == 0x09 })
        guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")), end <= 24 else { return nil }
        let inner = String(decoding: text[1..<end], as: UTF8.self).filter { $0 != " " }
        guard let progress = progress(in: inner) else { return nil }
        return Sign(progress: progress, step: String(decoding: text[(end + 1)...], as: UTF8.self).shortened(to: 120))
    }

    private static func progress(in text: String) -> AgentProgress? {
        let limit = 1_000_000
        if text.hasSuffix("%") {
            guard let percent = Int(text.dropLast()), 0...100 ~= percent else { return nil }
            return AgentProgress(done: percent, total: 100)
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let done = Int(parts[0]), let total = Int(parts[1]), 1...limit ~= total, 0...total ~= done
        else {
            return nil
        }
        return AgentProgress(done: done, total: total)
    }

    /// The line without the sequences that set colours and move the cursor.
    private static func withoutEscapes(_ line: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = line[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B else {
                plain.append(byte)
                continue
            }
            guard rest.first == UInt8(ascii: "[") else { continue }
            rest.removeFirst()
            // The sequence ends with a byte from @ to ~.
            while let next = rest.popFirst(), !(0x40...0x7E).contains(next) {}
        }
        return plain
    }
}
