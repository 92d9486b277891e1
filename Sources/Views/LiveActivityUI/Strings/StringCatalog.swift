public import Foundation
import LiveActivityCore

/// The words of a module in all its languages: Apple's String Catalog (`Localizable.xcstrings`), read once.
///
/// Embed the file in the module's code (`resources: [.embedInCode("Localizable.xcstrings")]`) and register it with the widget:
///
/// ```swift
/// let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
/// try widgets.register(DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: strings)
/// ```
///
/// Then `Text("\(stops) stops before you")` says it in the locale of the environment. Any thread may ask.
public struct StringCatalog: StringTable {
    let table: CatalogTable

    /// - Throws: ``StringCatalogError`` where the text is not JSON, not a String Catalog, or has a plural form that does not exist.
    public init(parsing text: [UInt8]) throws(StringCatalogError) {
        let decoder = WireDecoder()
        // Apps with thousands of texts in thirty languages have files of several megabytes.
        decoder.limits = JSONLimits(maximumBytes: 64 << 20)
        let file: StringCatalogFile
        do {
            file = try decoder.decode(StringCatalogFile.self, from: text)
        } catch {
            throw StringCatalogError(error)
        }
        table = try CatalogTable(file)
    }

    /// A file that was embedded at build time. If it is not a String Catalog there are no words in it, and keys stand in their place;
    /// have a test read it with ``init(parsing:)``.
    public init(embedded text: [UInt8]) {
        self = (try? StringCatalog(parsing: text)) ?? StringCatalog(table: .empty)
    }

    private init(table: CatalogTable) { self.table = table }

    /// The text for a key in a locale, with its arguments filled in.
    ///
    /// The nearest of the catalog's languages that has it is used: `pt-BR`, then `pt`, then the source language. Numbers are written as
    /// the locale writes them, and decide the plural form by CLDR's rules for the language of the text.
    ///
    /// - Returns: `nil` where the catalog has no such key, or no translation that makes do with so many arguments.
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

    /// In which the keys are written, a BCP 47 identifier.
    public var sourceLanguage: String { table.languages.first ?? "en" }

    /// In which there is any text: the source language first, the others in alphabetical order.
    public var languages: [String] { table.languages }

    public var keys: some Collection<String> { table.phrases.keys }
}
