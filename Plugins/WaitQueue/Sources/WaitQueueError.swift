public import LiveActivityCore

/// What made no sense about a queue's party or event. Nothing has changed.
///
/// New cases are added in later versions.
@nonexhaustive
public enum WaitQueueError: Error, Hashable, Sendable {
    /// The field must say something.
    case empty(_ field: String)
    /// The field is longer than surfaces and payload have room for. Both are bytes of UTF-8.
    case tooLong(_ field: String, bytes: Int, limit: Int)
    /// The field has a character that cannot be shown.
    case controlCharacter(_ field: String)
    /// The number is not one that the field can have.
    case outOfRange(_ field: String, Int, allowed: ClosedRange<Int>)
    /// A party cannot have more parties before it than ever joined before it.
    case positionBeyondTicket(position: Int, ticket: Int)
    /// The first guess must be more than 0 and at most 14,400 seconds a party.
    case paceOutOfRange(secondsPerParty: Double)
    /// The tickets of `also` must rise, and each be above `through`.
    case ticketsNotAscending([Int])
    /// A hold must end after now and within two hours. A date far away is most likely in the wrong unit or epoch (WIRE-03).
    case holdOutOfReach(Date, now: Date)
    /// The party has asked for more time as often as it may.
    case noMoreTime(times: Int)
}

extension WaitQueueError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty(let field): "\(field) is empty"
        case .tooLong(let field, let bytes, let limit): "\(field) has \(bytes) bytes, and room for \(limit)"
        case .controlCharacter(let field): "\(field) has a control character in it"
        case .outOfRange(let field, let value, let allowed):
            "\(field) is \(value), and must be \(allowed.lowerBound) to \(allowed.upperBound)"
        case .positionBeyondTicket(let position, let ticket):
            "position \(position) is not possible with ticket \(ticket): only \(ticket - 1) joined before"
        case .paceOutOfRange(let seconds): "secondsPerParty is \(seconds), and must be more than 0 and at most 14400"
        case .ticketsNotAscending(let tickets): "the tickets of also must rise and be above through, unlike \(tickets)"
        case .holdOutOfReach(let date, let now):
            "a hold until \(date.timeIntervalSinceReferenceDate) s since 2001 is not within two hours after now, "
                + "\(now.timeIntervalSinceReferenceDate) s"
        case .noMoreTime(let times): "more time was asked for \(times) times, which is the limit"
        }
    }
}
