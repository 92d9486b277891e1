public import LiveActivityCore

/// What made no sense about the matches or about a feed's event. Nothing has changed.
///
/// New cases are added in later versions.
@nonexhaustive
public enum SportsError: Error, Hashable, Sendable {
    /// The field must say something.
    case empty(_ field: String)
    /// The field is longer than surfaces and payload have room for. Both are bytes of UTF-8.
    case tooLong(_ field: String, bytes: Int, limit: Int)
    /// The field has a character that cannot be shown.
    case controlCharacter(_ field: String)
    /// The number is not one that the field can have.
    case outOfRange(_ field: String, Int, allowed: ClosedRange<Int>)
    /// Two of the matches have one id.
    case followedTwice(match: String)
    /// The attributes leave no room for what happens in the matches: follow fewer, or with shorter names. Both are bytes of JSON.
    case attributesTooLarge(bytes: Int, limit: Int)
    /// The activity does not follow this match.
    case notFollowed(match: String)
    /// The sport has no score worth so many points.
    case pointsNotPossible(Int, allowed: [Int])
    /// The date is too far from now to be meant. Most likely it is in the wrong unit or epoch (WIRE-03).
    case implausibleDate(Date, now: Date)
    /// There is no score of this number to overturn.
    case notAScore(number: Int)
}

extension SportsError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty(let field): "\(field) is empty"
        case .tooLong(let field, let bytes, let limit): "\(field) has \(bytes) bytes, and room for \(limit)"
        case .controlCharacter(let field): "\(field) has a control character in it"
        case .outOfRange(let field, let value, let allowed):
            "\(field) is \(value), and must be \(allowed.lowerBound) to \(allowed.upperBound)"
        case .followedTwice(let match): "match '\(match)' is there twice"
        case .attributesTooLarge(let bytes, let limit):
            "the attributes take up to \(bytes) bytes, and have room for \(limit): follow fewer matches or shorten the names"
        case .notFollowed(let match): "match '\(match)' is not followed"
        case .pointsNotPossible(let points, let allowed): "a score is worth one of \(allowed), not \(points)"
        case .implausibleDate(let date, let now):
            "\(date.timeIntervalSinceReferenceDate) s since 2001 is too far from now, \(now.timeIntervalSinceReferenceDate) s"
        case .notAScore(let number): "event \(number) is not a score that counts"
        }
    }
}
