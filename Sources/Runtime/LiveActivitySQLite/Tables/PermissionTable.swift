#if SQLite
import GRDB
import GRDBSQLite
import LiveActivityCore
import LiveActivities

/// The owners' permissions (table `permission`).
///
/// Besides the checksum of a row, its owner and its prohibitions have a checksum each. So for a damaged row it is known which
/// part is intact, and no more than necessary is denied. A version before 2.1 writes rows without these checksums, or keeps
/// those of the former row: such a part is not trusted if the row is damaged later.
enum PermissionTable {
    /// The rows without the columns for the checksums of their parts.
    static let rows = StoreTable<Snapshot.Owner>(
        "permission", keys: ["owner"], ["all_denied", "denied", "frequent_updates"],
        put: { record, row in
            row.put(record.name)
            put(denialOf: record, &row)
            row.put(record.frequentUpdates ? 1 : 0)
        },
        take: { row in
            let name = row.take(OwnerID.self)
            let (allDenied, denied) = takeDenial(&row)
            return Snapshot.Owner(name: name, allDenied: allDenied, denied: denied, frequentUpdates: row.takeFlag())
        })

    // MARK: - Writing

    static func write(_ batch: StoreBatch, _ database: Database) throws {
        try rows.delete(batch.forgottenPermissions, in: database) { $1.put($0) }
        try rows.upsert(batch.permissions, in: database)
        try database.run(updateParts, each: batch.permissions, ofOwner) { owner, row in
            putParts(owner, &row)
            row.put(owner.name)
        }
    }

    /// Computes all checksums of each readable row.
    static func seal(_ database: Database) throws {
        try rows.seal(database)
        // A file that is being migrated does not have these columns yet.
        if try hasParts(database) { try sealParts(database) }
    }

    /// Writes the checksums of the parts of each intact row, and clears those of the others.
    static func sealParts(_ database: Database) throws {
        try database.execute(sql: "UPDATE permission SET owner_checksum = NULL, denied_checksum = NULL")
        let whole = try rows.all(StoreReader(database: database, damage: DamageLog(), isVerified: true))
        try database.run(updateParts, each: whole, ofOwner) { owner, row in
            putParts(owner, &row)
            row.put(owner.name)
        }
    }

    // MARK: - Reading

    /// - Returns: The intact rows, and the trustworthy parts of the others.
    static func read(_ reader: StoreReader) throws -> (whole: [Snapshot.Owner], damaged: [Snapshot.DamagedPermission]) {
        let whole = try rows.all(reader)
        guard reader.damage.list.contains(where: { $0.table == rows.name }) else { return (whole, []) }
        guard try hasParts(reader.database) else {
            return (whole, [Snapshot.DamagedPermission(owner: nil, kinds: nil)])
        }
        var damaged: [Snapshot.DamagedPermission] = []
        try reader.database.forEach(selectParts) { handle in
            var row = RowColumns(handle, RowChecksum(table: rows.name), isVerified: reader.isVerified)
            _ = rows.take(&row)
            if row.problem != nil { damaged.append(permission(handle)) }
        }
        return (whole, damaged)
    }

    private static func permission(_ handle: OpaquePointer) -> Snapshot.DamagedPermission {
        var row = RowColumns(handle, ofOwner, isVerified: true, from: ownerPart)
        let name = row.take(OwnerID.self)
        row.takeChecksum()
        let owner = row.problem == nil ? name : nil
        row = RowColumns(handle, ofDenial, isVerified: true, from: denialPart)
        let (allDenied, denied) = takeDenial(&row)
        row.takeChecksum()
        return Snapshot.DamagedPermission(owner: owner, kinds: row.problem == nil && !allDenied ? denied : nil)
    }

    /// Replaces damaged rows: the permission of a known owner then forbids everything that it may have forbidden, and others
    /// are deleted.
    ///
    /// - Parameter decided: The owners' new permissions, as known to the operator.
    static func repair(_ decided: [Snapshot.Owner], _ database: Database) throws {
        let found = try read(StoreReader(database: database, damage: DamageLog(), isVerified: true))
        // All rows are written again, as a row cannot be found by a damaged key.
        try database.execute(sql: "DELETE FROM permission")
        var batch = StoreBatch()
        batch.permissions = found.whole + found.damaged.compactMap(\.ofOwner) + decided
        try write(batch, database)
    }

    private static func hasParts(_ database: Database) throws -> Bool {
        try database.columns(in: rows.name).contains { $0.name == "owner_checksum" }
    }

    // MARK: - Parts

    private static let ofOwner = RowChecksum(table: "permission owner")
    private static let ofDenial = RowChecksum(table: "permission denied")

    private static func putParts(_ owner: Snapshot.Owner, _ row: inout RowValues) {
        var checksum = ofOwner
        checksum.add(owner.name.rawValue)
        row.putKey(checksum.value)
        checksum = ofDenial
        checksum.add(Int64(owner.allDenied ? 1 : 0))
        checksum.add(text: owner.denied)
        row.putKey(checksum.value)
    }

    private static func put(denialOf owner: Snapshot.Owner, _ row: inout RowValues) {
        row.put(owner.allDenied ? 1 : 0)
        row.put(json: owner.denied)
    }

    private static func takeDenial(_ row: inout RowColumns) -> (allDenied: Bool, denied: [ActivityKind]) {
        (row.takeFlag(), row.take(json: [ActivityKind].self) ?? [])
    }

    private static let updateParts = "UPDATE permission SET owner_checksum = ?, denied_checksum = ? WHERE owner = ?"
    private static let selectParts =
        "SELECT owner, all_denied, denied, frequent_updates, checksum, owner, owner_checksum, all_denied, denied, denied_checksum "
        + "FROM permission ORDER BY owner"
    // The index of these parts' columns in the row of the query.
    private static let ownerPart: Int32 = 5
    private static let denialPart: Int32 = 7
}

extension RowChecksum {
    /// Adds kinds in the form of the column `denied`.
    fileprivate mutating func add(text kinds: [ActivityKind]) {
        let text = (try? WireEncoder().encode(kinds)) ?? Array("null".utf8)
        text.withUnsafeBytes { add(text: $0) }
    }
}
#endif
