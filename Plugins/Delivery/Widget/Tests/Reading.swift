import LiveActivityCore
import LiveActivityUI
import DeliveryActivity

@testable import DeliveryWidget

/// 2026-06-20 17:00 UTC.
let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

/// What is read on each kind of surface: a line each, its parts between bars.
func reading(
    _ attributes: DeliveryAttributes, _ state: DeliveryState, isStale: Bool = false, at now: Date = epoch,
    locale: String = "en_GB"
) throws -> String {
    var widgets = ActivityWidgets()
    try widgets.register(
        DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: locale)
    environment.now = now
    let places: [PresentationSurface] = [
        .lockScreenIPhone393, .compactIPhone393, .minimalDetached, .expandedIPhone393, .smartStack40mm,
    ]
    return try places.map { place in
        let shown = try widgets.present(
            attributes, ActivityContent(state: state, staleDate: nil), kind: "delivery", isStale: isStale, on: place,
            environment: environment)
        return "\(place.surface.rawValue): \(shown.words(at: now).joined(separator: " | "))"
    }.joined(separator: "\n")
}
