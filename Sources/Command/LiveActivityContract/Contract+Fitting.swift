import LiveActivityCore

/// Checks whether JSON has a contract's form.
extension Contract {
    /// The values that do not match the contract, each with its path; empty if everything matches.
    func misfits(_ json: JSONValue, to shape: Shape, at path: String = "") -> [String] {
        switch shape {
        case .named:
            switch resolved(shape) {
            case .alias(let inner): misfits(json, to: inner, at: path)
            case .texts(let texts, let isOpen):
                json.string.map { isOpen || texts.contains($0) } == true ? [] : [Self.misfit(json, "one of its strings", path)]
            case .numbers(let numbers):
                json.int.map(numbers.contains) == true ? [] : [Self.misfit(json, "one of its numbers", path)]
            case .object(let object): misfits(json, to: object, at: path)
            }
        case .array(let element):
            json.kind == .array
                ? json.elements.enumerated().flatMap { misfits($1, to: element, at: "\(path)/\($0)") }
                : [Self.misfit(json, "an array", path)]
        case .tuple(let elements):
            json.kind == .array && json.count == elements.count
                ? zip(json.elements, elements).enumerated().flatMap { misfits($1.0, to: $1.1, at: "\(path)/\($0)") }
                : [Self.misfit(json, "an array of \(elements.count)", path)]
        case .map(let value):
            json.kind == .object
                ? json.members.flatMap { misfits($0.value, to: value, at: "\(path)/\($0.key)") }
                : [Self.misfit(json, "an object", path)]
        case .nullable(let inner): json.isNull ? [] : misfits(json, to: inner, at: path)
        case .bool: json.bool == nil ? [Self.misfit(json, "a Boolean", path)] : []
        case .string, .url: json.string == nil ? [Self.misfit(json, "a string", path)] : []
        case .uuid: json.string.flatMap { UUID(uuidString: $0) } == nil ? [Self.misfit(json, "a UUID", path)] : []
        case .data: json.string.flatMap { Data(base64Encoded: $0) } == nil ? [Self.misfit(json, "base64", path)] : []
        case .number: json.double == nil ? [Self.misfit(json, "a number", path)] : []
        case .date: json.double == nil ? [Self.misfit(json, "a number of seconds", path)] : []
        case .integer(let width):
            json.integer(as: Int128.self).map { width.bounds.min <= $0 && $0 <= width.bounds.max } == true
                ? [] : [Self.misfit(json, "an integer (\(width.rawValue))", path)]
        case .unknown: []
        }
    }

    private func misfits(_ json: JSONValue, to object: ObjectShape, at path: String) -> [String] {
        guard json.kind == .object else { return [Self.misfit(json, "an object", path)] }
        var found = misfits(json, to: object.fields, at: path)
        guard !object.cases.isEmpty else { return found }
        let given = object.cases.filter { json[$0.key] != nil }
        guard given.count == 1, let only = given.first, let values = json[only.key] else {
            return found + ["\(path.isEmpty ? "/" : path): expected one case and found \(given.map(\.key))"]
        }
        found += misfits(values, to: ObjectShape(fields: only.fields), at: "\(path)/\(only.key)")
        return found
    }

    private func misfits(_ json: JSONValue, to fields: [ObjectShape.Field], at path: String) -> [String] {
        fields.flatMap { field -> [String] in
            guard let value = json[field.key], field.isRequired || !value.isNull else {
                return field.isRequired ? ["\(path)/\(field.key): it is missing"] : []
            }
            return misfits(value, to: field.shape, at: "\(path)/\(field.key)")
        }
    }

    private static func misfit(_ json: JSONValue, _ due: String, _ path: String) -> String {
        "\(path.isEmpty ? "/" : path): \(json.text().prefix(60)) is not \(due)"
    }

    /// The dates in a document, by JSON pointer.
    func dates(in json: JSONValue, of shape: Shape, at path: String = "") -> [(pointer: String, date: Date)] {
        switch shape {
        case .date: json.double.map { [(path, Date(timeIntervalSinceReferenceDate: $0))] } ?? []
        case .array(let element): json.elements.enumerated().flatMap { dates(in: $1, of: element, at: "\(path)/\($0)") }
        case .tuple(let elements):
            zip(json.elements, elements).enumerated().flatMap { dates(in: $1.0, of: $1.1, at: "\(path)/\($0)") }
        case .map(let value): json.members.flatMap { dates(in: $0.value, of: value, at: "\(path)/\($0.key.pointerToken)") }
        case .nullable(let inner): dates(in: json, of: inner, at: path)
        case .named:
            switch resolved(shape) {
            case .alias(let inner): dates(in: json, of: inner, at: path)
            case .object(let object): dates(in: json, of: object, at: path)
            case .texts, .numbers: []
            }
        default: []
        }
    }

    private func dates(in json: JSONValue, of object: ObjectShape, at path: String) -> [(pointer: String, date: Date)] {
        func members(_ json: JSONValue, _ fields: [ObjectShape.Field], _ path: String) -> [(pointer: String, date: Date)] {
            fields.flatMap { field in
                json[field.key].map { dates(in: $0, of: field.shape, at: "\(path)/\(field.key.pointerToken)") } ?? []
            }
        }
        return members(json, object.fields, path)
            + object.cases.flatMap { one in
                json[one.key].map { members($0, one.fields, "\(path)/\(one.key.pointerToken)") } ?? []
            }
    }
}

extension String {
    /// The key as a token of a JSON pointer (RFC 6901).
    fileprivate var pointerToken: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
