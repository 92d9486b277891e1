import LiveActivityCore
import LiveActivityUI
import MeditationTimerActivity

@testable import MeditationTimerWidget

/// 2026-06-20 17:00 UTC.
let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

/// What is read on each kind of surface: a line each, its parts between bars.
func reading(
    _ attributes: MeditationTimerAttributes, _ state: MeditationTimerState, isStale: Bool = false, at now: Date = epoch,
    locale: String = "en_GB"
) throws -> String {
    var widgets = ActivityWidgets()
    try widgets.register(
        MeditationTimerWidget.self, kind: "meditationTimer", attributes: MeditationTimerAttributes.self,
        strings: MeditationTimerWidget.strings)
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: locale)
    environment.now = now
    let places: [PresentationSurface] = [
        .lockScreenIPhone393, .compactIPhone393, .minimalDetached, .expandedIPhone393, .smartStack40mm,
    ]
    return try places.map { place in
        let shown = try widgets.present(
            attributes, ActivityContent(state: state, staleDate: nil), kind: "meditationTimer", isStale: isStale, on: place,
            environment: environment)
        return "\(place.surface.rawValue): \(shown.words(at: now).joined(separator: " | "))"
    }.joined(separator: "\n")
}
