import LiveActivityCore

/// The texts of alerts and actions, in English. The widget's texts are in `Localizable.xcstrings`.
enum SportsStrings {
    static let nextMatch = "Next match"

    static func kickOff(_ attributes: SportsAttributes, of match: Int) -> AlertConfiguration {
        let fixture = attributes.matches[match]
        let others = attributes.matches.count - 1
        let more = others > 0 ? " and \(others) more" : ""
        return AlertConfiguration(
            title: .literal(attributes.title), body: .literal("\(fixture.home.name) – \(fixture.away.name)\(more)"))
    }

    static func goal(_ fixture: SportsAttributes.Fixture, _ state: MatchState, _ moment: MatchMoment, _ sport: Sport)
        -> AlertConfiguration
    {
        let word = sport.points == [1] ? "Goal" : "Points"
        var body = score(fixture, state)
        if let minute = moment.minute {
            body += ", \(minute)\(moment.stoppage.map { "+\($0)" } ?? "")′"
        }
        if let player = moment.player { body += " \(player)" }
        switch moment.kind {
        case .penalty: body += " (penalty)"
        case .ownGoal: body += " (own goal)"
        default: break
        }
        return AlertConfiguration(title: .literal("\(word) for \(fixture.team(moment.side).name)"), body: .literal(body))
    }

    static func overturned(_ fixture: SportsAttributes.Fixture, _ state: MatchState, _ sport: Sport) -> AlertConfiguration {
        AlertConfiguration(
            title: sport.points == [1] ? "Goal overturned" : "Points overturned", body: .literal(score(fixture, state)))
    }

    static func scoreCorrected(_ fixture: SportsAttributes.Fixture, _ state: MatchState) -> AlertConfiguration {
        AlertConfiguration(title: "Score corrected", body: .literal(score(fixture, state)))
    }

    static func fullTime(_ fixture: SportsAttributes.Fixture, _ state: MatchState) -> AlertConfiguration {
        AlertConfiguration(title: "Full time", body: .literal(score(fixture, state)))
    }

    static func resultCorrected(_ fixture: SportsAttributes.Fixture, _ state: MatchState) -> AlertConfiguration {
        AlertConfiguration(title: "Result corrected", body: .literal(score(fixture, state)))
    }

    private static func score(_ fixture: SportsAttributes.Fixture, _ state: MatchState) -> String {
        let kicks = state.shootOut.map { " (\($0.home)–\($0.away) in the shoot-out)" } ?? ""
        return "\(fixture.home.name) \(state.home)–\(state.away) \(fixture.away.name)\(kicks)"
    }
}
