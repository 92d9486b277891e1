import Foundation

extension TextArgument {
    /// What a person reads in place of a placeholder: a number without a form of its own is grouped and in the language's digits.
    func text(specifier: String, locale: Locale) -> String {
        switch self {
        case .string(let string): return string
        case .integer(let value):
            if specifier == "%lld" || specifier == "%d" { return NumberText.text(value, locale: locale) }
            return String(format: specifier, locale: locale, value)
        case .unsigned(let value):
            if specifier == "%llu" || specifier == "%u" {
                return Int64(exactly: value).map { NumberText.text($0, locale: locale) }
                    ?? value.formatted(.number.locale(locale))
            }
            return String(format: specifier, locale: locale, value)
        case .number(let value):
            // A specifier for whole numbers would read the bits of another type.
            guard let last = specifier.last, "aAeEfFgG".contains(last) else { return value.formatted(.number.locale(locale)) }
            return String(format: specifier, locale: locale, value)
        }
    }
}

/// Whole numbers for people.
enum NumberText {
    static func text(_ value: Int64, locale: Locale) -> String {
        // Below a thousand nothing is grouped, and these languages write the digits that Swift writes; ICU takes a hundred times longer.
        if (0..<1_000).contains(value), Self.hasPlainDigits(locale.identifier) { return String(value) }
        return value.formatted(.number.locale(locale))
    }

    private static func hasPlainDigits(_ identifier: String) -> Bool {
        // Two letters, and nothing after them that could ask for other digits.
        var letters = identifier.utf8.makeIterator()
        guard let first = letters.next(), let second = letters.next(), letters.next() ?? separator == separator,
            !identifier.utf8.contains(UInt8(ascii: "@"))
        else { return false }
        return plain.contains(UInt16(first) << 8 | UInt16(second))
    }

    private static let separator = UInt8(ascii: "_")
    private static let plain = Set(
        [
            "cs", "da", "de", "en", "es", "fi", "fr", "he", "hu", "id", "it", "ja", "ko", "nb", "nl", "pl", "pt", "ro", "ru",
            "sv", "tr",
        ]
        .map { (name: String) in name.utf8.reduce(0) { $0 << 8 | UInt16($1) } })
}
