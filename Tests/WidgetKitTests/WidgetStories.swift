// The widgets in `Widgets/` are written as apps write them, and compiled in both language modes. Here each is resolved, and what it shows
// is compared whole.
import ActivityKit
import AlarmKit
import Foundation
import LiveActivityUI
import Testing

@Suite struct WidgetStories {
    private let noon = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func print() throws {
        func show(_ n: String, _ l: Looks) {
            Swift.print("STORY", n, l.content, "||", l.expanded.sorted { $0.key < $1.key }, "||", l.compact, "||", l.minimal)
        }
        show("emoji", try Looks(.init(EmojiLiveActivity()), EmojiWidgetAttributes(name: "World"), .init(emoji: "😀")))
        show(
            "coffee",
            try Looks(.init(CoffeeLiveActivity()), CoffeeAttributes(order: "Flat white"), .init(step: 1, barista: "Ada")))
        show(
            "coffee3",
            try Looks(.init(CoffeeLiveActivity()), CoffeeAttributes(order: "Flat white"), .init(step: 3, barista: nil)))
        show(
            "train",
            try Looks(
                .init(TrainLiveActivity()), TrainAttributes(number: "ICE 599", to: "Ulm"),
                .init(departure: noon, arrival: noon + 3600, delay: 5)))
        show(
            "workout paused",
            try Looks(.init(WorkoutLiveActivity()), WorkoutAttributes(title: "Row"), .init(seconds: 75, isPaused: true)))
        show(
            "workout runs",
            try Looks(.init(WorkoutLiveActivity()), WorkoutAttributes(title: "Row"), .init(seconds: 75, isPaused: false)))
        show(
            "match",
            try Looks(
                .init(MatchLiveActivity()),
                MatchWidgetAttributes(home: .init(name: "Rovers", short: "ROV"), away: .init(name: "United", short: "UTD")),
                .init(home: 2, away: 1, phase: .second)))
        show(
            "match small",
            try Looks(
                .init(MatchLiveActivity()),
                MatchWidgetAttributes(home: .init(name: "Rovers", short: "ROV"), away: .init(name: "United", short: "UTD")),
                .init(home: 2, away: 1, phase: .second)
            ) { $0.activityFamily = .small })
        show(
            "match bundle",
            try Looks(
                .init(MatchBundle()),
                MatchWidgetAttributes(home: .init(name: "Rovers", short: "ROV"), away: .init(name: "United", short: "UTD")),
                .init(home: 2, away: 1, phase: .over), isStale: true))
        show(
            "player",
            try Looks(
                .init(PlayerLiveActivity()), PlayerAttributes(station: "FM"),
                .init(title: "Blue", isPlaying: true, progress: 0.25)))
        show(
            "egg",
            try Looks(
                .init(EggLiveActivity()),
                AlarmAttributes(
                    presentation: AlarmPresentation(alert: .init(title: "Eggs")), metadata: EggMetadata(eggs: 4),
                    tintColor: .orange),
                .init(alarmID: UUID(), mode: .paused(.init(totalCountdownDuration: 300, previouslyElapsedDuration: 55)))))
        show(
            "parking",
            try Looks(
                .init(ParkingLiveActivity()), ParkingWidgetAttributes(place: "Harbour"),
                .init(ends: Date(timeIntervalSince1970: 5400), colorHex: "#ff8800")))
        show("streak", try Looks(.init(StreakLiveActivity()), StreakAttributes(), .init(days: 2, deadline: noon, done: false)))
        show(
            "tea",
            try Looks(
                .init(TeaLiveActivity()), TeaAttributes(tea: "Sencha"),
                .init(range: noon...noon + 90, pausedAt: noon + 30, progress: 0.5)))
        show("stock", try Looks(.init(StockLiveActivity()), StockAttributes(symbol: "SWFT"), .init(price: 12.5, change: 1.25)))
    }
}
