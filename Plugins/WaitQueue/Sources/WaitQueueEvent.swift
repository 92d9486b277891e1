public import LiveActivityCore

/// What the world reports about a queue, or about one party in it.
///
/// The first three are about the queue and are published to `queue/<queueId>`; they reach every party in it. The others are
/// sent to one party's activity.
public enum WaitQueueEvent: Codable, Hashable, Sendable {
    /// All parties with tickets up to `through` are gone from the queue, and of those behind them the ones in `also`.
    ///
    /// *Gone* is whoever no longer waits: called, or left. The event does not say what happened, it says **how things stand**, and
    /// each party finds its place from it:
    ///
    ///     place = (its ticket − through) − (how many of also are below its ticket)
    ///
    /// Therefore one event moves everybody, and
    /// - a party in front that gives up is one more of `also`, and only those behind it move up;
    /// - a party of two that is called before a party of eight is one more of `also`, and the eight stay where they are;
    /// - an event that is lost does no harm: the next one says it all;
    /// - an event that comes twice or late does no harm: who is gone stays gone, so a place only ever gets smaller, and the event
    ///   that would make it larger is an old one.
    ///
    /// A party that takes its place again after it was called does not push the others back; they are told one place too few
    /// until it is called again.
    ///
    /// `also` rises, lies above `through`, and has at most 64 tickets.
    case advanced(through: Int, also: [Int]? = nil)

    /// The sign at the entrance says that whoever joins now, at `place`, waits so many minutes: 0 up to 600.
    ///
    /// Without a `place` it is taken to be like the one that this party joined at.
    case waitPosted(minutes: Int, place: Int? = nil)

    /// A party whose turn has just come had waited so many minutes, 0 up to 600, since it joined at `place`.
    ///
    /// This is how it is learnt whether the sign tells the truth. Without a `place` as above.
    case waitMeasured(minutes: Int, place: Int? = nil)

    /// It is this party's turn. The place is held until `holdUntil`, at most two hours; as long as its attributes say if it is not given.
    case called(holdUntil: Date? = nil)

    /// The party came.
    case seated

    /// The party gave its place up.
    case left

    /// The party has become larger or smaller. 1 to 999.
    case partySizeChanged(to: Int)

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
