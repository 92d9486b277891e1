import Foundation

/// The bodies of functions, initializers and computed properties in a Swift source, which can be replaced by code that compiles
/// without the modules that they use.
struct SourceBodies {
    /// The opening brace of a body: its line, from 1, and its number among the opening braces of the line, from 0.
    ///
    /// A replacement keeps the places of all other bodies.
    struct Place: Hashable, Comparable {
        let line: Int
        let brace: Int

        static func < (left: Place, right: Place) -> Bool { (left.line, left.brace) < (right.line, right.brace) }
    }

    struct Body {
        let place: Place
        /// The characters between the braces.
        let range: Range<Int>
        /// The code that replaces the body.
        let replacement: String
    }

    private let positions: SourcePositions
    private var text: [Character] { positions.text }
    private let code: [Character]
    /// In the order of their closing braces: inner bodies come before outer ones.
    private let bodies: [Body]
    /// The types, extensions and functions that are not nested, each from its first line to its closing brace.
    private let declarations: [(place: Place, range: Range<Int>)]

    init(_ source: String) {
        let text = Array(source)
        positions = SourcePositions(text)
        code = SwiftFile.code(in: text)
        (bodies, declarations) = Self.bodies(of: code)
    }

    /// The type, extension or function at a position; `nil` if it is the only one, or about Live Activities.
    func declaration(atLine line: Int, column: Int) -> Place? {
        guard let index = positions.index(line, column), declarations.count > 1,
            let found = declarations.first(where: { $0.range.contains(index) }),
            !SwiftFile.words(of: String(code[found.range])).contains(where: Self.kept.contains)
        else { return nil }
        return found.place
    }

    private static let kept: Set = ["ActivityConfiguration", "ActivityAttributes", "WidgetBundle", "Preview"]

    /// The source without these declarations. The lines keep their numbers.
    func removing(_ places: Set<Place>) -> String {
        var result = text
        for (place, range) in declarations.reversed() where places.contains(place) {
            result.replaceSubrange(range, with: text[range].filter(\.isNewline))
        }
        return String(result)
    }

    /// The innermost body at a position of the compiler, without the replaced ones.
    func body(atLine line: Int, column: Int, except replaced: Set<Place>) -> Body? {
        guard let index = positions.index(line, column) else { return nil }
        return bodies.first { $0.range.lowerBound - 1 <= index && index <= $0.range.upperBound && !replaced.contains($0.place) }
    }

    /// The code of a body with the line on which it begins, without comments and literals.
    func code(of body: Body) -> String {
        let start = code[..<body.range.lowerBound].lastIndex(where: \.isNewline) ?? 0
        return String(code[start..<body.range.upperBound])
    }

    /// The source with the bodies at these places replaced. The lines keep their numbers.
    func replacing(_ places: Set<Place>) -> String {
        var result = text
        // A later body is outside of the earlier ones, or behind them.
        let chosen = bodies.filter { places.contains($0.place) }
        for body in chosen.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            // An outer body is replaced with its content.
            guard !chosen.contains(where: { $0.range != body.range && $0.range.contains(body.range.lowerBound) }) else {
                continue
            }
            let breaks = text[body.range].filter(\.isNewline)
            result.replaceSubrange(body.range, with: Array(" \(body.replacement) ") + breaks)
        }
        return String(result)
    }

    // MARK: Headers

    private struct Frame {
        let open: Int
        let place: Place
        let header: Header
    }

    private static func bodies(of code: [Character]) -> ([Body], [(place: Place, range: Range<Int>)]) {
        var (found, frames): ([Body], [Frame]) = ([], [])
        var declarations: [(place: Place, range: Range<Int>)] = []
        var beginning = 0
        var (line, braces, start) = (1, 0, 0)
        let (patterns, widgets) = (Header.Patterns(), Self.widgets(in: code))
        for (index, character) in code.enumerated() {
            if character.isNewline { (line, braces) = (line + 1, 0) }
            switch character {
            case "{":
                let header = Header(String(code[start..<index]), in: frames.last?.header, patterns)
                if frames.isEmpty { beginning = Self.beginning(of: code, start..<index) }
                frames.append(Frame(open: index, place: Place(line: line, brace: braces), header: header))
                (braces, start) = (braces + 1, index + 1)
            case "}":
                start = index + 1
                guard let frame = frames.popLast() else { continue }
                if frames.isEmpty { declarations.append((frame.place, beginning..<(index + 1))) }
                let isCalled = code[start...].first { !$0.isWhitespace } == "("
                let range = (frame.open + 1)..<index
                if let replacement = frame.header.replacement(isCalled: isCalled), !widgets.contains(where: range.contains) {
                    found.append(Body(place: frame.place, range: range, replacement: replacement))
                }
            case ";": start = index + 1
            default: break
            }
        }
        return (found, declarations)
    }

    /// The places at which widgets are configured.
    private static func widgets(in code: [Character]) -> [Int] {
        let name = Array("ActivityConfiguration")
        return code.indices.filter { code[$0] == name[0] && code[$0...].starts(with: name) }
    }

    /// The first line of a declaration before its opening brace: behind imports, conditions and empty lines.
    private static func beginning(of code: [Character], _ range: Range<Int>) -> Int {
        var (beginning, line, isEmpty) = (range.lowerBound, range.lowerBound, true)
        for index in range {
            if code[index].isNewline {
                let text = String(code[line..<index]).trimmingCharacters(in: .whitespaces)
                if isEmpty || text.hasPrefix("#") || text.contains(/\bimport\s/) { beginning = index + 1 }
                (line, isEmpty) = (index + 1, true)
            } else if !code[index].isWhitespace {
                isEmpty = false
            }
        }
        return beginning
    }

    /// The declaration before an opening brace.
    private enum Header {
        case function(returns: String, canThrow: Bool)
        case initializer(isFailable: Bool)
        /// A computed property or a subscript.
        case property(String)
        case accessor(returns: String)
        /// A property whose value is the result of a closure.
        case closure(String)
        case other

        /// The regular expressions for headers. They are compiled once for a source, which may have thousands of headers.
        struct Patterns {
            let accessor =
                #/
                (?:@\w+\s+|nonisolated\s+|mutating\s+|nonmutating\s+)*(get|set|willSet|didSet|_modify)
                (?:\s*\(\w+\))?(?:\s+async)?(?:\s+throws)?
                /#
            let function = /(?:^|[^.\w])(func|init|subscript|deinit)\b/
            let variable = /(?:^|[^.\w])(?:var|let)\s+\w+\s*:/
            let result =
                /(?:async\b)?\s*((?:throws\b(?:\([^)]*\))?|rethrows\b)?)\s*(?:->\s*([^{}]+?))?\s*(?:\bwhere\b[^{}]*)?/
        }

        init(_ text: String, in outer: Header?, _ patterns: Patterns) {
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if let get = trimmed.wholeMatch(of: patterns.accessor) {
                let type = if case .property(let type)? = outer { type } else { "" }
                self = get.1 == "get" ? (type.isEmpty ? .other : .accessor(returns: type)) : .accessor(returns: "")
                return
            }
            if let last = trimmed.matches(of: patterns.function).last,
                let header = Self.function(trimmed, from: last.1.startIndex..<last.1.endIndex, patterns)
            {
                self = header
                return
            }
            guard let last = trimmed.matches(of: patterns.variable).last else {
                self = .other
                return
            }
            let rest = String(trimmed[last.range.upperBound...]).trimmingCharacters(in: .whitespacesAndNewlines)
            if rest.hasSuffix("="), !rest.dropLast().contains("=") {
                self = .closure(String(rest.dropLast()).trimmingCharacters(in: .whitespacesAndNewlines))
            } else {
                self = rest.contains("=") || rest.contains("\n") || rest.isEmpty ? .other : .property(rest)
            }
        }

        private static func function(_ text: String, from name: Range<String.Index>, _ patterns: Patterns) -> Header? {
            let keyword = text[name]
            var rest = text[name.upperBound...]
            guard keyword != "deinit" else {
                return rest.allSatisfy(\.isWhitespace) ? .function(returns: "", canThrow: false) : nil
            }
            guard let open = rest.firstIndex(of: "(") else { return nil }
            let isFailable = rest.first == "?" || rest.first == "!"
            var (depth, end) = (0, open)
            while end < rest.endIndex {
                if rest[end] == "(" { depth += 1 }
                if rest[end] == ")" { depth -= 1 }
                end = rest.index(after: end)
                if depth == 0 { break }
            }
            rest = rest[end...]
            guard depth == 0,
                let match = String(rest).trimmingCharacters(in: .whitespacesAndNewlines).wholeMatch(of: patterns.result)
            else { return nil }
            let type = match.2.map { String($0).trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
            switch keyword {
            case "init": return .initializer(isFailable: isFailable)
            case "subscript": return .property(type)
            default: return .function(returns: type, canThrow: match.1.hasPrefix("throws"))
            }
        }

        /// The code that can replace the body; `nil` if none is known.
        func replacement(isCalled: Bool) -> String? {
            switch self {
            case .function(let type, let canThrow): Header.value(of: type, canThrow: canThrow)
            case .initializer(let isFailable): isFailable ? "return nil" : "fatalError()"
            case .property(let type), .accessor(let type): Header.value(of: type)
            case .closure(let type): isCalled ? Header.value(of: type) : nil
            case .other: nil
            }
        }

        /// Whether a type in brackets has a colon that is not in another pair of brackets.
        private static func isDictionary(_ type: String) -> Bool {
            var depth = 0
            for character in type {
                if "[(<".contains(character) { depth += 1 }
                if "])>".contains(character) { depth -= 1 }
                if character == ":", depth == 1 { return true }
            }
            return false
        }

        /// An island that shows that its views are left out.
        private static let island = {
            let view = "{ InventedView(name: \"\") }"
            let compact = "compactLeading: \(view) compactTrailing: \(view)"
            return "DynamicIsland { DynamicIslandExpandedRegion(.center) \(view) } \(compact) minimal: \(view)"
        }()

        /// Code for a function that returns a value of a type.
        private static func value(of type: String, canThrow: Bool = false) -> String? {
            switch type {
            case "", "Void", "()": return ""
            case "some View", "some SwiftUI.View": return "InventedView(name: \"\")"
            case "some IntentResult": return ".result()"
            case "DynamicIsland": return island
            case "Bool": return "false"
            case "String": return "\"\""
            case "Int", "Double", "CGFloat", "Float", "TimeInterval": return "0"
            default: break
            }
            if type.hasPrefix("some ") || type.contains("<some ") || type.contains("(some ") { return nil }
            if type.hasSuffix("?") || type.hasSuffix("!") { return "nil" }
            if type.hasPrefix("["), type.hasSuffix("]"), !type.contains("->") { return isDictionary(type) ? "[:]" : "[]" }
            return canThrow ? "throw CancellationError()" : "inventedValue()"
        }
    }
}
