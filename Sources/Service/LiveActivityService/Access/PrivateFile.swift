#if Service
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes files that only their user may read. A file is replaced as a whole, so a crash leaves either the old or the new
/// content.
enum PrivateFile {
    static func write(_ bytes: [UInt8], to path: String) throws {
        let temporary = "\(path).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Failure("open") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure("write") }
            rest = rest.dropFirst(count)
        }
        keepOwner(of: path, for: descriptor)
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Failure("rename") }
    }

    /// A file that an administrator writes as root must be readable by the service, which runs as the user who owns the file or
    /// its folder.
    private static func keepOwner(of path: String, for descriptor: CInt) {
        var status = stat()
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard geteuid() == 0, stat(path, &status) == 0 || stat(folder, &status) == 0 else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
    }
}

/// Identifies a version of a file, to detect changes.
struct FileVersion: Hashable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// Returns `nil` if the file does not exist.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
        (seconds, nanoseconds) = (Int64(status.st_mtimespec.tv_sec), Int64(status.st_mtimespec.tv_nsec))
        #else
        (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        #endif
    }
}
#endif
