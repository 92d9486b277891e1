import Foundation

extension TextArgument {
    /// The text for a placeholder. A number without a special format is grouped and has the digits of the language.
    func text(specifier: String, locale: Locale) -> String {
        switch self {
        case .string(let string): return string
        case .integer(let value):
            if specifier == "%lld" || specifier == "%d" { return LocaleNumbers.of(locale).text(value) }
            return String(format: specifier, locale: locale, value)
        case .unsigned(let value):
            if specifier == "%llu" || specifier == "%u" {
                return Int64(exactly: value).map { LocaleNumbers.of(locale).text($0) }
                    ?? value.formatted(.number.locale(locale))
            }
            return String(format: specifier, locale: locale, value)
        case .number(let value):
            // A specifier for integers would misread the bits of a floating-point number.
            guard let last = specifier.last, "aAeEfFgG".contains(last) else { return value.formatted(.number.locale(locale)) }
            return String(format: specifier, locale: locale, value)
        }
    }
}
