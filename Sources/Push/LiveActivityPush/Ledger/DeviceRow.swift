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
    /// Whether the row represents a broadcast channel instead of a device.
    var isChannel = false
    var isFree = false
    /// Whether the stored row is older.
    var isDirty = false
    /// The entries that have, had or will have a token. There are few, so the search is linear.
    var entries: [TokenRow] = []

    init(installation: PackedName, owner: PackedName, app: UInt16) {
        (self.installation, self.owner, self.app) = (installation, owner, app)
    }

    func position(of key: TokenRow.Key) -> Int? { entries.firstIndex { $0.key == key } }
}

/// One token's target in an installation: an activity, a kind to start, its widgets. The order of the members makes it small.
struct TokenRow: Hashable, Sendable {
    /// The target: its sort, and an activity's id or an index in a table of names.
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
    /// The activity has ended, and the device could not be informed yet.
    var owesEnd = false
    /// The end was accepted. Kept until the dismissal, so that it is not sent twice.
    var isEnded = false
    /// A token came when no change waited for it: the activity's record is to be sent. Kept until a push was accepted, also
    /// over a restart. For a push-to-start token: the owner's activities are to be looked up.
    var needsRecord = false
    /// The kind of an activity, as its index in ``TokenLedger/kinds`` plus 1; 0 if unknown.
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
