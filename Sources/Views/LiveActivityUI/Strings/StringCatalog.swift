public import Foundation
import LiveActivityCore

/// The localized texts of a module: Apple's String Catalog (`Localizable.xcstrings`), parsed once.
///
/// Embed the file in the code of the module (`resources: [.embedInCode("Localizable.xcstrings")]`) and register it with
/// the widget:
///
/// ```swift
/// let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
/// try widgets.register(DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: strings)
/// ```
///
/// `Text("\(stops) stops before you")` is then shown in the language of the environment. Safe to use from any thread.
public struct StringCatalog: StringTable {
    let table: CatalogTable

    /// Parses a String Catalog of at most 64 MiB.
    ///
    /// - Throws: ``StringCatalogError`` if the text is not JSON, not a String Catalog, or has an unknown plural form.
    public init(parsing text: [UInt8]) throws(StringCatalogError) {
        let decoder = WireDecoder()
        // Catalogs with thousands of texts in thirty languages have several megabytes.
        decoder.limits = JSONLimits(maximumBytes: 64 << 20)
        let file: StringCatalogFile
        do {
            file = try decoder.decode(StringCatalogFile.self, from: text)
        } catch {
            throw StringCatalogError(error)
        }
        table = try CatalogTable(file)
    }

    /// Uses a file that was embedded at build time.
    ///
    /// If the file is not a String Catalog, the catalog is empty and keys are shown instead. To find such a mistake,
    /// parse the file with ``init(parsing:)`` in a test.
    public init(embedded text: [UInt8]) { self = (try? StringCatalog(parsing: text)) ?? StringCatalog(table: .empty) }

    private init(table: CatalogTable) { self.table = table }

    /// The text for a key in a locale, with its arguments inserted.
    ///
    /// The nearest language of the catalog that has the text is used: for `pt-BR` this is `pt-BR`, then `pt`, then the
    /// source language. Numbers are written in the format of the locale. They select the plural form by CLDR's rules
    /// for the language of the text.
    ///
    /// - Returns: `nil` if the catalog does not have the key, or if every translation needs more arguments.
    public func text(for key: String, arguments: [TextArgument], locale: Locale) -> String? {
        guard let phrases = table.phrases[key] else { return nil }
        for choice in table.choices(for: locale) {
            guard let phrase = phrases[choice.language], phrase.argumentCount <= arguments.count else { continue }
            if case .format(let format) = phrase, let plain = format.plain { return plain }
            var text = ""
            phrase.write(to: &text, arguments, in: choice.voice)
            return text
        }
        return nil
    }

    /// The language of the keys, as a BCP 47 identifier.
    public var sourceLanguage: String { table.languages.first ?? "en" }

    /// The languages that have texts: the source language first, the others in alphabetical order.
    public var languages: [String] { table.languages }

    /// All keys, in no particular order.
    public var keys: some Collection<String> { table.phrases.keys }
}
