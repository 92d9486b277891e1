import DeliveryActivity
import Foundation
import LiveActivityUI
import WidgetReading

@testable import DeliveryWidget

/// What is read on each kind of surface: a line each, its parts between bars.
func reading(
    _ attributes: DeliveryAttributes, _ state: DeliveryState, isStale: Bool = false, at now: Date = epoch,
    locale: String = "en_GB"
) throws -> String {
    try reading(
        of: DeliveryWidget.self, "delivery", attributes, state, strings: DeliveryWidget.strings, isStale: isStale, at: now,
        locale: locale)
}
