import Foundation

extension EnvironmentValues {
    /// Sets the language and region, such as `ar` or `pt-BR`, and the direction in which that language is written.
    package mutating func use(language identifier: String) {
        locale = Locale(identifier: identifier)
        layoutDirection = locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
}
