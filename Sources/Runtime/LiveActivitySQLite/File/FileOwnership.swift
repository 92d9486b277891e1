#if SQLite
import LiveActivities

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The exclusive right of one runtime to write a file: a lock on `FILE-lock`, which contains the process's number.
///
/// SQLite's own locks would let two runtimes write in turns, while each assumes that its memory equals the file. This lock is held as long
/// as the store is open. The kernel releases it when the process ends, and it also excludes a second store in the same process.
final class FileOwnership: Sendable {
    private let descriptor: Int32
    private let lockPath: String

    init(of path: String) throws(StoreError) {
        lockPath = path + "-lock"
        while true {
            let descriptor = openToWrite(lockPath)
            guard descriptor >= 0 else { throw Self.cannotOpen(path, errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let (code, owner) = (errno, Self.owner(descriptor))
                _ = closeDescriptor(descriptor)
                guard code == EWOULDBLOCK else {
                    throw .unavailable(reason: "'\(lockPath)' cannot be locked: \(text(of: code))")
                }
                throw .busy(
                    reason: "\(owner) runs on '\(path)'; end it first, or look at the file with `live-activities inspect`")
            }
            // The previous owner may have deleted the file between the two calls; the lock would then be on a deleted file.
            guard Self.isSame(descriptor, lockPath) else {
                _ = closeDescriptor(descriptor)
                continue
            }
            self.descriptor = descriptor
            break
        }
        let name = "\(getpid())\n"
        _ = ftruncate(descriptor, 0)
        _ = name.utf8.withContiguousStorageIfAvailable { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Releases the file.
    deinit {
        unlink(lockPath)
        _ = closeDescriptor(descriptor)
    }

    /// The holder of the lock, as the subject of a sentence.
    private static func owner(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0, let number = Int32(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)) else {
            return "another process"
        }
        return number == getpid() ? "another runtime of this process" : "process \(number)"
    }

    private static func cannotOpen(_ path: String, _ code: Int32) -> StoreError {
        switch code {
        case EACCES, EPERM, EROFS:
            .readOnly(
                reason: "the folder of '\(path)' may not be written (\(text(of: code))); "
                    + "SQLite keeps its log there, so give this user the folder, or look at a copy")
        case ENOENT, ENOTDIR: .unavailable(reason: "there is no folder for '\(path)'; make it first")
        default: .unavailable(reason: "'\(path)-lock' cannot be created: \(text(of: code))")
        }
    }

    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }
}

private func openToWrite(_ path: String) -> Int32 { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func text(of code: Int32) -> String { String(cString: strerror(code)) }
#endif
