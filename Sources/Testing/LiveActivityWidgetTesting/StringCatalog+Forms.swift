public import LiveActivityLint
import Foundation

extension StringCatalog {
    /// One text with each of these numbers in it, in one language: for tests of plural forms.
    ///
    /// - Parameters:
    ///   - key: The text's key in the catalog, such as `%lld cycles`.
    ///   - language: An identifier such as `pt-BR`.
    ///   - numbers: Enough to meet every plural form of the ten languages of the plugins, unless you give others.
    ///   - arguments: The arguments of the text for one number: the number alone, unless you give others.
    /// - Returns: The texts, in the order of the numbers; `nil` for a text that the catalog does not have.
    public func texts(
        for key: String, language: String, numbers: [Int64] = [0, 1, 2, 3, 5, 11, 21, 100],
        arguments: (Int64) -> [TextArgument] = { [.integer($0)] }
    ) -> [String?] { numbers.map { text(for: key, arguments: arguments($0), locale: Locale(identifier: language)) } }
}
