#if SQLite
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file `FILE-shm`, in which SQLite has the index of its log. It is mapped into memory, so a process that reads a part that
/// was truncated receives a signal (SIGBUS).
///
/// Looked at before each access: one that has become shorter is filled with zeros, of which SQLite makes a new index from the
/// log. A truncation during an access is not seen in time.
final class LogIndexFile: Sendable {
    private struct Mapping {
        var bytes: Int64
        var users = 0
    }

    /// The files that this process has mapped. All of its connections to a database share one mapping, which any of them
    /// extends. An entry is removed with its last user: a new file may get the inode number of one that was deleted.
    private static let mappings = Mutex<[OpenFile.ID: Mapping]>([:])

    private let path: String
    private let id = Mutex<OpenFile.ID?>(nil)

    /// - Parameter database: The path of the database, without symbolic links. A connection has it open.
    init(of database: String) {
        path = database + "-shm"
        keepWhole()
    }

    func keepWhole() {
        // The size is read under the lock. A size that was read before another thread extended the file would look like a
        // truncation, and an index that is in use would be overwritten.
        Self.mappings.withLock { mappings in
            var status = stat()
            guard stat(path, &status) == 0 else { return }
            let (found, bytes) = (OpenFile.ID(status), Int64(status.st_size))
            use(found, bytes, &mappings)
            guard let before = mappings[found]?.bytes, bytes < before else {
                mappings[found]?.bytes = bytes
                return
            }
            // By its name: to close a descriptor of the file would release SQLite's locks on it. All of it, as a part of an
            // index would be believed.
            _ = truncate(path, 0)
            _ = truncate(path, off_t(before))
        }
    }

    /// Called while the connection is still open: without a connection, SQLite itself truncates the file.
    func close() { Self.mappings.withLock { use(nil, 0, &$0) } }

    private func use(_ found: OpenFile.ID?, _ bytes: Int64, _ mappings: inout [OpenFile.ID: Mapping]) {
        id.withLock { id in
            guard id != found else { return }
            if let old = id, var mapping = mappings[old] {
                mapping.users -= 1
                mappings[old] = mapping.users > 0 ? mapping : nil
            }
            if let found { mappings[found, default: Mapping(bytes: bytes)].users += 1 }
            id = found
        }
    }
}
#endif
