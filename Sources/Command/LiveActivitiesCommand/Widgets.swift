import DeliveryActivity
import DeliveryWidget
import LiveActivitySurfaces
import MeditationTimerActivity
import MeditationTimerWidget
import SportsActivity
import SportsWidget
import WaitQueueActivity
import WaitQueueWidget

/// How the kinds of ``Providers`` look.
enum Widgets {
    static let all: ActivityWidgets = {
        var widgets = ActivityWidgets()
        do throws(PresentationError) {
            try widgets.register(
                DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
            try widgets.register(
                MeditationTimerWidget.self, kind: "meditationTimer", attributes: MeditationTimerAttributes.self,
                strings: MeditationTimerWidget.strings)
            try widgets.register(
                SportsWidget.self, kind: "sports", attributes: SportsAttributes.self, strings: SportsWidget.strings)
            try widgets.register(
                WaitQueueWidget.self, kind: "waitQueue", attributes: WaitQueueAttributes.self, strings: WaitQueueWidget.strings)
        } catch {
            preconditionFailure("\(error)")
        }
        return widgets
    }()
}
