#if SQLite
public import LiveActivities
public import LiveActivityCore

extension SQLiteStore {
    /// Applies an operator's decision about damaged permissions; none is damaged afterwards.
    ///
    /// A permission with a readable owner then forbids everything that it may have forbidden. A permission with an unreadable
    /// owner is deleted: its prohibitions apply only to the owners in `decided`.
    ///
    /// - Parameter decided: The owners' permissions, as known to the operator. They replace the stored ones.
    /// - Throws: ``/LiveActivityHost/StoreError``; then nothing has changed.
    public func repairPermissions(_ decided: [Snapshot.Owner] = []) throws(StoreError) {
        try write { database, _ in try PermissionTable.repair(decided, database) }
    }
}
#endif
