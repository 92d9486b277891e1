import LiveActivityCore

/// The largest size of each part in bytes of JSON, so that attributes and content stay within 4096 bytes whatever a
/// feed sends.
///
/// Attributes have a limit of their own and are refused beyond it. Each match has a fixed largest size. Moments get the
/// rest; when they exceed it, the least important ones are removed.
enum PayloadBudget {
    /// The limit of attributes and content together. Source: Documentation/Reference.md, LIM-04.
    static let payload = 4_096
    /// With six matches it leaves at least 740 bytes for moments.
    static let attributesMax = 1_400
    /// The size of a match in which every field has its longest value.
    static let match = 320
    /// The longest name of a player.
    static let name = 28

    /// An upper bound of the attributes' size.
    static func bytes(of attributes: SportsAttributes) -> Int {
        var bytes = 290 + text(attributes.title) + text(attributes.sport.name) + attributes.sport.points.count * 3
        for match in attributes.matches {
            bytes += 100 + text(match.id) + text(match.home.name) + text(match.home.code)
            bytes += text(match.away.name) + text(match.away.code)
            if let venue = match.venue { bytes += 12 + text(venue) }
        }
        return bytes
    }

    /// The limit of all moments together.
    static func moments(for attributes: SportsAttributes) -> Int {
        payload - bytes(of: attributes) - attributes.matches.count * match - 48
    }

    /// An upper bound of the moment's size.
    static func bytes(of moment: MatchMoment) -> Int {
        var bytes = 82
        if moment.minute != nil { bytes += 13 }
        if moment.stoppage != nil { bytes += 14 }
        if let player = moment.player { bytes += 12 + text(player) }
        if let player = moment.playerOff { bytes += 15 + text(player) }
        if moment.points != nil { bytes += 12 }
        return bytes
    }

    /// The size of a string's content in JSON. A quote and a backslash take two bytes, and so does a slash as
    /// Foundation writes it.
    static func text(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + cost($1) }
    }

    private static func cost(_ byte: UInt8) -> Int {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/") ? 2 : 1
    }

    /// `text` without control characters, truncated to ``name`` bytes; `nil` if it is then empty.
    static func shortened(_ text: String?) -> String? {
        guard let text else { return nil }
        var whole = ""
        var cut = ""
        var bytes = 0
        for character in text {
            guard character.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { continue }
            bytes += character.utf8.reduce(0) { $0 + cost($1) }
            if bytes > name { return cut.isEmpty ? nil : cut + "…" }
            whole.append(character)
            if bytes <= name - 3 { cut = whole }
        }
        return whole.isEmpty ? nil : whole
    }
}
