package import Foundation

/// What a Swift file imports, declares and uses, found without parsing it: from its words outside comments and texts.
package struct SwiftFile {
    package let url: URL
    /// The modules that it imports.
    package let imports: Set<String>
    /// The types that it declares, nested ones too.
    let declared: Set<String>
    /// Those that are in no other type.
    let topLevel: Set<String>
    /// The properties and functions that it declares, if it has extensions or no type. They may be members of types of other files, or of none.
    let members: Set<String>
    /// Every name in it.
    let names: Set<String>
    /// The intents that it declares, each with whether the app's process performs it.
    let intents: [String: Bool]
    /// The intents that its buttons and toggles perform.
    let buttonIntents: Set<String>

    private static let importKinds: Set = ["struct", "class", "enum", "protocol", "func", "typealias", "var", "let"]

    /// - Throws: ``IOSProjectError/unreadable(_:_:)`` for a file that is no text.
    package init(_ url: URL) throws(IOSProjectError) {
        let text: String
        do { text = try String(contentsOf: url, encoding: .utf8) } catch { throw .unreadable(url, "it is no UTF-8 text") }
        self.init(url, text)
    }

    init(_ url: URL, _ text: String) {
        self.url = url
        let tokens = Self.tokens(of: text)
        let words = tokens.map(\.word)
        var (imports, declared, topLevel, members) = (Set<String>(), Set<String>(), Set<String>(), Set<String>())
        for (index, word) in words.enumerated().dropLast() {
            let next = words[index + 1]
            switch word {
            case "import":
                // `import struct SwiftUI.Color` names the module third.
                let names = words[(index + 1)...].drop { Self.importKinds.contains($0) }
                if let module = names.first { imports.insert(module) }
            case "struct", "class", "enum", "actor", "protocol", "typealias":
                guard index == 0 || words[index - 1] != "import" else { continue }
                declared.insert(next)
                if tokens[index].depth == 0 { topLevel.insert(next) }
            case "var", "let", "func": members.insert(next)
            default: break
            }
        }
        self.imports = imports
        let noTypes: Set = ["var", "func", "let", "subscript", "final", "override"]
        (self.declared, self.topLevel) = (declared.subtracting(noTypes), topLevel.subtracting(noTypes))
        self.members = words.contains("extension") || declared.isEmpty ? members : []
        names = Set(words)
        let usesIntents = names.contains { $0.hasSuffix("Intent") } || names.contains("intent")
        let code = usesIntents ? String(Self.code(in: Array(text))) : ""
        (intents, buttonIntents) = (Self.intents(in: code), Self.buttonIntents(in: code))
    }

    /// What a file that uses these names may need it for: its types, and the members of a file without types.
    var offered: Set<String> { declared.isEmpty ? members : declared }

    /// Whether the file is about Live Activities by itself: attributes, a widget, or code that starts, updates or ends them.
    package var isAboutLiveActivities: Bool {
        imports.contains("ActivityKit") || names.contains("ActivityAttributes") || names.contains("ActivityConfiguration")
            || names.contains("LiveActivityIntent")
    }

    /// The text with spaces in place of comments and of what is inside string literals: each character is where it was.
    static func code(in text: [Character]) -> [Character] {
        var code = [Character](repeating: " ", count: text.count)
        var scanner = Scanner(text)
        while let character = scanner.next() {
            if scanner.isInCode { code[scanner.index - 1] = character }
        }
        for (index, character) in text.enumerated() where character.isNewline { code[index] = character }
        return code
    }

    /// The names in a Swift text, without comments and without the inside of string literals.
    static func words(of text: String) -> [String] { tokens(of: text).map(\.word) }

    /// The names in a Swift text, each with the number of braces that are open before it.
    private static func tokens(of text: String) -> [(word: String, depth: Int)] {
        var words: [(word: String, depth: Int)] = []
        var (word, depth) = ("", 0)
        var scanner = Scanner(Array(text))
        while let character = scanner.next() {
            if character == "_" || character.isLetter || (character.isNumber && !word.isEmpty) {
                word.append(character)
            } else if !word.isEmpty {
                words.append((word, depth))
                word = ""
            }
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
        }
        if !word.isEmpty { words.append((word, depth)) }
        return words
    }

    /// Gives the characters of a Swift text. A comment or a string literal is one space; what is interpolated in a literal is given.
    private struct Scanner {
        private enum Place: Equatable { case code, literal(quotes: Int, pounds: Int), interpolation(depth: Int) }

        private let text: [Character]
        private(set) var index = 0
        /// Whether the character that was given last is in the text itself, and no space for a comment or a literal.
        private(set) var isInCode = true
        private var places: [Place] = [.code]

        init(_ text: [Character]) { self.text = text }

        mutating func next() -> Character? {
            isInCode = false
            while index < text.count {
                if case .literal(let quotes, let pounds) = places[places.count - 1] {
                    if skipLiteral(quotes, pounds) { return " " }
                    continue
                }
                if skipComment() || openLiteral() { return " " }
                let character = text[index]
                index += 1
                isInCode = true
                if case .interpolation(let depth) = places[places.count - 1] {
                    if character == "(" { places[places.count - 1] = .interpolation(depth: depth + 1) }
                    if character == ")" {
                        if depth == 0 {
                            // It closes what the literal's text has opened, and no bracket of the code.
                            places.removeLast()
                            isInCode = false
                            return " "
                        } else {
                            places[places.count - 1] = .interpolation(depth: depth - 1)
                        }
                    }
                }
                return character
            }
            return nil
        }

        private func sees(_ characters: String, at place: Int) -> Bool {
            place + characters.count <= text.count && zip(characters, text[place...]).allSatisfy(==)
        }

        private mutating func skipComment() -> Bool {
            if sees("//", at: index) {
                while index < text.count, !text[index].isNewline { index += 1 }
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
            places.append(.literal(quotes: quotes, pounds: pounds))
            return true
        }

        /// Goes on to the end of the literal or to the next interpolation in it.
        private mutating func skipLiteral(_ quotes: Int, _ pounds: Int) -> Bool {
            let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: pounds)
            let escape = "\\" + String(repeating: "#", count: pounds)
            while index < text.count {
                if sees(escape + "(", at: index) {
                    index += escape.count + 1
                    places.append(.interpolation(depth: 0))
                    return true
                }
                if sees(end, at: index) || (quotes == 1 && text[index].isNewline) {
                    index += sees(end, at: index) ? end.count : 1
                    places.removeLast()
                    return true
                }
                index += sees(escape, at: index) ? escape.count + 1 : 1
            }
            return true
        }
    }
}
