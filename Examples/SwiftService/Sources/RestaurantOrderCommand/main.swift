import RestaurantOrderActivity
import RestaurantOrderWidget
import LiveActivitiesCLI

// A new kind is added at the end: a kind's place is part of the ids of its activities.
LiveActivitiesCLI.main(kinds: [
    CommandKind(
        RestaurantOrderProvider(), widget: RestaurantOrderWidget.self, strings: RestaurantOrderWidget.strings,
        summary: "an order, dish by dish")
])
