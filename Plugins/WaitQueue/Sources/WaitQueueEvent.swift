public import LiveActivityCore

// @ActivityJSON(.reading)
/// What happens in a queue, or to one party in it.
///
/// The first three events are about the queue: publish them to the topic `queue/<queueId>`, and they reach every party.
/// Send the others to one party's activity.
///
/// Nothing follows the steps `seated`, `left` and `noShow`: `InvalidTransition` is thrown. A number out of range throws
/// `InvalidField`.
public enum WaitQueueEvent: Codable, Hashable, Sendable {
    /// All parties with tickets up to `through` no longer wait, and of those behind them the ones in `also`. Follows
    /// every step.
    ///
    /// A party no longer waits when it has been called or has left. The event does not say what happened, it states
    /// **the current queue**, and each party computes its position from it:
    ///
    ///     position = (its ticket - through) - (how many of also are below its ticket)
    ///
    /// Therefore one event moves all parties, and
    /// - a party in front that gives up is one more ticket in `also`, and only the parties behind it move up;
    /// - a party of two that is called before a party of eight is one more ticket in `also`, and the eight stay where
    ///   they are;
    /// - a lost event does no harm, because the next one states the whole queue;
    /// - an event that arrives twice or late does no harm, because a position only gets smaller: an event that would
    ///   make it larger is old.
    ///
    /// A party that returns to the queue after its call does not push the others back; their positions are one too low
    /// until it is called again.
    ///
    /// `through` is 0 to 999,999,999. `also` has at most 64 tickets; they rise, and all are above `through`, otherwise
    /// ``WaitQueueError/ticketsNotAscending(_:)`` is thrown.
    case advanced(through: Int, also: [Int]? = nil)

    /// The sign at the entrance shows the wait of a party that joins now, at `position`, in minutes: 0 to 600.
    /// Follows every step.
    ///
    /// `position` is 1 to 100,000; `nil` is the position at which this party joined. In JSON it is `place`.
    case waitPosted(minutes: Int, position: Int? = nil)

    /// The measured wait, in minutes, 0 to 600, of a party that has just been called and had joined at `position`. Follows
    /// every step.
    ///
    /// Measured waits show whether the sign is accurate. `position` is as in ``waitPosted(minutes:position:)``. In JSON it
    /// is `place`.
    case waitMeasured(minutes: Int, position: Int? = nil)

    /// It is this party's turn. Follows `waiting` and `almostReady`, and alerts.
    ///
    /// The turn is held until `holdUntil`, at most two hours from now, otherwise
    /// ``WaitQueueError/holdOutOfReach(_:now:)`` is thrown; `nil` is ``WaitQueueAttributes/holdMinutes`` from now.
    case called(holdUntil: Date? = nil)

    /// The party came, and the activity ends. Follows every step.
    case seated

    /// The party left the queue, and the activity ends. Follows every step.
    case left

    /// The party has become larger or smaller, 1 to 999 people. Follows every step.
    case partySizeChanged(to: Int)

    // The position is called `place` in JSON, which released apps and hosts send.
    private enum WaitPostedCodingKeys: String, CodingKey {
        case minutes
        case position = "place"
    }

    private enum WaitMeasuredCodingKeys: String, CodingKey {
        case minutes
        case position = "place"
    }

    /// The event's name without its values, as in JSON.
    var name: String {
        switch self {
        case .advanced: "advanced"
        case .waitPosted: "waitPosted"
        case .waitMeasured: "waitMeasured"
        case .called: "called"
        case .seated: "seated"
        case .left: "left"
        case .partySizeChanged: "partySizeChanged"
        }
    }
}
