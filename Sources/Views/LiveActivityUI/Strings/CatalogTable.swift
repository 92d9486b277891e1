import Foundation
import Synchronization

/// The phrases of a catalog, and the order of its languages for each locale.
final class CatalogTable: Sendable {
    /// The source language first.
    let languages: [String]
    /// The phrases by key, in the order of the languages.
    let phrases: [String: [Phrase?]]
    private let choices = Mutex<[String: [Choice]]>([:])
    private let formsOfCounts = Mutex<[String: Set<PluralCategory>]>([:])

    static let empty = CatalogTable(languages: [], phrases: [:])

    private init(languages: [String], phrases: [String: [Phrase?]]) {
        self.languages = languages
        self.phrases = phrases
    }

    convenience init(_ file: StringCatalogFile) throws(StringCatalogError) {
        let others = Set(file.strings.values.flatMap { $0.localizations.map { Array($0.keys) } ?? [] })
        let languages = [file.sourceLanguage] + others.subtracting([file.sourceLanguage]).sorted()
        var phrases: [String: [Phrase?]] = [:]
        for (key, entry) in file.strings {
            var row: [Phrase?] = []
            for language in languages {
                do throws(StringCatalogProblem) {
                    row.append(try entry.localizations?[language]?.phrase())
                } catch {
                    throw StringCatalogError(path: ["strings", key, "localizations", language], what: error.description)
                }
            }
            // In the source language, a key without a translation is used as the text.
            if row[0] == nil { row[0] = .format(TextFormat(key)) }
            phrases[key] = row
        }
        self.init(languages: languages, phrases: phrases)
    }

    /// The languages for a locale, the best first and the source language last.
    func choices(for locale: Locale) -> [Choice] {
        let identifier = locale.identifier
        if let known = choices.withLock({ $0[identifier] }) { return known }
        let found = find(for: locale)
        choices.withLock { known in
            // The cache is bounded, because locales may come from outside.
            if known.count >= 1_000 { known.removeAll() }
            known[identifier] = found
        }
        return found
    }

    /// The plural forms that the whole numbers from 0 to 1000 need in a language. Evaluating its rules for all of them takes
    /// longer than looking up hundreds of translations, so the result is kept.
    func formsOfCounts(in language: String) -> Set<PluralCategory> {
        if let known = formsOfCounts.withLock({ $0[language] }) { return known }
        let rules = PluralRules.of(LanguageIdentifier(language))
        let forms = Set((0...1_000).map { rules.category(of: PluralOperands(Int64($0))) })
        formsOfCounts.withLock { $0[language] = forms }
        return forms
    }

    private func find(for locale: Locale) -> [Choice] {
        let wanted = LanguageIdentifier(locale.identifier)
        let written = languages.map { LanguageIdentifier($0) }
        let near = wanted.nearest.flatMap { near in
            written.indices.filter {
                written[$0] == near || near.region == nil && written[$0].region == nil && near.canRead(written[$0])
            }
        }
        let readable = written.indices.filter { wanted.canRead(written[$0]) }
        var order: [Int] = []
        for place in near + readable + [0] where written.indices.contains(place) && !order.contains(place) {
            order.append(place)
        }
        return order.map { place in
            let isTheirs = written[place].language == wanted.language
            // A text in another language uses that language's number format.
            let numbers = LocaleNumbers.of(isTheirs ? locale : Locale(identifier: languages[place]))
            return Choice(
                language: place, voice: Voice(rules: .of(written[place]), numbers: numbers))
        }
    }
}

extension CatalogTable {
    /// A language for a locale, with its plural rules and number format.
    struct Choice: Sendable {
        /// The index in ``CatalogTable/languages``.
        var language: Int
        var voice: Voice
    }
}
