#if Push
import LiveActivityCore
import LiveActivitySealing

/// The tokens of all installations, and for each token what was sent to it.
///
/// A value without a clock or a file; a ``LedgerStore`` stores it. An installation with two tokens of 32 bytes takes less than
/// 400 bytes.
public struct TokenLedger: Sendable {
    var rows: [DeviceRow] = []
    var apps = NameTable<PushAppID>()
    var kinds = NameTable<ActivityKind>()
    var controls = NameTable<String>()
    var limits = LedgerLimits()
    /// The number of stored records that were skipped, wholly or in part (``PushNotice/recordsSkipped(_:)``).
    var skipped = 0
    /// The hashes of the apps' ``InstallationSecret``, by row. They are not in the rows, because most hosts need no secrets.
    var secrets: [Int: PackedHash] = [:]
    /// The devices' keys for sealed content, by row.
    var keys: [Int: DeviceKey] = [:]
    /// The rows that have changed since they were stored.
    var dirty: [UInt32] = []
    /// The installations that were removed since the last write.
    var forgotten: [String] = []
    private var byInstallation = RowIndex()
    private var byOwner = RowIndex()
    private var free: [UInt32] = []

    /// An empty ledger.
    public init() {}

    /// The number of installations.
    public var count: Int { byInstallation.count }

    /// The size of a token's entry, and of a row without its entries and names, in bytes.
    package static var entryBytes: Int { MemoryLayout<TokenRow>.stride }
    package static var rowBytes: Int { MemoryLayout<DeviceRow>.stride }

    // MARK: - Rows

    /// The row of a device; `nil` also for the name of a channel's row.
    func row(of installation: InstallationID) -> Int? { (try? RowName(installation)).flatMap { row(of: $0) } }

    func row(of name: RowName) -> Int? { row(of: PackedName(name.text)) }

    private func row(of name: PackedName) -> Int? { byInstallation.find(name.hashValue) { rows[$0].installation == name } }

    /// The rows of an owner, in the order of their last addition.
    func rows(of owner: OwnerID) -> [Int] {
        let name = PackedName(owner.rawValue)
        var found: [Int] = []
        var next = byOwner.find(name.hashValue) { rows[$0].owner == name }.map { Int32($0) } ?? -1
        while next >= 0 {
            found.append(Int(next))
            next = rows[Int(next)].nextOfOwner
        }
        return found
    }

    /// Finds the row with a name. It is added if it is new, and moved if it now has another owner.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the table of apps is full. Nothing has changed then.
    mutating func row(adding name: RowName, owner: OwnerID, app: PushAppID) throws(PushError) -> Int {
        let (name, owner, app) = (PackedName(name.text), PackedName(owner.rawValue), try number(of: app))
        if let row = row(of: name) {
            if rows[row].owner != owner {
                unlink(row)
                // The previous owner's tokens and pushes are not valid for the new owner: the app registers its tokens again.
                rows[row].entries = []
                keys[row] = nil
                rows[row].isChannel = false
                rows[row].owner = owner
                link(row)
            }
            rows[row].app = app
            return row
        }
        let row: Int
        if let reused = free.popLast() {
            row = Int(reused)
            rows[row] = DeviceRow(installation: name, owner: owner, app: app)
        } else {
            row = rows.count
            rows.append(DeviceRow(installation: name, owner: owner, app: app))
        }
        byInstallation.insert(row, name.hashValue) { rows[$0].installation.hashValue }
        link(row)
        return row
    }

    /// Finds the row of a broadcast channel, which is added if it is new. It belongs to no device.
    ///
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the table of apps is full. Nothing has changed then.
    mutating func row(addingChannel channel: ChannelID, app: PushAppID) throws(PushError) -> Int {
        let name = RowName(channel)
        let row = try row(adding: name, owner: OwnerID(rawValue: name.text), app: app)
        rows[row].isChannel = true
        (secrets[row], keys[row]) = (nil, nil)
        return row
    }

    /// Removes an installation and its tokens.
    ///
    /// - Returns: `true` if the installation was in the ledger.
    @discardableResult
    public mutating func forget(_ installation: InstallationID) -> Bool {
        guard let row = row(of: installation) else { return false }
        unlink(row)
        byInstallation.remove(row, rows[row].installation.hashValue) { rows[$0].installation.hashValue }
        rows[row].isFree = true
        rows[row].entries = []
        secrets[row] = nil
        keys[row] = nil
        free.append(UInt32(row))
        forgotten.append(installation.rawValue)
        return true
    }

    private mutating func link(_ row: Int) {
        let owner = rows[row].owner
        let first = byOwner.find(owner.hashValue) { rows[$0].owner == owner && $0 != row }
        guard let first else {
            rows[row].nextOfOwner = -1
            return byOwner.insert(row, owner.hashValue) { rows[$0].owner.hashValue }
        }
        rows[row].nextOfOwner = rows[first].nextOfOwner
        rows[first].nextOfOwner = Int32(row)
    }

    private mutating func unlink(_ row: Int) {
        let owner = rows[row].owner
        guard let first = byOwner.find(owner.hashValue, where: { rows[$0].owner == owner }) else { return }
        let next = rows[row].nextOfOwner
        rows[row].nextOfOwner = -1
        guard first == row else {
            var before = first
            while Int(rows[before].nextOfOwner) != row { before = Int(rows[before].nextOfOwner) }
            rows[before].nextOfOwner = next
            return
        }
        byOwner.remove(row, owner.hashValue) { rows[$0].owner.hashValue }
        if next >= 0 { byOwner.insert(Int(next), owner.hashValue) { rows[$0].owner.hashValue } }
    }

    // MARK: - Entries

    func key(of target: TokenTarget) -> TokenRow.Key? {
        switch target {
        case .activity(let id): .init(id: id.rawValue, sort: .activity)
        case .pushToStart(let kind): kinds.number(of: kind).map { .init(id: UInt64($0), sort: .pushToStart) }
        case .widgets: .init(id: 0, sort: .widgets)
        case .control(let name): controls.number(of: name).map { .init(id: UInt64($0), sort: .control) }
        case .messages: .messages
        }
    }

    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if a name does not fit in its table. Nothing has changed then.
    mutating func key(adding target: TokenTarget) throws(PushError) -> TokenRow.Key {
        switch target {
        case .activity(let id): return .init(id: id.rawValue, sort: .activity)
        case .pushToStart(let kind): return .init(id: UInt64(try number(of: kind) - 1), sort: .pushToStart)
        case .widgets: return .init(id: 0, sort: .widgets)
        case .control(let name):
            guard let number = controls.number(adding: name) else { throw Self.full("controls") }
            return .init(id: UInt64(number), sort: .control)
        case .messages: return .messages
        }
    }

    /// The number of an app in rows; a new app is added to the table.
    mutating func number(of app: PushAppID) throws(PushError) -> UInt16 {
        guard let number = apps.number(adding: app) else { throw Self.full("apps") }
        return number
    }

    /// The number of a kind in entries; a new kind is added to the table.
    mutating func number(of kind: ActivityKind) throws(PushError) -> UInt16 {
        guard let number = kinds.number(adding: kind) else { throw Self.full("kinds") }
        return number + 1
    }

    private static func full(_ names: String) -> PushError {
        .ledgerUnavailable(reason: "it has \(NameTable<String>.limit) \(names), the maximum")
    }

    func kind(of entry: TokenRow) -> ActivityKind? { entry.kind > 0 ? kinds[Int(entry.kind) - 1] : nil }

    func target(of key: TokenRow.Key) -> TokenTarget {
        switch key.sort {
        case .activity: .activity(ActivityID(rawValue: key.id))
        case .pushToStart: .pushToStart(kinds[Int(key.id)])
        case .widgets: .widgets
        case .control: .control(controls[Int(key.id)])
        case .messages: .messages
        }
    }

    subscript(row: Int, key: TokenRow.Key) -> TokenRow? {
        get { rows[row].entries.first { $0.key == key } }
        set {
            guard !rows[row].isFree else { return }
            switch (rows[row].position(of: key), newValue) {
            case (let position?, let value?): rows[row].entries[position] = value
            case (let position?, nil): rows[row].entries.remove(at: position)
            case (nil, let value?):
                // An exact capacity: most rows never have a second entry.
                if rows[row].entries.isEmpty { rows[row].entries.reserveCapacity(1) }
                rows[row].entries.append(value)
            case (nil, nil): return
            }
            mark(row)
        }
    }

    subscript(row: Int, key: TokenRow.Key, default entry: @autoclosure () -> TokenRow) -> TokenRow {
        get { self[row, key] ?? entry() }
        set { self[row, key] = newValue }
    }

    mutating func mark(_ row: Int) {
        guard !rows[row].isDirty else { return }
        rows[row].isDirty = true
        dirty.append(UInt32(row))
    }
}

extension TokenLedger: CustomStringConvertible, CustomReflectable {
    /// A description with the number of installations.
    public var description: String { "token ledger of \(count) installations" }
    /// A mirror without tokens.
    public var customMirror: Mirror { Mirror(self, children: ["installations": count]) }
}
#endif
