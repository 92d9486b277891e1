public import LiveActivityCore

/// Attributes or an event that make no sense in any phase of a match. Nothing has changed.
///
/// Texts that are empty or too long and numbers that are out of range are an `InvalidField`; an event that cannot
/// follow is an `InvalidTransition`. New cases are added in later versions.
@nonexhaustive
public enum SportsError: Error, Hashable, Sendable {
    /// Two of the matches have the same id.
    case followedTwice(match: String)
    /// The attributes leave too little of the payload for the content. Both sizes are bytes of JSON.
    case attributesTooLarge(bytes: Int, limit: Int)
    /// The activity does not follow this match.
    case notFollowed(match: String)
    /// The sport has no score with this number of points.
    case pointsNotPossible(Int, allowed: [Int])
    /// The date is too far from now.
    ///
    /// Most often such a date is in another unit (milliseconds) or counts from another date (1970).
    case implausibleDate(Date, now: Date)
    /// The event that is to be overturned is not a score that counts.
    case notAScore(number: Int)
}

extension SportsError {
    /// - Throws: ``implausibleDate(_:now:)`` for a date far from now.
    static func check(
        _ date: Date, secondsBefore: TimeInterval, secondsAfter: TimeInterval, now: Date
    ) throws(SportsError) {
        let distance = date.timeIntervalSince(now)
        guard distance >= -secondsBefore, distance <= secondsAfter else { throw .implausibleDate(date, now: now) }
    }
}

extension SportsError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .followedTwice(let match): "match '\(match)' is in the list twice; give each match an id of its own"
        case .attributesTooLarge(let bytes, let limit):
            "the attributes take up to \(bytes) bytes, \(limit) are allowed; follow fewer matches or shorten the names"
        case .notFollowed(let match): "match '\(match)' is not one of the activity's matches"
        case .pointsNotPossible(let points, let allowed): "a score of this sport is worth one of \(allowed), not \(points)"
        case .implausibleDate(let date, let now):
            """
            the date \(date.timeIntervalSinceReferenceDate) is too far from now, \(now.timeIntervalSinceReferenceDate); dates \
            are seconds since 2001-01-01 00:00 UTC, not milliseconds and not since 1970
            """
        case .notAScore(let number): "event \(number) is not a score that counts, so it cannot be overturned"
        }
    }
}
