public import LiveActivityCore

/// Converts a contract to JSON Schema (2020-12), and back.
extension Contract {
    static func schemaFile(_ part: Part) -> String { "\(part.rawValue).schema.json" }

    private static let dialect = "https://json-schema.org/draft/2020-12/schema"
    private static let secondsSince2001 = "seconds-since-2001"

    /// An object with a self-contained schema for `attributes`, `state` and `event`.
    public var schemas: JSONText {
        JSONText(JSONValue(members: Part.allCases.map { ($0.rawValue, schema($0)) }))
    }

    /// The self-contained schema of a part.
    func schema(_ part: Part) -> JSONValue {
        let root = parts[part] ?? .unknown("the kind has none")
        var members: [(key: String, value: JSONValue)] = [
            ("$schema", JSONValue(Self.dialect)), ("title", JSONValue("\(kind): \(part.rawValue)")),
        ]
        let notes = unknown.filter { $0.hasPrefix(part.rawValue) }
        if !notes.isEmpty { members.append(("$comment", JSONValue("Not known: " + notes.joined(separator: "; ")))) }
        members += schema(root).members.map { ($0.key, $0.value) }
        let names = names(of: root).sorted()
        members.append(
            ("$defs", JSONValue(members: names.map { ($0, types[$0].map(schema) ?? [:]) })))
        return JSONValue(members: members)
    }

    private func schema(_ shape: Shape) -> JSONValue {
        switch shape {
        case .bool: ["type": "boolean"]
        case .string: ["type": "string"]
        case .number: ["type": "number"]
        case .date: ["type": "number", "format": JSONValue(Self.secondsSince2001)]
        case .data: ["type": "string", "contentEncoding": "base64"]
        case .url: ["type": "string", "format": "uri"]
        case .uuid: ["type": "string", "format": "uuid"]
        case .integer(let width):
            [
                "type": "integer", "format": JSONValue(width.rawValue), "minimum": JSONValue(width.bounds.min),
                "maximum": JSONValue(width.bounds.max),
            ]
        case .array(let inner): ["type": "array", "items": schema(inner)]
        case .tuple(let inner):
            [
                "type": "array", "prefixItems": JSONValue(inner.map(schema)), "minItems": JSONValue(inner.count),
                "maxItems": JSONValue(inner.count),
            ]
        case .map(let inner): ["type": "object", "additionalProperties": schema(inner)]
        case .nullable(let inner): ["anyOf": [schema(inner), ["type": "null"]]]
        case .named(let name): ["$ref": JSONValue("#/$defs/\(name)")]
        case .unknown(let reason): ["$comment": JSONValue("Not known: \(reason)")]
        }
    }

    private func schema(_ type: TypeShape) -> JSONValue {
        switch type {
        case .texts(let texts, false): ["type": "string", "enum": JSONValue(texts.map { JSONValue($0) })]
        // Any string is accepted; these have a meaning.
        case .texts(let texts, true): ["type": "string", "examples": JSONValue(texts.map { JSONValue($0) })]
        case .numbers(let numbers): ["type": "integer", "enum": JSONValue(numbers.map { JSONValue($0) })]
        case .alias(let inner): schema(inner)
        case .object(let object): schema(object)
        }
    }

    /// Unknown members are ignored by every reader, so they are allowed.
    private func schema(_ object: ObjectShape) -> JSONValue {
        var members = schema(fields: object.fields).members.map { (key: $0.key, value: $0.value) }
        if let name = object.caseType { members.append(("title", JSONValue(name))) }
        if !object.cases.isEmpty {
            members.append(
                (
                    "oneOf",
                    JSONValue(
                        object.cases.map { one in
                            [
                                "required": [JSONValue(one.key)],
                                "properties": JSONValue(members: [(one.key, schema(fields: one.fields))]),
                            ]
                        })
                ))
        }
        return JSONValue(members: members)
    }

    private func schema(fields: [ObjectShape.Field]) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [("type", "object")]
        if !fields.isEmpty { members.append(("properties", JSONValue(members: fields.map { ($0.key, schema($0.shape)) }))) }
        let required = fields.filter(\.isRequired).map { JSONValue($0.key) }
        if !required.isEmpty { members.append(("required", JSONValue(required))) }
        return JSONValue(members: members)
    }

    // MARK: Reading

    /// The contract described by a folder's schemas. They may be edited by hand within the vocabulary that is written.
    ///
    /// - Parameter schemas: Each part's schema.
    init(schemas: [Part: JSONValue]) {
        kind = schemas[.state]?["title"]?.string?.split(separator: ":").first.map(String.init) ?? ""
        for (part, schema) in schemas {
            parts[part] = Self.shape(schema)
            for (name, definition) in schema["$defs"].map({ Array($0.members) }) ?? [] { types[name] = Self.type(definition) }
            if let comment = schema["$comment"]?.string { unknown.append("\(part.rawValue): \(comment)") }
        }
        unknown.sort()
    }

    private static func type(_ schema: JSONValue) -> TypeShape {
        func texts(_ key: String) -> [String]? { schema[key].map { $0.elements.compactMap(\.string) } }
        switch schema["type"]?.string {
        case "string":
            if let closed = texts("enum") { return .texts(closed, isOpen: false) }
            if let open = texts("examples") { return .texts(open, isOpen: true) }
        case "integer": if let numbers = schema["enum"] { return .numbers(numbers.elements.compactMap(\.int)) }
        case "object" where schema["additionalProperties"]?.kind != .object:
            let cases = (schema["oneOf"].map { Array($0.elements) } ?? []).flatMap { one in
                one["properties"].map { $0.members.map { ObjectShape.Case(key: $0.key, fields: fields($0.value)) } } ?? []
            }
            guard Set(cases.map(\.key)).count == cases.count else {
                return .alias(.unknown("two of its cases have the same name"))
            }
            return .object(ObjectShape(fields: fields(schema), cases: cases, caseType: schema["title"]?.string))
        default: break
        }
        return .alias(shape(schema))
    }

    private static func fields(_ schema: JSONValue) -> [ObjectShape.Field] {
        let required = schema["required"].map { $0.elements.compactMap(\.string) } ?? []
        let properties = schema["properties"].map { Array($0.members) } ?? []
        return properties.map { .init(key: $0.key, shape: shape($0.value), isRequired: required.contains($0.key)) }
    }

    private static func shape(_ schema: JSONValue) -> Shape {
        if let name = schema["$ref"]?.string { return .named(String(name.dropFirst("#/$defs/".count))) }
        if let alternatives = schema["anyOf"], let inner = alternatives[0] { return .nullable(shape(inner)) }
        let format = schema["format"]?.string
        switch schema["type"]?.string {
        case "boolean": return .bool
        case "string":
            if schema["contentEncoding"] != nil { return .data }
            return format == "uri" ? .url : format == "uuid" ? .uuid : .string
        case "number": return format == secondsSince2001 ? .date : .number
        case "integer": return .integer(format.flatMap { Shape.Width(rawValue: $0) } ?? .int64)
        case "array":
            if let elements = schema["prefixItems"] { return .tuple(elements.elements.map(shape)) }
            return .array(schema["items"].map(shape) ?? .unknown("an array without items"))
        case "object": return schema["additionalProperties"].map { .map(shape($0)) } ?? .unknown("an object without a name")
        default:
            return .unknown(schema["$comment"]?.string?.replacing("Not known: ", with: "") ?? "a schema of another form")
        }
    }
}
