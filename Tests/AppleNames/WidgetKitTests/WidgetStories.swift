// The widgets in `Widgets/` are written as apps write them, and compiled in both language modes. Here each is resolved, and
// everything it shows is compared.
import ActivityKit
import AlarmKit
import Foundation
import LiveActivityUI
import Testing

@Suite struct WidgetStories {
    private let noon = Date(timeIntervalSince1970: 1_800_000_000)
    private let match = MatchWidgetAttributes(
        home: .init(name: "Rovers", short: "ROV"), away: .init(name: "United", short: "UTD"))

    @Test func aTideThatIsWrittenInline() throws {
        let tide = try WidgetOutline(
            .init(TideLiveActivity()), TideAttributes(harbour: "Husum"), .init(level: 120, isRising: true))
        #expect(
            tide
                == WidgetOutline(
                    content: "V['Husum', '120 cm']",
                    expanded: ["leading": "'Husum'", "trailing": "'rising'", "bottom": "'Level 120 cm'"],
                    compact: ["'↑'", "'120'"], minimal: "'120'"))
    }

    @Test func aCoffeeThatIsMadeAndIsDone() throws {
        let coffee = CoffeeAttributes(order: "Flat white")
        let cup = "@cup.and.saucer.fill"
        #expect(
            try WidgetOutline(.init(CoffeeLiveActivity()), coffee, .init(step: 1, barista: "Ada"))
                == WidgetOutline(
                    content: "V[H[@cup.and.saucer.fill, 'Flat white', …, '1/3'], bar(0.33), H[@person.fill, 'Ada is on it']]",
                    expanded: ["leading": cup, "trailing": "-", "bottom": "bar(0.33)"], compact: [cup, "'33%'"], minimal: cup))
        #expect(
            try WidgetOutline(.init(CoffeeLiveActivity()), coffee, .init(step: 3, barista: nil))
                == WidgetOutline(
                    content: "V[H[@checkmark.circle.fill, 'Flat white', …, '3/3'], bar(1.00)]",
                    expanded: ["leading": cup, "trailing": "-", "bottom": "bar(1.00)"], compact: [cup, "'100%'"], minimal: cup))
    }

    @Test func aTrainOnATrackOfItsOwn() throws {
        #expect(
            try WidgetOutline(
                .init(TrainLiveActivity()), TrainAttributes(number: "ICE 599", to: "Ulm"),
                .init(departure: noon, arrival: noon + 3600, delay: 5))
                == WidgetOutline(
                    content: "V[H['ICE 599', …, '→ Ulm +5'], geometry(Z[line, shape, shape, line on shape]), "
                        + "H['{time}', …, '09:00']]",
                    expanded: [
                        "leading": "H[@tram.fill, 'Ulm']", "center": "'{down}'",
                        "bottom": "geometry(Z[line, shape, shape, line on shape])",
                    ],
                    compact: ["@tram.fill", "'{timer}'"], minimal: "@tram.fill"))
    }

    @Test func aWorkoutThatPausesAndRuns() throws {
        let controls = { (symbol: String) in "H[button(@\(symbol)), button(H[@stop.fill, 'Stop'])]" }
        #expect(
            try WidgetOutline(.init(WorkoutLiveActivity()), WorkoutAttributes(title: "Row"), .init(seconds: 75, isPaused: true))
                == WidgetOutline(
                    content: "H['1:15', …, \(controls("play.fill"))]",
                    expanded: ["leading": "V['ROW', '1:15']", "trailing": controls("play.fill")],
                    compact: ["@figure.run", "'1:15'"], minimal: "@pause.fill"))
        #expect(
            try WidgetOutline(
                .init(WorkoutLiveActivity()), WorkoutAttributes(title: "Row"), .init(seconds: 75, isPaused: false))
                == WidgetOutline(
                    content: "H['{timer}', …, \(controls("pause.fill"))]",
                    expanded: ["leading": "V['ROW', '{timer}']", "trailing": controls("pause.fill")],
                    compact: ["@figure.run", "'{timer}'"], minimal: "@figure.run"))
    }

    @Test func aMatchByItsFamily() throws {
        let state = MatchWidgetAttributes.ContentState(home: 2, away: 1, phase: .second)
        var looks = WidgetOutline(
            content: "H[V['Rovers', '2'], '2nd half' on shape, V['United', '1']] on -",
            expanded: ["leading": "V['Rovers', '2']", "trailing": "V['United', '1']", "bottom": "'2nd half' on shape"],
            compact: ["'ROV 2'", "'1 UTD'"], minimal: "'2:1'")
        #expect(try WidgetOutline(.init(MatchLiveActivity()), match, state) == looks)
        looks.content = "'2 : 1'"
        #expect(try WidgetOutline(.init(MatchLiveActivity()), match, state) { $0.activityFamily = .small } == looks)
        #expect(
            ActivityLook(MatchLiveActivity(), for: MatchWidgetAttributes.self)?.options.supplementalActivityFamilies == [
                .small, .medium,
            ])
    }

    /// Xcode adds a control to each new widget extension.
    @Test func controlsCompileBesideALiveActivity() async throws {
        #expect(
            try WidgetOutline(.init(KettleBundle()), KettleAttributes(name: "Kitchen"), .init(degrees: 80))
                == WidgetOutline(
                    content: "'Kitchen: 80°'", expanded: ["bottom": "'Kitchen'"], compact: ["@mug.fill", "'80°'"],
                    minimal: "@mug.fill"))
        _ = (KettleControl().body, BoilControl().body)
        KettleControl.main()
        let value = try await KettleControl.Provider().currentValue(configuration: KettleConfiguration())
        #expect(value.isWarm && value.name == "Kitchen")
    }

    @Test func aBundleHasTheLooksOfItsWidgets() throws {
        let over = MatchWidgetAttributes.ContentState(home: 2, away: 1, phase: .over)
        #expect(
            try WidgetOutline(.init(MatchBundle()), match, over, isStale: true).content
                == "H[V['Rovers', '2'], 'Full-time' on shape, V['United', '1']] on paint")
        #expect(
            try WidgetOutline(.init(MatchBundle()), TideAttributes(harbour: "Husum"), .init(level: 20, isRising: true)).minimal
                == "'20'")
        let none = ActivityLook(MatchBundle(), for: CoffeeAttributes.self)
        #expect(none.map { _ in true } == nil)
    }

    @Test func aPlayerWithoutItsPicture() throws {
        let cover = "shape under @headphones"
        #expect(
            try WidgetOutline(
                .init(PlayerLiveActivity()), PlayerAttributes(station: "FM"),
                .init(title: "Blue", isPlaying: true, progress: 0.25))
                == WidgetOutline(
                    content: "Z[paint, H[\(cover), V['Blue', bar(0.25)], button(@pause.circle.fill)]]",
                    expanded: ["leading": cover, "bottom": "radio://queue('Up next' on shape)"], compact: [cover, "-"],
                    minimal: cover))
    }

    @Test func anAlarmThatIsPaused() throws {
        let alarm = AlarmAttributes(
            presentation: AlarmPresentation(alert: .init(title: "Eggs")), metadata: EggMetadata(eggs: 4), tintColor: .orange)
        let paused = AlarmPresentationState.Mode.paused(.init(totalCountdownDuration: 300, previouslyElapsedDuration: 55))
        #expect(
            try WidgetOutline(.init(EggLiveActivity()), alarm, .init(alarmID: UUID(), mode: paused))
                == WidgetOutline(
                    content: "V['Eggs', H['4:05', …, button(@stop.fill)]]",
                    expanded: ["leading": "'4 eggs'", "bottom": "'4:05'"],
                    compact: ["'4:05'", "@pause.fill"], minimal: "@pause.fill"))
    }

    @Test func parkingInColoursOfUIKit() throws {
        let state = ParkingWidgetAttributes.ContentState(ends: Date(timeIntervalSince1970: 5400), colorHex: "#ff8800")
        let parking = ParkingWidgetAttributes(place: "Harbour")
        #expect(
            try WidgetOutline(.init(ParkingLiveActivity()), parking, state)
                == WidgetOutline(
                    content: "V['Harbour' on shape, --- under paint, '{relative}'] on paint",
                    expanded: ["center": "'Harbour'"], compact: ["@parkingsign.circle", "'01:30'"], minimal: "shape under line")
        )

        let look = try #require(ActivityLook(ParkingLiveActivity(), for: ParkingWidgetAttributes.self))
        let context = ActivityViewContext(attributes: parking, state: state)
        let island = try look.dynamicIsland(context, in: EnvironmentValues())
        #expect(island.keylineTint == ResolvedColor(red: 1, green: 136 / 255, blue: 0))
        #expect([look.options.displayName, look.options.description] == ["Parking", "How long the car may stay."])
        #expect(look.options.areContentMarginsDisabled)
    }

    @Test func aStreakDrawnByHand() throws {
        let ring = "Z[line, line, @flame.fill]"
        #expect(
            try WidgetOutline(.init(StreakLiveActivity()), StreakAttributes(), .init(days: 2, deadline: noon, done: false))
                == WidgetOutline(
                    content: "H[\(ring), V['KEEP IT', H[shape, …, shape, …, shape, …, shape]]] on Z[paint, line] under shape",
                    expanded: ["leading": ring], compact: [ring, "'2'"], minimal: ring))
    }

    @Test func aTimerThatIsPaused() throws {
        let bar = "V['Sencha', geometry(Z[shape, shape])]"
        #expect(
            try WidgetOutline(
                .init(TeaLiveActivity()), TeaAttributes(tea: "Sencha"),
                .init(range: noon...noon + 90, pausedAt: noon + 30, progress: 0.5))
                == WidgetOutline(
                    content: bar, expanded: ["bottom": bar], compact: ["@timer", "'{down paused}'"], minimal: "ring(timer)"))
    }

    @Test func aStockInTextsOfTexts() throws {
        #expect(
            try WidgetOutline(.init(StockLiveActivity()), StockAttributes(symbol: "SWFT"), .init(price: 12.5, change: 1.5))
                == WidgetOutline(
                    content: "H[@chart.line.uptrend.xyaxis, 'Rising' on shape, …, ('12.50') under '12.5']",
                    expanded: ["leading": "'SWFT today'", "trailing": "H[@arrow.up.right, '+1.5%']"],
                    compact: ["'SW'", "'12.50'"], minimal: "'SWFT'"))
    }
}
