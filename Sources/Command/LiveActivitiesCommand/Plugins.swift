import DeliveryActivity
import DeliveryWidget
import LiveActivitiesCLI
import MeditationTimerActivity
import MeditationTimerWidget
import SealedActivity
import SealedWidget
import SportsActivity
import SportsWidget
import WaitQueueActivity
import WaitQueueWidget

/// The plugins of this package. A kind's position is part of its activities' ids, so new kinds come last.
enum Plugins {
    static let kinds = [
        CommandKind(
            DeliveryProvider(), widget: DeliveryWidget.self, strings: DeliveryWidget.strings,
            summary: "an order, from the kitchen to the door"),
        CommandKind(
            MeditationTimerProvider(), widget: MeditationTimerWidget.self, strings: MeditationTimerWidget.strings,
            summary: "cycles of silence, with a bell at the end of each"),
        CommandKind(
            SportsProvider(), widget: SportsWidget.self, strings: SportsWidget.strings,
            summary: "a match, or several of one evening in turns"),
        CommandKind(
            WaitQueueProvider(), widget: WaitQueueWidget.self, strings: WaitQueueWidget.strings,
            summary: "a party's position in a queue, until its turn"),
        CommandKind(
            SealedProvider(), widget: SealedWidget.self, strings: SealedWidget.strings,
            summary: "content that only the owner's devices can read"),
    ]
}
