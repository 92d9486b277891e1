import Foundation
import LiveActivityUI
import WaitQueueActivity
import WidgetReading

@testable import WaitQueueWidget

/// What is read on each kind of surface: a line each, its parts between bars.
func reading(
    _ attributes: WaitQueueAttributes, _ state: WaitQueueState, isStale: Bool = false, at now: Date = epoch,
    locale: String = "en_GB"
) throws -> String {
    try reading(
        of: WaitQueueWidget.self, "waitQueue", attributes, state, strings: WaitQueueWidget.strings, isStale: isStale, at: now,
        locale: locale)
}
