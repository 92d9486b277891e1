import Foundation

/// The types that Xcode generates from intent definitions.
enum IntentDefinition {
    /// The declaration of each type, by its name.
    ///
    /// - Parameter files: Property lists that Xcode's editor writes. A file that cannot be read has no types.
    static func declarations(in files: [URL]) -> [String: String] {
        files.reduce(into: [:]) { found, file in
            guard let data = try? Data(contentsOf: file),
                let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any]
            else { return }
            let cases = cases(list)
            let enumerations = cases.map { name, cases in
                (name, "enum \(name): Int { \(cases.map { "case `\($0.name)` = \($0.value)" }.joined(separator: "; ")) }")
            }
            for (name, text) in enumerations + types(list, cases) + intents(list, cases) { found[name] = text }
        }
    }

    private typealias Case = (name: String, value: Int)

    private static func items(_ key: String, of list: [String: Any]) -> [[String: Any]] { list[key] as? [[String: Any]] ?? [] }

    /// The cases of each enumeration, at least one. The first one is the value of a property that is not set.
    private static func cases(_ list: [String: Any]) -> [String: [Case]] {
        items("INEnums", of: list).reduce(into: [:]) { found, item in
            guard let name = item["INEnumName"] as? String else { return }
            let cases = items("INEnumValues", of: item).compactMap { value -> Case? in
                (value["INEnumValueName"] as? String).map { ($0, value["INEnumValueIndex"] as? Int ?? 0) }
            }
            found[name] = cases.isEmpty ? [("unknown", 0)] : cases
        }
    }

    private static func types(_ list: [String: Any], _ cases: [String: [Case]]) -> [(String, String)] {
        items("INTypes", of: list).compactMap { item in
            guard let name = item["INTypeName"] as? String else { return nil }
            let own = items("INTypeProperties", of: item).filter { $0["INTypePropertyDefault"] as? Bool != true }
            let properties = own.compactMap { property in
                (property["INTypePropertyName"] as? String).map { "var \($0): \(type(of: property, "INTypeProperty", cases))" }
            }
            return (name, "class \(name): INObject { \(properties.joined(separator: "; ")) }")
        }
    }

    private static func intents(_ list: [String: Any], _ cases: [String: [Case]]) -> [(String, String)] {
        items("INIntents", of: list).flatMap { item -> [(String, String)] in
            guard let name = (item["INIntentName"] as? String).map({ $0 + "Intent" }) else { return [] }
            let properties = items("INIntentParameters", of: item).compactMap { parameter in
                (parameter["INIntentParameterName"] as? String).map {
                    "var \($0): \(type(of: parameter, "INIntentParameter", cases))"
                }
            }
            return [
                (name, "class \(name): INIntent { \(properties.joined(separator: "; ")) }"),
                (name + "Handling", "protocol \(name)Handling {}"),
            ]
        }
    }

    /// The type of a parameter or property, whose keys have a prefix, with the value that it has first.
    private static func type(of item: [String: Any], _ prefix: String, _ cases: [String: [Case]]) -> String {
        if let name = item[prefix + "EnumType"] as? String {
            // An enumeration of the system's has no declaration here.
            return cases[name]?.first.map { "\(name) = .`\($0.name)`" } ?? "Int?"
        }
        let one =
            switch item[prefix + "Type"] as? String {
            case "Integer", "Decimal", "Boolean": "NSNumber"
            case "Date", "DateComponents": "DateComponents"
            case "Object": item[prefix + "ObjectType"] as? String ?? "INObject"
            case "URL": "URL"
            default: "String"
            }
        return item[prefix + "SupportsMultipleValues"] as? Bool == true ? "[\(one)]?" : "\(one)?"
    }
}
