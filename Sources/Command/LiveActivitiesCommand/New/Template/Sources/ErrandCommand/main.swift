import ErrandActivity
import ErrandWidget
import LiveActivitiesCLI
import LiveActivityCore

// A new kind is added at the end: a provider's place is part of the ids of its activities.
LiveActivitiesCLI.main(
    providers: [AnyProvider(ErrandProvider())],
    widgets: [KindWidget(ErrandWidget.self, of: ErrandProvider(), strings: ErrandWidget.strings)],
    summaries: ["errand": "something in several steps"])
