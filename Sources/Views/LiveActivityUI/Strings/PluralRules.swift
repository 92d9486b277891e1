/// The plural rules of one language.
struct PluralRules: Hashable, Sendable {
    private var rules: [Rule]

    private struct Rule: Hashable, Sendable {
        var category: PluralCategory
        var condition: PluralCondition
    }

    func category(of number: PluralOperands) -> PluralCategory {
        rules.first { $0.condition.holds(for: number) }?.category ?? .other
    }

    /// The forms of the language in the order of their conditions; the last one is *other*.
    var categories: [PluralCategory] { rules.map(\.category) + [.other] }

    /// The rules of a language and region, or of the language alone. If CLDR has neither, every number is *other*.
    static func of(_ identifier: LanguageIdentifier) -> PluralRules {
        if let region = identifier.region, let rules = cldr["\(identifier.language)_\(region)"] { return rules }
        return cldr[identifier.language] ?? PluralRules(rules: [])
    }

    /// CLDR's rules by language, or by language and region.
    static let cldr = read(PackageResources.plurals_txt)

    /// Parses the table. If a language occurs twice, the later line counts.
    static func read(_ text: [UInt8]) -> [String: PluralRules] {
        var table: [String: PluralRules] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "|")
            let rules = fields.dropFirst().map { field -> Rule in
                let parts = field.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, let category = PluralCategory(rawValue: parts[0].filter { $0 != " " }),
                    let condition = PluralCondition(parts[1])
                else { preconditionFailure("plurals.txt has no rule in '\(field)'") }
                return Rule(category: category, condition: condition)
            }
            for language in fields[0].split(separator: " ") { table[String(language)] = PluralRules(rules: rules) }
        }
        return table
    }
}
