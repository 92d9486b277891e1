import ErrandActivity
import ErrandWidget
import LiveActivitiesCLI

// Add a new kind at the end: the index of a kind is part of its activities' ids.
LiveActivitiesCLI.main(kinds: [
    CommandKind(
        ErrandProvider(), widget: ErrandWidget.self, strings: ErrandWidget.strings,
        summary: "something in several steps")
])
