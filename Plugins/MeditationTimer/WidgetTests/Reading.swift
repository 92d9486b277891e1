import Foundation
import LiveActivityUI
import MeditationTimerActivity
import WidgetReading

@testable import MeditationTimerWidget

/// What is read on each kind of surface: a line each, its parts between bars.
func reading(
    _ attributes: MeditationTimerAttributes, _ state: MeditationTimerState, isStale: Bool = false, at now: Date = epoch,
    locale: String = "en_GB"
) throws -> String {
    try reading(
        of: MeditationTimerWidget.self, "meditationTimer", attributes, state, strings: MeditationTimerWidget.strings,
        isStale: isStale, at: now, locale: locale)
}
