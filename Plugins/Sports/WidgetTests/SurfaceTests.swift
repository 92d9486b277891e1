import LiveActivityCore
import LiveActivityLint
import LiveActivityTesting
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import SportsActivity
import Testing

@testable import SportsWidget

private let epoch = Scenario.epoch

@Suite struct SurfaceTests {
    private let widget: WidgetReader<SportsAttributes>

    init() throws {
        widget = try WidgetReader(
            SportsWidget.self, kind: "sports", attributes: SportsAttributes.self, strings: SportsWidget.strings)
    }

    private func matchDay(_ count: Int = 2, sport: Sport = .football) -> SportsAttributes {
        let names = ["Northport", "Eastfield", "Westhill", "Southbay", "Midtown", "Lakeside", "Hilltop", "Riverbank"]
        return SportsAttributes(
            title: "Summer Cup", sport: sport,
            matches: (0..<count).map { match in
                let (home, away) = (names[match * 2], names[match * 2 + 1])
                return .init(
                    id: "m\(match)", home: .init(name: home, code: home.prefix(3).uppercased()),
                    away: .init(name: away, code: away.prefix(3).uppercased()), kickOff: epoch)
            })
    }

    /// From JSON, because the state has no public initialiser.
    private func state(_ matches: String..., leading: Int = 0, moments: String = "") throws -> SportsState {
        try WireDecoder().decode(
            SportsState.self,
            from: #"{"leading":\#(leading),"matches":[\#(matches.joined(separator: ","))],"moments":[\#(moments)]}"#)
    }

    /// The lint checks the default size unless it is given another one.
    @Test(arguments: [DynamicTypeSize.xxLarge, .xxxLarge, .accessibility1, .accessibility3, .accessibility5])
    func noTextIsCutAtLargeTextSizes(size: DynamicTypeSize) throws {
        let story = try #require(try SampleStory(AnyProvider(SportsProvider())))
        var environment = EnvironmentValues()
        environment.dynamicTypeSize = size
        #expect(widget.widgets.lint(story, locales: ["en", "de", "ar"], environment: environment).map(\.description) == [])
    }

    private func match(_ phase: String, _ period: Int, _ home: Int = 0, _ away: Int = 0, _ more: String = "") -> String {
        #"{"phase":"\#(phase)","period":\#(period),"home":\#(home),"away":\#(away)\#(more),"feed":{"newest":0,"seen":0,"whistle":0}}"#
    }

    private let firstHalf = #","clock":[803666400,803669100]"#

    @Test func playingShowsTheScoreAndTheClock() throws {
        let moments =
            #"{"match":0,"number":3,"kind":"goal","side":"home","minute":18,"player":"Ada Berg"},"#
            + #"{"match":0,"number":4,"kind":"penalty","side":"away","minute":45,"stoppage":1,"player":"Mia di Lund"}"#
        let playing = try state(match("playing", 1, 2, 1, firstHalf), match("scheduled", 0), moments: moments)
        let read = try widget.reading(matchDay(), playing, at: epoch)
        #expect(
            read == """
                lockScreen: Summer Cup | 1st half | 20:00 | NOR | Northport | 2 | – | 1 | EAS | Eastfield | (soccerball) | Berg | 18′ | (soccerball) | di Lund (pen.) | 45+1′ | WES | – | SOU | [Next match]
                compact: NOR | 2 | 1 | EAS
                minimal: 2 | – | 1
                expanded: NOR | 2 | 1 | EAS | 1st half | 20:00 | (soccerball) | Berg | 18′ | (soccerball) | di Lund (pen.) | 45+1′ | WES | – | SOU | [Next match]
                smartStack: NOR | 2 | – | 1 | EAS | 1st half | 20:00
                """)
    }

    @Test func halfTimeHasNoClock() throws {
        let read = try widget.reading(matchDay(1), state(match("interval", 1, 0, 0, firstHalf)), at: epoch)
        #expect(
            read == """
                lockScreen: Summer Cup | Half-time | NOR | Northport | 0 | – | 0 | EAS | Eastfield
                compact: NOR | 0 | 0 | EAS
                minimal: 0 | – | 0
                expanded: NOR | 0 | 0 | EAS | Half-time
                smartStack: NOR | 0 | – | 0 | EAS | Half-time
                """)
    }

    @Test func suspendedStandsStill() throws {
        let stopped = try state(match("suspended", 1, 0, 0, firstHalf + #","pausedAt":803667000"#))
        let read = try widget.reading(matchDay(1), stopped, at: epoch + 5_000)
        #expect(
            read == """
                lockScreen: Summer Cup | Interrupted | 10:00 | NOR | Northport | 0 | – | 0 | EAS | Eastfield
                compact: NOR | 0 | 0 | EAS
                minimal: 0 | – | 0
                expanded: NOR | 0 | 0 | EAS | Interrupted | 10:00
                smartStack: NOR | 0 | – | 0 | EAS | Interrupted | 10:00
                """)
    }

    @Test func beforeTheKickOffItsTimeIsShownInsteadOfTheScore() throws {
        let read = try widget.reading(
            matchDay(4), state(match("scheduled", 0), match("scheduled", 0), match("scheduled", 0), match("scheduled", 0)),
            at: epoch)
        #expect(
            read == """
                lockScreen: Summer Cup | Coming up | NOR | Northport | 17:00 | EAS | Eastfield | WES | – | SOU | 2 more matches | [Next match]
                compact: NOR | 17:00
                minimal: 17:00
                expanded: NOR | EAS | Coming up | 17:00 | WES | – | SOU | 2 more matches | [Next match]
                smartStack: NOR | 17:00 | EAS | Coming up
                """)
    }

    @Test func aShootOutIsShownBesideTheScore() throws {
        let kicks = #","shootOut":{"home":4,"away":2,"homeTaken":4,"awayTaken":5}"#
        let read = try widget.reading(matchDay(1), state(match("finished", 4, 3, 3, kicks)), at: epoch)
        #expect(
            read == """
                lockScreen: Summer Cup | Full time | NOR | Northport | 3 | – | 3 | 4 | – | 2 | EAS | Eastfield
                compact: NOR | 3 | 3 | EAS
                minimal: 3 | – | 3
                expanded: NOR | 3 | 3 | EAS | Full time | 4 | – | 2
                smartStack: NOR | 3 | – | 3 | 4 | – | 2 | EAS | Full time
                """)
    }

    @Test func highScoresAreOneAboveTheOther() throws {
        let read = try widget.reading(
            matchDay(1, sport: .basketball), state(match("playing", 3, 88, 102, #","clock":[803667000,803667900]"#)), at: epoch)
        #expect(
            read == """
                lockScreen: Summer Cup | Quarter 3 | 5:00 | NOR | Northport | 88 | – | 102 | EAS | Eastfield
                compact: NOR | 88 | 102 | EAS
                minimal: 88 | 102
                expanded: NOR | 88 | 102 | EAS | Quarter 3 | 5:00
                smartStack: NOR | 88 | – | 102 | EAS | Quarter 3 | 5:00
                """)
    }

    @Test(arguments: [
        (Sport.football, "playing", 1, "1st half"), (.football, "playing", 2, "2nd half"),
        (.football, "playing", 3, "Extra time"),
        (.football, "interval", 1, "Half-time"), (.football, "interval", 2, "Break"), (.football, "shootOut", 4, "Penalties"),
        (.football, "postponed", 0, "Postponed"), (.football, "abandoned", 1, "Abandoned"), (.football, "playing", 0, "Live"),
        (.basketball, "playing", 3, "Quarter 3"), (.basketball, "interval", 2, "Half-time"),
        (.iceHockey, "playing", 3, "Period 3"), (.iceHockey, "interval", 1, "Break"), (.iceHockey, "shootOut", 4, "Shoot-out"),
    ])
    func eachPhaseHasAText(sport: Sport, phase: String, period: Int, word: String) throws {
        let read = try widget.reading(matchDay(1, sport: sport), state(match(phase, period)), at: epoch)
        #expect(read.split(separator: "\n")[0].split(separator: " | ")[1] == word)
    }

    /// Content that does not fit the attributes gives a blank surface.
    @Test func contentThatDoesNotFitShowsNothing() throws {
        for state in [try state(match("playing", 1), leading: 7), try state(match("playing", 1), leading: -1), try state()] {
            #expect(
                try widget.reading(matchDay(), state, at: epoch)
                    == "lockScreen: \ncompact: \nminimal: \nexpanded: \nsmartStack: ")
        }
        #expect(
            try widget.reading(matchDay(3), state(match("finished", 2, 1, 0)), at: epoch).hasPrefix(
                "lockScreen: Summer Cup | Full time | NOR"))
    }

    @Test func drawsWhateverCanBeDecoded() throws {
        #expect(try widget.drawHostileContents(of: SportsProvider()) > 50)
    }
}
