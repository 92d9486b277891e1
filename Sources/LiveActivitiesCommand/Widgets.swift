import DeliveryActivity
import DeliveryWidget
import LiveActivityUI
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
                DeliveryWidget(), kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
            try widgets.register(
                MeditationTimerWidget(), kind: "meditationTimer", attributes: MeditationTimerAttributes.self,
                strings: MeditationTimerWidget.strings)
            try widgets.register(
                SportsWidget(), kind: "sports", attributes: SportsAttributes.self, strings: SportsWidget.strings)
            try widgets.register(
                WaitQueueWidget(), kind: "waitQueue", attributes: WaitQueueAttributes.self, strings: WaitQueueWidget.strings)
        } catch {
            preconditionFailure("\(error)")
        }
        return widgets
    }()
}
