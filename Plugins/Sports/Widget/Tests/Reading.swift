import LiveActivityCore
import LiveActivityUI
import SportsActivity

@testable import SportsWidget

/// 2026-06-20 17:00 UTC.
let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

/// What is read on each kind of surface: a line each, its parts between bars.
func reading(
    _ attributes: SportsAttributes, _ state: SportsState, isStale: Bool = false, at now: Date = epoch,
    locale: String = "en_GB"
) throws -> String {
    var widgets = ActivityWidgets()
    try widgets.register(
        SportsWidget.self, kind: "sports", attributes: SportsAttributes.self, strings: SportsWidget.strings)
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: locale)
    environment.now = now
    let places: [PresentationSurface] = [
        .lockScreenIPhone393, .compactIPhone393, .minimalDetached, .expandedIPhone393, .smartStack40mm,
    ]
    return try places.map { place in
        let shown = try widgets.present(
            attributes, ActivityContent(state: state, staleDate: nil), kind: "sports", isStale: isStale, on: place,
            environment: environment)
        return "\(place.surface.rawValue): \(shown.words(at: now).joined(separator: " | "))"
    }.joined(separator: "\n")
}
