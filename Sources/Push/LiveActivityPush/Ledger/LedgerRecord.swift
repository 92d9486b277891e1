#if Push
import LiveActivityCore
import LiveActivitySealing

/// One installation as it is stored. A later record of the same installation replaces an earlier one.
///
/// It contains tokens, which are secrets; never print it.
public struct LedgerRecord: Codable, Hashable, Sendable {
    var installation: String
    /// The installation's name.
    public var name: String { installation }
    /// `true` if the record says that the installation was removed.
    package var isForgotten: Bool { owner == nil }
    var owner: String?
    var app: String?
    var environment: String?
    var isChannel: Bool?
    var isFrequent: Bool?
    /// The hash of the installation's ``InstallationSecret``, in Base64.
    var secret: String?
    /// The key for sealed content.
    var key: DeviceKey?
    var heardAt_s: UInt32?
    /// The counters of ``HourBudget``, and the number of their newest period.
    var urgent: [UInt8]?
    var urgentPeriod: UInt32?
    var entries: [Entry]?

    struct Entry: Codable, Hashable, Sendable {
        var sort: UInt8
        var id: String
        var token: String?
        var registered_s: UInt32?
        var start: UInt8?
        var started_s: UInt32?
        var sent_s: UInt32?
        var timestamp_s: UInt32?
        var sequence: UInt64?
        var content: UInt64?
        var flags: UInt8?
        var kind: String?
        var relevance: Float?
    }

    /// The record of an installation that was removed.
    init(forgotten installation: String) { self.installation = installation }
}

extension LedgerRecord: CustomStringConvertible, CustomReflectable {
    public var description: String { "record of installation \(installation)" }
    /// A mirror without tokens.
    public var customMirror: Mirror { Mirror(self, children: ["installation": installation]) }
}

extension TokenLedger {
    /// Returns the records that are not stored yet, and marks them as stored.
    public mutating func takeChanges() -> [LedgerRecord] {
        var records = forgotten.map { LedgerRecord(forgotten: $0) }
        forgotten = []
        for row in dirty where !rows[Int(row)].isFree {
            rows[Int(row)].isDirty = false
            records.append(record(of: Int(row)))
        }
        dirty.removeAll(keepingCapacity: true)
        return records
    }

    /// Marks records whose write has failed, so that ``takeChanges()`` returns them again.
    mutating func putBack(_ records: [LedgerRecord]) {
        for record in records {
            if let row = row(of: RowName(stored: record.installation)) {
                mark(row)
            } else {
                forgotten.append(record.installation)
            }
        }
    }

    /// `true` if any installation has changed since it was stored.
    var hasChanges: Bool { !dirty.isEmpty || !forgotten.isEmpty }

    /// The records of the whole ledger, for a store that writes a new file.
    public var records: [LedgerRecord] { rows.indices.filter { !rows[$0].isFree }.map { record(of: $0) } }

    /// A ledger from stored records, in the order in which they were stored.
    ///
    /// Skipped (``PushNotice/recordsSkipped(_:)``) are a record with an app and an entry with a kind or a control whose name no
    /// longer fits in the ledger, a record of a device with the name of a channel, which earlier versions accepted, and what is
    /// damaged or of a later version. It stays in the store until the installation changes.
    ///
    /// - Parameters:
    ///   - keepsSequences: `false` for a runtime whose changes are counted from 1 in every process.
    ///   - apps: The configured apps. Their names and their kinds fit in any case.
    public init(_ records: some Sequence<LedgerRecord>, keepsSequences: Bool = true, apps configured: [PushApp] = []) {
        self.init()
        for app in configured {
            _ = apps.number(adding: app.id)
            for kind in app.kinds.keys.sorted() { _ = kinds.number(adding: kind) }
        }
        for record in records { restore(record, keepsSequences) }
        for row in dirty { rows[Int(row)].isDirty = false }
        dirty = []
        forgotten = []
    }

    private func record(of row: Int) -> LedgerRecord {
        let device = rows[row]
        var record = LedgerRecord(forgotten: device.installation.text)
        record.owner = device.owner.text
        record.app = apps[Int(device.app)].bundle.rawValue
        record.environment = apps[Int(device.app)].environment.rawValue
        record.isChannel = device.isChannel ? true : nil
        record.isFrequent = device.isFrequent ? true : nil
        record.secret = secrets[row]?.stored
        record.key = keys[row]
        record.heardAt_s = device.heardAt.seconds
        if let (counts, period) = device.urgent.stored { (record.urgent, record.urgentPeriod) = (counts, period) }
        record.entries = device.entries.map { entry in
            let id =
                switch target(of: entry.key) {
                case .activity(let id): "\(id)"
                case .pushToStart(let kind): kind.rawValue
                case .widgets, .messages: ""
                case .control(let name): name
                }
            return .init(
                sort: entry.key.sort.rawValue, id: id, token: entry.token.map { Data($0.token.bytes).base64EncodedString() },
                registered_s: entry.registeredAt.seconds, start: entry.start.rawValue, started_s: entry.startedAt.seconds,
                sent_s: entry.sentAt.seconds, timestamp_s: entry.timestamp, sequence: entry.sequence, content: entry.content,
                flags: (entry.isSuspect ? 1 : 0) | (entry.owesEnd ? 2 : 0) | (entry.isEnded ? 4 : 0)
                    | (entry.needsRecord ? 8 : 0),
                kind: kind(of: entry)?.rawValue, relevance: entry.relevance == 0 ? nil : entry.relevance)
        }
        return record
    }

    private mutating func restore(_ record: LedgerRecord, _ keepsSequences: Bool) {
        let name = RowName(stored: record.installation)
        guard let owner = record.owner else {
            forget(InstallationID(rawValue: name.text))
            return
        }
        let isChannel = record.isChannel ?? false
        guard !name.isOfChannel || (isChannel && owner == name.text),
            let bundle = record.app.flatMap({ try? BundleID(app: $0) }),
            let environment = record.environment.flatMap({ PushEnvironment(rawValue: $0) }),
            let row = try? row(adding: name, owner: OwnerID(rawValue: owner), app: PushAppID(bundle, environment))
        else { return skipped += 1 }
        var isWhole = true
        rows[row].isChannel = isChannel && name.isOfChannel
        rows[row].isFrequent = record.isFrequent ?? false
        secrets[row] = rows[row].isChannel ? nil : record.secret.flatMap { PackedHash(stored: $0) }
        keys[row] = record.key
        rows[row].heardAt = PackedDate(seconds: record.heardAt_s ?? 0)
        if let counts = record.urgent { rows[row].urgent = HourBudget(counts, newest: record.urgentPeriod ?? 0) }
        rows[row].entries = (record.entries ?? []).compactMap { stored in
            guard let sort = TokenRow.Key.Sort(rawValue: stored.sort) else {
                isWhole = false
                return nil
            }
            let target: TokenTarget
            switch sort {
            case .activity:
                guard let id = ActivityID(stored.id) else {
                    isWhole = false
                    return nil
                }
                target = .activity(id)
            case .pushToStart: target = .pushToStart(ActivityKind(rawValue: stored.id))
            case .widgets: target = .widgets
            case .control: target = .control(stored.id)
            case .messages: target = .messages
            }
            guard let key = try? key(adding: target) else {
                isWhole = false
                return nil
            }
            var entry = TokenRow(key)
            entry.token = stored.token.flatMap { Data(base64Encoded: $0) }.flatMap { try? DeviceToken($0) }.map {
                PackedToken($0)
            }
            if stored.token != nil, entry.token == nil { isWhole = false }
            entry.registeredAt = PackedDate(seconds: stored.registered_s ?? 0)
            entry.start = stored.start.flatMap { TokenRow.Start(rawValue: $0) } ?? .none
            entry.startedAt = PackedDate(seconds: stored.started_s ?? 0)
            entry.sentAt = PackedDate(seconds: stored.sent_s ?? 0)
            entry.timestamp = stored.timestamp_s ?? 0
            entry.sequence = keepsSequences ? stored.sequence ?? 0 : 0
            entry.content = stored.content ?? 0
            if let kind = stored.kind {
                guard let number = try? number(of: ActivityKind(rawValue: kind)) else {
                    isWhole = false
                    return nil
                }
                entry.kind = number
            }
            entry.relevance = stored.relevance ?? 0
            let flags = stored.flags ?? 0
            (entry.isSuspect, entry.owesEnd, entry.isEnded) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
            entry.needsRecord = flags & 8 != 0
            return entry
        }
        if !isWhole { skipped += 1 }
    }
}
#endif
