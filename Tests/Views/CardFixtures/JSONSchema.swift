package import Foundation

/// The subset of JSON Schema used by `Documentation/presentation.schema.json`, for tests that validate output against it.
package struct JSONSchema {
    private let root: [String: Any]

    /// - Parameter path: The path from the root of the repository.
    package init(_ path: String) throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../\(path)").standardized
        root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
    }

    /// The first part of a value that does not match; `nil` if everything does.
    ///
    /// - Parameter definition: A name in `$defs`; the schema itself if `nil`.
    package func problem(with text: [UInt8], as definition: String? = nil) throws -> String? {
        let value = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
        return problem(with: value, definition.map { ["$ref": "#/$defs/\($0)"] } ?? root, at: "")
    }

    private func problem(with value: Any, _ schema: [String: Any], at path: String) -> String? {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
                return "\(path): no \(reference)"
            }
            return problem(with: value, target, at: path)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let problems = choices.map { problem(with: value, $0, at: path) }
            if problems.contains(where: { $0 == nil }) { return nil }
            // Of several alternatives, the one that matched furthest was probably intended.
            return problems.compactMap { $0 }.max { $0.prefix { $0 != ":" }.count < $1.prefix { $0 != ":" }.count }
        }
        if let known = schema["enum"] as? [String] {
            return known.contains(value as? String ?? "") ? nil : "\(path): \(value) is none of \(known)"
        }
        if let constant = schema["const"] as? String {
            return value as? String == constant ? nil : "\(path): \(value) is not \(constant)"
        }
        switch schema["type"] as? String {
        case "object": return problem(withMembersOf: value, schema, at: path)
        case "array": return problem(withElementsOf: value, schema, at: path)
        case "string":
            guard let text = value as? String else { return "\(path): \(value) is no string" }
            guard let pattern = schema["pattern"] as? String else { return nil }
            return text.range(of: pattern, options: .regularExpression) == nil
                ? "\(path): '\(text)' does not match \(pattern)" : nil
        case "boolean": return value is Bool ? nil : "\(path): \(value) is no boolean"
        case "integer":
            return (value as? NSNumber)?.doubleValue.rounded() == (value as? NSNumber)?.doubleValue && value is NSNumber
                ? nil : "\(path): \(value) is no integer"
        case "number": return value is NSNumber ? nil : "\(path): \(value) is no number"
        case let type: return "\(path): the schema's type \(type ?? "nil") is not known here"
        }
    }

    private func problem(withMembersOf value: Any, _ schema: [String: Any], at path: String) -> String? {
        guard let members = value as? [String: Any] else { return "\(path): \(value) is no object" }
        let known = schema["properties"] as? [String: [String: Any]] ?? [:]
        for name in schema["required"] as? [String] ?? [] where members[name] == nil { return "\(path): '\(name)' is missing" }
        for (name, member) in members {
            guard let schema = known[name] else { return "\(path): '\(name)' is not known" }
            if let problem = problem(with: member, schema, at: "\(path)/\(name)") { return problem }
        }
        return nil
    }

    private func problem(withElementsOf value: Any, _ schema: [String: Any], at path: String) -> String? {
        guard let elements = value as? [Any] else { return "\(path): \(value) is no array" }
        let (first, others) = (schema["prefixItems"] as? [[String: Any]] ?? [], schema["items"] as? [String: Any] ?? [:])
        guard (schema["minItems"] as? Int ?? 0)...(schema["maxItems"] as? Int ?? .max) ~= elements.count else {
            return "\(path): \(elements.count) elements"
        }
        for (index, element) in elements.enumerated() {
            let schema = index < first.count ? first[index] : others
            if let problem = problem(with: element, schema, at: "\(path)/\(index)") { return problem }
        }
        return nil
    }
}
