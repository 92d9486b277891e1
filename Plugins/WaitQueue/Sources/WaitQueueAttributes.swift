public import LiveActivityCore

// @ActivityJSON(.reading)
/// One party in a queue: for a table, a ride, or a counter. It never changes after the start.
///
/// A value out of range throws `InvalidField` or ``WaitQueueError`` when the activity is started. All sizes are bytes
/// of UTF-8.
public struct WaitQueueAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. They change with every event.
    public typealias ContentState = WaitQueueState

    /// The queue's name on the surfaces. 1 to 96 bytes.
    public var waitlistName: String

    /// The host's id of the party's booking. Each booking has one activity. 1 to 64 bytes.
    public var bookingId: String

    /// The id of the queue. The activity follows the topic `queue/<queueId>`. 1 to 64 bytes.
    public var queueId: String

    /// The number that the party got when it joined. Each party gets a number that is one higher than the last. 1 to
    /// 999,999,999.
    ///
    /// The order in which parties joined, so that one event can move all parties: see
    /// ``WaitQueueEvent/advanced(through:also:)``.
    public var ticket: Int

    /// The party's position in the queue when the activity starts; 1 is next. 1 to 100,000, and not more than
    /// ``ticket``.
    public var position: Int

    /// How many people are in the party. 1 to 999.
    public var partySize: Int

    /// The host's first estimate of the time from one party to the next, in seconds. More than 0, up to 14,400.
    ///
    /// The estimate counts as ``QueuePace/guessWeight`` parties. Without it there is no estimate until the queue has moved.
    public var secondsPerParty: Double?

    /// The position from which on the party should come closer. 1 to 100; `nil` means 3.
    public var readyThreshold: Int?

    /// How long a called party's turn is held, in minutes. 1 to 120; `nil` means 10.
    public var holdMinutes: Int?

    /// How often a called party may ask for ``WaitQueueProvider/extensionMinutes`` more minutes. 0 to 10; `nil` means
    /// 2.
    public var extensions: Int?

    /// Creates attributes.
    public init(
        waitlistName: String, bookingId: String, queueId: String, ticket: Int, position: Int, partySize: Int,
        secondsPerParty: Double? = nil, readyThreshold: Int? = nil, holdMinutes: Int? = nil, extensions: Int? = nil
    ) {
        self.waitlistName = waitlistName
        self.bookingId = bookingId
        self.queueId = queueId
        self.ticket = ticket
        self.position = position
        self.partySize = partySize
        self.secondsPerParty = secondsPerParty
        self.readyThreshold = readyThreshold
        self.holdMinutes = holdMinutes
        self.extensions = extensions
    }

    static let ticketsAllowed = 1...999_999_999
    static let positionsAllowed = 1...100_000
    static let partySizesAllowed = 1...999
    static let secondsPerPartyMax = 14_400.0
    static let extensionsAllowed = 0...10

    var threshold: Int { readyThreshold ?? 3 }
    var hold: TimeInterval { TimeInterval(holdMinutes ?? 10) * 60 }
    /// How often a called party may ask for more time: ``extensions``, or its default.
    public var extensionsMax: Int { extensions ?? 2 }

    /// - Throws: `InvalidField` for a value that its field cannot have, ``WaitQueueError`` for everything else.
    func validate() throws {
        try InvalidField.check(waitlistName, "waitlistName", bytes: 96)
        try InvalidField.check(bookingId, "bookingId", bytes: 64)
        try InvalidField.check(queueId, "queueId", bytes: 64)
        try InvalidField.check(ticket, "ticket", in: Self.ticketsAllowed)
        try InvalidField.check(position, "position", in: Self.positionsAllowed)
        guard position <= ticket else { throw WaitQueueError.positionBeyondTicket(position: position, ticket: ticket) }
        try InvalidField.check(partySize, "partySize", in: Self.partySizesAllowed)
        if let secondsPerParty {
            guard secondsPerParty > 0, secondsPerParty <= Self.secondsPerPartyMax else {
                throw WaitQueueError.paceOutOfRange(secondsPerParty: secondsPerParty)
            }
        }
        try InvalidField.check(threshold, "readyThreshold", in: 1...100)
        try InvalidField.check(holdMinutes ?? 10, "holdMinutes", in: 1...120)
        try InvalidField.check(extensionsMax, "extensions", in: Self.extensionsAllowed)
    }
}
