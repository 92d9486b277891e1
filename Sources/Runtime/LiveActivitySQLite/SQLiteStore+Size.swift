#if SQLite
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension SQLiteStore {
    /// The bytes of the file and of its write-ahead log; `nil` if there is no file any more.
    public var byteCount: Int? {
        guard let file = Self.size(of: path) else { return nil }
        // There is none before the first write, and after the store was closed.
        return file + (Self.size(of: path + "-wal") ?? 0)
    }

    private static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
#endif
