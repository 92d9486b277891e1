/// A source without comments and literals, with the places of its words, so that each use of a name is found without a search.
final class CodeWords {
    let characters: [Character]
    private let text: String
    private let places: [Substring: [Place]]

    private struct Place {
        /// The range in the text, and its start among the characters.
        let range: Range<String.Index>
        let start: Int
    }

    init(_ characters: [Character]) {
        let text = String(characters)
        (self.characters, self.text) = (characters, text)
        var places: [Substring: [Place]] = [:]
        var (byte, first): (Int, (byte: Int, character: Int)?) = (0, nil)
        func add() {
            guard let start = first else { return }
            let lower = text.utf8.index(text.startIndex, offsetBy: start.byte)
            let range = lower..<text.utf8.index(text.startIndex, offsetBy: byte)
            places[text[range], default: []].append(Place(range: range, start: start.character))
            first = nil
        }
        for (index, character) in characters.enumerated() {
            if !character.isWordCharacter { add() } else if first == nil { first = (byte, index) }
            byte += character.utf8.count
        }
        add()
        self.places = places
    }

    /// The uses of a name, which may have the names of outer types in front: `Map.Style`.
    func uses(of name: String) -> [Use] {
        let word = Self.lastWord(of: name)
        let outer = name.dropLast(word.count)
        return places[word, default: []].compactMap { place in
            let before = text[..<place.range.lowerBound]
            guard before.hasSuffix(outer) else { return nil }
            let start = before.dropLast(outer.count)
            guard outer.isEmpty || start.last?.isWordCharacter != true else { return nil }
            return Use(before: start, after: text[place.range.upperBound...])
        }
    }

    /// The calls of a name.
    ///
    /// - Parameter prefix: The text before the name, such as the type of a static function with a point.
    func calls(of name: String, after prefix: String = "") -> [CallShape] {
        let word = Self.lastWord(of: name)
        let called = Array(prefix + name)
        return places[word, default: []].compactMap { place in
            let end = place.start + word.count
            let start = end - called.count
            guard start >= 0, end < characters.count, characters[start..<end].elementsEqual(called),
                start == 0 || !called[0].isWordCharacter
                    || !(characters[start - 1].isWordCharacter || characters[start - 1] == ".")
            else { return nil }
            return CallShape(characters, at: end, from: start)
        }
    }

    static func lastWord(of name: String) -> Substring { name.split(separator: ".").last ?? name[...] }

    /// The names after the colon of a type or an extension; each with whether it is probably a superclass, in the first of
    /// these lists that has it.
    private(set) lazy var inherited: [String: Bool] = {
        let head = /\b(struct|enum|extension|class|actor|protocol)\s+[\w.]+(?:<[^{]*?>)?\s*:\s*([^{]*?)\{/
        return text.matches(of: head).reduce(into: [:]) { found, match in
            for (place, type) in Self.withoutArguments(match.2).split(separator: ",").enumerated() {
                guard let name = type.split(whereSeparator: { !($0.isWordCharacter || $0 == ".") }).last.map(String.init),
                    found[name] == nil
                else { continue }
                let isProtocol = ["Delegate", "DataSource", "able", "Protocol"].contains(where: name.hasSuffix)
                found[name] = match.1 == "class" && place == 0 && !isProtocol
            }
        }
    }()

    /// A list of types without their generic arguments.
    private static func withoutArguments(_ list: Substring) -> String {
        var (text, next) = ("", String(list))
        while text != next { (text, next) = (next, next.replacing(/<[^<>]*>/, with: "")) }
        return text
    }

    /// The names that are called in bundles of widgets.
    private(set) lazy var widgets = Set(
        uses(of: "Widget").filter { $0.keyword == "some" && $0.next == "{" }
            .flatMap { $0.after.prefix { $0 != "}" }.matches(of: /(\w+)\s*\(/).map { String($0.1) } })

    /// A use of a name: the code before and after it.
    struct Use {
        let before: Substring
        let after: Substring

        var isMember: Bool { before.last == "." }

        /// The first character after the name that is not white space.
        var next: Character? { after.first { !$0.isWhitespace } }

        /// The word before the name, with white space between them: `class` of `class Place`.
        var keyword: Substring {
            var code = before
            return before.last?.isWhitespace == true ? code.removeLastWord() : ""
        }

        /// The member of the name that is used: `make` of `Place.make()`.
        var member: Substring? { after.first == "." ? after.dropFirst().prefix(while: \.isWordCharacter) : nil }

        var isMemberCalled: Bool {
            guard let member, let next = after[member.endIndex...].first(where: { !$0.isWhitespace }) else { return false }
            return next == "(" || next == "{"
        }

        /// Whether the name is before a brace on the same line.
        var isBeforeBrace: Bool { after.first { !($0 == " " || $0 == "\t") } == "{" }

        /// Whether a brace on the line belongs to a condition or a loop.
        var isInCondition: Bool {
            before[(before.lastIndex(where: \.isNewline) ?? before.startIndex)...].hasCondition
        }

        /// Whether the name is a list's type, or the type of a dictionary's values, of which a member is used:
        /// `[Place]()`, `[String: Place].self`.
        var isElement: Bool {
            var rest = after
            if rest.first == "?" || rest.first == "!" { rest.removeFirst() }
            rest = rest.drop(while: \.isWhitespace)
            guard rest.first == "]", let use = rest.dropFirst().first(where: { !$0.isWhitespace }), ".(".contains(use) else {
                return false
            }
            var code = before
            guard code.removeLast(":") else { return code.removeLast("[") }
            repeat { if code.removeLastWord().isEmpty { return false } } while code.removeLast(".")
            return code.removeLast("[")
        }

        /// Whether a class with this superclass is declared.
        var isSuperclass: Bool {
            var code = before
            return code.removeLast(":") && !code.removeLastWord().isEmpty && code.removeLastWord() == "class"
        }

        var isView: Bool {
            guard keyword == "struct" else { return false }
            return SwiftFile.words(of: String(after.prefix { $0 != "{" }.drop { $0 != ":" })).contains("View")
        }

        /// Whether the name is the type of a weak variable.
        var isWeak: Bool {
            var code = before
            return code.removeLast(":") && !code.removeLastWord().isEmpty
                && ["var", "let"].contains(code.removeLastWord()) && code.removeLastWord() == "weak"
        }
    }
}

extension Substring {
    /// Whether a line begins with a condition or a loop, so that its brace is not a closure's.
    var hasCondition: Bool {
        var code = drop(while: \.isWhitespace)
        if code.first == "}" {
            code = code.dropFirst().drop(while: \.isWhitespace)
            guard code.hasPrefix("else"), code.dropFirst(4).first?.isWhitespace == true else { return false }
            code = code.dropFirst(4).drop(while: \.isWhitespace)
        }
        return ["if", "guard", "while", "for", "switch"].contains(code.prefix(while: \.isWordCharacter))
    }

    /// Removes a word and white space from the end.
    fileprivate mutating func removeLastWord() -> Substring {
        removeLastSpace()
        let start = lastIndex { !$0.isWordCharacter }.map(index(after:)) ?? startIndex
        defer { self = self[..<start] }
        return self[start...]
    }

    /// Removes a character and white space from the end; `false` if there is another one.
    fileprivate mutating func removeLast(_ character: Character) -> Bool {
        removeLastSpace()
        return last == character && popLast() != nil
    }

    private mutating func removeLastSpace() { while last?.isWhitespace == true { removeLast() } }
}
