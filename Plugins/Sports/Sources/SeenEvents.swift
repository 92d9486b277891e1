import LiveActivityCore

// @ActivityJSON
/// The events of a match's feed that were applied, so that each counts once, in whatever order they arrive.
///
/// A feed numbers the events of a match from 1. This is a window of deduplication: it stores the newest number, and for
/// that number and the 62 before it whether they arrived. An older number counts as seen, so that a feed may repeat a
/// whole match after it reconnects. An event that was lost for so long is replaced by
/// ``SportsEvent/What/scoreConfirmed(home:away:)``.
public struct SeenEvents: Codable, Hashable, Sendable {
    /// The highest number that arrived; 0 before the first.
    public internal(set) var newest = 0

    /// Bit *n* is set if number *newest - n* arrived.
    public internal(set) var seen = 0

    /// The number of the newest event about the periods or the clock. In JSON `whistle`. An older event about them is
    /// out of date.
    public internal(set) var newestTransition = 0

    /// The number of the newest confirmed score; `nil` before the first. It includes all events with lower numbers.
    public internal(set) var confirmed: Int?

    private enum CodingKeys: String, CodingKey {
        case newest, seen
        case newestTransition = "whistle"
        case confirmed
    }

    static let numbersAllowed = 1...999_999_999
    static let windowSize = 63

    func contains(_ number: Int) -> Bool {
        guard number <= newest else { return false }
        return newest - number >= Self.windowSize || seen >> (newest - number) & 1 == 1
    }

    /// Refuses numbers that no feed has.
    func validate() throws(InvalidField) {
        try InvalidField.check(newest, "feed.newest", in: 0...Self.numbersAllowed.upperBound)
        try InvalidField.check(seen, "feed.seen", in: 0...Int.max)
        try InvalidField.check(newestTransition, "feed.whistle", in: 0...Self.numbersAllowed.upperBound)
        if let confirmed { try InvalidField.check(confirmed, "feed.confirmed", in: Self.numbersAllowed) }
    }

    /// - Parameter number: One of ``numbersAllowed``.
    mutating func insert(_ number: Int) {
        newest = max(newest, 0)
        if number > newest {
            seen = number - newest >= Self.windowSize ? 1 : (seen << (number - newest) | 1) & Int.max
            newest = number
        } else if newest - number < Self.windowSize {
            seen |= 1 << (newest - number)
        }
    }

    /// Whether the newest confirmed score includes this event.
    func isConfirmed(_ number: Int) -> Bool { confirmed.map { number < $0 } ?? false }
}
