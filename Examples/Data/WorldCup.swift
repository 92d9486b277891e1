package import LiveActivityCore
package import SportsActivity

/// The 2022 tournament from openfootball, and the reports that a feed would have sent. See README.md in this folder for the
/// source.
package struct WorldCup: Decodable {
    package var matches: [Match]

    package struct Match: Decodable {
        package var round: String
        /// Local day and time in Qatar, UTC+3.
        package var date: String
        package var time: String
        package var team1: String
        package var team2: String
        package var score: Score
        package var goals1: [Goal]?
        package var goals2: [Goal]?
        package var ground: String
    }

    package struct Score: Decodable {
        /// The result after 90 minutes.
        package var ft: [Int]
        /// After extra time.
        package var et: [Int]?
        /// The goals of the shoot-out.
        package var p: [Int]?
    }

    package struct Goal: Decodable {
        package var name: String
        package var minute: Int
        package var offset: Int?
        package var penalty: Bool?
        package var owngoal: Bool?
    }

    /// The file that is embedded in this module.
    package static func embedded() throws -> WorldCup {
        try WireDecoder().decode(WorldCup.self, from: PackageResources.worldcup_2022_json)
    }

    package var final: Match? { matches.last { $0.round == "Final" } }

    /// The matches of one day such as `2022-12-01`, by kick-off; matches at the same time in the order of the file.
    package func matches(on day: String) -> [Match] {
        matches.enumerated().filter { $0.element.date == day }
            .sorted { ($0.element.kickOff, $0.offset) < ($1.element.kickOff, $1.offset) }.map(\.element)
    }
}

extension WorldCup.Match {
    /// One report, and the time at which it arrives.
    package struct Report: Hashable {
        package var date: Date
        package var event: SportsEvent
    }

    /// The goals of both teams, after extra time if there was one.
    package var goals: [Int] { score.et ?? score.ft }

    package var kickOff: Date { Date(iso8601: "\(date)T\(time):00+03:00") ?? .distantPast }

    package func fixture(id: String) -> SportsAttributes.Fixture {
        SportsAttributes.Fixture(
            id: id, home: .init(name: team1, code: Self.code(team1)), away: .init(name: team2, code: Self.code(team2)),
            kickOff: kickOff, venue: ground)
    }

    /// The reports that a feed would have sent about the match.
    ///
    /// The file contains goals and results. Whistles are invented, with as much stoppage time as the goals need. For a
    /// shoot-out the file contains only the result, so only the scored kicks are reported.
    package func reports(id: String) -> [Report] {
        let sport = Sport.football
        var reports: [(date: Date, what: SportsEvent.What)] = []
        var clock = kickOff
        for period in 1...(score.et == nil ? sport.periods : sport.periods + sport.overtimes) {
            let isRegular = period <= sport.periods
            let start = clock
            let minutesBefore = isRegular ? (period - 1) * 45 : 90 + (period - 3) * 15
            let length = Double((isRegular ? sport.periodMinutes : sport.overtimeMinutes) * 60)
            reports.append((start, .periodStarted(period: period, at: start)))
            var stoppage = isRegular ? 2 : 1
            for (side, goal) in goals(from: minutesBefore + 1, through: minutesBefore + Int(length) / 60) {
                stoppage = max(stoppage, goal.offset ?? 0)
                let manner: SportsEvent.Manner? = goal.penalty == true ? .penalty : goal.owngoal == true ? .ownGoal : nil
                reports.append(
                    (
                        // The 23rd minute ends at 23:00.
                        start + Double(goal.minute + (goal.offset ?? 0) - minutesBefore) * 60 - 30,
                        .scored(side: side, how: manner, player: goal.name, minute: goal.minute, stoppage: goal.offset)
                    ))
            }
            let end = start + length
            reports.append((end - 30, .stoppageAnnounced(minutes: stoppage)))
            reports.append((end + Double(stoppage) * 60, .periodEnded(period: period, at: end + Double(stoppage) * 60)))
            let rest = period == 1 ? sport.halfTimeMinutes : sport.intervalMinutes
            clock = end + Double((stoppage + rest) * 60)
        }
        if let kicks = score.p, kicks.count == 2 {
            reports.append((clock, .shootOutStarted(at: clock)))
            for kick in 0..<max(kicks[0], kicks[1]) {
                if kick < kicks[1] { reports.append((clock + Double(kick) * 90 + 30, .kickTaken(side: .away, scored: true))) }
                if kick < kicks[0] { reports.append((clock + Double(kick) * 90 + 75, .kickTaken(side: .home, scored: true))) }
            }
            clock += Double(max(kicks[0], kicks[1])) * 90 + 30
        } else {
            clock = reports.map(\.date).max() ?? clock
        }
        reports.append((clock, .finished))
        let inOrder = reports.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
        return inOrder.enumerated().map { number, report in
            Report(date: report.element.date, event: SportsEvent(match: id, number: number + 1, report.element.what))
        }
    }

    private func goals(from first: Int, through last: Int) -> [(Side, WorldCup.Goal)] {
        ((goals1 ?? []).map { (Side.home, $0) } + (goals2 ?? []).map { (Side.away, $0) })
            .filter { first...last ~= $0.1.minute }
    }

    /// Three letters, as scoreboards show them.
    private static func code(_ team: String) -> String { codes[team] ?? String(team.prefix(3)).uppercased() }

    /// FIFA's codes that are not the first three letters.
    private static let codes = [
        "Cameroon": "CMR", "Costa Rica": "CRC", "Croatia": "CRO", "Iran": "IRN", "Japan": "JPN", "Morocco": "MAR",
        "Netherlands": "NED", "Portugal": "POR", "Saudi Arabia": "KSA", "Serbia": "SRB", "South Korea": "KOR", "Spain": "ESP",
        "Switzerland": "SUI", "United States": "USA", "USA": "USA",
    ]
}
