import Foundation
import LiveActivityCore
import LiveActivityTesting
import RecordedData
import Testing

@testable import SportsActivity

@Suite struct WorldCupTests {
    @Test func all64MatchesEndWithTheFilesScoresScorersAndAlerts() throws {
        let matches = try WorldCup.embedded().matches
        #expect(matches.count == 64)
        for (index, match) in matches.enumerated() {
            let id = "wc-\(index + 1)"
            let attributes = SportsAttributes(title: match.round, sport: .football, matches: [match.fixture(id: id)])
            let scenario = Scenario(SportsProvider(), at: match.kickOff - 3_600)
            let activity = try scenario.start(attributes)
            #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: match.kickOff)])

            var titles: [String] = []
            func collect(_ changes: [Change.What]) {
                for case .alerted(let alert) in changes { titles.append("\(alert.title)") }
            }
            for report in match.reports(id: id) {
                collect(scenario.advance(to: report.date))
                collect(try scenario.publish(report.event, to: Topic("match/\(id)")))
            }
            let content = try #require(scenario.content(of: activity, as: SportsAttributes.self))
            let state = content.state.matches[0]
            #expect([state.home, state.away] == match.goals, "\(match.team1) – \(match.team2)")
            #expect(state.shootOut.map { [$0.home, $0.away] } == match.score.p)
            #expect(state.phase == .finished)

            // Every goal of the file is listed, in the order of play, and alerted.
            let listed = try content.state.moments.map {
                "\($0.side.rawValue) \(try #require($0.minute))+\($0.stoppage ?? 0) \(try #require($0.player))"
            }
            var expected: [(Int, Int, String)] = []
            for (side, goals) in [("home", match.goals1 ?? []), ("away", match.goals2 ?? [])] {
                for goal in goals {
                    let offset = goal.offset ?? 0
                    expected.append((goal.minute, offset, "\(side) \(goal.minute)+\(offset) \(goal.name)"))
                }
            }
            #expect(Set(listed) == Set(expected.map(\.2)))
            #expect(listed.count == expected.count)
            let times = try content.state.moments.map { (try #require($0.minute), $0.stoppage ?? 0) }
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(titles.count == expected.count + 2)
            #expect(titles.first == match.round)
            #expect(titles.last == "Full time")

            collect(scenario.advance(by: 300))
            #expect(scenario.state(of: activity) == .ended)
            #expect(titles.count == expected.count + 2)
        }
    }

    /// Argentina – France, 3–3 after extra time, 4–2 on penalties: the whole story, change by change.
    @Test func theFinal() throws {
        let final = try #require(WorldCup.embedded().matches.last { $0.round == "Final" })
        let attributes = SportsAttributes(title: "World Cup 2022", sport: .football, matches: [final.fixture(id: "64")])
        let scenario = Scenario(SportsProvider(), at: final.kickOff - 86_400)
        let activity = try scenario.start(attributes)
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: final.kickOff)])

        var story: [String] = []
        func tell(_ changes: [Change.What]) {
            for change in changes {
                switch change {
                case .alerted(let alert): story.append("\(alert.title): \(alert.body)")
                case .updated: break
                case .started: story.append("started")
                case .ended(_, let dismissal):
                    story.append("ended, on show for \(Int(dismissal.timeIntervalSince(scenario.now))) s")
                case .dismissed: story.append("dismissed")
                default: story.append("\(change)")
                }
            }
        }
        for report in final.reports(id: "64") {
            tell(scenario.advance(to: report.date))
            tell(try scenario.publish(report.event, to: "match/64"))
        }
        tell(scenario.advance(by: 300))
        tell(scenario.advance(by: 1_800))
        #expect(
            story == [
                "started",
                "World Cup 2022: Argentina – France",
                "Goal for Argentina: Argentina 1–0 France, 23′ Lionel Messi (penalty)",
                "Goal for Argentina: Argentina 2–0 France, 36′ Ángel Di María",
                "Goal for France: Argentina 2–1 France, 80′ Kylian Mbappé (penalty)",
                "Goal for France: Argentina 2–2 France, 81′ Kylian Mbappé",
                "Goal for Argentina: Argentina 3–2 France, 108′ Lionel Messi",
                "Goal for France: Argentina 3–3 France, 118′ Kylian Mbappé (penalty)",
                "Full time: Argentina 3–3 France (4–2 in the shoot-out)",
                "ended, on show for 1256 s",
                "dismissed",
            ])
        #expect(scenario.state(of: activity) == nil)
    }

    /// 29 November 2022: two matches at 18:00, two at 22:00, one activity.
    @Test func aMatchDayOfFourTakesTurns() throws {
        let day = try WorldCup.embedded().matches.filter { $0.date == "2022-11-29" }.sorted {
            ($0.kickOff, $0.team1) < ($1.kickOff, $1.team1)
        }
        #expect(day.count == 4)
        let fixtures = day.enumerated().map { $1.fixture(id: "29-\($0 + 1)") }
        let scenario = Scenario(SportsProvider(), at: day[0].kickOff - 60)
        let activity = try scenario.start(SportsAttributes(title: "World Cup 2022", sport: .football, matches: fixtures))

        let reports = day.enumerated().flatMap { $1.reports(id: "29-\($0 + 1)") }.sorted {
            ($0.date, $0.event.match, $0.event.number) < ($1.date, $1.event.match, $1.event.number)
        }
        var alerts: [String] = []
        var turns = 0
        var led = 0
        var idle = 0
        for report in reports {
            while let due = scenario.nextDeadline, due <= report.date {
                let changes = scenario.advance(to: due)
                let state = try #require(scenario.content(of: activity, as: SportsAttributes.self)).state
                if state.leading != led { turns += 1 }
                led = state.leading
                // The match that is shown first is live, unless none is.
                if state.matches.contains(where: \.phase.isLive), !state.leader.phase.isLive { idle += 1 }
                for case .alerted(let alert) in changes { alerts.append("\(alert.title)") }
            }
            scenario.advance(to: report.date)
            for case .alerted(let alert) in try scenario.publish(report.event, to: Topic("match/\(report.event.match)")) {
                alerts.append("\(alert.title)")
                let state = try #require(scenario.content(of: activity, as: SportsAttributes.self)).state
                #expect(attributesID(state.leading, fixtures) == report.event.match)
            }
            led = try #require(scenario.content(of: activity, as: SportsAttributes.self)).state.leading
        }
        let state = try #require(scenario.content(of: activity, as: SportsAttributes.self)).state
        for (index, match) in day.enumerated() {
            #expect([state.matches[index].home, state.matches[index].away] == match.score.ft)
        }
        let goals = day.reduce(0) { $0 + $1.score.ft[0] + $1.score.ft[1] }
        #expect(alerts.count == 1 + goals + 4)
        #expect(idle == 0)
        // Twice two hours with one turn a minute, minus the turns that a goal replaced.
        #expect(turns > 200 && turns < 250)
        #expect(scenario.advance(by: 300).last.map { if case .ended = $0 { true } else { false } } == true)
        #expect(scenario.advance(by: 4 * 3_600).map(\.name) == ["dismissed"])
    }

    /// A feed that mixes its reports up, repeats them, and does not lose any.
    @Test func allScoresAreTheSameHoweverTheFeedMixesThemUp() throws {
        var random = SeededGenerator(seed: 2_022)
        for (index, match) in try WorldCup.embedded().matches.enumerated() {
            let id = "wc-\(index + 1)"
            let attributes = SportsAttributes(title: match.round, sport: .football, matches: [match.fixture(id: id)])
            let inOrder = match.reports(id: id)
            for _ in 0..<5 {
                var reports = inOrder
                // Full time stays last. Each other report changes places with one that is up to three further.
                for index in 0..<(reports.count - 2) {
                    let other = min(index + random.below(4), reports.count - 2)
                    reports.swapAt(index, other)
                }
                for _ in 0..<10 {
                    let copied = random.below(reports.count - 1)
                    reports.insert(reports[copied], at: copied + random.below(reports.count - 1 - copied))
                }
                let scenario = Scenario(SportsProvider(), at: match.kickOff)
                let activity = try scenario.start(attributes)
                for report in reports {
                    scenario.advance(to: max(scenario.now, report.date))
                    try scenario.publish(report.event, to: Topic("match/\(id)"))
                }
                let state = try #require(scenario.content(of: activity, as: SportsAttributes.self)).state
                #expect([state.matches[0].home, state.matches[0].away] == match.goals)
                #expect(state.matches[0].shootOut.map { [$0.home, $0.away] } == match.score.p)
                #expect(state.matches[0].phase == .finished)
                #expect(state.moments.count == match.goals[0] + match.goals[1])
                #expect(zip(state.moments, state.moments.dropFirst()).allSatisfy { $0.isBefore($1) })
            }
        }
    }

    private func attributesID(_ index: Int, _ fixtures: [SportsAttributes.Fixture]) -> String { fixtures[index].id }
}
