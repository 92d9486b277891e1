package import Foundation

/// The imports, declarations and uses of a Swift file. They are found by scanning the words outside comments and strings,
/// without a parser.
package struct SwiftFile {
    package let url: URL
    package let imports: Set<String>
    /// The modules imported unconditionally, not between `#if` and `#endif`.
    let plainImports: Set<String>
    /// The declared types, including nested ones.
    let declared: Set<String>
    /// Types that are not nested in another type.
    let topLevel: Set<String>
    /// The declared properties and functions, if the file has extensions or no type. They may be members of types in other
    /// files, or global.
    let members: Set<String>
    /// All declared properties, functions and cases.
    let declaredMembers: Set<String>
    /// The non-private global properties and functions.
    let globals: Set<String>
    /// The members that its extensions declare, each with its type: `Color.brand`. Of an initializer the first label is one.
    let extensionMembers: Set<String>
    let names: Set<String>
    /// The declared intents, each with whether the app's process performs it.
    let intents: [String: Bool]
    /// The intents that the file's buttons and toggles perform.
    let buttonIntents: Set<String>

    private static let importKinds: Set = ["struct", "class", "enum", "protocol", "func", "typealias", "var", "let"]

    /// - Throws: ``IOSProjectError/unreadable(_:_:)`` for a file that is not UTF-8.
    package init(_ url: URL) throws(IOSProjectError) {
        self.init(url, try Self.text(of: url))
    }

    /// Reads a file. The line breaks of Windows become "\n", so that no other code has to handle them.
    static func text(of url: URL) throws(IOSProjectError) -> String {
        let text: String
        do { text = try String(contentsOf: url, encoding: .utf8) } catch { throw .unreadable(url, "it is not UTF-8 text") }
        // Few files have such line breaks, and a search by characters is slow.
        return text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text
    }

    init(_ url: URL, _ text: String) {
        self.url = url
        let tokens = Self.tokens(of: text)
        let words = tokens.map(\.word)
        var (imports, declared, topLevel, members) = (Set<String>(), Set<String>(), Set<String>(), Set<String>())
        var (globals, cases): (Set<String>, Set<String>) = ([], [])
        var (extended, extensionMembers): (String?, Set<String>) = (nil, [])
        for (index, word) in words.enumerated().dropLast() {
            let next = words[index + 1]
            let isPrivate = index > 0 && ["private", "fileprivate", "import"].contains(words[index - 1])
            switch (tokens[index].depth, word) {
            case (0, "extension"): extended = isPrivate ? nil : next
            case (0, "struct"), (0, "class"), (0, "enum"), (0, "actor"), (0, "protocol"): extended = nil
            case (1, "var"), (1, "let"), (1, "func"), (1, "init"):
                if let extended, !isPrivate { extensionMembers.insert("\(extended).\(next)") }
            default: break
            }
            switch word {
            case "import":
                // In `import struct SwiftUI.Color` the module is the third word.
                let names = words[(index + 1)...].drop { Self.importKinds.contains($0) }
                if let module = names.first { imports.insert(module) }
            case "struct", "class", "enum", "actor", "protocol", "typealias":
                guard index == 0 || words[index - 1] != "import" else { continue }
                declared.insert(next)
                if tokens[index].depth == 0 { topLevel.insert(next) }
            // `case .small` is a pattern.
            case "case" where next.first?.isLowercase == true && !tokens[index + 1].isMember: cases.insert(next)
            case "var", "let", "func":
                members.insert(next)
                if tokens[index].depth == 0, !isPrivate { globals.insert(next) }
            default: break
            }
        }
        self.imports = imports
        plainImports = text.contains("#if") ? imports.intersection(Self.plainImports(in: text)) : imports
        let noTypes: Set = ["var", "func", "let", "subscript", "final", "override"]
        (self.declared, self.topLevel) = (declared.subtracting(noTypes), topLevel.subtracting(noTypes))
        declaredMembers = members.union(cases)
        self.members = words.contains("extension") || declared.isEmpty ? members : []
        (self.globals, self.extensionMembers) = (globals, extensionMembers)
        names = Set(words)
        let usesIntents = names.contains { $0.hasSuffix("Intent") } || names.contains("intent")
        let code = usesIntents ? String(Self.code(in: Array(text))) : ""
        (intents, buttonIntents) = (Self.intents(in: code), Self.buttonIntents(in: code))
    }

    private static func plainImports(in text: String) -> Set<String> {
        var (depth, found): (Int, Set<String>) = (0, [])
        for line in text.split(separator: "\n") where line.contains("import ") || line.contains("#") {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("#if") { depth += 1 }
            if line.hasPrefix("#endif") { depth -= 1 }
            if depth == 0, line.contains("import ") { found.formUnion(words(of: String(line))) }
        }
        return found
    }

    /// The names for which another file may need this one: its types and global declarations, or, without types, its members.
    var offered: Set<String> { declared.isEmpty ? members : declared.union(globals) }

    /// Whether the file itself concerns Live Activities: attributes, a widget, or code that starts, updates or ends them.
    package var isAboutLiveActivities: Bool {
        imports.contains("ActivityKit") || names.contains("ActivityAttributes") || names.contains("ActivityConfiguration")
            || names.contains("LiveActivityIntent")
    }

    /// The text with comments and the contents of string literals replaced by spaces, so that all other characters keep their
    /// positions.
    static func code(in text: [Character]) -> [Character] {
        let bytes = Array(String(text).utf8)
        var isCode = [Bool](repeating: false, count: bytes.count)
        var scanner = SwiftScanner(bytes)
        while scanner.next() != nil { if scanner.isInCode { isCode[scanner.index - 1] = true } }
        var (code, place) = (text, 0)
        for index in text.indices {
            if place < isCode.count, !isCode[place], !text[index].isNewline { code[index] = " " }
            place += text[index].utf8.count
        }
        return code
    }

    /// The names in a Swift source, outside comments and string literals.
    static func words(of text: String) -> [String] { tokens(of: text).map(\.word) }

    /// The names in a Swift source, each with its nesting depth in braces, and whether there is a point before it.
    private static func tokens(of text: String) -> [(word: String, depth: Int, isMember: Bool)] {
        let bytes = Array(text.utf8)
        var words: [(word: String, depth: Int, isMember: Bool)] = []
        var (start, end, depth) = (0, 0, 0)
        var scanner = SwiftScanner(bytes)
        func add() {
            guard start < end else { return }
            words.append((String(decoding: bytes[start..<end], as: UTF8.self), depth, start > 0 && bytes[start - 1] == 46))
        }
        while let byte = scanner.next() {
            let isLetter = byte &- 97 < 26 || byte &- 65 < 26 || byte == 95 || byte >= 128
            if scanner.isInCode, isLetter || (byte &- 48 < 10 && start < end && end == scanner.index - 1) {
                if end != scanner.index - 1 || start == end {
                    add()
                    start = scanner.index - 1
                }
                end = scanner.index
                continue
            }
            add()
            (start, end) = (0, 0)
            if byte == 123 { depth += 1 }
            if byte == 125 { depth -= 1 }
        }
        add()
        return words
    }
}
