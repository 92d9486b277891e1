/// The labels and kinds of a call's arguments. A declaration that accepts the call is made from them.
struct CallShape: Hashable {
    /// The kind of an argument, as far as its text shows.
    enum Argument: Hashable {
        case value
        /// A member without its type: `.best`.
        case member
        /// A list of such members.
        case members
        case emptyDictionary
        case reference
        /// A closure; whether each of its parameters is used as an optional.
        case closure([Bool])
    }

    struct Parameter: Hashable {
        let label: String?
        let argument: Argument
    }

    let parameters: [Parameter]
    /// Whether the code checks that the result is not `nil`.
    let isOptional: Bool

    init(_ parameters: [Parameter], isOptional: Bool = false) { (self.parameters, self.isOptional) = (parameters, isOptional) }

    /// The calls of a name in a source without comments and literals.
    ///
    /// - Parameter prefix: The text before the name, such as the type of a static function with a point.
    static func all(of name: String, after prefix: String = "", in code: [Character]) -> [CallShape] {
        let name = Array(prefix + name)
        var found: [CallShape] = []
        var index = 0
        while index + name.count < code.count {
            guard code[index] == name[0], code[index..<(index + name.count)].elementsEqual(name),
                index == 0 || !name[0].isWordCharacter || !(code[index - 1].isWordCharacter || code[index - 1] == "."),
                !code[index + name.count].isWordCharacter
            else {
                index += 1
                continue
            }
            let start = index
            index += name.count
            if let shape = CallShape(code, at: index, from: start) { found.append(shape) }
        }
        return found
    }

    /// The call whose arguments begin at an index; `nil` if nothing is called there.
    ///
    /// - Parameter start: The index of the called name.
    init?(_ code: [Character], at index: Int, from start: Int) {
        var index = index
        if code[index] == "<" {
            guard let end = Self.end(of: index, in: code, "<", ">") else { return nil }
            index = end
        }
        var parameters: [Parameter] = []
        var isCall = false
        if index < code.count, code[index] == "(" {
            guard let end = Self.end(of: index, in: code, "(", ")") else { return nil }
            parameters = Self.arguments(code[(index + 1)..<(end - 1)]).map(Self.parameter)
            index = end
            isCall = true
        }
        let beginning = code[..<start].lastIndex(where: \.isNewline) ?? 0
        let line = String(code[beginning..<start])
        // A trailing closure.
        if let open = code[index...].firstIndex(where: { !($0 == " " || $0 == "\t") }), code[open] == "{",
            !Self.isBody(after: line), let end = Self.end(of: open, in: code, "{", "}")
        {
            parameters.append(Parameter(label: nil, argument: Self.closure(code[(open + 1)..<(end - 1)])))
            isCall = true
        }
        guard isCall else { return nil }
        let isOptional =
            line.contains("=")
            && line.contains(/\b(?:if|guard|,)\s*(?:let|var)\s+\w+\s*(?::[^=]+)?=\s*(?:try[?]?\s*)?(?:await\s*)?$/)
        self.init(parameters, isOptional: isOptional)
    }

    /// Whether a brace after a line is not a closure's, because the line has a condition, the type of a property or function, or
    /// a type's declaration.
    private static func isBody(after line: String) -> Bool {
        line[...].hasCondition
            || line.contains(/(?:\bvar\s+\w+\s*:|->)\s*(?:any\s+|some\s+)?$/)
            || line.contains(/\b(?:class|struct|enum|extension|protocol|actor)\s+(?:[\w.]+(?:<[^{]*>)?\s*:[^{]*)?$/)
    }

    /// The index after the bracket that closes the one at an index.
    private static func end(of open: Int, in code: [Character], _ left: Character, _ right: Character) -> Int? {
        var (depth, index) = (0, open)
        while index < code.count {
            if code[index] == left { depth += 1 }
            if code[index] == right { depth -= 1 }
            index += 1
            if depth == 0 { return index }
        }
        return nil
    }

    private static func arguments(_ code: ArraySlice<Character>) -> [ArraySlice<Character>] {
        var (found, depth, start): ([ArraySlice<Character>], Int, Int) = ([], 0, code.startIndex)
        for index in code.indices {
            if "([{".contains(code[index]) { depth += 1 }
            if ")]}".contains(code[index]) { depth -= 1 }
            if depth == 0, code[index] == "," {
                found.append(code[start..<index])
                start = index + 1
            }
        }
        if start < code.endIndex { found.append(code[start...]) }
        return found
    }

    private static func parameter(_ text: ArraySlice<Character>) -> Parameter {
        let text = String(text)
        let match = text.prefixMatch(of: /\s*(\w+)\s*:/)
        let value = (match.map { text[$0.range.upperBound...] } ?? text[...]).drop(while: \.isWhitespace)
        let label = match.map { String($0.1) }
        if value.hasPrefix("{") {
            return Parameter(label: label, argument: closure(ArraySlice(value.dropFirst().dropLast())))
        }
        let argument: Argument =
            if value.contains(/^\.[a-z_]/) { .member } else if value.contains(/^\[\s*(?:\.[a-z_]|\]\s*$)/) {
                .members
            } else if value.contains(/^\[\s*:\s*\]\s*$/) { .emptyDictionary } else if value.hasPrefix("&") { .reference } else {
                .value
            }
        return Parameter(label: label, argument: argument)
    }

    private static func closure(_ code: ArraySlice<Character>) -> Argument {
        let text = String(code)
        let head =
            #/
            \s*(?:@\w+\s*)*(?:\[[^\]]*\]\s*)?\(?([\w\s,:?.<>\[\]]*?)\)?\s*
            (?:async\s*)?(?:throws\s*)?(?:->\s*[\w.?<>\[\]]+\s*)?\bin\b
            /#
        if let match = text.prefixMatch(of: head) {
            let names = match.1.split(separator: ",").map { $0.split { !$0.isWordCharacter }.first.map(String.init) ?? "_" }
            let body = text[match.range.upperBound...]
            return .closure(names.map { isOptional($0, in: body) })
        }
        let numbers = text.matches(of: /\$(\d)/).compactMap { Int($0.1) }
        guard let last = numbers.max() else { return .closure([]) }
        return .closure((0...last).map { text.contains("$\($0)?") })
    }

    private static func isOptional(_ name: String, in body: Substring) -> Bool {
        guard name != "_" else { return false }
        return body.contains("\(name)?") || body.contains("let \(name) ") || body.contains("let \(name),")
            || body.contains("= \(name),") || body.contains("= \(name) ") || body.contains("\(name) != nil")
            || body.contains("\(name) == nil")
    }

    // MARK: The declaration

    /// The generic parameters and the parameters of a function that accepts the call.
    var declared: (generics: String, parameters: String) { declared(withViews: []) }

    /// The generic parameters and parameters of a view's modifier. Each closure may build views, so there are several.
    var declaredWithViews: [(generics: String, parameters: String)] {
        let closures = parameters.indices.filter { if case .closure = parameters[$0].argument { true } else { false } }
        // With more closures the compiler would have too many alternatives.
        guard closures.count < 3 else { return [declared, declared(withViews: Set(closures))] }
        return (0..<(1 << closures.count)).map { choice in
            declared(withViews: Set(closures.indices.filter { choice & (1 << $0) != 0 }.map { closures[$0] }))
        }
    }

    private func declared(withViews builders: Set<Int>) -> (generics: String, parameters: String) {
        var generics: [String] = []
        let all = parameters.enumerated().map { index, parameter in
            let isBuilder = builders.contains(index)
            let type =
                switch parameter.argument {
                case .value: "Any?"
                case .member: "InventedValue"
                case .members: "[InventedValue]"
                case .emptyDictionary: "[String: InventedValue]"
                case .reference: "inout R\(index)"
                case .closure(let parameters):
                    "@escaping (\(parameters.map { $0 ? "InventedValue?" : "InventedValue" }.joined(separator: ", "))) -> R\(index)"
                }
            if type.hasSuffix("R\(index)") { generics.append("R\(index)" + (isBuilder ? ": View" : "")) }
            return "\(isBuilder ? "@ViewBuilder " : "")\(parameter.label ?? "_") a\(index): \(type)"
        }
        return (generics.isEmpty ? "" : "<\(generics.joined(separator: ", "))>", all.joined(separator: ", "))
    }
}

extension Character {
    /// Whether the character can be part of a name.
    var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
