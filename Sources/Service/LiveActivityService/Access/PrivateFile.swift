#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import SystemLibraries

/// Reads and writes files that only their user may read. A file is replaced as a whole, so a crash leaves either the old or the
/// new content. Written data outlives a loss of power, and so does the file's name, which is stored in its folder.
enum PrivateFile {
    typealias Failure = DurableFile.Failure

    static func write(_ bytes: [UInt8], to path: String) throws {
        try DurableFile.replace(path, with: bytes, ownerOf: [path, DurableFile.folder(of: path)])
    }

    /// Creates a file whose existence alone counts: several processes may create it at the same time.
    static func create(_ bytes: [UInt8], at path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw Failure("open") }
        defer { close(descriptor) }
        try DurableFile.append(bytes, to: descriptor)
        DurableFile.keepOwner(of: [DurableFile.folder(of: path)], for: descriptor)
        guard fsync(descriptor) == 0 else { throw Failure("fsync") }
        try DurableFile.syncFolder(of: path)
    }

    /// Appends lines to a file, which is created if it is missing. A last line that a crash has left incomplete is terminated
    /// first: otherwise the first new line would be unreadable too. If only a part can be written, as on a full disk, it is
    /// removed, because the caller repeats all lines.
    static func append(_ lines: [UInt8], to path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw Failure("open") }
        defer { close(descriptor) }
        let (newline, size) = (UInt8(ascii: "\n"), lseek(descriptor, 0, SEEK_END))
        if size == 0 { DurableFile.keepOwner(of: [DurableFile.folder(of: path)], for: descriptor) }
        var last = newline
        if size > 0 { guard pread(descriptor, &last, 1, size - 1) == 1 else { throw Failure("read") } }
        do throws(Failure) {
            try DurableFile.append(last == newline ? lines : [newline] + lines, to: descriptor)
            guard fsync(descriptor) == 0 else { throw Failure("fsync") }
        } catch {
            // If this fails too, the next call terminates the incomplete line, and whole lines may be in the file twice.
            _ = ftruncate(descriptor, size)
            throw error
        }
        if size == 0 { try DurableFile.syncFolder(of: path) }
    }

    /// Reads a whole file.
    ///
    /// - Returns: `nil` if the file does not exist.
    /// - Throws: ``ServiceError/cannotRead(file:reason:)`` if it exists and cannot be read: if it counted as missing, the next
    ///   write would replace it.
    static func read(_ path: String) throws(ServiceError) -> [UInt8]? {
        func failure(_ call: String) -> ServiceError {
            .cannotRead(file: path, reason: "\(Failure(call))")
        }
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open")
        }
        defer { close(descriptor) }
        var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = Foundation.read(descriptor, &block, block.count)
            guard count >= 0 else { throw failure("read") }
            if count == 0 { return bytes }
            bytes += block.prefix(count)
        }
    }

    /// Reads the value in a JSON file.
    ///
    /// - Parameter what: The content of the file, for the error message.
    /// - Returns: `nil` if the file does not exist.
    /// - Throws: ``ServiceError/cannotRead(file:reason:)``; ``ServiceError/badConfiguration(file:line:reason:)`` if it contains
    ///   something else.
    static func value<Value: Decodable>(in path: String, _ what: String) throws(ServiceError) -> Value? {
        guard let bytes = try read(path) else { return nil }
        do { return try WireDecoder().decode(Value.self, from: bytes) } catch {
            throw .badConfiguration(file: path, line: 0, reason: "it is not \(what): \(error)")
        }
    }

    /// Excludes other processes and threads that lock the same file, until it is released.
    struct Lock {
        private let descriptor: CInt

        /// Waits for the lock.
        init(_ path: String) throws {
            descriptor = open(path, O_RDWR)
            guard descriptor >= 0 else { throw Failure("open") }
            guard flock(descriptor, LOCK_EX) == 0 else {
                defer { close(descriptor) }
                throw Failure("flock")
            }
        }

        func release() { close(descriptor) }
    }
}

/// Identifies a version of a file, to detect changes. A change of the owner or the permissions makes a new version, because it
/// may make the file readable.
struct FileVersion: Hashable {
    private let inode: UInt64
    private let size: Int64
    /// When the contents changed, in seconds.
    private let modified: Int64
    private let modifiedNanoseconds: Int64
    /// When the contents, the owner or the permissions changed, in seconds.
    private let changed: Int64
    private let changedNanoseconds: Int64

    /// Returns `nil` if the file does not exist.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
        let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modification, change) = (status.st_mtim, status.st_ctim)
        #endif
        (modified, modifiedNanoseconds) = (Int64(modification.tv_sec), Int64(modification.tv_nsec))
        (changed, changedNanoseconds) = (Int64(change.tv_sec), Int64(change.tv_nsec))
    }
}
#endif
