// Made by Scripts/expand-macros from the types that are marked `// @ActivityJSON`: do not edit it.
// Reading and writing without `Codable` takes a third of the time. The JSON is the same; tests compare the two.

public import LiveActivityCore

extension MatchMoment: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        match = try json["match"]
        number = try json["number"]
        kind = try json["kind"]
        side = try json["side"]
        minute = try json["minute"]
        stoppage = try json["stoppage"]
        player = try json["player"]
        playerOff = try json["playerOff"]
        points = try json["points"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("match", match)
        json.member("number", number)
        json.member("kind", kind)
        json.member("side", side)
        json.member("minute", minute)
        json.member("stoppage", stoppage)
        json.member("player", player)
        json.member("playerOff", playerOff)
        json.member("points", points)
    }
}

extension MatchMoment.Kind: JSONReadable, JSONWritable {}

extension MatchPhase: JSONReadable, JSONWritable {}

extension MatchState: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        phase = try json["phase"]
        period = try json["period"]
        home = try json["home"]
        away = try json["away"]
        clock = try json["clock"]
        pausedAt = try json["pausedAt"]
        stoppage = try json["stoppage"]
        kickOff = try json["kickOff"]
        shootOut = try json["shootOut"]
        feed = try json["feed"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("phase", phase)
        json.member("period", period)
        json.member("home", home)
        json.member("away", away)
        json.member("clock", clock)
        json.member("pausedAt", pausedAt)
        json.member("stoppage", stoppage)
        json.member("kickOff", kickOff)
        json.member("shootOut", shootOut)
        json.member("feed", feed)
    }
}

extension MatchState.ShootOut: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        home = try json["home"]
        away = try json["away"]
        homeTaken = try json["homeTaken"]
        awayTaken = try json["awayTaken"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("home", home)
        json.member("away", away)
        json.member("homeTaken", homeTaken)
        json.member("awayTaken", awayTaken)
    }
}

extension SeenEvents: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        newest = try json["newest"]
        seen = try json["seen"]
        newestTransition = try json["whistle"]
        confirmed = try json["confirmed"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("newest", newest)
        json.member("seen", seen)
        json.member("whistle", newestTransition)
        json.member("confirmed", confirmed)
    }
}

extension Side: JSONReadable, JSONWritable {}

extension SportsEvent.What: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        switch try json.enterCase(besides: "match", "number") {
        case "kickOffMoved": self = .kickOffMoved(to: try json["to"])
        case "periodStarted": self = .periodStarted(period: try json["period"], at: try json["at"])
        case "periodEnded": self = .periodEnded(period: try json["period"], at: try json["at"])
        case "stoppageAnnounced": self = .stoppageAnnounced(minutes: try json["minutes"])
        case "clockSet":
            self = .clockSet(
                period: try json["period"], shows: try json["shows"], running: try json["running"], at: try json["at"])
        case "suspended": self = .suspended(at: try json["at"])
        case "resumed": self = .resumed(at: try json["at"])
        case "shootOutStarted": self = .shootOutStarted(at: try json["at"])
        case "kickTaken": self = .kickTaken(side: try json["side"], scored: try json["scored"])
        case "finished": self = .finished
        case "abandoned": self = .abandoned
        case "scored":
            self = .scored(
                side: try json["side"], points: try json["points"], how: try json["how"], player: try json["player"],
                minute: try json["minute"], stoppage: try json["stoppage"])
        case "overturned": self = .overturned(score: try json["score"], side: try json["side"], points: try json["points"])
        case "carded":
            self = .carded(
                side: try json["side"], card: try json["card"], player: try json["player"], minute: try json["minute"],
                stoppage: try json["stoppage"])
        case "substituted":
            self = .substituted(
                side: try json["side"], on: try json["on"], off: try json["off"], minute: try json["minute"],
                stoppage: try json["stoppage"])
        case "scoreConfirmed": self = .scoreConfirmed(home: try json["home"], away: try json["away"])
        default: throw JSONReader.GaveUp()
        }
    }
}

extension SportsEvent.Manner: JSONReadable {}

extension SportsEvent.Card: JSONReadable {}

extension SportsState: JSONReadable, JSONWritable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        leading = try json["leading"]
        matches = try json["matches"]
        moments = try json["moments"]
    }

    public func write(to json: inout JSONWriter) {
        json.member("leading", leading)
        json.member("matches", matches)
        json.member("moments", moments)
    }
}
