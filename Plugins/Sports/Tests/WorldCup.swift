import Foundation

@testable import SportsActivity

/// The 64 matches of 2022 (Examples/Data/README.md), as a feed would have reported them.
struct WorldCup: Decodable {
    var matches: [Match]

    struct Match: Decodable {
        var round: String
        var date: String
        var time: String
        var team1: String
        var team2: String
        var score: Score
        var goals1: [Goal]?
        var goals2: [Goal]?
        var ground: String

        struct Score: Decodable {
            var ft: [Int]
            var et: [Int]?
            var p: [Int]?
        }

        struct Goal: Decodable {
            var name: String
            var minute: Int
            var offset: Int?
            var penalty: Bool?
            var owngoal: Bool?
        }
    }

    static func matches() throws -> [Match] {
        let file = URL(filePath: #filePath).appending(path: "../../../../Examples/Data/worldcup-2022.json").standardized
        return try JSONDecoder().decode(WorldCup.self, from: Data(contentsOf: file)).matches
    }
}

/// One report and when it comes.
struct Report: Hashable {
    var date: Date
    var event: SportsEvent
}

extension WorldCup.Match {
    /// The whole match's goals, as the file's score after extra time, or after 90 minutes, has them.
    var goals: [Int] { score.et ?? score.ft }

    func fixture(_ id: String) -> SportsAttributes.Fixture {
        .init(
            id: id, home: .init(name: team1, code: String(team1.prefix(3)).uppercased()),
            away: .init(name: team2, code: String(team2.prefix(3)).uppercased()), kickOff: kickOff, venue: ground)
    }

    /// Qatar's time is UTC+3.
    var kickOff: Date { ISO8601DateFormatter().date(from: "\(date)T\(time):00+03:00")! }

    /// Whistles are made up, with as much stoppage time as the goals need; goals are the file's. Of shoot-outs the file has only the
    /// result, so only the kicks that went in are there.
    func reports(_ id: String) -> [Report] {
        let periods = score.et == nil ? 2 : 4
        var reports: [(date: Date, what: SportsEvent.What)] = []
        var clock = kickOff
        for period in 1...periods {
            let start = clock
            reports.append((start, .periodStarted(period: period, at: start)))
            var stoppage = period <= 2 ? 2 : 1
            for (side, goals) in [(Side.home, goals1 ?? []), (Side.away, goals2 ?? [])] {
                for goal in goals where Sport.football.period(ofMinute: goal.minute) == period {
                    stoppage = max(stoppage, goal.offset ?? 0)
                    let played = Double((goal.minute + (goal.offset ?? 0)) * 60) - Sport.football.start(of: period) - 30
                    let manner: SportsEvent.Manner? =
                        goal.penalty == true ? .penalty : goal.owngoal == true ? .ownGoal : nil
                    reports.append(
                        (
                            start + played,
                            .scored(side: side, how: manner, player: goal.name, minute: goal.minute, stoppage: goal.offset)
                        ))
                }
            }
            let end = start + Sport.football.length(of: period)
            reports.append((end - 30, .stoppageAnnounced(minutes: stoppage)))
            let whistle = end + Double(stoppage * 60)
            reports.append((whistle, .periodEnded(period: period, at: whistle)))
            clock = whistle + Sport.football.interval(after: period)
        }
        if let p = score.p {
            reports.append((clock, .shootOutStarted(at: clock)))
            for kick in 0..<max(p[0], p[1]) {
                if kick < p[0] { reports.append((clock + Double(kick * 90 + 30), .kickTaken(side: .home, scored: true))) }
                if kick < p[1] { reports.append((clock + Double(kick * 90 + 75), .kickTaken(side: .away, scored: true))) }
            }
            clock += Double(max(p[0], p[1]) * 90 + 30)
        } else {
            clock = reports.map(\.date).max()! + 10
        }
        reports.append((clock, .finished))
        let inOrder = reports.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
        return inOrder.enumerated().map { number, report in
            Report(
                date: report.element.date, event: SportsEvent(match: id, number: number + 1, report.element.what))
        }
    }
}
