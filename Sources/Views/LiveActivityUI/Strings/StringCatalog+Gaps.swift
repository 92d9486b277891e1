extension StringCatalog {
    /// A translation that is missing, or one of its plural forms.
    public struct Gap: Hashable, Sendable {
        public var key: String
        public var language: String
        /// That the language has and the translation has not; empty where there is no translation at all.
        public var forms: [PluralCategory]
    }

    /// What translators still have to do, by key and language. Of the plural forms, only those that whole numbers up to 1000 need.
    public func gaps(in languages: [String]) -> [Gap] {
        table.phrases.sorted { $0.key < $1.key }.flatMap { key, phrases in
            languages.compactMap { language -> Gap? in
                guard let place = table.languages.firstIndex(of: language), let phrase = phrases[place] else {
                    return Gap(key: key, language: language, forms: [])
                }
                let rules = PluralRules.of(LanguageIdentifier(language))
                let missing = phrase.missing(of: Set((0...1_000).map { rules.category(of: PluralOperands(Int64($0))) }))
                return missing.isEmpty ? nil : Gap(key: key, language: language, forms: missing)
            }
        }
    }
}

extension Phrase {
    fileprivate func missing(of categories: Set<PluralCategory>) -> [PluralCategory] {
        switch self {
        case .format(let format):
            return format.pieces.flatMap { piece -> [PluralCategory] in
                if case .phrase(let phrase) = piece { phrase.missing(of: categories) } else { [] }
            }
        case .plural(_, let forms): return PluralCategory.allCases.filter { categories.contains($0) && forms[$0] == nil }
        }
    }
}
