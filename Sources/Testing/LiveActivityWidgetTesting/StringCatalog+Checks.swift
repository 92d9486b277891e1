public import LiveActivityCore
public import LiveActivityLint
import Foundation
import Synchronization

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
    ) -> [String?] {
        numbers.map { text(for: key, arguments: arguments($0), locale: Locale(identifier: language)) }
    }

    /// The texts that a widget asks for and that this catalog does not have, while the provider's samples are shown on
    /// every surface.
    ///
    /// - Parameter language: The language in which the texts are asked for.
    /// - Returns: Their keys in alphabetical order; `nil` where the provider has no samples.
    /// - Throws: What the engine throws for a sample that the provider refuses, or `PresentationError`.
    public func untranslatedTexts<Provider: ActivityProvider>(
        of widget: (some Widget & SendableMetatype).Type, samplesOf provider: Provider, language: String = "de"
    ) throws -> [String]? {
        guard let story = try SampleStory(AnyProvider(provider)) else { return nil }
        let strings = RecordingStrings(self)
        var widgets = ActivityWidgets()
        try widgets.register(widget, kind: provider.kind, attributes: Provider.Attributes.self, strings: strings)
        for moment in story.moments {
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: language)
            environment.now = moment.at
            _ = try widgets.present(moment.activity, on: SizedSurface.all, environment: environment)
        }
        return strings.missing
    }
}

/// Passes texts through and remembers the keys that the catalog does not have. A number by itself needs no translation.
private final class RecordingStrings: StringTable {
    private let strings: StringCatalog
    private let missingKeys = Mutex<Set<String>>([])

    init(_ strings: StringCatalog) { self.strings = strings }

    var missing: [String] { missingKeys.withLock { $0.sorted() } }

    func text(for key: String, arguments: [TextArgument], locale: Locale) -> String? {
        let text = strings.text(for: key, arguments: arguments, locale: locale)
        if text == nil, key != "%lld" { missingKeys.withLock { _ = $0.insert(key) } }
        return text
    }
}
