extension StringCatalog {
    /// A missing translation, or missing plural forms of one.
    public struct Gap: Hashable, Sendable {
        /// The key of the text.
        public var key: String
        /// The language, as a BCP 47 identifier.
        public var language: String
        /// The missing plural forms; empty if the whole translation is missing.
        public var forms: [PluralCategory]
    }

    /// The missing translations in the given languages, sorted by key.
    ///
    /// A plural form counts as missing only if a whole number from 0 to 1000 needs it.
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
