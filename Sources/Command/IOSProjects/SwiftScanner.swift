/// Iterates over the bytes of a Swift source. A comment or a string literal becomes one space; the code of interpolations is
/// returned.
///
/// It works on bytes, because a large project has millions of them.
struct SwiftScanner {
    private enum Place { case code, literal(quotes: Int, pounds: Int), interpolation(depth: Int) }

    private let text: [UInt8]
    private(set) var index = 0
    /// Whether the last returned byte is from the source, rather than a space that replaces a comment or a literal.
    private(set) var isInCode = true
    private var places: [Place] = [.code]
    /// Whether the index is in code outside every literal.
    private var isPlain = true

    init(_ text: [UInt8]) { self.text = text }

    mutating func next() -> UInt8? {
        if isPlain, index < text.count {
            let byte = text[index]
            // Anything but `/`, `"` and `#`.
            if byte != 47, byte != 34, byte != 35 {
                index += 1
                isInCode = true
                return byte
            }
        }
        isInCode = false
        while index < text.count {
            if case .literal(let quotes, let pounds) = places[places.count - 1] {
                if skipLiteral(quotes, pounds) { return space }
                continue
            }
            if skipComment() || openLiteral() { return space }
            let byte = text[index]
            index += 1
            isInCode = true
            if case .interpolation(let depth) = places[places.count - 1] {
                if byte == UInt8(ascii: "(") { places[places.count - 1] = .interpolation(depth: depth + 1) }
                if byte == UInt8(ascii: ")") {
                    if depth == 0 {
                        // The parenthesis closes the interpolation rather than a bracket in its code.
                        leave()
                        isInCode = false
                        return space
                    } else {
                        places[places.count - 1] = .interpolation(depth: depth - 1)
                    }
                }
            }
            return byte
        }
        return nil
    }

    private let space = UInt8(ascii: " ")

    private mutating func enter(_ place: Place) {
        places.append(place)
        isPlain = false
    }

    private mutating func leave() {
        places.removeLast()
        isPlain = places.count == 1
    }

    private func sees(_ characters: String, at place: Int) -> Bool {
        let bytes = characters.utf8
        guard place + bytes.count <= text.count else { return false }
        var place = place
        for byte in bytes {
            if text[place] != byte { return false }
            place += 1
        }
        return true
    }

    private func isNewline(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

    private mutating func skipComment() -> Bool {
        guard text[index] == UInt8(ascii: "/") else { return false }
        if sees("//", at: index) {
            while index < text.count, !isNewline(text[index]) { index += 1 }
            return true
        }
        guard sees("/*", at: index) else { return false }
        var depth = 0
        repeat {
            if sees("/*", at: index) {
                (depth, index) = (depth + 1, index + 2)
            } else if sees("*/", at: index) {
                (depth, index) = (depth - 1, index + 2)
            } else {
                index += 1
            }
        } while depth > 0 && index < text.count
        return true
    }

    private mutating func openLiteral() -> Bool {
        var pounds = 0
        while sees("#", at: index + pounds) { pounds += 1 }
        guard sees("\"", at: index + pounds) else { return false }
        let quotes = sees("\"\"\"", at: index + pounds) ? 3 : 1
        index += pounds + quotes
        enter(.literal(quotes: quotes, pounds: pounds))
        return true
    }

    /// Skips to the end of the literal, or to its next interpolation.
    private mutating func skipLiteral(_ quotes: Int, _ pounds: Int) -> Bool {
        let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: pounds)
        let escape = "\\" + String(repeating: "#", count: pounds)
        while index < text.count {
            let byte = text[index]
            // Anything but `\`, `"` and a new line.
            if byte != 92, byte != 34, byte != 10, byte != 13 {
                index += 1
                continue
            }
            if sees(escape + "(", at: index) {
                index += escape.utf8.count + 1
                enter(.interpolation(depth: 0))
                return true
            }
            if sees(end, at: index) || (quotes == 1 && isNewline(byte)) {
                index += sees(end, at: index) ? end.utf8.count : 1
                leave()
                return true
            }
            index += sees(escape, at: index) ? escape.utf8.count + 1 : 1
        }
        return true
    }
}
