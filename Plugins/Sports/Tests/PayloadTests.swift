import Foundation
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import SportsActivity

/// Attributes and content fit the payload's 4096 bytes whatever a feed sends.
@Suite struct PayloadTests {
    /// The size as Foundation writes it, with escaped slashes.
    static func bytes(_ value: some Encodable) throws -> Int { try JSONEncoder().encode(value).count }

    static func largest(matches: Int, _ character: Character, sport: Sport = .football) -> SportsAttributes {
        func text(_ bytes: Int) -> String { String(repeating: character, count: bytes / character.utf8.count) }
        var attributes = SportsAttributes(title: text(48), sport: sport, matches: [])
        for index in 0..<matches {
            let date = Date(timeIntervalSinceReferenceDate: 803_667_600.123_456_7 + Double(index) * 777.777)
            attributes.matches.append(
                .init(
                    id: "\(index)" + text(23), home: .init(name: text(32), code: text(8)),
                    away: .init(name: text(32), code: text(8)), kickOff: date, venue: text(48)))
        }
        return attributes
    }

    @Test func attributesThatAreTooLargeAreRefused() throws {
        var refused: [Int] = []
        for matches in 1...6 {
            for character: Character in ["a", "\"", "/", "ä", "⚽️"] {
                let attributes = Self.largest(matches: matches, character)
                let bytes = PayloadBudget.bytes(of: attributes)
                #expect(try Self.bytes(attributes) <= bytes)
                if bytes > 1_400 {
                    #expect(throws: SportsError.attributesTooLarge(bytes: bytes, limit: 1_400)) {
                        try attributes.validate()
                    }
                    if character == "a" { refused.append(matches) }
                } else {
                    try attributes.validate()
                }
            }
        }
        #expect(refused == [4, 5, 6])
    }

    @Test func theLargestStateThereCanBeFits() throws {
        for matches in 1...6 {
            var attributes = Self.largest(matches: matches, "/")
            for index in attributes.matches.indices where matches > 2 { attributes.matches[index].venue = nil }
            for index in attributes.matches.indices where matches > 3 {
                attributes.matches[index].home.name = "Northport"
                attributes.matches[index].away.name = "Southport"
                attributes.matches[index].id = "match-\(index)"
            }
            try attributes.validate()

            var match = MatchState()
            match.progress = MatchProgress(phase: .postponed, period: 18)
            match.home = 999
            match.away = 999
            match.clock = time(0)...time(90)
            match.pausedAt = time(1)
            match.stoppage = 60
            match.kickOff = time(2)
            match.shootOut = MatchState.ShootOut(home: 99, away: 99, homeTaken: 99, awayTaken: 99)
            match.feed.newest = 999_999_999
            match.feed.seen = .max
            match.feed.newestTransition = 999_999_999
            match.feed.confirmed = 999_999_999
            #expect(try Self.bytes(match) + 1 <= PayloadBudget.match)

            var state = SportsState(leading: 0, matches: Array(repeating: match, count: matches), moments: [])
            let name = PayloadBudget.shortened(String(repeating: "é/", count: 50))
            for number in 0..<100 {
                let moment = MatchMoment(
                    match: matches - 1, number: 999_999_999 - number, kind: .substitution, side: .away, minute: 120,
                    stoppage: 60, player: name, playerOff: name, points: 99)
                #expect(try Self.bytes(moment) + 1 <= PayloadBudget.bytes(of: moment))
                state.insert(moment, for: attributes)
            }
            let bytes = try Self.bytes(attributes) + Self.bytes(state)
            #expect(bytes <= 4_096)
            // Most of the payload is used.
            #expect(bytes >= 3_600, "\(matches): \(bytes)")
            #expect(state.moments.count >= 3)
        }
    }

    @Test func sixOrdinaryMatchesFit() throws {
        let day = SportsAttributes(
            title: "Champions League", sport: .football,
            matches: (1...6).map {
                .init(
                    id: "2026-\($0)-4711", home: .init(name: "Borussia Mönchengladbach", code: "BMG"),
                    away: .init(name: "Wolverhampton Wanderers", code: "WOL"), kickOff: time(Double($0)))
            })
        _ = try MatchDay(day)
        // There is space for more than one goal in each match.
        #expect(PayloadBudget.moments(for: day) / 100 >= 7)
    }

    @Test func theListOfOneMatchHasSpaceFor24Goals() throws {
        var day = try MatchDay(football())
        for number in 1...24 { try day.report(number, .scored(side: .home, player: "Lionel Messi", minute: number)) }
        #expect(day.state.moments.count == 24)
    }

    @Test func substitutionsAreRemovedBeforeCardsAndCardsBeforeGoals() throws {
        var day = try MatchDay(football())
        let name = String(repeating: "x", count: 40)
        for number in stride(from: 1, through: 60, by: 3) {
            try day.report(number, .substituted(side: .home, on: name, off: name, minute: 60))
            try day.report(number + 1, .carded(side: .home, card: .yellow, player: name, minute: 60))
            try day.report(number + 2, .scored(side: .home, player: name, minute: 60))
        }
        let kinds = day.state.moments.map(\.kind)
        #expect(kinds.filter { $0 == .substitution }.isEmpty)
        #expect(kinds.filter { $0 == .goal }.count == 20)
        #expect(!kinds.filter { $0 == .yellow }.isEmpty)
        #expect(day[0].home == 20)
        // A score whose scorer is no longer listed still counts, and can still be overturned.
        for number in 61...120 { try day.report(number, .scored(side: .home, player: name, minute: 70)) }
        #expect(day[0].home == 80)
        #expect(day.state.moments.count < 40)
        try day.report(121, .overturned(score: 120 - 62, side: .home))
        #expect(day[0].home == 79)
    }

    @Test func namesAreCutBetweenCharacters() {
        #expect(PayloadBudget.shortened("Lionel Messi") == "Lionel Messi")
        #expect(PayloadBudget.shortened(nil) == nil)
        #expect(PayloadBudget.shortened("\u{7}\n") == nil)
        #expect(PayloadBudget.shortened("a\u{0}b") == "ab")
        #expect(PayloadBudget.shortened(String(repeating: "x", count: 28)) == String(repeating: "x", count: 28))
        #expect(PayloadBudget.shortened(String(repeating: "x", count: 29)) == String(repeating: "x", count: 25) + "…")
        #expect(PayloadBudget.shortened(String(repeating: "\"", count: 29)) == String(repeating: "\"", count: 12) + "…")
        let family = String(repeating: "👨‍👩‍👧‍👦", count: 3)
        #expect(PayloadBudget.shortened(family) == "👨‍👩‍👧‍👦…")
        let monster = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(PayloadBudget.shortened(monster) == nil)
    }

    @Test(arguments: [1, 2, 3, 6], SeededGenerator.seeds(3))
    func everyRandomFeedKeepsTheInvariants(matches: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for sport in [Sport.football, .basketball, .iceHockey] {
            var attributes = Self.largest(matches: matches, "/", sport: sport)
            for index in attributes.matches.indices where matches > 2 {
                attributes.matches[index].home.name = "Home/\(index)"
                attributes.matches[index].away.name = "A\"\(index)"
                attributes.matches[index].venue = nil
            }
            if matches == 6 { for index in 0..<6 { attributes.matches[index].id = "i/\(index)" } }
            var day = try MatchDay(attributes)
            let fixed = try Self.bytes(attributes)
            var accepted = 0
            var number = 0
            for _ in 0..<1_500 {
                number += random.below(3)
                let event = SportsEvent(
                    match: attributes.matches[random.below(matches)].id, number: max(1, number - random.below(6)),
                    Self.anything(&random, at: day.now, upTo: number))
                let before = (day.content, day.wake)
                do {
                    try day.send(event)
                    accepted += 1
                } catch {
                    #expect(error is InvalidField || error is SportsError || error is InvalidTransition)
                    #expect(before == (day.content, day.wake))
                }
                if let wake = day.wake {
                    #expect(wake > day.now)
                    if random.below(8) == 0 { try day.sleep() }
                }
                if day.end != nil { break }
                Self.check(day, fixed)
            }
            #expect(accepted > 0)
        }
    }

    static func check(_ day: MatchDay, _ fixed: Int) {
        let state = day.state
        let sport = day.attributes.sport
        #expect((try? bytes(state)).map { $0 + fixed <= 4_096 } == true)
        #expect(state.matches.indices.contains(state.leading))
        #expect(zip(state.moments, state.moments.dropFirst()).allSatisfy { $0.isBefore($1) })
        for (index, match) in state.matches.enumerated() {
            for side in Side.allCases {
                let listed = state.listedPoints(of: side, in: index, sport)
                #expect(listed <= match.points(of: side))
            }
            #expect(match.period <= sport.lastPeriod)
        }
    }

    /// A random event: valid, late, or absurd.
    static func anything(_ random: inout SeededGenerator, at now: Date, upTo number: Int) -> SportsEvent.What {
        let side: Side = random.below(2) == 0 ? .home : .away
        let name = [nil, "", "Ada", String(repeating: "/\"", count: 500), "\u{1}\u{2}", String(repeating: "é", count: 30)][
            random.below(6)]
        let minute = [nil, -1, 0, 1, 45, 46, 90, 120, 5_000][random.below(9)]
        let stoppage = [nil, nil, 1, 60, 61][random.below(5)]
        let date = [now, now - 600, now + 300, now + 1e9, now - 40_000, now.addingTimeInterval(0.123_456_7)][random.below(6)]
        let period = random.below(12)
        switch random.below(20) {
        case 0: return .kickOffMoved(to: [nil, date, now + 86_400][random.below(3)])
        case 1, 2: return .periodStarted(period: period, at: date)
        case 3: return .periodEnded(period: period, at: date)
        case 4: return .stoppageAnnounced(minutes: random.below(70) - 5)
        case 5: return .clockSet(period: period, shows: random.below(9_000) - 100, running: random.below(2) == 0, at: date)
        case 6: return .suspended(at: date)
        case 7: return .resumed(at: date)
        case 8: return .shootOutStarted(at: date)
        case 9: return .kickTaken(side: side, scored: random.below(2) == 0)
        case 10: return random.below(20) == 0 ? .finished : .stoppageAnnounced(minutes: 60)
        case 11: return random.below(20) == 0 ? .abandoned : .periodStarted(period: period, at: date)
        case 12: return .overturned(score: number - random.below(20), side: side, points: [nil, 1, 2, 3][random.below(4)])
        case 13: return .scoreConfirmed(home: random.below(1_010), away: random.below(5))
        case 14: return .carded(side: side, card: .secondYellow, player: name, minute: minute, stoppage: stoppage)
        case 15: return .substituted(side: side, on: name, off: name, minute: minute, stoppage: stoppage)
        default:
            return .scored(
                side: side, points: [nil, 1, 2, 3, 400][random.below(5)], how: [nil, .penalty, .ownGoal][random.below(3)],
                player: name, minute: minute, stoppage: stoppage)
        }
    }
}
