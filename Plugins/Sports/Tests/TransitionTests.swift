import LiveActivityCore
import Testing

@testable import SportsActivity

@Suite struct TransitionTests {
    static let places: [(String, MatchPlace)] = [
        ("scheduled", MatchPlace(phase: .scheduled, period: 0)), ("postponed", MatchPlace(phase: .postponed, period: 0)),
        ("1st half", MatchPlace(phase: .playing, period: 1)), ("half-time", MatchPlace(phase: .interval, period: 1)),
        ("2nd half", MatchPlace(phase: .playing, period: 2)), ("90 minutes", MatchPlace(phase: .interval, period: 2)),
        ("1st extra", MatchPlace(phase: .playing, period: 3)), ("stopped 1", MatchPlace(phase: .suspended, period: 1)),
        ("stopped 2", MatchPlace(phase: .suspended, period: 2)), ("penalties", MatchPlace(phase: .shootOut, period: 4)),
        ("full time", MatchPlace(phase: .finished, period: 2)), ("abandoned", MatchPlace(phase: .abandoned, period: 1)),
    ]

    /// Rows: the whistle. Columns: as above. `-` is refused.
    static let table: [(MatchPlace.Whistle, String)] = [
        (.kickOffMoved(isWithinReach: true), "scheduled 0,scheduled 0,-,-,-,-,-,-,-,-,-,-"),
        (.kickOffMoved(isWithinReach: false), "postponed 0,postponed 0,-,-,-,-,-,-,-,-,-,-"),
        (.started(1), "playing 1,playing 1,playing 1,-,-,-,-,playing 1,-,-,-,-"),
        (.ended(1), "interval 1,interval 1,interval 1,interval 1,-,-,-,interval 1,-,-,-,-"),
        (.started(2), "playing 2,playing 2,playing 2,playing 2,playing 2,-,-,playing 2,playing 2,-,-,-"),
        (
            .ended(2),
            "interval 2,interval 2,interval 2,interval 2,interval 2,interval 2,-,interval 2,interval 2,-,-,-"
        ),
        (
            .started(3),
            "playing 3,playing 3,playing 3,playing 3,playing 3,playing 3,playing 3,playing 3,playing 3,-,-,-"
        ),
        (.shootOutStarted, "-,-,-,-,shootOut 2,shootOut 2,shootOut 3,-,shootOut 2,shootOut 4,-,-"),
        (.suspended, "-,-,suspended 1,-,suspended 2,-,suspended 3,-,-,-,-,-"),
        (.resumed, "-,-,playing 1,-,playing 2,-,playing 3,playing 1,playing 2,-,-,-"),
        (.finished, "-,-,-,-,finished 2,finished 2,finished 3,-,finished 2,finished 4,-,-"),
        (
            .abandoned,
            "-,-,abandoned 1,abandoned 1,abandoned 2,abandoned 2,abandoned 3,abandoned 1,abandoned 2,abandoned 4,-,-"
        ),
    ]

    @Test func theTransitionTableIsThisOne() {
        for (whistle, row) in Self.table {
            let outcomes = Self.places.map { _, place in
                place.after(whistle, in: .football).map { "\($0.phase.rawValue) \($0.period)" } ?? "-"
            }
            #expect(outcomes.joined(separator: ",") == row, "\(whistle)")
        }
    }

    @Test func basketballHasNoShootOut() {
        #expect(MatchPlace(phase: .interval, period: 5).after(.shootOutStarted, in: .basketball) == nil)
        #expect(
            MatchPlace(phase: .interval, period: 5).after(.started(6), in: .basketball)
                == MatchPlace(phase: .playing, period: 6))
    }

    @Test func whatCannotFollowIsRefusedAndChangesNothing() throws {
        var evening = try Evening(football())
        try evening.report(1, .periodStarted(period: 1, at: time(0)))
        let before = evening.content
        #expect(throws: InvalidTransition(from: "playing in period 1", event: "finished")) {
            try evening.report(2, .finished, at: 20)
        }
        #expect(throws: InvalidTransition(from: "playing in period 1", event: "kickOffMoved")) {
            try evening.report(2, .kickOffMoved(to: time(60)))
        }
        #expect(throws: InvalidTransition(from: "playing in period 1", event: "kickTaken")) {
            try evening.report(2, .kickTaken(side: .home, scored: true))
        }
        #expect(evening.content == before)
    }

    @Test func aPostponedMatchWithoutADateIsOverAndWithOneItWaits() throws {
        var evening = try Evening(football())
        try evening.report(1, .kickOffMoved(to: time(45)))
        #expect(evening[0].phase == .scheduled)
        #expect(evening[0].kickOff == time(45))
        #expect(evening.content.staleDate == time(60))
        #expect(evening.wake == nil)

        try evening.report(2, .kickOffMoved(), at: 30)
        #expect(evening[0].phase == .postponed)
        #expect(evening.wake == time(35))

        try evening.report(3, .kickOffMoved(to: time(120)), at: 32)
        #expect(evening[0].phase == .scheduled)
        #expect(evening.wake == nil)

        // More than the eight hours that an activity lives (LIFE-16).
        try evening.report(4, .kickOffMoved(to: time(481)), at: 33)
        #expect(evening[0].phase == .postponed)
        try evening.sleep()
        #expect(evening.end == .after(time(38 + 15)))
    }

    @Test func anAbandonedMatchEndsWithoutAnAlert() throws {
        var evening = try Evening(football())
        try evening.report(1, .periodStarted(period: 1, at: time(0)))
        try evening.report(2, .suspended(at: time(20)), at: 20)
        try evening.report(3, .abandoned, at: 50)
        #expect(evening[0].phase == .abandoned)
        #expect(evening.alert == nil)
        try evening.sleep()
        #expect(evening.now == time(55))
        #expect(evening.end == .after(time(70)))
    }
}
