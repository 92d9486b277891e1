#if Macros
/// The source text of the extension that `@ActivityJSON` adds.
struct Expansion {
    var type: CodedType
    var request: Request

    var text: String {
        let uses = request.uses
        let conformances = uses.map(\.conformance).joined(separator: ", ")
        let head = (type.availability + ["extension \(type.name): \(conformances) {"]).joined(separator: "\n")
        if case .rawValue = type.form { return head + "}" }
        let members = uses.map { $0 == .reading ? reading : writing }
        return head + "\n" + members.map { indented($0, by: 1) }.joined(separator: "\n\n") + "\n}"
    }

    // MARK: Reading

    private var reading: String {
        let body =
            switch type.form {
            case .rawValue: ""
            case .members(let members):
                members.filter { !$0.isConstant }.map { "\(qualified($0.name)) = try json[\($0.key)]" }
                    .joined(separator: "\n")
            case .cases(let cases): readingCases(cases)
            }
        return function("init(reading json: inout JSONReader) throws(JSONReader.GaveUp)", body)
    }

    private func readingCases(_ cases: [CodedType.Case]) -> String {
        let lines = cases.compactMap { one -> String? in
            guard let key = one.key else { return nil }
            let arguments = one.values.compactMap { value -> String? in
                guard let key = value.key else { return nil }
                return (value.label.map { "\($0): " } ?? "") + "try json[\(key)]"
            }
            // A value that is not encoded has a default; parentheses are needed only for a case with associated values.
            let list = one.values.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
            return "case \(key): self = .\(one.name)\(list)"
        }
        let besides = request.besides.isEmpty ? "" : "besides: \(request.besides.joined(separator: ", "))"
        return (["switch try json.enterCase(\(besides)) {"] + lines + ["default: throw JSONReader.GaveUp()", "}"]).joined(
            separator: "\n")
    }

    // MARK: Writing

    private var writing: String {
        let body =
            switch type.form {
            case .rawValue: ""
            case .members(let members):
                members.isEmpty
                    ? "json.openObject()"
                    : members.map { "json.member(\($0.key), \(qualified($0.name)))" }.joined(separator: "\n")
            case .cases(let cases): (["switch self {"] + cases.map(writingCase) + ["}"]).joined(separator: "\n")
            }
        return function("func write(to json: inout JSONWriter)", body)
    }

    private func writingCase(_ one: CodedType.Case) -> String {
        // `Codable` throws for a case that has no key.
        guard let key = one.key else { return "case .\(one.name): json.giveUp()" }
        guard one.values.contains(where: { $0.key != nil }) else { return "case .\(one.name): json.object(\(key))" }
        let bindings = one.values.indices.map { one.values[$0].key == nil ? "_" : "let \(variable(one, $0))" }
        let members = one.values.enumerated().compactMap { place, value in
            value.key.map { key in "$0.member(\(key), \(variable(one, place)))" }
        }
        let head = "case .\(one.name)(\(bindings.joined(separator: ", "))): json.object(\(key)) {"
        if members.count == 1 { return "\(head) \(members[0]) }" }
        return ([head] + members.map { indented($0, by: 1) } + ["}"]).joined(separator: "\n")
    }

    /// The variable for an associated value: its label, with backticks if it is a keyword. Without a label, and if the label
    /// collides with the parameter `json`, it is a numbered name that differs from all labels.
    private func variable(_ one: CodedType.Case, _ place: Int) -> String {
        guard let label = one.values[place].label, label != "json" else {
            var name = "value\(place)"
            while one.values.contains(where: { $0.label == name }) { name += "_" }
            return name
        }
        return Self.reserved.contains(label) ? "`\(label)`" : label
    }

    /// Keywords, which need backticks as the name of a variable.
    private static let reserved: Set = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
        "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias",
        "var", "where", "while",
    ]

    /// A property's name, qualified if the parameter `json` would shadow it.
    private func qualified(_ name: String) -> String { name == "json" ? "self.json" : name }

    private func function(_ declaration: String, _ body: String) -> String {
        "\(type.access)\(declaration) {\n" + indented(body, by: 1) + "\n}"
    }

    private func indented(_ text: String, by levels: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : String(repeating: " ", count: 4 * levels) + $0 }.joined(separator: "\n")
    }
}
#endif
