#if Push
import LiveActivityCore

/// One installation in the ledger.
///
/// A ledger may have millions of rows, so the members are ordered by alignment, which makes a row small.
struct DeviceRow: Sendable {
    var urgent = HourBudget()
    /// The date of the last sign of life.
    var heardAt = PackedDate.none
    var installation: PackedName
    /// The index of the app in ``TokenLedger/apps``.
    var app: UInt16
    /// The number of the owner's next row; -1 if there is none.
    var nextOfOwner: Int32 = -1
    var owner: PackedName
    var isFrequent = false
    /// Whether the row represents a broadcast channel instead of a device.
    var isChannel = false
    var isFree = false
    /// `true` if the row has changed since it was stored.
    var isDirty = false
    /// The entries of all targets that have or had a token, or wait for one. There are few, so the search is linear.
    var entries: [TokenRow] = []

    init(installation: PackedName, owner: PackedName, app: UInt16) {
        (self.installation, self.owner, self.app) = (installation, owner, app)
    }

    func position(of key: TokenRow.Key) -> Int? { entries.firstIndex { $0.key == key } }
}

/// The state of one target of an installation: an activity, the start of a kind, or widgets. The order of the members makes it
/// small.
struct TokenRow: Hashable, Sendable {
    /// A target: its sort, and an activity's id or an index in a table of names.
    struct Key: Hashable, Sendable {
        enum Sort: UInt8, Sendable { case activity, pushToStart, widgets, control, messages }
        var id: UInt64
        var sort: Sort

        static let messages = Key(id: 0, sort: .messages)
    }

    /// The state of a start by push.
    enum Start: UInt8, Sendable {
        /// No start was sent.
        case none
        /// The start was sent, and has no answer yet.
        case unanswered
        /// APNs has accepted the start, and the device has given no sign of life since.
        case accepted
        /// The device has given a sign of life since.
        case proven
        /// The device gave no sign of life in time.
        case unproven
        /// The answer was lost, or the push-to-start token was replaced, and the app has registered no token of the activity.
        case lost
    }

    private let id: UInt64
    var token: PackedToken?
    private let sort: Key.Sort
    var start = Start.none
    /// For a push-to-start token: `true` if no sign of life followed a start.
    var isSuspect = false
    /// `true` if the activity has ended, and no push of the end could be sent yet.
    var owesEnd = false
    /// `true` if the push of the end was accepted. The entry is kept until the dismissal, so that the end is not sent twice.
    var isEnded = false
    /// `true` if a token arrived when no change was waiting, so the activity's record must be sent. It is stored until a push
    /// is accepted. For a push-to-start token the owner's activities must be read.
    var needsRecord = false
    /// The kind of an activity, as its index in ``TokenLedger/kinds`` plus 1; 0 if unknown.
    var kind: UInt16 = 0
    /// The relevance that was last sent.
    var relevance: Float = 0
    var registeredAt = PackedDate.none
    /// When the start was sent.
    var startedAt = PackedDate.none
    /// When the last push was sent.
    var sentAt = PackedDate.none
    /// The `timestamp` of the last push, in seconds since 1970. That of the next push is later.
    var timestamp: UInt32 = 0
    /// The sequence of the last change that was sent or need not be sent.
    var sequence: UInt64 = 0
    /// The hash of the content that was last accepted; 0 if there is none.
    var content: UInt64 = 0

    init(_ key: Key) { (id, sort) = (key.id, key.sort) }

    var key: Key { Key(id: id, sort: sort) }
}
#endif
