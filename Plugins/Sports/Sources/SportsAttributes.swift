public import LiveActivityCore

/// The matches that one activity follows: one, or an evening of them (HIG-25).
public struct SportsAttributes: ActivityAttributes, Hashable, Sendable {
    public typealias ContentState = SportsState

    /// What the matches have in common, such as the competition. 1 to 48 bytes.
    public var title: String

    /// The sport that all of them are.
    public var sport: Sport

    /// 1 to 6 matches, in the order in which they take turns. The activity follows the topic `match/<id>` of each.
    public var matches: [Fixture]

    public init(title: String, sport: Sport, matches: [Fixture]) {
        self.title = title
        self.sport = sport
        self.matches = matches
    }

    /// A match as it was arranged.
    public struct Fixture: Codable, Hashable, Sendable {
        /// What the feed calls the match. 1 to 24 bytes, each only once in an activity.
        public var id: String
        public var home: Team
        public var away: Team
        /// When it is to begin. Not before 12 hours ago, nor after a year from now, when the activity is started.
        public var kickOff: Date
        /// Where it is played. 1 to 48 bytes.
        public var venue: String?

        public init(id: String, home: Team, away: Team, kickOff: Date, venue: String? = nil) {
            self.id = id
            self.home = home
            self.away = away
            self.kickOff = kickOff
            self.venue = venue
        }

        func team(_ side: Side) -> Team { side == .home ? home : away }
    }

    public struct Team: Codable, Hashable, Sendable {
        /// 1 to 32 bytes.
        public var name: String
        /// For small surfaces. 1 to 8 bytes.
        public var code: String

        public init(name: String, code: String) {
            self.name = name
            self.code = code
        }
    }

    static let matchesAllowed = 1...6

    /// - Throws: ``SportsError`` for what no evening of matches can be.
    func validate(at now: Date) throws(SportsError) {
        try check(title, "title", bytes: 48)
        try sport.validate()
        try check(matches.count, "the count of matches", in: Self.matchesAllowed)
        for (index, fixture) in matches.enumerated() {
            try check(fixture.id, "match.id", bytes: 24)
            guard !matches[..<index].contains(where: { $0.id == fixture.id }) else { throw .followedTwice(match: fixture.id) }
            for team in [fixture.home, fixture.away] {
                try check(team.name, "team.name", bytes: 32)
                try check(team.code, "team.code", bytes: 8)
            }
            try check(fixture.kickOff, from: 12 * 3_600, to: 366 * 86_400, around: now)
            if let venue = fixture.venue { try check(venue, "match.venue", bytes: 48) }
        }
        let bytes = PayloadBudget.bytes(of: self)
        guard bytes <= PayloadBudget.attributesMax else {
            throw .attributesTooLarge(bytes: bytes, limit: PayloadBudget.attributesMax)
        }
    }
}

/// One of the two that play.
public enum Side: String, Codable, Hashable, Sendable, CaseIterable {
    case home, away
}

func check(_ value: Int, _ field: String, in allowed: ClosedRange<Int>) throws(SportsError) {
    guard allowed.contains(value) else { throw .outOfRange(field, value, allowed: allowed) }
}

/// - Parameters:
///   - before: So many seconds the date may lie before `now`.
///   - after: So many seconds it may lie after `now`.
func check(_ date: Date, from before: TimeInterval, to after: TimeInterval, around now: Date) throws(SportsError) {
    let distance = date.timeIntervalSince(now)
    guard distance >= -before, distance <= after else { throw .implausibleDate(date, now: now) }
}

/// Control characters are refused because each takes six bytes in JSON, and no surface can show one.
func check(_ text: String, _ field: String, bytes limit: Int) throws(SportsError) {
    let bytes = text.utf8.count
    guard bytes > 0 else { throw .empty(field) }
    guard bytes <= limit else { throw .tooLong(field, bytes: bytes, limit: limit) }
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter(field) }
}
