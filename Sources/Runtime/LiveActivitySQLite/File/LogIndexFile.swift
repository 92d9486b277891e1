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
    /// The sizes of the files that this process has mapped. All of its connections to a database share one mapping, which any
    /// of them extends.
    private static let sizes = Mutex<[OpenFile.ID: Int64]>([:])

    private let path: String
    private let id = Mutex<OpenFile.ID?>(nil)

    /// - Parameter database: The path of the database, without symbolic links. A connection has it open.
    init(of database: String) {
        path = database + "-shm"
        keepWhole()
    }

    func keepWhole() {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let (found, bytes) = (OpenFile.ID(status), Int64(status.st_size))
        id.withLock { $0 = found }
        Self.sizes.withLock { sizes in
            guard let before = sizes[found], bytes < before else { return sizes[found] = bytes }
            // By its name: to close a descriptor of the file would release SQLite's locks on it. All of it, as a part of an
            // index would be believed.
            _ = truncate(path, 0)
            _ = truncate(path, off_t(before))
        }
    }

    /// Called when the connection is closed: the last one of all processes deletes the file, and another file may get its
    /// number.
    func close() {
        guard let id = id.withLock({ $0 }), OpenFile.ID(at: path) != id else { return }
        Self.sizes.withLock { $0[id] = nil }
    }
}
#endif
