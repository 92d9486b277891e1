public import LiveActivityCore

/// One party's place in a queue: a table for four, a ride, a number at a counter.
public struct WaitQueueAttributes: ActivityAttributes, Hashable, Sendable {
    public typealias ContentState = WaitQueueState

    /// What the queue is called on the surfaces. 1 to 96 bytes.
    public var waitlistName: String

    /// The party's booking, in its host's words; one activity a booking. 1 to 64 bytes.
    public var bookingId: String

    /// Which queue it is: the activity follows the topic `queue/<queueId>`. 1 to 64 bytes.
    public var queueId: String

    /// The number that the queue gave the party when it joined: whoever joins next gets the next one. 1 up to 999,999,999.
    ///
    /// It says which of two parties joined first, so that one event can move everybody: see ``WaitQueueEvent/advanced(through:also:)``.
    public var ticket: Int

    /// The party's place when the activity starts: 1 is next. 1 up to 100,000, and not more than ``ticket``.
    public var position: Int

    /// How many people the party is. 1 to 999.
    public var partySize: Int

    /// How many seconds passed from one party to the next until now, if the host knows. More than 0, up to 14,400.
    ///
    /// A first guess, worth ``QueuePace/guessWeight`` parties; without it there is no estimate until the queue has moved.
    public var secondsPerParty: Double?

    /// The place from which on the party is told to come closer; 3 unless said otherwise. 1 up to 100.
    public var readyThreshold: Int?

    /// How many minutes a called party is waited for; 10 unless said otherwise. 1 up to 120.
    public var holdMinutes: Int?

    /// How often a called party may ask for five more minutes; 2 times unless said otherwise. 0 up to 10.
    public var extensions: Int?

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

    var threshold: Int { readyThreshold ?? 3 }
    var hold: TimeInterval { TimeInterval((holdMinutes ?? 10) * 60) }
    /// How often a called party may ask for more time, with ``extensions``' default settled.
    public var extensionsMax: Int { extensions ?? 2 }

    /// - Throws: ``WaitQueueError`` for what no party in a queue can have.
    func validate() throws(WaitQueueError) {
        try check(waitlistName, "waitlistName", bytes: 96)
        try check(bookingId, "bookingId", bytes: 64)
        try check(queueId, "queueId", bytes: 64)
        try check(ticket, "ticket", in: Self.ticketsAllowed)
        try check(position, "position", in: Self.positionsAllowed)
        guard position <= ticket else { throw .positionBeyondTicket(position: position, ticket: ticket) }
        try check(partySize, "partySize", in: Self.partySizesAllowed)
        if let secondsPerParty {
            guard secondsPerParty > 0, secondsPerParty <= Self.secondsPerPartyMax else {
                throw .paceOutOfRange(secondsPerParty: secondsPerParty)
            }
        }
        try check(threshold, "readyThreshold", in: 1...100)
        try check(holdMinutes ?? 10, "holdMinutes", in: 1...120)
        try check(extensionsMax, "extensions", in: 0...10)
    }
}

func check(_ value: Int, _ field: String, in allowed: ClosedRange<Int>) throws(WaitQueueError) {
    guard allowed.contains(value) else { throw .outOfRange(field, value, allowed: allowed) }
}

/// Control characters are refused because each takes six bytes in JSON, and no surface can show one.
private func check(_ text: String, _ field: String, bytes limit: Int) throws(WaitQueueError) {
    let bytes = text.utf8.count
    guard bytes > 0 else { throw .empty(field) }
    guard bytes <= limit else { throw .tooLong(field, bytes: bytes, limit: limit) }
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter(field) }
}
