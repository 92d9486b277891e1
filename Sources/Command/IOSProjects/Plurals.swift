import Foundation

/// An entry of a `.stringsdict`: a format with variables such as `%#@slices@`, each with a string for each plural category.
struct Plurals {
    private let format: String
    private let variables: [(name: String, type: String, texts: [String: String])]

    /// Parses an entry; `nil` if it has no format, or no variable with a string for `other`.
    init?(_ entry: [String: Any]) {
        guard let format = entry["NSStringLocalizedFormatKey"] as? String else { return nil }
        self.format = format
        let names = format.matches(of: /%(?:\d+\$)?#@([^@]+)@/).map { String($0.1) }
        let categories: Set = ["zero", "one", "two", "few", "many", "other"]
        variables = names.compactMap { name in
            guard let rule = entry[name] as? [String: String] else { return nil }
            let texts = rule.filter { categories.contains($0.key) }
            return texts["other"] == nil ? nil : (name, rule["NSStringFormatValueTypeKey"] ?? "d", texts)
        }
        if variables.isEmpty || variables.count != names.count { return nil }
    }

    /// The same strings as a localization in a string catalog.
    var localization: [String: Any] {
        if variables.count == 1, format.wholeMatch(of: /%(?:\d+\$)?#@[^@]+@/) != nil {
            return ["variations": ["plural": units(variables[0].texts)]]
        }
        let substitutions = variables.enumerated().map { index, variable in
            let substitution: [String: Any] = [
                "argNum": index + 1, "formatSpecifier": variable.type,
                "variations": ["plural": units(variable.texts.mapValues { number($0, variable.type) })],
            ]
            return (variable.name, substitution)
        }
        return [
            "stringUnit": ["state": "translated", "value": format],
            "substitutions": Dictionary(substitutions) { first, _ in first },
        ]
    }

    private func units(_ texts: [String: String]) -> [String: Any] {
        texts.mapValues { ["stringUnit": ["state": "translated", "value": $0]] }
    }

    /// In a catalog's substitution, the value is written `%arg`.
    private func number(_ text: String, _ type: String) -> String { text.replacing("%\(type)", with: "%arg") }
}
