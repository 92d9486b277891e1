import Foundation
import LiveActivityCore
import Synchronization

/// Passes texts through, records the requested ones, and reports those without a translation.
final class UsedTexts: StringTable {
    private let strings: (any StringTable)?
    private let keys = Mutex<Set<String>>([])

    /// - Parameter strings: The texts of the widget; `nil` if it has none, and then all its texts are English.
    init(_ strings: (any StringTable)?) { self.strings = strings }

    func text(for key: String, arguments: [TextArgument], locale: Locale) -> String? {
        keys.withLock { _ = $0.insert(key) }
        return strings?.text(for: key, arguments: arguments, locale: locale)
    }

    /// One finding for each text that lacks a translation, sorted by text. Texts of the catalog that no sample shows are
    /// included.
    ///
    /// - Parameter languages: The languages to check; `nil` for those of the catalog.
    func findings(of kind: ActivityKind?, in languages: [String]?) -> [Finding] {
        let catalog = strings as? StringCatalog
        let languages = languages ?? catalog?.languages ?? []
        let used = keys.withLock { $0 }.union(catalog.map { Array($0.keys) } ?? [])
        return used.sorted().compactMap { key in
            let gaps = languages.compactMap { gap(of: key, in: $0, catalog ?? .none) }
            guard !gaps.isEmpty else { return nil }
            let without = gaps.filter(\.forms.isEmpty).map(\.language)
            let problems =
                (without.isEmpty ? [] : ["has no translation into \(without.joined(separator: ", "))"])
                + gaps.filter { !$0.forms.isEmpty }.map {
                    "lacks the plural forms \($0.forms.map(\.rawValue).joined(separator: ", ")) in \($0.language)"
                }
            return Finding(
                .untranslatedText, kind: kind, path: "strings", message: "'\(key)' \(problems.joined(separator: " and "))",
                locale: gaps[0].language)
        }
    }

    private func gap(of key: String, in language: String, _ catalog: StringCatalog) -> StringCatalog.Gap? {
        guard let gap = catalog.gap(of: key, in: language) else { return nil }
        // A string table that is not a catalog is represented by an empty catalog, so its own keys are checked here.
        let isKnown = strings?.text(for: key, arguments: [], locale: Locale(identifier: language)) != nil
        return isKnown && !(strings is StringCatalog) ? nil : gap
    }
}

extension StringCatalog {
    /// The catalog of a widget without one, whose keys are English texts.
    fileprivate static let none = StringCatalog(embedded: Array(#"{"sourceLanguage":"en","strings":{}}"#.utf8))
}
