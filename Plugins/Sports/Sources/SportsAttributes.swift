public import LiveActivityCore

/// The matches that one activity follows: one to six of one sport. It never changes after the start.
///
/// A value out of range throws `InvalidField` or ``SportsError`` when the activity is started. All sizes are bytes of
/// UTF-8.
public struct SportsAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. They change with every event.
    public typealias ContentState = SportsState

    /// The title for all matches, such as the competition. 1 to 48 bytes.
    public var title: String

    /// The sport of all matches.
    public var sport: Sport

    /// 1 to 6 matches, in the order in which they are shown. The activity follows the topic `match/<id>` of each.
    public var matches: [Fixture]

    /// Creates attributes.
    public init(title: String, sport: Sport, matches: [Fixture]) {
        self.title = title
        self.sport = sport
        self.matches = matches
    }

    /// A match that is arranged.
    public struct Fixture: Codable, Hashable, Sendable {
        /// The feed's id of the match. 1 to 24 bytes, and only once in an activity.
        public var id: String
        /// The home side.
        public var home: Team
        /// The away side.
        public var away: Team
        /// When the match is to begin: at most 12 hours before the activity starts, at most 366 days after it.
        public var kickOff: Date
        /// The venue of the match. 1 to 48 bytes.
        public var venue: String?

        /// Creates a fixture.
        public init(id: String, home: Team, away: Team, kickOff: Date, venue: String? = nil) {
            self.id = id
            self.home = home
            self.away = away
            self.kickOff = kickOff
            self.venue = venue
        }

        func team(_ side: Side) -> Team { side == .home ? home : away }
    }

    /// One of the two teams of a match.
    public struct Team: Codable, Hashable, Sendable {
        /// The full name. 1 to 32 bytes.
        public var name: String
        /// A short name for small surfaces, such as `ARG`. 1 to 8 bytes.
        public var code: String

        /// Creates a team.
        public init(name: String, code: String) {
            self.name = name
            self.code = code
        }
    }

    static let matchesAllowed = 1...6

    /// - Throws: `InvalidField` for a value that its field cannot have, ``SportsError`` for everything else.
    func validate() throws {
        try InvalidField.check(title, "title", bytes: 48)
        try sport.validate()
        try InvalidField.check(matches.count, "the count of matches", in: Self.matchesAllowed)
        for (index, fixture) in matches.enumerated() {
            try InvalidField.check(fixture.id, "match.id", bytes: 24)
            guard !matches[..<index].contains(where: { $0.id == fixture.id }) else {
                throw SportsError.followedTwice(match: fixture.id)
            }
            for team in [fixture.home, fixture.away] {
                try InvalidField.check(team.name, "team.name", bytes: 32)
                try InvalidField.check(team.code, "team.code", bytes: 8)
            }
            try InvalidField.check(fixture.kickOff, "match.kickOff")
            if let venue = fixture.venue { try InvalidField.check(venue, "match.venue", bytes: 48) }
        }
        let bytes = PayloadBudget.bytes(of: self)
        guard bytes <= PayloadBudget.attributesMax else {
            throw SportsError.attributesTooLarge(bytes: bytes, limit: PayloadBudget.attributesMax)
        }
    }
}

// @ActivityJSON
/// One of the two sides of a match. In JSON the case's name.
public enum Side: String, Codable, Hashable, Sendable, CaseIterable {
    /// The team that is named first.
    case home
    /// The team that is named second.
    case away
}
