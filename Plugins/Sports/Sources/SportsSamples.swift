public import LiveActivityCore

extension SportsProvider {
    /// Two football matches with delays, corrections, extra time and a shoot-out. The dates fit a start at 2026-06-20
    /// 17:00 UTC.
    public var samples: ProviderSamples<SportsAttributes, SportsEvent> {
        let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)
        let evening = SportsAttributes(
            title: "Summer Cup", sport: .football,
            matches: [
                .init(
                    id: "4711", home: .init(name: "Northport", code: "NOR"), away: .init(name: "Eastfield", code: "EAS"),
                    kickOff: epoch, venue: "Harbour Stadium"),
                .init(
                    id: "4712", home: .init(name: "Westhill", code: "WES"), away: .init(name: "Southbay", code: "SOU"),
                    kickOff: epoch.addingTimeInterval(900)),
            ])
        let single = SportsAttributes(title: "Semi-final", sport: .football, matches: [evening.matches[0]])
        let game = SportsAttributes(
            title: "League", sport: .basketball,
            matches: [
                .init(
                    id: "G7", home: .init(name: "Hawks", code: "HAW"), away: .init(name: "Comets", code: "COM"), kickOff: epoch)
            ])

        var story: [ProviderSamples<SportsAttributes, SportsEvent>.Moment] = []
        var numbers = [0, 0]
        func happens(_ minutes: Double, _ match: Int, _ what: SportsEvent.What) {
            numbers[match] += 1
            story.append(
                .init(
                    after: minutes * 60,
                    SportsEvent(match: evening.matches[match].id, number: numbers[match], what)))
        }
        func at(_ minutes: Double) -> Date { epoch.addingTimeInterval(minutes * 60) }
        happens(1, 0, .periodStarted(period: 1, at: at(1)))
        happens(15, 1, .kickOffMoved(to: at(20)))
        happens(18, 0, .scored(side: .home, player: "Ada Berg", minute: 18))
        happens(20, 1, .periodStarted(period: 1, at: at(20)))
        happens(31, 0, .carded(side: .away, card: .yellow, player: "Jon Falk", minute: 31))
        happens(45, 0, .stoppageAnnounced(minutes: 2))
        happens(46, 0, .scored(side: .away, how: .penalty, player: "Mia Lund", minute: 45, stoppage: 1))
        happens(48, 0, .periodEnded(period: 1, at: at(48)))
        happens(52, 1, .scored(side: .away, player: "Eva Dahl", minute: 33))
        happens(53, 1, .overturned(score: 3, side: .away))
        happens(63, 0, .periodStarted(period: 2, at: at(63)))
        happens(66, 1, .periodEnded(period: 1, at: at(66)))
        happens(75, 0, .substituted(side: .home, on: "Liv Strand", off: "Ada Berg", minute: 58))
        happens(81, 1, .periodStarted(period: 2, at: at(81)))
        happens(90, 1, .suspended(at: at(90)))
        happens(96, 1, .resumed(at: at(96)))
        happens(109, 0, .scored(side: .home, how: .ownGoal, player: "Ulf Moen", minute: 90, stoppage: 2))
        happens(112, 0, .periodEnded(period: 2, at: at(112)))
        happens(112, 0, .finished)
        happens(114, 1, .scoreConfirmed(home: 0, away: 0))
        happens(135, 1, .periodEnded(period: 2, at: at(135)))
        happens(140, 1, .periodStarted(period: 3, at: at(140)))
        happens(155, 1, .periodEnded(period: 3, at: at(155)))
        happens(156, 1, .periodStarted(period: 4, at: at(156)))
        happens(172, 1, .shootOutStarted(at: at(172)))
        happens(173, 1, .kickTaken(side: .home, scored: true))
        happens(174, 1, .kickTaken(side: .away, scored: false))
        happens(176, 1, .finished)
        return ProviderSamples(
            attributes: [evening, single, game], story: story,
            actions: [.init(Self.nextMatch, SportsStrings.nextMatch)])
    }
}
