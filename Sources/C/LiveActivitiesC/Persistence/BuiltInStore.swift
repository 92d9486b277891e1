import CLiveActivities
#if LA_SQLITE
import CSQLiteStore
#endif

/// Opens the SQLite store, if the library was built with it (`Scripts/package-c --with-sqlite`).
func openSQLiteStore(_ path: UnsafePointer<CChar>, _ store: UnsafeMutablePointer<la_store>) -> la_status {
    #if LA_SQLITE
    return sqlite_store_open(path, store)
    #else
    return la_status(LA_ERROR_UNSUPPORTED)
    #endif
}

/// The reason for which the store could not be opened on this thread.
func sqliteStoreReason() -> UnsafePointer<CChar>? {
    #if LA_SQLITE
    return sqlite_store_open_reason()
    #else
    return nil
    #endif
}
