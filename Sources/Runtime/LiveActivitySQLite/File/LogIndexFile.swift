#if SQLite
import Synchronization
import SystemLibraries

/// The file `FILE-shm`, in which SQLite keeps the index of its log. It is mapped into memory, so a process that reads a
/// truncated part receives a signal (SIGBUS).
///
/// It is checked before each access: a truncated one is filled with zeros, from which SQLite builds a new index from the log. A
/// truncation during an access is not detected in time.
final class LogIndexFile: Sendable {
    private struct Mapping {
        var bytes: Int64
        var users = 0
    }

    /// The files that this process has mapped. All of its connections to a database share one mapping, which any of them
    /// extends. An entry is removed with its last user, as a new file may get the inode number of a deleted one.
    private static let mappings = Mutex<[OpenFile.ID: Mapping]>([:])

    private let path: String
    private let id = Mutex<OpenFile.ID?>(nil)

    /// - Parameter database: The path of the database, without symbolic links. A connection has it open.
    init(of database: String) {
        path = database + "-shm"
        keepWhole()
    }

    func keepWhole() {
        // The size is read under the lock. A size read before another thread extended the file would look like a truncation,
        // and an index in use would be overwritten.
        Self.mappings.withLock { mappings in
            var status = stat()
            guard stat(path, &status) == 0 else { return }
            let (found, bytes) = (OpenFile.ID(status), Int64(status.st_size))
            use(found, bytes, &mappings)
            guard let before = mappings[found]?.bytes, bytes < before else {
                mappings[found]?.bytes = bytes
                return
            }
            // Truncated by its name, as closing a descriptor of the file would release SQLite's locks on it. The whole file, as
            // SQLite would use a part of an index.
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
