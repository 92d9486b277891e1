import Foundation
import LiveActivityCore
import Testing

@testable import SportsActivity

@Suite struct TransitionTests {
    static let starts: [(String, MatchProgress)] = [
        ("scheduled", MatchProgress(phase: .scheduled, period: 0)), ("postponed", MatchProgress(phase: .postponed, period: 0)),
        ("1st half", MatchProgress(phase: .playing, period: 1)), ("half-time", MatchProgress(phase: .interval, period: 1)),
        ("2nd half", MatchProgress(phase: .playing, period: 2)), ("90 minutes", MatchProgress(phase: .interval, period: 2)),
        ("1st extra", MatchProgress(phase: .playing, period: 3)), ("stopped 1", MatchProgress(phase: .suspended, period: 1)),
        ("stopped 2", MatchProgress(phase: .suspended, period: 2)), ("penalties", MatchProgress(phase: .shootOut, period: 4)),
        ("full time", MatchProgress(phase: .finished, period: 2)), ("abandoned", MatchProgress(phase: .abandoned, period: 1)),
    ]

    /// Rows: the transition. Columns: as above. `-` is refused.
    static let table: [(MatchProgress.Transition, String)] = [
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

    /// The README must have exactly this table. Live matches are in the last regular period.
    @Test func readmeShowsEveryTransition() throws {
        let starts = MatchPhase.allCases.map { phase in
            MatchProgress(phase: phase, period: phase == .scheduled || phase == .postponed ? 0 : Sport.football.periods)
        }
        let order: [MatchPhase] = [
            .scheduled, .postponed, .playing, .interval, .suspended, .shootOut, .finished, .abandoned,
        ]
        #expect(Set(order) == Set(MatchPhase.allCases))
        let columns = order.compactMap { phase in starts.first { $0.phase == phase } }
        let rows: [(String, (MatchProgress) -> MatchProgress.Transition)] = [
            ("kickOffMoved", { _ in .kickOffMoved(isWithinReach: true) }), ("periodStarted", { .started($0.period + 1) }),
            ("periodEnded", { .ended(max($0.period, 1)) }), ("suspended", { _ in .suspended }), ("resumed", { _ in .resumed }),
            ("shootOutStarted", { _ in .shootOutStarted }), ("finished", { _ in .finished }),
            ("abandoned", { _ in .abandoned }),
        ]
        var table = "| event | " + columns.map(\.phase.rawValue).joined(separator: " | ") + " |\n"
        table += "|" + String(repeating: " --- |", count: columns.count + 1) + "\n"
        for (name, transition) in rows {
            let cells = columns.map { $0.after(transition($0), in: .football)?.phase.rawValue ?? "-" }
            table += "| `\(name)` | " + cells.joined(separator: " | ") + " |\n"
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains(table), "\(table)")
    }

    @Test func theTransitionTableIsThisOne() {
        for (transition, row) in Self.table {
            let outcomes = Self.starts.map { _, start in
                start.after(transition, in: .football).map { "\($0.phase.rawValue) \($0.period)" } ?? "-"
            }
            #expect(outcomes.joined(separator: ",") == row, "\(transition)")
        }
    }

    @Test func basketballHasNoShootOut() {
        #expect(MatchProgress(phase: .interval, period: 5).after(.shootOutStarted, in: .basketball) == nil)
        #expect(
            MatchProgress(phase: .interval, period: 5).after(.started(6), in: .basketball)
                == MatchProgress(phase: .playing, period: 6))
    }

    @Test func whatCannotFollowIsRefusedAndChangesNothing() throws {
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        let before = day.content
        #expect(throws: InvalidTransition(from: "playing in period 1", event: "finished")) {
            try day.report(2, .finished, at: 20)
        }
        #expect(throws: InvalidTransition(from: "playing in period 1", event: "kickOffMoved")) {
            try day.report(2, .kickOffMoved(to: time(60)))
        }
        #expect(throws: InvalidTransition(from: "playing in period 1", event: "kickTaken")) {
            try day.report(2, .kickTaken(side: .home, scored: true))
        }
        #expect(day.content == before)
    }

    @Test func aPostponedMatchIsOverUnlessItHasANewDate() throws {
        var day = try MatchDay(football())
        try day.report(1, .kickOffMoved(to: time(45)))
        #expect(day[0].phase == .scheduled)
        #expect(day[0].kickOff == time(45))
        #expect(day.content.staleDate == time(60))
        #expect(day.wake == nil)

        try day.report(2, .kickOffMoved(), at: 30)
        #expect(day[0].phase == .postponed)
        #expect(day.wake == time(35))

        try day.report(3, .kickOffMoved(to: time(120)), at: 32)
        #expect(day[0].phase == .scheduled)
        #expect(day.wake == nil)

        // Later than the 8 hours that an activity can be active.
        try day.report(4, .kickOffMoved(to: time(481)), at: 33)
        #expect(day[0].phase == .postponed)
        try day.sleep()
        #expect(day.end == .after(time(38 + 15)))
    }

    @Test func anAbandonedMatchEndsWithoutAnAlert() throws {
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(0)))
        try day.report(2, .suspended(at: time(20)), at: 20)
        try day.report(3, .abandoned, at: 50)
        #expect(day[0].phase == .abandoned)
        #expect(day.alert == nil)
        try day.sleep()
        #expect(day.now == time(55))
        #expect(day.end == .after(time(70)))
    }
}
