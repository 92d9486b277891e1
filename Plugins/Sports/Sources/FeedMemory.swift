/// Which of a match's feed events are known, so that each counts once in whichever order they come.
///
/// A feed numbers the events of a match from 1 on. The newest number is kept, and for it and the 62 before it whether they came. A
/// still older one counts as known: a feed that repeats a whole match after it reconnects must do no harm, and what was lost for so long
/// is made up for by ``SportsEvent/What/scoreConfirmed(home:away:)``.
public struct FeedMemory: Codable, Hashable, Sendable {
    /// The highest number that came; 0 before the first.
    public internal(set) var newest = 0

    /// Bit *n* says whether number *newest − n* came.
    public internal(set) var seen = 0

    /// The number of the newest event about the clock or the periods. An older one about them is out of date.
    public internal(set) var whistle = 0

    /// The number of the newest confirmed score. What is older is in it.
    public internal(set) var confirmed: Int?

    static let numbersAllowed = 1...999_999_999
    static let window = 63

    func knows(_ number: Int) -> Bool {
        guard number <= newest else { return false }
        return newest - number >= Self.window || seen >> (newest - number) & 1 == 1
    }

    mutating func note(_ number: Int) {
        if number > newest {
            seen = number - newest >= Self.window ? 1 : (seen << (number - newest) | 1) & Int.max
            newest = number
        } else if newest - number < Self.window {
            seen |= 1 << (newest - number)
        }
    }

    /// Whether the newest confirmed score has this event in it.
    func isConfirmed(_ number: Int) -> Bool { confirmed.map { number < $0 } ?? false }
}
