import Foundation
import LiveActivityUI
import SportsActivity
import WidgetReading

@testable import SportsWidget

/// What is read on each kind of surface: a line each, its parts between bars.
func reading(
    _ attributes: SportsAttributes, _ state: SportsState, isStale: Bool = false, at now: Date = epoch, locale: String = "en_GB"
) throws -> String {
    try reading(
        of: SportsWidget.self, "sports", attributes, state, strings: SportsWidget.strings, isStale: isStale, at: now,
        locale: locale)
}
