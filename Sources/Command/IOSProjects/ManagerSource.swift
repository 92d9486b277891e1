import Foundation

/// The managers that Swift files declare: types whose methods start, update or end Live Activities; and the code that calls
/// these methods.
///
/// The files are not fully parsed. Only top-level types are considered, with their extensions in all files. A method is
/// included if its body starts, updates or ends an activity, or calls a method of the type that does.
struct ManagerSource {
    /// A method that can be called from outside its type.
    struct Entry: Equatable {
        /// The name, such as `start(number:)`.
        let name: String
        let role: Role
        /// The call, such as `manager.start(number: drive.value("number"))`.
        let call: String
    }

    /// The first effect of a method.
    enum Role: String { case start, update, end }

    struct Manager: Equatable {
        let name: String
        /// The expression for an instance: `Manager.shared`, or a call of an initializer; `nil` if all methods are static.
        let instance: String?
        let entries: [Entry]
    }

    /// A method that starts, updates or ends an activity, and cannot be called with plain values.
    struct Refusal: Equatable {
        /// The full name, such as `OrderManager.start(_:)`.
        let name: String
        let reason: String
    }

    /// The managers in the order of the files, each with the file that contains its first method.
    let managers: [(file: URL, manager: Manager)]
    let refused: [Refusal]
    private let texts: [URL: String]

    /// - Parameter files: The texts of the files of one module.
    init(_ files: [(url: URL, text: String)]) {
        var types: [String: SourceType] = [:]
        var order: [String] = []
        for (url, text) in files {
            for part in SourceType.parts(of: text) {
                if types[part.name] == nil { order.append(part.name) }
                types[part.name, default: SourceType(name: part.name)].add(part, in: url)
            }
        }
        var (managers, refused): ([(URL, Manager)], [Refusal]) = ([], [])
        for name in order {
            guard let type = types[name], let found = type.manager else { continue }
            refused += found.refused
            if let manager = found.manager { managers.append((found.file, manager)) }
        }
        (self.managers, self.refused) = (managers, refused)
        texts = Dictionary(files.map { ($0.url, $0.text) }) { first, _ in first }
    }

    /// The file's text with an appended function that lists its managers; `nil` if it has none.
    ///
    /// - Parameter left: The numbers of the omitted calls, which do not compile.
    func listing(of file: URL, in function: String, without left: Set<Int>) -> String? {
        guard let text = texts[file] else { return nil }
        var (calls, number): ([String], Int) = ([], 0)
        for (_, manager) in managers.filter({ $0.file == file }) {
            let making = number
            number += 1 + manager.entries.count
            let entries = manager.entries.enumerated().filter { !left.contains(making + 1 + $0.offset) }
            guard !left.contains(making), !entries.isEmpty else { continue }
            calls += [PreviewSource.mark(making), Self.entryMark + manager.name]
            calls.append("list.drive(\"\(manager.name)\", file: \(String(reflecting: file.lastPathComponent))) { drive in")
            // The methods are called sequentially, which the compiler cannot prove.
            if let instance = manager.instance { calls.append("nonisolated(unsafe) let manager = try await \(instance)") }
            for (offset, entry) in entries {
                calls += [PreviewSource.mark(making + 1 + offset), "\(Self.entryMark)\(manager.name).\(entry.name)"]
                calls.append("drive.step(\"\(entry.name)\", .\(entry.role)) { _ = try await \(entry.call) }")
            }
            calls.append("}")
        }
        return calls.isEmpty ? nil : PreviewSource.listing(of: text, in: function, calls)
    }

    private static let entryMark = "//calls "

    /// The name of a call in a listing, such as `OrderManager.finish()`; `nil` for a preview.
    static func entry(_ number: Int, in listing: String) -> String? {
        let lines = listing.split(separator: "\n", omittingEmptySubsequences: false)
        guard let index = lines.firstIndex(where: { $0 == PreviewSource.mark(number) }), index + 1 < lines.count,
            lines[index + 1].hasPrefix(entryMark)
        else { return nil }
        return String(lines[index + 1].dropFirst(entryMark.count))
    }
}

/// A type with the contents of its declaration and its extensions.
private struct SourceType {
    let name: String
    /// The keyword `class`, `struct`, `enum` or `actor`; `nil` for a type that is only extended here.
    var kind: String?
    var inherited: Set<String> = []
    var functions: [(file: URL, function: SourceFunction)] = []
    var initializers: [SourceFunction] = []
    /// The static property with the shared instance.
    var shared: String?

    init(name: String) { self.name = name }

    mutating func add(_ part: Part, in file: URL) {
        if part.kind != "extension" {
            kind = part.kind
            inherited = part.inherited
        }
        functions += part.functions.map { (file, $0) }
        initializers += part.initializers
        shared = shared ?? part.shared
    }

    /// Protocols and classes of types that the system instantiates, whose methods the app does not call itself.
    private static let systemTypes: Set = [
        "View", "App", "Widget", "WidgetBundle", "PreviewProvider", "UIApplicationDelegate", "UIViewController", "UIResponder",
        "Module",
        "AppIntent", "LiveActivityIntent", "CAPPlugin", "FlutterPlugin", "RCTEventEmitter",
    ]

    var manager: (file: URL, manager: ManagerSource.Manager?, refused: [ManagerSource.Refusal])? {
        guard let kind, inherited.isDisjoint(with: Self.systemTypes) else { return nil }
        let roles = roles()
        let callable = functions.filter { roles[$0.function.name] != nil && !$0.function.isHidden }
        guard let file = callable.first?.file else { return nil }
        var (entries, refused): ([ManagerSource.Entry], [ManagerSource.Refusal]) = ([], [])
        let instance = kind == "enum" ? nil : instance()
        for (_, function) in callable {
            guard let role = roles[function.name] else { continue }
            let full = "\(name).\(function.fullName)"
            do throws(NoPlainValue) {
                guard function.isStatic || instance != nil else {
                    throw NoPlainValue(reason: "no accessible initializer creates \(name) from plain values")
                }
                let call = try function.call(on: function.isStatic ? name : "manager")
                entries.append(ManagerSource.Entry(name: function.fullName, role: role, call: call))
            } catch {
                refused.append(ManagerSource.Refusal(name: full, reason: error.reason))
            }
        }
        guard !entries.isEmpty else { return (file, nil, refused) }
        let needsInstance = entries.contains { $0.call.hasPrefix("manager.") }
        return (file, ManagerSource.Manager(name: name, instance: needsInstance ? instance : nil, entries: entries), refused)
    }

    /// The expression for an instance; `nil` if none is accessible.
    private func instance() -> String? {
        if let shared { return "\(name).\(shared)" }
        if initializers.isEmpty { return "\(name)()" }
        let calls = initializers.filter { !$0.isHidden }.compactMap { try? $0.call(on: "") }
        return calls.min { $0.count < $1.count }.map { name + $0 }
    }

    /// The effect of each method on an activity, directly or through the methods that it calls.
    private func roles() -> [String: ManagerSource.Role] {
        var roles: [String: ManagerSource.Role] = [:]
        for (_, function) in functions {
            if let role = function.ownRole { roles[function.name] = Self.first(role, roles[function.name]) }
        }
        // Each round except the last finds another method that calls a known one, so this many rounds suffice.
        for _ in functions {
            var isChanged = false
            for (_, function) in functions {
                for called in function.called.intersection(roles.keys) where called != function.name {
                    let role = Self.first(roles[called], roles[function.name])
                    if role != roles[function.name] { (roles[function.name], isChanged) = (role, true) }
                }
            }
            if !isChanged { break }
        }
        return roles
    }

    /// A method that ends old activities and starts a new one is a start.
    private static func first(_ one: ManagerSource.Role?, _ other: ManagerSource.Role?) -> ManagerSource.Role? {
        [.start, .update, .end].first { $0 == one || $0 == other }
    }
}

extension SourceType {
    /// A declaration or an extension of a type.
    struct Part {
        let name: String
        let kind: String
        let inherited: Set<String>
        var functions: [SourceFunction] = []
        var initializers: [SourceFunction] = []
        var shared: String?
    }

    /// The types that a source declares or extends at top level, without generic types.
    static func parts(of text: String) -> [Part] {
        let characters = Array(text)
        let code = SwiftFile.code(in: characters)
        return headers(in: code).compactMap { header -> Part? in
            guard let end = SourceFunction.end(of: code, from: header.body),
                let match = String(code[header.start..<header.body]).firstMatch(
                    of: /\b(class|struct|enum|actor|extension)\s+(\w+)\s*(?::\s*([^{]*))?$/)
            else { return nil }
            let inherited = match.3.map { Set(SwiftFile.words(of: String($0))) } ?? []
            var part = Part(name: String(match.2), kind: String(match.1), inherited: inherited)
            let body = header.body + 1..<end - 1
            let members = SourceFunction.all(in: characters, code, body)
            part.functions = members.filter { $0.name != "init" }
            part.initializers = members.filter { $0.name == "init" }
            let inner = String(code[body])
            part.shared = inner.firstMatch(of: /\bstatic\s+(?:let|var)\s+(shared|standard|instance|current|main)\b/)
                .map { String($0.1) }
            return part
        }
    }

    /// The positions at which the header and the body of each top-level type begin.
    private static func headers(in code: [Character]) -> [(start: Int, body: Int)] {
        var (found, depth, start): ([(Int, Int)], Int, Int) = ([], 0, 0)
        for (index, character) in code.enumerated() {
            if character == "{" {
                if depth == 0 { found.append((start, index)) }
                depth += 1
            } else if character == "}" {
                depth -= 1
                if depth == 0 { start = index + 1 }
            }
        }
        return found
    }
}

/// The reason why a method cannot be called with plain values.
struct NoPlainValue: Error { let reason: String }

/// A method or an initializer.
struct SourceFunction {
    let name: String
    let isStatic: Bool
    /// Whether the method is private, or mutating so that it can only be called on a variable.
    let isHidden: Bool
    let parameters: [Parameter]
    private let isGeneric: Bool
    /// The names that are called in its body.
    let called: Set<String>
    let ownRole: ManagerSource.Role?

    struct Parameter {
        /// The argument label; `nil` for `_`.
        let label: String?
        let name: String
        let type: String
        let hasDefault: Bool
    }

    /// The full name, such as `start(number:with:)`.
    var fullName: String { "\(name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))" }

    /// The call with a value for each parameter that has no default value.
    func call(on receiver: String) throws(NoPlainValue) -> String {
        guard !isGeneric else { throw NoPlainValue(reason: "it is generic") }
        var arguments: [String] = []
        for parameter in parameters where !parameter.hasDefault {
            guard parameter.isPlain else {
                throw NoPlainValue(reason: "\(parameter.name) is \(parameter.type), no plain value")
            }
            let value = parameter.closure ?? "drive.value(\"\(parameter.name)\")"
            arguments.append(parameter.label.map { "\($0): \(value)" } ?? value)
        }
        let target = name == "init" ? "" : (receiver.isEmpty ? "" : receiver + ".") + name
        return "\(target)(\(arguments.joined(separator: ", ")))"
    }

    /// The functions declared directly in a body, without those in nested types and functions.
    fileprivate static func all(in text: [Character], _ code: [Character], _ body: Range<Int>) -> [SourceFunction] {
        var (found, index): ([SourceFunction], Int) = ([], body.lowerBound)
        while index < body.upperBound {
            if code[index] == "{" {
                // The contents of another member are skipped.
                index = end(of: code, from: index) ?? body.upperBound
                continue
            }
            if let (function, after) = function(at: index, text, code, body) {
                found.append(function)
                index = after
            } else {
                index += 1
            }
        }
        return found
    }

    /// The function whose word `func` or `init` is at an index, and its end.
    private static func function(
        at index: Int, _ text: [Character], _ code: [Character], _ body: Range<Int>
    ) -> (SourceFunction, end: Int)? {
        func sees(_ word: String) -> Bool {
            code[index...].starts(with: word) && (index == 0 || !code[index - 1].isWordCharacter)
                && !(index + word.count < code.count && code[index + word.count].isWordCharacter)
        }
        var name = "init"
        var place: Int
        if sees("func") {
            place = code[(index + 4)...].firstIndex { !$0.isWhitespace } ?? body.upperBound
            let last = code[place...].firstIndex { !$0.isWordCharacter } ?? body.upperBound
            name = String(code[place..<last])
            place = last
        } else if sees("init"), index == 0 || code[index - 1] != "." {
            place = index + 4
            if place < body.upperBound, code[place] == "?" || code[place] == "!" { place += 1 }
        } else {
            return nil
        }
        guard let open = code[place..<body.upperBound].firstIndex(of: "("), let close = end(of: code, from: open),
            let brace = code[close..<body.upperBound].firstIndex(of: "{"), let after = end(of: code, from: brace),
            // A protocol requirement has no body; the next brace then belongs to another member.
            !String(code[close..<brace]).contains(/\b(func|var|let|init)\b/)
        else { return nil }
        let line = code[..<index].lastIndex { $0.isNewline || "{};".contains($0) }.map { $0 + 1 } ?? 0
        let modifiers = Set(SwiftFile.words(of: String(code[line..<index])))
        let content = String(code[brace..<after])
        let words = content.matches(of: /(\w+)\s*[\(\{]/).map { String($0.1) }
        return (
            SourceFunction(
                name: name, isStatic: !modifiers.isDisjoint(with: ["static", "class"]),
                isHidden: !modifiers.isDisjoint(with: ["private", "fileprivate", "mutating"]),
                parameters: parameters(text, code, open + 1..<close - 1), isGeneric: code[place..<open].contains("<"),
                called: Set(words),
                ownRole: role(of: content)), after
        )
    }

    private static func role(of body: String) -> ManagerSource.Role? {
        if body.contains(/\bActivity\s*(<[^>]*>)?\s*\.\s*request\s*\(/) { return .start }
        guard body.contains(/\b\w*[aA]ctivit\w*\b/) else { return nil }
        if body.contains(/\.\s*update\s*\(\s*(using:|\w*[cC]ontent|ActivityContent|\.init|\.\s*init)/) { return .update }
        return body.contains(/\.\s*end\s*\(/) && body.contains("dismissalPolicy") ? .end : nil
    }

    private static func parameters(_ text: [Character], _ code: [Character], _ range: Range<Int>) -> [Parameter] {
        listed(code, range).compactMap { part in
            let code = String(code[part])
            guard let match = code.wholeMatch(of: /\s*(\w+)(?:\s+(\w+))?\s*:\s*([^=]+?)\s*(=[\s\S]*)?/) else { return nil }
            let first = String(match.1)
            return Parameter(
                label: first == "_" ? nil : first, name: match.2.map(String.init) ?? first, type: String(match.3),
                hasDefault: match.4 != nil)
        }
    }

    /// The parts of a list between its commas, without commas inside brackets.
    fileprivate static func listed(_ code: [Character], _ range: Range<Int>) -> [Range<Int>] {
        var (parts, depth, start): ([Range<Int>], Int, Int) = ([], 0, range.lowerBound)
        for index in range {
            if "([{<".contains(code[index]) { depth += 1 }
            // The `>` of an arrow is not a closing bracket.
            let isArrow = index > range.lowerBound && code[index - 1] == "-"
            if ")]}".contains(code[index]) || (code[index] == ">" && !isArrow) { depth -= 1 }
            if code[index] == ",", depth == 0 {
                parts.append(start..<index)
                start = index + 1
            }
        }
        return parts + [start..<range.upperBound]
    }

    /// The index after the matching closing bracket; `nil` if there is none.
    static func end(of code: [Character], from open: Int) -> Int? {
        var depth = 0
        for index in open..<code.count {
            if "({[".contains(code[index]) { depth += 1 }
            if ")}]".contains(code[index]) {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
        }
        return nil
    }
}

extension SourceFunction.Parameter {
    /// A closure that does nothing, for a callback parameter such as `completion: @escaping (Bool) -> Void`; `nil` for another
    /// type.
    fileprivate var closure: String? {
        guard
            let match = type.wholeMatch(
                of: /\(?\s*(?:@\w+\s+)*\(([^()]*)\)\s*(?:async\s+)?(?:throws\s+)?->\s*(?:Void|\(\s*\))\s*\)?\??/)
        else { return nil }
        let types = Array(match.1)
        let parameters = SwiftFile.words(of: String(match.1)).isEmpty ? 0 : SourceFunction.listed(types, 0..<types.count).count
        return parameters == 0 ? "{}" : "{ \(Array(repeating: "_", count: parameters).joined(separator: ", ")) in }"
    }

    /// Whether a value may be generated for the parameter: not for a function, an activity or a parameter without a type. The
    /// compiler decides whether its type is decodable.
    fileprivate var isPlain: Bool {
        closure != nil
            || !type.contains("->") && !type.contains("Activity<")
                && Set(SwiftFile.words(of: type)).isDisjoint(with: ["Any", "AnyObject", "inout", "some", "any"])
    }
}
