#if SQLite
import LiveActivities
import Synchronization
import SystemLibraries

/// The exclusive right of one runtime to write a file: a lock on the database file itself.
///
/// SQLite's own locks would let two runtimes write in turns, while each assumes that its memory equals the file. This lock is
/// on a byte that SQLite does not use, so it does not block programs that only read. It belongs to the file rather than its
/// name: a link to the file leads to the same lock. The kernel releases it when the process ends.
///
/// `FILE-lock` contains the process id, for the message to other processes. Versions before 1.2 of the schema have their lock
/// there.
final class FileOwnership: Sendable {
    /// The path without symbolic links; SQLite's log is beside it.
    let path: String
    private let file: OpenFile
    private let note: Int32
    /// Identifies SQLite's log, which exists from the first batch on.
    private let log = Mutex<OpenFile.ID?>(nil)
    /// The last known size of the file.
    private let bytes = Mutex<Int64>(0)

    init(of given: String) throws(StoreError) {
        let path = Self.resolved(given)
        self.path = path
        // Checked before any file is created beside it.
        try DatabaseFile.checkIsFile(path, as: given)
        note = try Self.lockNote(path)
        do throws(StoreError) {
            file = try OpenFile.owned(path, orBusy: Self.busy(given, Self.owner(note)))
        } catch {
            Self.release(note, path)
            throw error
        }
        let name = "\(getpid())\n"
        _ = ftruncate(note, 0)
        _ = name.utf8.withContiguousStorageIfAvailable { pwrite(note, $0.baseAddress, $0.count, 0) }
    }

    /// Releases the file.
    deinit {
        file.release()
        Self.release(note, path)
    }

    /// - Throws: ``/LiveActivityHost/StoreError/unavailable(reason:)`` if the path no longer leads to the file that was opened,
    ///   or its log is not beside it, so that written data would be lost.
    func checkIsInPlace() throws(StoreError) {
        let logPath = path + "-wal"
        let log = log.withLock { log in
            log = log ?? OpenFile.ID(at: logPath)
            return log
        }
        for (path, id) in [(path, file.id), (logPath, log)] where OpenFile.ID(at: path) != id {
            throw .unavailable(
                reason:
                    "'\(path)' was removed or moved while it was open. Put it back: what is not stored yet is written then. "
                    + "Without it end this process, and restore a backup")
        }
    }

    /// - Parameter position: The extent of the log, while no other process can write.
    /// - Throws: ``/LiveActivityHost/StoreError/unavailable(reason:)`` if the file or its log is shorter than the data written
    ///   to it.
    func checkIsWhole(_ position: LogPosition) throws(StoreError) {
        let (bytes, logBytes) = (DatabaseFile.bytes(path) ?? 0, DatabaseFile.bytes(path + "-wal") ?? 0)
        let before = self.bytes.withLock { before in
            defer { before = bytes }
            return before
        }
        // Frames that are only in the log are not in the file yet. A program that has shortened the file has recorded its new
        // size in the index of the log.
        let needed = position.copied == position.frames ? position.databaseBytes : min(before, position.databaseBytes)
        for (name, has, needs) in [(path, bytes, needed), (path + "-wal", logBytes, position.logBytes)] where has < needs {
            self.bytes.withLock { $0 = before }
            throw .unavailable(
                reason:
                    "'\(name)' was truncated while it was open: it has \(has) bytes, and \(needs) were written. What was stored is lost: end "
                    + "this process, move the file and its -wal aside, and restore a backup")
        }
    }

    // MARK: - The number of the process

    private static func lockNote(_ path: String) throws(StoreError) -> Int32 {
        let name = path + "-lock"
        while true {
            // A symbolic link may lead to any file, which would be overwritten.
            let descriptor = openFile(name, 0o644, O_NOFOLLOW)
            guard descriptor >= 0 else { throw cannotOpen(path, errno) }
            keepOwner(descriptor, name)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let (code, owner) = (errno, owner(descriptor))
                _ = closeDescriptor(descriptor)
                guard code == EWOULDBLOCK else {
                    throw .unavailable(reason: "'\(name)' cannot be locked: \(text(of: code))")
                }
                throw busy(path, owner)
            }
            // The previous owner may have deleted the file between the two calls; the lock would then be on a deleted file.
            if OpenFile.ID(of: descriptor) == OpenFile.ID(at: name) { return descriptor }
            _ = closeDescriptor(descriptor)
        }
    }

    private static func release(_ note: Int32, _ path: String) {
        // If this one was removed, another process may have created a new one.
        if OpenFile.ID(of: note) == OpenFile.ID(at: path + "-lock") { unlink(path + "-lock") }
        _ = closeDescriptor(note)
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

    private static func busy(_ path: String, _ owner: String) -> StoreError {
        .busy(reason: "\(owner) runs on '\(path)'; end it first, or look at the file with `live-activities inspect`")
    }

    private static func cannotOpen(_ path: String, _ code: Int32) -> StoreError {
        switch code {
        case EACCES, EPERM, EROFS:
            .readOnly(
                reason: "the folder of '\(path)' may not be written (\(text(of: code))); "
                    + "SQLite keeps its log there, so give this user the folder, or look at a copy")
        case ENOENT, ENOTDIR: .unavailable(reason: "the folder of '\(path)' does not exist; create it first")
        case ENOSPC, EDQUOT: .unavailable(reason: "there is no space left for '\(path)'")
        case ELOOP: .unavailable(reason: "'\(path)-lock' is a symbolic link; remove it")
        default: .unavailable(reason: "'\(path)-lock' cannot be created: \(text(of: code))")
        }
    }

    /// The absolute path without symbolic links. For a file that does not exist yet, its folder's path is resolved.
    private static func resolved(_ path: String) -> String {
        if let path = real(path) { return path }
        let end = path.lastIndex(of: "/")
        guard let folder = real(end.map { String(path[...$0]) } ?? ".") else { return path }
        let name = end.map { path[path.index(after: $0)...] } ?? path[...]
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The database files that stores of this process have open, each with at most one descriptor of this module.
///
/// A process that closes any descriptor of a file loses SQLite's locks on that file, in all of its connections. So the
/// descriptor stays open until the last store of this process has closed the file.
final class OpenFile: Sendable {
    struct ID: Hashable, Sendable {
        var device: UInt64
        var inode: UInt64

        init?(at path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }

        init?(of descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            self.init(status)
        }

        init(_ status: stat) {
            (device, inode) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        }
    }

    private struct Entry {
        var users = 0
        var descriptor: Int32 = -1
        var isOwned = false
    }

    private static let files = Mutex<[ID: Entry]>([:])

    /// Returns `nil` if the file does not exist, or is not writable. SQLite then reports the error.
    let id: ID?
    private let isOwner: Bool
    private let isReleased = Atomic(false)

    private init(_ id: ID?, isOwner: Bool) { (self.id, self.isOwner) = (id, isOwner) }

    deinit { release() }

    /// A file that is only read.
    static func shared(_ path: String) -> OpenFile {
        let id = ID(at: path)
        if let id { files.withLock { $0[id, default: Entry()].users += 1 } }
        return OpenFile(id, isOwner: false)
    }

    /// A file that only this store writes. Creates it.
    static func owned(_ path: String, orBusy busy: @autoclosure () -> StoreError) throws(StoreError) -> OpenFile {
        let result = files.withLock { files -> Result<ID?, StoreError> in
            let known = ID(at: path)
            if let known, files[known]?.isOwned == true { return .failure(busy()) }
            var descriptor = known.flatMap { files[$0]?.descriptor } ?? -1
            // Private, as a store has push tokens. SQLite gives its log the same mode.
            if descriptor < 0 {
                descriptor = openFile(path, 0o600)
                if descriptor >= 0, known == nil { keepOwner(descriptor, path) }
            }
            guard descriptor >= 0, let id = ID(of: descriptor) else { return .success(nil) }
            files[id, default: Entry()].descriptor = descriptor
            files[id]?.users += 1
            let problem = lock(descriptor, path, busy())
            if let problem {
                leave(id, &files)
                return .failure(problem)
            }
            files[id]?.isOwned = true
            return .success(id)
        }
        return OpenFile(try result.get(), isOwner: true)
    }

    /// Releases the lock, if there is one.
    func release() {
        guard let id, !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.files.withLock { files in
            if isOwner, let entry = files[id] {
                _ = Self.setLock(entry.descriptor, F_UNLCK)
                files[id]?.isOwned = false
            }
            Self.leave(id, &files)
        }
    }

    private static func leave(_ id: ID, _ files: inout [ID: Entry]) {
        guard var entry = files[id] else { return }
        entry.users -= 1
        files[id] = entry.users > 0 ? entry : nil
        if entry.users == 0, entry.descriptor >= 0 { _ = closeDescriptor(entry.descriptor) }
    }

    private static func lock(_ descriptor: Int32, _ path: String, _ busy: StoreError) -> StoreError? {
        guard setLock(descriptor, F_WRLCK) == 0 else {
            let code = errno
            return code == EAGAIN || code == EACCES
                ? busy : .unavailable(reason: "'\(path)' cannot be locked: \(text(of: code))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 1 else { return nil }
        return .unavailable(
            reason:
                "'\(path)' has \(status.st_nlink) names (hard links). SQLite's log belongs to one name, so a crash under one "
                + "loses changes under another: remove the other name, or make it a symbolic link")
    }

    /// A lock of the open file, which other descriptors of this process do not share or release (fcntl(2), open file
    /// description locks).
    private static func setLock(_ descriptor: Int32, _ type: some BinaryInteger) -> Int32 {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = lockedByte
        lock.l_len = 1
        return withUnsafeMutablePointer(to: &lock) { fcntl(descriptor, setLockCommand, UnsafeMutableRawPointer($0)) }
    }

    /// In the page that SQLite excludes from every file for its own locks, after the last byte that it uses.
    private static let lockedByte: off_t = 0x4000_0000 + 768

    // F_OFD_SETLK, which some module maps do not declare.
    #if os(Linux)
    private static let setLockCommand: Int32 = 37
    #else
    private static let setLockCommand: Int32 = 90
    #endif
}

private func openFile(_ path: String, _ mode: mode_t, _ flags: Int32 = 0) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_CLOEXEC | flags, mode)
}

/// A start by hand as root must not keep the service, which runs as the folder's owner, from its store. SQLite gives the owner
/// of the file to its log.
private func keepOwner(_ descriptor: Int32, _ path: String) {
    // Through a symbolic link, the folder's owner would get a file of another folder.
    var status = stat()
    guard lstat(path, &status) == 0, OpenFile.ID(status) == OpenFile.ID(of: descriptor) else { return }
    DurableFile.keepOwner(of: [DurableFile.folder(of: path)], for: descriptor)
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func text(of code: Int32) -> String { String(cString: strerror(code)) }
#endif
