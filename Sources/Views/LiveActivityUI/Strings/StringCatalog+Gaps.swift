import Foundation

extension StringCatalog {
    /// A missing translation, or missing plural forms of one.
    public struct Gap: Hashable, Sendable {
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
                return gap(in: phrase, of: key, language)
            }
        }
    }

    /// The gap that readers of a language see in one text, whether or not the catalog has it; `nil` if they see none.
    ///
    /// Unlike ``gaps(in:)`` it follows the fallbacks of ``text(for:arguments:locale:)``: for `pt` a text in `pt-BR` suffices,
    /// and for the source language the key. A text without letters, such as `%lld`, needs no translation.
    public func gap(of key: String, in language: String) -> Gap? {
        let reader = LanguageIdentifier(language)
        let readable = table.choices(for: Locale(identifier: language)).filter {
            reader.canRead(LanguageIdentifier(table.languages[$0.language]))
        }
        guard let phrases = table.phrases[key] else {
            let isSource = reader.canRead(LanguageIdentifier(sourceLanguage))
            return isSource || !TextFormat(key).hasLetters ? nil : Gap(key: key, language: language, forms: [])
        }
        for choice in readable { if let phrase = phrases[choice.language] { return gap(in: phrase, of: key, language) } }
        return TextFormat(key).hasLetters ? Gap(key: key, language: language, forms: []) : nil
    }

    private func gap(in phrase: Phrase, of key: String, _ language: String) -> Gap? {
        let missing = phrase.missing { table.formsOfCounts(in: language) }
        return missing.isEmpty ? nil : Gap(key: key, language: language, forms: missing)
    }
}

extension TextFormat {
    fileprivate var hasLetters: Bool {
        pieces.contains { if case .text(let text) = $0 { text.contains(where: \.isLetter) } else { false } }
    }
}

extension Phrase {
    /// - Parameter categories: The needed plural forms. Called only for a phrase with plural forms, because it may be slow.
    fileprivate func missing(of categories: () -> Set<PluralCategory>) -> [PluralCategory] {
        switch self {
        case .format(let format):
            return format.pieces.flatMap { piece -> [PluralCategory] in
                if case .phrase(let phrase) = piece { phrase.missing(of: categories) } else { [] }
            }
        case .plural(_, let forms):
            let needed = categories()
            return PluralCategory.allCases.filter { needed.contains($0) && forms[$0] == nil }
        }
    }
}
