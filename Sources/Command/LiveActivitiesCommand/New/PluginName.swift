/// The name of a new plugin in its three spellings.
struct PluginName: Hashable, Sendable {
    /// The stem of the types and modules: `PizzaOrder`.
    let type: String
    /// The kind in JSON: `pizzaOrder`.
    let kind: String
    /// The command: `pizza-order-activities`.
    let command: String

    static let lengthMax = 40

    /// - Throws: ``PluginNameError`` for a name that Swift or this package cannot use.
    init(_ text: String) throws(PluginNameError) {
        let isWord = { (letter: Character) in letter.isASCII && (letter.isLetter || letter.isNumber) }
        guard let first = text.first, first.isASCII, first.isLetter, text.allSatisfy(isWord) else {
            let words = text.split(whereSeparator: { !isWord($0) }).map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let joined = String(words.joined().drop { !$0.isLetter })
            throw .notAnIdentifier(text, suggestion: joined.isEmpty ? nil : joined)
        }
        guard text.count <= Self.lengthMax else { throw .tooLong(text) }
        let words = Self.words(of: first.uppercased() + text.dropFirst())
        type = words.joined()
        kind = words[0].lowercased() + words.dropFirst().joined()
        command = words.map { $0.lowercased() }.joined(separator: "-") + "-activities"
        guard !Self.keywords.contains(text), !Self.keywords.contains(kind) else { throw .keyword(text) }
        guard !Self.taken.contains(type) else { throw .taken(type) }
    }

    /// `URLQueue2` has the words `URL` and `Queue2`.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        let letters = Array(text)
        for (index, letter) in letters.enumerated() {
            let isStart =
                letter.isUppercase && index > 0
                && (!letters[index - 1].isUppercase || index + 1 < letters.count && letters[index + 1].isLowercase)
            if isStart || words.isEmpty { words.append("") }
            words[words.count - 1].append(letter)
        }
        return words
    }

    /// A type, an enum case or a module cannot have these names without backticks.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
        "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "package",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "type", "typealias", "var", "where", "while",
    ]

    /// Plugins of this package: two modules of a build cannot have the same name.
    private static let taken: Set<String> = ["Delivery", "MeditationTimer", "Sealed", "Sports", "WaitQueue"]
}

/// The reason why a name is not allowed for a plugin.
enum PluginNameError: Error, Hashable, CustomStringConvertible {
    case notAnIdentifier(String, suggestion: String?)
    case tooLong(String)
    case keyword(String)
    case taken(String)

    var description: String {
        switch self {
        case .notAnIdentifier(let name, let suggestion):
            "'\(name)' is not a type name: use letters from A to Z and digits, beginning with a letter"
                + (suggestion.map { ", such as \($0)." } ?? ".")
        case .tooLong(let name): "'\(name)' has \(name.count) characters; use \(PluginName.lengthMax) or fewer."
        case .keyword(let name): "'\(name)' is a keyword of Swift: choose another name."
        case .taken(let name): "\(name) is a plugin of swift-live-activities: choose another name, such as My\(name)."
        }
    }
}
