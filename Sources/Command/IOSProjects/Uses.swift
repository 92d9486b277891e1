import Foundation

/// The uses of names in a unit.
struct Uses {
    private let sources: ModuleSources
    private let files: [URL: SwiftFile]
    private let read = Read()

    private final class Read {
        var code: [URL: CodeWords] = [:]
        var codes: [String: [CodeWords]] = [:]
        var positions: [URL: SourcePositions] = [:]
        var initializers: [URL: [(type: String, shape: CallShape)]] = [:]
    }

    init(_ sources: ModuleSources) {
        self.sources = sources
        files = Dictionary(sources.unit.files.map { ($0.url, $0) }) { first, _ in first }
    }

    func file(_ url: URL) -> SwiftFile? { files[url] }

    /// The code of each file that has a name.
    private func codes(with name: String) -> [CodeWords] {
        let name = String(CodeWords.lastWord(of: name))
        if let codes = read.codes[name] { return codes }
        // `SQLite_Expression` is written with a point in the project's file.
        let parts = name.split(separator: "_").map(String.init)
        let files = sources.unit.files.filter { $0.names.contains(name) || $0.names.isSuperset(of: parts) }
        let codes = files.map { words(of: $0.url) }
        read.codes[name] = codes
        return codes
    }

    private func words(of file: URL) -> CodeWords {
        if let words = read.code[file] { return words }
        let words = CodeWords(sources.text(of: file).map { SwiftFile.code(in: Array($0)) } ?? [])
        read.code[file] = words
        return words
    }

    private func positions(in file: URL) -> SourcePositions {
        if let positions = read.positions[file] { return positions }
        let positions = SourcePositions(sources.text(of: file).map(Array.init) ?? [])
        read.positions[file] = positions
        return positions
    }

    private func code(of file: URL) -> [Character] { words(of: file).characters }

    /// The uses of a name in all files, in their order.
    private func uses(of name: String) -> some Sequence<CodeWords.Use> {
        codes(with: name).lazy.flatMap { $0.uses(of: name) }
    }

    func shapes(of name: String, after prefix: String = "") -> [CallShape] {
        codes(with: name).flatMap { $0.calls(of: name, after: prefix) }
    }

    func initializers(of name: String) -> [CallShape] {
        codes(with: name).flatMap { $0.calls(of: "init", after: ": \(CodeWords.lastWord(of: name)) = .") }
    }

    /// The types that a line marks as escaping.
    func escaping(atLine line: Int, of file: URL) -> [String] {
        let lines = code(of: file).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(line - 1) else { return [] }
        return String(lines[line - 1]).matches(of: /@escaping\s+(\w+)/).map { String($0.1) }
    }

    /// The members behind a call in a file, as modifiers are.
    func modifiers(in file: URL) -> Set<String> {
        Set(String(code(of: file)).matches(of: /[)}]\s*\.([a-z]\w*)/).map { String($0.1) })
    }

    /// A call of a function or an initializer.
    struct Call {
        let name: String
        /// Whether the name follows a dot.
        let isMember: Bool
        let shape: CallShape
    }

    /// The calls to which a position of the compiler may refer: of the name there or before it, and the one around it.
    func calls(atLine line: Int, column: Int, of file: URL) -> [Call] {
        guard let index = positions(in: file).index(line, column) else { return [] }
        let code = code(of: file)
        guard index < code.count else { return [] }
        var (depth, open) = (0, index - 1)
        while open >= 0, depth > 0 || code[open] != "(" {
            if ")]}".contains(code[open]) { depth += 1 }
            if "([{".contains(code[open]) { depth -= 1 }
            if depth < 0 { break }
            open -= 1
        }
        // With the brackets of generic arguments, a name is not found.
        let ends = [code[index...].prefix(while: \.isWordCharacter).endIndex, open].filter { $0 > 0 && $0 < code.count }
        return ends.compactMap { end in
            let last = code[..<end].lastIndex { !$0.isWhitespace } ?? 0
            let start = code[...last].lastIndex { !$0.isWordCharacter }.map { $0 + 1 } ?? 0
            guard start <= last, let shape = CallShape(code, at: last + 1, from: start) else { return nil }
            return Call(name: String(code[start...last]), isMember: start > 0 && code[start - 1] == ".", shape: shape)
        }
    }

    /// The calls of `.init` and of `Self` on a line.
    func inferredInitializers(atLine line: Int, of file: URL) -> [CallShape] {
        let lines = code(of: file).split(maxSplits: line - 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.count == line, let rest = lines.last else { return [] }
        let (later, text) = (Array(rest), String(rest.prefix { !$0.isNewline }))
        var found: [CallShape] = []
        // A name before the point is another type's.
        for before in [" ", "(", ",", ":", "=", "[", "{"] {
            let count = text.split(separator: "\(before).init(", omittingEmptySubsequences: false).count - 1
            found += CallShape.all(of: "init", after: "\(before).", in: later).prefix(count)
        }
        let count = text.split(separator: "Self(", omittingEmptySubsequences: false).count - 1
        found += CallShape.all(of: "Self", in: later).prefix(count)
        return found.filter { !$0.parameters.isEmpty }
    }

    /// The calls of initializers in a file, each with its type.
    ///
    /// - Parameter line: The line at which the calls begin; `nil` for the whole file.
    func initializers(in file: URL, fromLine line: Int?) -> [(type: String, shape: CallShape)] {
        if line == nil, let found = read.initializers[file] { return found }
        let found = foundInitializers(in: file, fromLine: line)
        if line == nil { read.initializers[file] = found }
        return found
    }

    private func foundInitializers(in file: URL, fromLine line: Int?) -> [(type: String, shape: CallShape)] {
        let text = code(of: file)
        let lines = text.split(maxSplits: (line ?? 1) - 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let code = Array(lines.last ?? [])
        let first = line == nil ? String(code) : String(code.prefix { !$0.isNewline })
        return Set(first.matches(of: /\b([A-Z]\w*)\(/).map { String($0.1) }).sorted().flatMap { type in
            let count = line == nil ? Int.max : first.split(separator: type + "(", omittingEmptySubsequences: false).count - 1
            return CallShape.all(of: type, in: code).prefix(count).filter { !$0.parameters.isEmpty }.map { (type, $0) }
        }
    }

    /// Whether a file extends a type or declares a subclass of it.
    func isExtended(_ name: String, in file: URL) -> Bool {
        words(of: file).uses(of: name).contains { $0.keyword == "extension" || $0.isSuperclass }
    }

    /// The calls of `super.init` in the files that declare a subclass.
    func superclassInitializers(in name: String) -> [CallShape] {
        codes(with: name).filter { $0.uses(of: name).contains(where: \.isSuperclass) }
            .flatMap { $0.calls(of: "init", after: "super.") }
    }

    /// Whether a name that the compiler does not find as a value is a type's, because it is called, or has members.
    func isType(_ name: String) -> Bool {
        guard !Self.isConstant(name) else { return false }
        guard name.first?.isUppercase == true, !isFunction(name) else {
            return uses(of: name).contains { $0.member == "self" }
        }
        return uses(of: name).contains { use in
            use.after.first.map { ".(<".contains($0) } ?? false || use.isElement || use.isBeforeBrace && !use.isInCondition
        }
    }

    /// Whether a name is written like a number that C defines: `SQLITE_OK`.
    static func isConstant(_ name: String) -> Bool { name.contains(/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/) }

    /// Whether a name is only called and never used as a type, like a function of C.
    private func isFunction(_ name: String) -> Bool {
        guard name.contains(/^(?:CF|CG|UI|Audio|Sec)|\w\w(?:Make|Create|Copy|Get)(?:[A-Z]|$)/),
            !name.contains(/(?:View|Intent|Button|Style|Sheet)$/)
        else { return false }
        return uses(of: name).contains { $0.after.first == "(" }
            && !uses(of: name).contains { use in
                use.before.last { !$0.isWhitespace }.map { ":.<[".contains($0) } ?? false
                    || use.after.first.map { ".?>]".contains($0) } ?? false
            }
    }

    /// Whether a member is used without arguments.
    func isPlain(_ member: String) -> Bool {
        uses(of: member).contains { use in
            use.isMember && (use.next != "(" && use.next != "{" || use.isBeforeBrace && use.isInCondition)
        }
    }

    /// Whether a member is set to a value with a type of its own.
    func isSet(_ member: String) -> Bool {
        uses(of: member).contains { use in
            let code = use.after.drop(while: \.isWhitespace)
            guard use.isMember, code.first == "=", let value = code.dropFirst().first(where: { !$0.isWhitespace }) else {
                return false
            }
            return value != "." && value != "="
        }
    }

    /// Whether a static member is only used behind the name of its type.
    func isNamed(_ type: String, _ member: String) -> Bool {
        let named = codes(with: member).reduce(0) { $0 + $1.uses(of: type + "." + member).count }
        return uses(of: member).count(where: \.isMember) == named
    }

    func isClass(_ name: String) -> Bool { uses(of: name).contains { $0.keyword == "class" } }

    /// Whether the unit declares a view with this name.
    func isView(_ name: String) -> Bool { uses(of: name).contains(where: \.isView) }

    /// Whether a bundle of widgets lists a type.
    func isWidget(_ name: String) -> Bool { codes(with: name).contains { $0.widgets.contains(name) } }

    func kind(of name: String) -> Inventions.Declared.Kind {
        if let isSuperclass = codes(with: name).lazy.compactMap({ $0.inherited[name] }).first {
            return isSuperclass ? .object : .requirement
        }
        if uses(of: name).contains(where: { $0.keyword == "any" || $0.keyword == "some" }) { return .requirement }
        return uses(of: name).contains(where: \.isWeak) ? .object : .value
    }

    /// The protocols to which the unit's extensions let a type conform.
    func conformances(of name: String) -> Set<String> {
        uses(of: name).filter { $0.keyword == "extension" && $0.next == ":" }.reduce(into: []) { found, use in
            found.formUnion(SwiftFile.words(of: String(use.after.prefix { $0 != "{" })))
        }
    }

    func arity(of name: String) -> Int {
        for use in uses(of: name) where use.after.first == "<" {
            guard let match = use.after.prefixMatch(of: /<([^(){}]*?)>(?!\w)/) else { continue }
            var (depth, count) = (0, 1)
            for character in match.1 {
                if "<[".contains(character) { depth += 1 }
                if ">]".contains(character) { depth -= 1 }
                if depth == 0, character == "," { count += 1 }
            }
            return count
        }
        return 0
    }

    func memberTypes(of name: String) -> Set<String> {
        Set(uses(of: name).compactMap(\.member).filter { $0.first?.isUppercase == true }.map(String.init))
    }

    /// The static members of a type that are called.
    func calledMembers(of name: String) -> Set<String> {
        let called = uses(of: name).filter(\.isMemberCalled).compactMap(\.member)
        return Set(called.filter { $0.first?.isLowercase == true }.map(String.init)).subtracting(["init", "self"])
    }
}
