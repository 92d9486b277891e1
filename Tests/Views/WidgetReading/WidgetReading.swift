package import Foundation
package import LiveActivityCore
package import LiveActivityLint
import Synchronization

/// 2026-06-20 17:00 UTC: when the plugins' stories of their looks begin.
package let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

/// What is read on each kind of surface: a line each, its parts between bars.
package func reading<Attributes: ActivityAttributes>(
    of widget: (some Widget & SendableMetatype).Type, _ kind: ActivityKind, _ attributes: Attributes,
    _ state: Attributes.ContentState, strings: any StringTable, isStale: Bool, at now: Date, locale: String
) throws -> String {
    var widgets = ActivityWidgets()
    try widgets.register(widget, kind: kind, attributes: Attributes.self, strings: strings)
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: locale)
    environment.now = now
    let places: [PresentationSurface] = [
        .lockScreenIPhone393, .compactIPhone393, .minimalDetached, .expandedIPhone393, .smartStack40mm,
    ]
    return try places.map { place in
        let shown = try widgets.present(
            attributes, ActivityContent(state: state, staleDate: nil), kind: kind, isStale: isStale, on: place,
            environment: environment)
        return "\(place.surface.rawValue): \(shown.words(at: now).joined(separator: " | "))"
    }.joined(separator: "\n")
}

/// The texts that are asked for on any surface at any moment of a provider's samples, and that have not been translated; `nil` where the
/// provider has no samples.
package func untranslated<Provider: ActivityProvider>(
    _ provider: Provider, _ widget: (some Widget & SendableMetatype).Type, strings: StringCatalog
) throws -> [String]? {
    guard let story = try SampleStory(AnyProvider(provider)) else { return nil }
    let words = HeardWords(strings)
    var widgets = ActivityWidgets()
    try widgets.register(widget, kind: provider.kind, attributes: Provider.Attributes.self, strings: words)
    for moment in story.moments {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "de")
        environment.now = moment.at
        _ = try widgets.present(moment.activity, on: PresentationSurface.all, environment: environment)
    }
    return words.unknown
}

/// Remembers the texts that were asked for and are not there; a number by itself needs none.
private final class HeardWords: StringTable {
    private let strings: StringCatalog
    private let missing = Mutex<Set<String>>([])

    init(_ strings: StringCatalog) { self.strings = strings }

    var unknown: [String] { missing.withLock { $0.sorted() } }

    func text(for key: String, arguments: [TextArgument], locale: Locale) -> String? {
        let text = strings.text(for: key, arguments: arguments, locale: locale)
        if text == nil, key != "%lld" { missing.withLock { _ = $0.insert(key) } }
        return text
    }
}
