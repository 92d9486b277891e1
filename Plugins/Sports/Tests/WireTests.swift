import Foundation
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import SportsActivity

@Suite struct WireTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func theContentIsWhatAnIPhoneDecodes() throws {
        var day = try MatchDay(football())
        #expect(
            try json(day.state) == """
                {"leading":0,"matches":[{"away":0,"feed":{"newest":0,"seen":0,"whistle":0},"home":0,"period":0,"phase":"scheduled"}],\
                "moments":[]}
                """)
        try day.report(1, .periodStarted(period: 1, at: time(0.51)), at: 1)
        try day.report(2, .scored(side: .away, how: .penalty, player: "Eva", minute: 45, stoppage: 2), at: 47)
        #expect(
            try json(day.state) == """
                {"leading":0,"matches":[{"away":1,"clock":[803667631,803670331],"feed":{"newest":2,"seen":3,"whistle":1},"home":0,\
                "period":1,"phase":"playing"}],\
                "moments":[{"kind":"penalty","match":0,"minute":45,"number":2,"player":"Eva","side":"away","stoppage":2}]}
                """)
        #expect(try JSONDecoder().decode(SportsState.self, from: Data(json(day.state).utf8)) == day.state)
    }

    @Test func directJSONAgreesWithCodable() throws {
        let at = Scenario.epoch
        let all: [SportsEvent.What] = [
            .kickOffMoved(), .kickOffMoved(to: at), .periodStarted(period: 1, at: at), .periodEnded(period: 1, at: at),
            .stoppageAnnounced(minutes: 4), .clockSet(period: 1, shows: 60, running: true, at: at), .suspended(at: at),
            .resumed(at: at), .shootOutStarted(at: at), .kickTaken(side: .home, scored: false), .finished, .abandoned,
            .scored(side: .home), .overturned(score: 5, side: .away, points: 1), .overturned(score: 5, side: .away),
            .scored(side: .away, points: 1, how: .penalty, player: "Eva", minute: 45, stoppage: 2),
            .carded(side: .home, card: .secondYellow, player: "Ulf", minute: 45, stoppage: 1),
            .substituted(side: .home, on: "Ulf", off: "Ole", minute: 45, stoppage: 1), .scoreConfirmed(home: 2, away: 1),
        ]
        for what in all { try JSONAgreement.check(SportsEvent(match: "64", number: 7, what)) }
        var day = try MatchDay(football())
        try day.report(1, .periodStarted(period: 1, at: time(0.51)), at: 1)
        try day.report(2, .scored(side: .away, how: .penalty, player: "Eva", minute: 45, stoppage: 2), at: 47)
        var state = day.state
        state.matches[0].pausedAt = at
        state.matches[0].stoppage = 3
        state.matches[0].kickOff = at
        state.matches[0].shootOut = MatchState.ShootOut(home: 1, away: 2, homeTaken: 3, awayTaken: 4)
        state.matches[0].feed.confirmed = 1
        state.moments[0].playerOff = "Ole"
        state.moments[0].points = 2
        try JSONAgreement.check(state)
    }

    @Test func attributesHaveTheirNamesInJSON() throws {
        #expect(
            try json(football()) == """
                {"matches":[{"away":{"code":"Eas","name":"East"},"home":{"code":"Nor","name":"North"},"id":"m1",\
                "kickOff":803667600}],\
                "sport":{"clock":"countsUp","halfTimeMinutes":15,"hasShootOut":true,"intervalMinutes":5,"name":"football",\
                "overtimeMinutes":15,"overtimes":2,"periodMinutes":45,"periods":2,"points":[1],"scoresAreNews":true},"title":"Cup"}
                """)
    }

    @Test func eventsHaveTheirNamesInJSON() throws {
        let at = Scenario.epoch
        let events: [(SportsEvent.What, String)] = [
            (.kickOffMoved(), #""kickOffMoved":{}"#),
            (.kickOffMoved(to: at), #""kickOffMoved":{"to":803667600}"#),
            (.scored(side: .home), #""scored":{"side":"home"}"#),
            (
                .scored(side: .home, how: .ownGoal, player: "Ulf", minute: 45, stoppage: 1),
                #""scored":{"how":"ownGoal","minute":45,"player":"Ulf","side":"home","stoppage":1}"#
            ),
            (.overturned(score: 5, side: .away), #""overturned":{"score":5,"side":"away"}"#),
            (.periodStarted(period: 1, at: at), #""periodStarted":{"at":803667600,"period":1}"#),
            (.finished, #""finished":{}"#),
            (.carded(side: .home, card: .red), #""carded":{"card":"red","side":"home"}"#),
        ]
        for (what, text) in events {
            let event = SportsEvent(match: "64", number: 7, what)
            let written = try json(event)
            let parts = written.dropFirst().dropLast()
            #expect(parts.contains(text))
            #expect(parts.contains(#""match":"64""#))
            #expect(parts.contains(#""number":7"#))
            #expect(written.utf8.count == text.utf8.count + #"{"match":"64","number":7,}"#.utf8.count)
            #expect(try JSONDecoder().decode(SportsEvent.self, from: Data(written.utf8)) == event)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SportsEvent.self, from: Data(#"{"match":"64","number":7}"#.utf8))
        }
    }
}
