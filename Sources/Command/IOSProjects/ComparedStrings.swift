import Foundation

/// The string literals with which sources compare properties. As sample values they show each branch of a view.
enum ComparedStrings {
    /// The literals by the name of the property or variable, in source order, without duplicates and at most eight each.
    ///
    /// It recognizes `state.status == "late"`, also with `lowercased()`, and the cases of `switch state.status`.
    static func all(in texts: [String]) -> [String: [String]] {
        var found: [String: [String]] = [:]
        func add(_ literal: Substring, _ name: Substring) {
            let known = found[String(name), default: []]
            if known.count < 8, !known.contains(String(literal)) { found[String(name)] = known + [String(literal)] }
        }
        for text in texts where text.contains("\"") {
            for match in text.matches(of: comparison) { add(match.2, match.1) }
            for match in text.matches(of: selection) {
                guard let body = body(of: text, from: match.range.upperBound) else { continue }
                for cases in body.matches(of: /\bcase\s+("[^"\\\n]*"(?:\s*,\s*"[^"\\\n]*")*)\s*:/) {
                    for literal in cases.1.matches(of: /"([^"\\\n]{1,60})"/) { add(literal.1, match.1) }
                }
            }
        }
        return found
    }

    private static var comparison: Regex<(Substring, Substring, Substring)> {
        /(\w+)(?:\.(?:lowercased|uppercased)\(\))?\s*[!=]=\s*"([^"\\\n]{1,60})"/
    }

    private static var selection: Regex<(Substring, Substring)> {
        /\bswitch\s+(?:\w+[?!]?\.)*(\w+)(?:\.(?:lowercased|uppercased)\(\))?\s*\{/
    }

    /// The text up to the matching closing brace.
    private static func body(of text: String, from start: String.Index) -> Substring? {
        var depth = 1
        for index in text[start...].indices {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            if depth == 0 { return text[start..<index] }
        }
        return nil
    }
}
