#if SQLite
import GRDB
import LiveActivities

extension StoreError {
    /// The error for SQLite's message, with a remedy.
    init(_ error: any Error, _ path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self = Self.translated(error, path)
        default: self = .unavailable(reason: "\(error)")
        }
    }

    private static func translated(_ error: DatabaseError, _ path: String) -> StoreError {
        let message = "SQLite reports: \(error.message ?? "nothing") (\(error.extendedResultCode.rawValue))"
        // SQLite reports a full disk in this way when it creates the index of its log.
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            return .unavailable(reason: "there is no space left for '\(path)'; \(message)")
        }
        switch error.resultCode {
        case .SQLITE_NOTADB: return .notAStore(reason: "'\(path)' is not an SQLite database; \(message)")
        case .SQLITE_CORRUPT:
            return .damaged(
                reason: "'\(path)': \(message). Nothing was written to it. Put a copy of it aside, then take a backup, or what "
                    + "`sqlite3 \(path) .recover` can read")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            return .readOnly(reason: "'\(path)' or its folder may not be written; \(message)")
        case .SQLITE_CANTOPEN:
            let owner = DatabaseFile.owner(of: path).map { ", but that of \($0)" } ?? ""
            return .unavailable(
                reason: "'\(path)' cannot be opened: it is missing, a folder, or not this user's\(owner); \(message)")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return .busy(
                reason: "another process is writing '\(path)', and has been for \(DatabaseFile.lockTimeout) seconds; \(message)"
            )
        case .SQLITE_FULL: return .unavailable(reason: "there is no space left for '\(path)'; \(message)")
        case .SQLITE_IOERR: return .unavailable(reason: "'\(path)' cannot be read or written just now; \(message)")
        default: return .unavailable(reason: "'\(path)': \(message)")
        }
    }
}
#endif
