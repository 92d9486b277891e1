public import LiveActivityLint
import Foundation

extension StringCatalog {
    /// One string in one language, formatted with each of the given numbers, for tests of plural forms.
    ///
    /// - Parameters:
    ///   - key: The string's key in the catalog, such as `%lld cycles`.
    ///   - language: An identifier such as `pt-BR`.
    ///   - numbers: The numbers. The default covers every plural form of the plugins' ten languages.
    ///   - arguments: Returns the format arguments for a number. By default the number is the only one.
    /// - Returns: The strings in the order of the numbers; `nil` for a string that the catalog does not contain.
    public func texts(
        for key: String, language: String, numbers: [Int64] = [0, 1, 2, 3, 5, 11, 21, 100],
        arguments: (Int64) -> [TextArgument] = { [.integer($0)] }
    ) -> [String?] { numbers.map { text(for: key, arguments: arguments($0), locale: Locale(identifier: language)) } }
}
