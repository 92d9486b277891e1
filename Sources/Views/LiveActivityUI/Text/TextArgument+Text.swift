import Foundation

extension TextArgument {
    /// What a person reads in place of a placeholder: a number without a form of its own is grouped and in the language's digits.
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
            // A specifier for whole numbers would read the bits of another type.
            guard let last = specifier.last, "aAeEfFgG".contains(last) else { return value.formatted(.number.locale(locale)) }
            return String(format: specifier, locale: locale, value)
        }
    }
}
