import ErrandActivity
import ErrandWidget
import LiveActivitiesCLI

// A new kind is added at the end: a kind's place is part of the ids of its activities.
LiveActivitiesCLI.main(kinds: [
    CommandKind(
        ErrandProvider(), widget: ErrandWidget.self, strings: ErrandWidget.strings,
        summary: "something in several steps")
])
