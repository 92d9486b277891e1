#if Push
import LiveActivityCore

/// One installation in the ledger.
///
/// There is one for each device, so the order of the members matters: those that need an alignment come first.
struct DeviceRow: Sendable {
    var urgent = HourBudget()
    /// The last sign of life.
    var heardAt = PackedDate.none
    var installation: PackedName
    /// A place in ``TokenLedger/apps``.
    var app: UInt16
    /// The next row of the same owner; -1 if there is none.
    var nextOfOwner: Int32 = -1
    var owner: PackedName
    var isFrequent = false
    /// Whether it stands for a broadcast channel and not for a device.
    var isChannel = false
    var isFree = false
    /// Whether the store has an older state of it.
    var isDirty = false
    /// What has, had or will have a token. Few, so they are searched.
    var entries: [TokenRow] = []

    init(installation: PackedName, owner: PackedName, app: UInt16) {
        (self.installation, self.owner, self.app) = (installation, owner, app)
    }

    func position(of key: TokenRow.Key) -> Int? { entries.firstIndex { $0.key == key } }
}

/// One thing of an installation that has a token: an activity, a kind to start, its widgets. The order of the members makes it small.
struct TokenRow: Hashable, Sendable {
    /// What it is: a sort, and an activity's id or a place in a table of names.
    struct Key: Hashable, Sendable {
        enum Sort: UInt8, Sendable { case activity, pushToStart, widgets, control, messages }
        var id: UInt64
        var sort: Sort

        static let messages = Key(id: 0, sort: .messages)
    }

    /// How far a start by push has come.
    enum Start: UInt8, Sendable {
        /// None was sent.
        case none
        /// It was sent, and its answer is not known.
        case unanswered
        /// APNs has accepted it, and the device has given no sign.
        case accepted
        /// The device has given a sign of life since.
        case proven
        /// No sign came in time.
        case unproven
        /// Its answer was lost, or the token that it was sent to was replaced, and the activity has not shown up.
        case lost
    }

    private let id: UInt64
    var token: PackedToken?
    private let sort: Key.Sort
    var start = Start.none
    /// Of a push-to-start token: no sign of life followed a start.
    var isSuspect = false
    /// The activity is over, and the device could not be told.
    var owesEnd = false
    /// The end was accepted. Kept until the dismissal, so that it is not sent twice.
    var isEnded = false
    /// A token came for which no change waited: the activity's record is to be sent. Kept until a push was accepted, also by a restart. Of a
    /// token for starts: the owner's activities are to be looked up.
    var needsRecord = false
    /// Of an activity: its kind, as a place in ``TokenLedger/kinds`` plus 1; 0 if it is not known.
    var kind: UInt16 = 0
    /// The relevance of what was last sent.
    var relevance: Float = 0
    var registeredAt = PackedDate.none
    /// When a start was sent.
    var startedAt = PackedDate.none
    /// When something was last sent.
    var sentAt = PackedDate.none
    /// The `timestamp` of the last push, in seconds since 1970. The next one has a later one.
    var timestamp: UInt32 = 0
    /// The change up to which everything was sent, or need not be.
    var sequence: UInt64 = 0
    /// The hash of the content that was last accepted; 0 if none was.
    var content: UInt64 = 0

    init(_ key: Key) { (id, sort) = (key.id, key.sort) }

    var key: Key { Key(id: id, sort: sort) }
}
#endif
