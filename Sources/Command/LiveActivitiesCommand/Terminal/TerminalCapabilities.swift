import Foundation

/// The terminal's capabilities, and the bytes that display a row on it.
struct TerminalCapabilities: Hashable, Sendable {
    var hasColour: Bool
    /// Whether the terminal can display Unicode, rather than only ASCII.
    var isUnicode: Bool

    /// Reads the environment: `NO_COLOR`, `TERM`, and the character set of the locale.
    init(environment: [String: String]) {
        hasColour = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        // The first variable with a value counts. A fresh container has none of them; its terminal is a modern one, so UTF-8 is
        // assumed.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = (locale ?? "UTF-8").lowercased()
        isUnicode = name.contains("utf-8") || name.contains("utf8")
    }

    func render(_ text: StyledText) -> String {
        var row = ""
        for run in text.runs {
            let words = isUnicode ? run.text : Glyphs.ascii(run.text)
            let codes = codes(run.style)
            row += codes.isEmpty ? words : "\u{1B}[\(codes.joined(separator: ";"))m\(words)\u{1B}[0m"
        }
        return row
    }

    private func codes(_ style: Style) -> [String] {
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        if style.isFaint { codes.append("2") }
        guard hasColour else { return codes }
        if let foreground = style.foreground { codes.append("38;5;\(foreground)") }
        if let background = style.background { codes.append("48;5;\(background)") }
        return codes
    }
}

/// ASCII replacements for characters, each with the same width.
enum Glyphs {
    static func ascii(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return text.reduce(into: "") { $0 += ascii($1) }
    }

    private static func ascii(_ character: Character) -> String {
        if character.isASCII { return String(character) }
        if let known = table[character] { return known }
        // A letter without its accents.
        if let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first, base.isASCII {
            return String(base)
        }
        return String(repeating: "?", count: character.terminalWidth)
    }

    private static let table: [Character: String] = [
        "╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "━": "=", "╌": ".", "●": "o", "·": "-", "–": "-", "′": "'",
        "…": "~", "✓": "x", "×": "x", "⚽": "()", "🛵": "o>", "🧘": "<>", "🧾": "[]", "🍳": "~~", "📍": "vv", "✅": "ok", "❗": "!!",
        "❌": "xx", "⏳": "||", "🔔": "()",
        "🚶": "->", "👤": "o ", "👥": "oo", "⏰": "at", "○": "o", "◔": ".", "◑": "+", "◕": "*", "’": "'", "ø": "o", "ß": "s",
        "→": ">",
    ]
}
