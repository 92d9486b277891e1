/// Types in another language that read and write a contract's JSON.
protocol ContractTypes {
    /// The name of the file in the contract's folder.
    static var file: String { get }
    static func text(of contract: Contract) -> String
}

extension ContractTypes {
    static func header(_ contract: Contract) -> String {
        """
        // The JSON of kind '\(contract.kind)': made by 'contract export'. vectors.json has documents to test it with.
        """
    }

    /// The lines of a string, indented.
    static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.joined(
            separator: "\n")
    }

    /// The names in the order in which they are written: the types of the parts first.
    static func names(_ contract: Contract) -> [String] {
        var found: [String] = []
        for part in Contract.Part.allCases {
            for name in contract.parts[part].map(contract.names) ?? [] where !found.contains(name) { found.append(name) }
        }
        return found
    }

    /// A key as an identifier, which begins with a letter.
    static func identifier(_ key: String) -> String {
        var name = ""
        var isWordEnd = false
        for character in key {
            guard character.isASCII, character.isLetter || character.isNumber || character == "_" else {
                isWordEnd = !name.isEmpty
                continue
            }
            name += isWordEnd ? character.uppercased() : String(character)
            isWordEnd = false
        }
        return name.first.map { $0.isNumber ? "_" + name : name } ?? "empty"
    }

    /// The text as a string literal; all three languages have the same syntax.
    static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "$": literal += Self.file.hasSuffix(".kt") ? "\\$" : "$"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    static func capitalised(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// TypeScript: interfaces and unions; no values are converted.
enum TypeScriptTypes: ContractTypes {
    static let file = "types.ts"

    static func text(of contract: Contract) -> String {
        let names = names(contract)
        var parts = [
            header(contract), "/** Seconds since 2001-01-01T00:00:00Z. */\nexport type SecondsSince2001 = number;",
            "export const secondsSince2001 = (date: Date): SecondsSince2001 => date.getTime() / 1000 - 978307200;",
            "export const dateOf = (seconds: SecondsSince2001): Date => new Date((seconds + 978307200) * 1000);",
        ]
        parts += names.compactMap { name in contract.types[name].map { declaration(name, $0) } }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func declaration(_ name: String, _ type: TypeShape) -> String {
        switch type {
        case .alias(let shape): "export type \(name) = \(self.name(shape));"
        case .texts(let texts, let isOpen):
            "export type \(name) = \((texts.map(quoted) + (isOpen ? ["(string & {})"] : [])).joined(separator: " | "));"
        case .numbers(let numbers): "export type \(name) = \(numbers.map { "\($0)" }.joined(separator: " | "));"
        case .object(let object):
            object.cases.isEmpty
                ? "export interface \(name) \(members(object.fields, lines: true))"
                : "export type \(name) =" + (object.fields.isEmpty ? "" : " \(members(object.fields)) &") + " (\n"
                    + object.cases.map { "    | { \(key($0.key)): \(members($0.fields)) }\n" }.joined() + ");"
        }
    }

    private static func members(_ fields: [ObjectShape.Field], lines: Bool = false) -> String {
        if fields.isEmpty { return lines ? "{}" : "Record<string, never>" }
        let members = fields.map { "\(key($0.key))\($0.isRequired ? "" : "?"): \(name($0.shape))" }
        return lines
            ? "{\n" + members.map { "    \($0);\n" }.joined() + "}" : "{ " + members.joined(separator: "; ") + " }"
    }

    private static func key(_ key: String) -> String { identifier(key) == key ? key : quoted(key) }

    private static func name(_ shape: Shape) -> String {
        switch shape {
        case .bool: "boolean"
        case .string, .url, .uuid, .data: "string"
        case .number, .integer: "number"
        case .date: "SecondsSince2001"
        case .array(let inner): "Array<\(name(inner))>"
        case .tuple(let inner): "[\(inner.map(name).joined(separator: ", "))]"
        case .map(let inner): "Record<string, \(name(inner))>"
        case .nullable(let inner): "\(name(inner)) | null"
        case .named(let name): name
        case .unknown: "unknown"
        }
    }
}

/// Kotlin, for kotlinx.serialization.
enum KotlinTypes: ContractTypes {
    static let file = "Types.kt"

    static func text(of contract: Contract) -> String {
        let names = names(contract)
        let text = names.compactMap { name in contract.types[name].map { declaration(name, $0) } }.joined(separator: "\n\n")
        var parts = [
            header(contract)
                + """

                // Needs org.jetbrains.kotlinx:kotlinx-serialization-json. Use contractJson: readers ignore members that they do not know, and a
                // member without a value is left out.
                """
        ]
        var imports = [
            "kotlinx.serialization.SerialName", "kotlinx.serialization.Serializable", "kotlinx.serialization.json.Json",
        ]
        if text.contains("JsonElement") { imports.append("kotlinx.serialization.json.JsonElement") }
        parts.append(imports.sorted().map { "import \($0)" }.joined(separator: "\n"))
        parts.append(
            """
            /** Seconds since 2001-01-01T00:00:00Z. */
            typealias SecondsSince2001 = Double

            val contractJson = Json { ignoreUnknownKeys = true; explicitNulls = false; encodeDefaults = false }
            """)
        if contract.types.values.contains(where: hasCases) {
            parts.append("/** A case without values. */\n@Serializable\nclass NoValues")
        }
        return (parts + [text]).joined(separator: "\n\n") + "\n"
    }

    private static func hasCases(_ type: TypeShape) -> Bool {
        if case .object(let object) = type { !object.cases.isEmpty } else { false }
    }

    private static func declaration(_ name: String, _ type: TypeShape) -> String {
        switch type {
        case .alias(let shape): "typealias \(name) = \(self.name(shape))"
        // Kotlin has no enumeration that accepts other strings too, and none of numbers.
        case .texts(let texts, true):
            "/** One of \(texts.joined(separator: ", ")), or another text. */\ntypealias \(name) = String"
        case .numbers(let numbers):
            "/** One of \(numbers.map { "\($0)" }.joined(separator: ", ")). */\ntypealias \(name) = Long"
        case .texts(let texts, false):
            "@Serializable\nenum class \(name) {\n"
                + texts.map { "    @SerialName(\(quoted($0))) \(capitalised(identifier($0))),\n" }.joined() + "}"
        case .object(let object): declaration(name, object)
        }
    }

    private static func declaration(_ name: String, _ object: ObjectShape) -> String {
        let cases = object.cases.map { one in
            let type = one.fields.isEmpty ? "NoValues" : capitalised(identifier(one.key))
            return member(one.key, "\(type)? = null")
        }
        let inner = object.cases.filter { !$0.fields.isEmpty }
            .map { type(capitalised(identifier($0.key)), $0.fields.map(member)) }.joined(separator: "\n\n")
        let note = object.cases.isEmpty ? "" : "/** Exactly one of the cases is not null. */\n"
        return note + type(name, object.fields.map(member) + cases) + (inner.isEmpty ? "" : " {\n\(indented(inner))\n}")
    }

    private static func type(_ name: String, _ members: [String]) -> String {
        members.isEmpty
            ? "@Serializable\nclass \(name)"
            : "@Serializable\ndata class \(name)(\n" + members.map { "    \($0),\n" }.joined() + ")"
    }

    private static func member(_ field: ObjectShape.Field) -> String {
        member(field.key, name(field.shape) + (field.isRequired ? "" : "? = null"))
    }

    private static func member(_ key: String, _ type: String) -> String {
        let name = identifier(key)
        return (name == key ? "" : "@SerialName(\(quoted(key))) ")
            + "val \(reserved.contains(name) ? "`\(name)`" : name): \(type)"
    }

    private static let reserved: Set = [
        "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
        "object",
        "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when", "while",
    ]

    private static func name(_ shape: Shape) -> String {
        switch shape {
        case .bool: "Boolean"
        case .string, .url, .uuid, .data: "String"
        case .number: "Double"
        case .date: "SecondsSince2001"
        case .integer(let width): width == .uint64 ? "ULong" : width.bits == 64 || width == .uint32 ? "Long" : "Int"
        case .array(let inner): "List<\(name(inner))>"
        case .tuple(let inner): Set(inner).count == 1 ? "List<\(name(inner[0]))>" : "List<JsonElement>"
        case .map(let inner): "Map<String, \(name(inner))>"
        case .nullable(let inner): "\(name(inner))?"
        case .named(let name): name
        case .unknown: "JsonElement"
        }
    }
}
