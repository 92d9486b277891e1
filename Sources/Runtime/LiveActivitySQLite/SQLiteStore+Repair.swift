#if SQLite
public import LiveActivities
public import LiveActivityCore

extension SQLiteStore {
    /// Decides about the permissions that are damaged: none of them is afterwards.
    ///
    /// One whose owner can be read forbids from then on what it may have forbidden. One whose owner cannot be read is given up:
    /// what it forbade is forbidden only to those that `decided` names.
    ///
    /// - Parameter decided: What owners allow, as an operator knows it. It replaces what the store says of them.
    /// - Throws: ``/LiveActivityHost/StoreError``; then nothing has changed.
    public func repairPermissions(_ decided: [Snapshot.Owner] = []) throws(StoreError) {
        try write { database, _ in try PermissionTable.repair(decided, database) }
    }
}
#endif
