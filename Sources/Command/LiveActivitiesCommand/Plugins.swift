import DeliveryActivity
import DeliveryWidget
import LiveActivitiesCLI
import LiveActivityCore
import MeditationTimerActivity
import MeditationTimerWidget
import SportsActivity
import SportsWidget
import WaitQueueActivity
import WaitQueueWidget

/// The four plugins of this package.
enum Plugins {
    static let providers = [
        AnyProvider(DeliveryProvider()), AnyProvider(MeditationTimerProvider()), AnyProvider(SportsProvider()),
        AnyProvider(WaitQueueProvider()),
    ]

    static let widgets = [
        KindWidget(DeliveryWidget.self, of: DeliveryProvider(), strings: DeliveryWidget.strings),
        KindWidget(MeditationTimerWidget.self, of: MeditationTimerProvider(), strings: MeditationTimerWidget.strings),
        KindWidget(SportsWidget.self, of: SportsProvider(), strings: SportsWidget.strings),
        KindWidget(WaitQueueWidget.self, of: WaitQueueProvider(), strings: WaitQueueWidget.strings),
    ]

    static let summaries: [ActivityKind: String] = [
        "delivery": "an order, from the kitchen to the door",
        "meditationTimer": "cycles of silence, with a bell at the end of each",
        "sports": "a match, or several of one evening in turns",
        "waitQueue": "a party's position in a queue, until its turn",
    ]
}
