// The JSON of kind 'sports': made by 'contract export'. vectors.json has documents to test it with.
// The defaults of JSONDecoder and JSONEncoder read and write it.

import Foundation

struct SportsAttributes: Codable, Hashable, Sendable {
    var title: String
    var sport: Sport
    var matches: [SportsAttributesFixture]
}

struct Sport: Codable, Hashable, Sendable {
    var name: String
    var periods: Int
    var periodMinutes: Int
    var intervalMinutes: Int
    var halfTimeMinutes: Int
    var overtimes: Int
    var overtimeMinutes: Int
    var hasShootOut: Bool
    var clock: SportClock
    var points: [Int]
    var scoresAreNews: Bool
}

enum SportClock: String, Codable, Hashable, Sendable, CaseIterable {
    case countsUp
    case countsDown
}

struct SportsAttributesFixture: Codable, Hashable, Sendable {
    var id: String
    var home: SportsAttributesTeam
    var away: SportsAttributesTeam
    var kickOff: Date
    var venue: String?
}

struct SportsAttributesTeam: Codable, Hashable, Sendable {
    var name: String
    var code: String
}

struct SportsState: Codable, Hashable, Sendable {
    var leading: Int
    var matches: [MatchState]
    var moments: [MatchMoment]
}

struct MatchState: Codable, Hashable, Sendable {
    var phase: MatchPhase
    var period: Int
    var home: Int
    var away: Int
    var clock: ClosedRange<Date>?
    var pausedAt: Date?
    var stoppage: Int?
    var kickOff: Date?
    var shootOut: MatchStateShootOut?
    var feed: SeenEvents
}

enum MatchPhase: String, Codable, Hashable, Sendable, CaseIterable {
    case scheduled
    case postponed
    case playing
    case interval
    case shootOut
    case suspended
    case finished
    case abandoned
}

struct MatchStateShootOut: Codable, Hashable, Sendable {
    var home: Int
    var away: Int
    var homeTaken: Int
    var awayTaken: Int
}

struct SeenEvents: Codable, Hashable, Sendable {
    var newest: Int
    var seen: Int
    var whistle: Int
    var confirmed: Int?
}

struct MatchMoment: Codable, Hashable, Sendable {
    var match: Int
    var number: Int
    var kind: MatchMomentKind
    var side: Side
    var minute: Int?
    var stoppage: Int?
    var player: String?
    var playerOff: String?
    var points: Int?
}

enum MatchMomentKind: String, Codable, Hashable, Sendable, CaseIterable {
    case goal
    case penalty
    case ownGoal
    case yellow
    case secondYellow
    case red
    case substitution
}

enum Side: String, Codable, Hashable, Sendable, CaseIterable {
    case home
    case away
}

struct SportsEvent: Codable, Hashable, Sendable {
    var match: String
    var number: Int
    var what: What

    enum What: Codable, Hashable, Sendable {
        case kickOffMoved(to: Date?)
        case periodStarted(period: Int, at: Date)
        case periodEnded(period: Int, at: Date)
        case stoppageAnnounced(minutes: Int)
        case clockSet(period: Int, shows: Int, running: Bool, at: Date)
        case suspended(at: Date)
        case resumed(at: Date)
        case shootOutStarted(at: Date)
        case kickTaken(side: Side, scored: Bool)
        case finished
        case abandoned
        case scored(side: Side, points: Int?, how: SportsEventManner?, player: String?, minute: Int?, stoppage: Int?)
        case overturned(score: Int, side: Side, points: Int?)
        case carded(side: Side, card: SportsEventCard, player: String?, minute: Int?, stoppage: Int?)
        case substituted(side: Side, on: String?, off: String?, minute: Int?, stoppage: Int?)
        case scoreConfirmed(home: Int, away: Int)
    }

    private enum CodingKeys: String, CodingKey {
        case match
        case number
    }
}

extension SportsEvent {
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        match = try members.decode(String.self, forKey: .match)
        number = try members.decode(Int.self, forKey: .number)
        what = try What(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(match, forKey: .match)
        try members.encode(number, forKey: .number)
        try what.encode(to: encoder)
    }
}

enum SportsEventManner: String, Codable, Hashable, Sendable, CaseIterable {
    case penalty
    case ownGoal
}

enum SportsEventCard: String, Codable, Hashable, Sendable, CaseIterable {
    case yellow
    case secondYellow
    case red
}

#if canImport(ActivityKit)
import ActivityKit

extension SportsAttributes: ActivityAttributes { typealias ContentState = SportsState }
#endif
