public import LiveActivityCore

/// Attributes or an event that make no sense at any step of a wait. Nothing has changed.
///
/// Texts that are empty or too long and numbers that are out of range are an `InvalidField`; an event that cannot
/// follow the current step is an `InvalidTransition`. New cases are added in later versions.
@nonexhaustive
public enum WaitQueueError: Error, Hashable, Sendable {
    /// The position is higher than the ticket: more parties would be before this one than ever joined before it.
    case positionBeyondTicket(position: Int, ticket: Int)
    /// The first estimate is not more than 0 and at most 14,400 seconds for each party.
    case paceOutOfRange(secondsPerParty: Double)
    /// The tickets in `also` do not rise, or not all of them are above `through`.
    case ticketsNotAscending([Int])
    /// The hold does not end after now and within two hours.
    ///
    /// Most often such a date is in another unit (milliseconds) or counts from another date (1970).
    case holdOutOfReach(Date, now: Date)
    /// The party has requested more time as often as it may.
    case noMoreTime(times: Int)
}

extension WaitQueueError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .positionBeyondTicket(let position, let ticket):
            "position \(position) is not possible with ticket \(ticket), because only \(ticket - 1) joined before"
        case .paceOutOfRange(let seconds): "secondsPerParty is \(seconds); it must be more than 0 and at most 14400"
        case .ticketsNotAscending(let tickets):
            "the tickets in also are \(tickets); they must rise, and all must be above through"
        case .holdOutOfReach(let date, let now):
            """
            the hold until \(date.timeIntervalSinceReferenceDate) does not end within two hours after now, \
            \(now.timeIntervalSinceReferenceDate); dates are seconds since 2001-01-01 00:00 UTC, not milliseconds and not \
            since 1970
            """
        case .noMoreTime(let times): "the party has had more time \(times) times, which is the limit"
        }
    }
}
