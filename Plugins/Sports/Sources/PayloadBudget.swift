import LiveActivityCore

/// How many bytes of JSON everything takes at most, so that attributes and content stay within 4096 (LIM-04, LIM-05) whatever a feed sends.
///
/// Attributes have their own limit and are refused beyond it. Matches have a fixed largest size. What is left is for moments:
/// the least important ones make room.
enum PayloadBudget {
    static let payload = 4_096
    /// Leaves at least 740 bytes for moments, with six matches.
    static let attributesMax = 1_400
    /// A match with every field at its longest.
    static let match = 320
    /// Longest name of a player, in bytes of JSON.
    static let name = 28

    /// The attributes' size, or a little more.
    static func bytes(of attributes: SportsAttributes) -> Int {
        var bytes = 290 + text(attributes.title) + text(attributes.sport.name) + attributes.sport.points.count * 3
        for match in attributes.matches {
            bytes += 100 + text(match.id) + text(match.home.name) + text(match.home.code)
            bytes += text(match.away.name) + text(match.away.code)
            if let venue = match.venue { bytes += 12 + text(venue) }
        }
        return bytes
    }

    /// What all moments together may take.
    static func moments(for attributes: SportsAttributes) -> Int {
        payload - bytes(of: attributes) - attributes.matches.count * match - 48
    }

    static func bytes(of moment: MatchMoment) -> Int {
        var bytes = 82
        if moment.minute != nil { bytes += 13 }
        if moment.stoppage != nil { bytes += 14 }
        if let player = moment.player { bytes += 12 + text(player) }
        if let player = moment.playerOff { bytes += 15 + text(player) }
        if moment.points != nil { bytes += 12 }
        return bytes
    }

    /// The size of a string's content in JSON, in which a quote, a backslash and (by Foundation, WIRE-43) a slash take two bytes.
    static func text(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + cost($1) }
    }

    private static func cost(_ byte: UInt8) -> Int {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/") ? 2 : 1
    }

    /// `text` without what cannot be shown, cut so that it takes no more than ``name`` bytes; `nil` if nothing is left.
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
