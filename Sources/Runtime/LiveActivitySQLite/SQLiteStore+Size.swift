#if SQLite
extension SQLiteStore {
    /// The size of the file and of its write-ahead log, in bytes; `nil` if the file no longer exists.
    public var byteCount: Int? {
        guard let file = DatabaseFile.bytes(path) else { return nil }
        // The log does not exist before the first write, nor after the store was closed.
        return Int(file + (DatabaseFile.bytes(path + "-wal") ?? 0))
    }
}
#endif
