/// Writes a contract's types in Swift, for an app that is built without this package.
enum SwiftTypes: ContractTypes {
    static let file = "Types.swift"

    static func text(of contract: Contract) -> String {
        let names = names(contract)
        let text = names.compactMap { name in contract.types[name].map { declaration(name, $0) } }.joined(separator: "\n\n")
        var parts = [
            header(contract) + "\n// The defaults of JSONDecoder and JSONEncoder read and write it.\n\nimport Foundation"
        ]
        parts.append(text)
        if text.contains("AnyJSON") { parts.append(anyJSON) }
        if case .named(let attributes)? = contract.parts[.attributes], case .named(let state)? = contract.parts[.state],
            case .object = contract.types[attributes]
        {
            parts.append(
                """
                #if canImport(ActivityKit)
                import ActivityKit

                extension \(attributes): ActivityAttributes { typealias ContentState = \(state) }
                #endif
                """)
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let conformances = "Codable, Hashable, Sendable"

    private static func declaration(_ name: String, _ type: TypeShape) -> String {
        switch type {
        case .alias(let shape): return "typealias \(name) = \(self.name(shape))"
        case .texts(let texts, true):
            let constants = texts.map { "    static let \(escaped($0)) = Self(rawValue: \(quoted($0)))" }
            return """
                /// These texts have a meaning; any other is read too.
                struct \(name): RawRepresentable, \(conformances) {
                    var rawValue: String
                \(constants.joined(separator: "\n"))
                }
                """
        case .texts(let texts, false):
            let cases = texts.map { "    case \(escaped($0))\(identifier($0) == $0 ? "" : " = \(quoted($0))")" }
            return "enum \(name): String, \(conformances), CaseIterable {\n\(cases.joined(separator: "\n"))\n}"
        case .numbers(let numbers):
            let cases = numbers.map { "    case \($0 < 0 ? "minus" : "number")\($0.magnitude) = \($0)" }
            return "enum \(name): Int, \(conformances), CaseIterable {\n\(cases.joined(separator: "\n"))\n}"
        case .object(let object):
            if object.cases.isEmpty { return structure(name, object.fields) }
            return object.fields.isEmpty ? enumeration(name, object.cases) : both(name, object)
        }
    }

    private static func structure(_ name: String, _ fields: [ObjectShape.Field]) -> String {
        let keys = codingKeys("CodingKeys", fields.map(\.key))
        let body = (fields.map(property) + (keys.isEmpty ? [] : ["", keys])).joined(separator: "\n")
        return "struct \(name): \(conformances) {\n\(indented(body))\n}"
    }

    private static func property(_ field: ObjectShape.Field) -> String {
        "var \(escaped(field.key)): \(name(field.shape))\(field.isRequired ? "" : "?")"
    }

    private static func enumeration(_ name: String, _ cases: [ObjectShape.Case]) -> String {
        var body = cases.map { one in
            let unlabelled = one.fields.enumerated().allSatisfy { $1.key == "_\($0)" }
            let values = one.fields.map { field in
                (unlabelled ? "" : "\(identifier(field.key)): ") + self.name(field.shape) + (field.isRequired ? "" : "?")
            }
            return "case \(escaped(one.key))" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        }
        let keys = codingKeys("CodingKeys", cases.map(\.key))
        if !keys.isEmpty { body += ["", keys] }
        for one in cases {
            let keys = codingKeys(capitalised(identifier(one.key)) + "CodingKeys", one.fields.map(\.key))
            if !keys.isEmpty { body += ["", keys] }
        }
        let isRecursive = cases.contains { $0.fields.contains { $0.shape == .named(name) } }
        return "\(isRecursive ? "indirect " : "")enum \(name): \(conformances) {\n\(indented(body.joined(separator: "\n")))\n}"
    }

    /// A struct with an enumeration whose case is one member of the object beside others.
    private static func both(_ name: String, _ object: ObjectShape) -> String {
        let type = object.caseType ?? "Case"
        let caseName = type.prefix(1).lowercased() + type.dropFirst()
        let property = object.fields.contains { $0.key == caseName } ? "theCase" : escaped(caseName)
        let read = object.fields.map { field in
            let decode = field.isRequired ? "decode" : "decodeIfPresent"
            return
                "\(escaped(field.key)) = try members.\(decode)(\(self.name(field.shape)).self, forKey: .\(escaped(field.key)))"
        }
        let write = object.fields.map { field in
            "try members.\(field.isRequired ? "encode" : "encodeIfPresent")(\(escaped(field.key)), forKey: .\(escaped(field.key)))"
        }
        let keys = object.fields.map { "case \(escaped($0.key))\(identifier($0.key) == $0.key ? "" : " = \(quoted($0.key))")" }
        return """
            struct \(name): \(conformances) {
            \(indented(object.fields.map(self.property).joined(separator: "\n")))
                var \(property): \(type)

            \(indented(enumeration(type, object.cases)))

                private enum CodingKeys: String, CodingKey {
            \(indented(indented(keys.joined(separator: "\n"))))
                }
            }

            extension \(name) {
                init(from decoder: any Decoder) throws {
                    let members = try decoder.container(keyedBy: CodingKeys.self)
            \(indented(indented(read.joined(separator: "\n"))))
                    \(property) = try \(type)(from: decoder)
                }

                func encode(to encoder: any Encoder) throws {
                    var members = encoder.container(keyedBy: CodingKeys.self)
            \(indented(indented(write.joined(separator: "\n"))))
                    try \(property).encode(to: encoder)
                }
            }
            """
    }

    /// The coding keys, needed only if a key is not an identifier.
    private static func codingKeys(_ name: String, _ keys: [String]) -> String {
        guard keys.contains(where: { identifier($0) != $0 }) else { return "" }
        let cases = keys.map { "    case \(escaped($0))\(identifier($0) == $0 ? "" : " = \(quoted($0))")" }
        return "private enum \(name): String, CodingKey {\n\(cases.joined(separator: "\n"))\n}"
    }

    private static func name(_ shape: Shape) -> String {
        switch shape {
        case .bool: "Bool"
        case .string: "String"
        case .url: "URL"
        case .uuid: "UUID"
        case .data: "Data"
        case .number: "Double"
        case .date: "Date"
        case .integer(let width):
            width == .int64 ? "Int" : (width.isSigned ? "Int" : "UInt") + (width == .uint64 ? "" : "\(width.bits)")
        case .array(let inner): "[\(name(inner))]"
        case .tuple([.date, .date]): "ClosedRange<Date>"
        case .tuple(let inner): Set(inner).count == 1 ? "[\(name(inner[0]))]" : "[AnyJSON]"
        case .map(let inner): "[String: \(name(inner))]"
        case .nullable(let inner): "\(name(inner))?"
        case .named(let name): name
        case .unknown: "AnyJSON"
        }
    }

    private static func escaped(_ key: String) -> String {
        let name = identifier(key)
        return reserved.contains(name) ? "`\(name)`" : name
    }

    private static let reserved: Set = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
        "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "Self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "Type", "typealias", "var",
        "where",
        "while",
    ]

    /// A type for unknown forms.
    private static let anyJSON = """
        indirect enum AnyJSON: Codable, Hashable, Sendable {
            case null, bool(Bool), number(Double), string(String), array([AnyJSON]), object([String: AnyJSON])

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() { self = .null }
                else if let bool = try? value.decode(Bool.self) { self = .bool(bool) }
                else if let number = try? value.decode(Double.self) { self = .number(number) }
                else if let string = try? value.decode(String.self) { self = .string(string) }
                else if let array = try? value.decode([AnyJSON].self) { self = .array(array) }
                else { self = .object(try value.decode([String: AnyJSON].self)) }
            }

            func encode(to encoder: any Encoder) throws {
                var value = encoder.singleValueContainer()
                switch self {
                case .null: try value.encodeNil()
                case .bool(let bool): try value.encode(bool)
                case .number(let number): try value.encode(number)
                case .string(let string): try value.encode(string)
                case .array(let array): try value.encode(array)
                case .object(let object): try value.encode(object)
                }
            }
        }
        """
}
