#if SQLite
import GRDBSQLite
import SystemLibraries

/// A file system for SQLite (a "VFS") that extends the system's own with buffering, to save system calls.
///
/// SQLite reads and writes page by page, and pages are small here (``DatabaseFile/pageBytes``). So reading a file, or writing a
/// batch, consists mostly of system calls. There are two differences:
///
/// - **Contiguous writes to the write-ahead log** are collected, and written before the file is synchronised, read or otherwise
///   used. A commit synchronises the log before any connection may read it (`synchronous=FULL`), so readers are not affected.
///   If the disk is full, the commit fails at the synchronisation instead of at the write.
/// - **Sequential reads of the database**, such as a check or a scan of a whole table, fetch several pages at once. They are
///   kept as long as the connection's locks are unchanged. Within that time no page that this connection would read from the
///   file changes: another connection's changes are in the log, and a checkpoint copies only pages that every reader may see.
///
/// It also exposes the state of the log's index (``LogPosition``), which SQLite itself does not.
///
/// One thread at a time uses a connection, and so its files.
enum BufferedFiles {
    static let name = "live-activities"
    /// The file control that fills in a ``LogPosition``. Its number is outside of SQLite's own range.
    static let logPosition: Int32 = 0x4C41_0001

    /// Whether the file system is registered: `false` if SQLite does not accept file system names in a path.
    static let areThere: Bool = {
        guard sqlite3_compileoption_used("USE_URI") == 1, let system else { return false }
        let added = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        // Everything but opening is the system's.
        added.initialize(to: system.pointee)
        added.pointee.pNext = nil
        added.pointee.zName = UnsafePointer(strdup(name))
        added.pointee.szOsFile = Int32(BufferedFile.size) + system.pointee.szOsFile
        added.pointee.xOpen = { _, name, file, flags, outFlags in BufferedFile.open(name, file, flags, outFlags) }
        // Never freed, as SQLite keeps the address.
        return sqlite3_vfs_register(added, 0) == SQLITE_OK
    }()

    /// The default file system, which exists before this one and is never removed.
    fileprivate nonisolated(unsafe) static let system = sqlite3_vfs_find(nil)

    // Written once, before the first file is opened; SQLite keeps their addresses.
    fileprivate nonisolated(unsafe) static let methods = makeMethods(withSharedMemory: true)
    fileprivate nonisolated(unsafe) static let methodsWithoutSharedMemory = makeMethods(withSharedMemory: false)

    private static func makeMethods(withSharedMemory: Bool) -> UnsafeMutablePointer<sqlite3_io_methods> {
        var methods = sqlite3_io_methods()
        // Not 3: with memory mapping, a read error would end the process.
        methods.iVersion = withSharedMemory ? 2 : 1
        methods.xClose = { BufferedFile.at($0).close() }
        methods.xRead = { BufferedFile.at($0).read($1, Int($2), $3) }
        methods.xWrite = { BufferedFile.at($0).write($1, Int($2), $3) }
        methods.xTruncate = { file, size in BufferedFile.at(file).plain { $0.pointee.xTruncate($1, size) } }
        methods.xSync = { file, flags in BufferedFile.at(file).plain { $0.pointee.xSync($1, flags) } }
        methods.xFileSize = { file, size in BufferedFile.at(file).plain { $0.pointee.xFileSize($1, size) } }
        methods.xLock = { file, level in BufferedFile.at(file).plain { $0.pointee.xLock($1, level) } }
        methods.xUnlock = { file, level in BufferedFile.at(file).plain { $0.pointee.xUnlock($1, level) } }
        methods.xCheckReservedLock = { file, result in
            BufferedFile.at(file).plain { $0.pointee.xCheckReservedLock?($1, result) ?? SQLITE_IOERR }
        }
        methods.xFileControl = { file, what, argument in
            if what == BufferedFiles.logPosition { return BufferedFile.at(file).tellLogPosition(argument) }
            return BufferedFile.at(file).plain { $0.pointee.xFileControl?($1, what, argument) ?? SQLITE_IOERR }
        }
        // The size that SQLite uses if a file reports none.
        methods.xSectorSize = { BufferedFile.at($0).shared { $0.pointee.xSectorSize?($1) ?? 4_096 } }
        methods.xDeviceCharacteristics = { BufferedFile.at($0).shared { $0.pointee.xDeviceCharacteristics?($1) ?? 0 } }
        if withSharedMemory {
            methods.xShmMap = { file, page, size, extends, address in
                let file = BufferedFile.at(file)
                let code = file.shared { $0.pointee.xShmMap?($1, page, size, extends, address) ?? SQLITE_IOERR }
                if page == 0, code == SQLITE_OK { file.pointee.index = address?.pointee }
                return code
            }
            methods.xShmLock = { file, offset, count, flags in
                BufferedFile.at(file).plain { $0.pointee.xShmLock?($1, offset, count, flags) ?? SQLITE_IOERR }
            }
            methods.xShmBarrier = { file in
                _ = BufferedFile.at(file).shared { methods, inner in
                    methods.pointee.xShmBarrier?(inner)
                    return SQLITE_OK
                }
            }
            methods.xShmUnmap = { file, deletes in
                BufferedFile.at(file).pointee.index = nil
                return BufferedFile.at(file).shared { $0.pointee.xShmUnmap($1, deletes) }
            }
        }
        let memory = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        memory.initialize(to: methods)
        return memory
    }
}

/// The extent of a database's write-ahead log according to its index in shared memory (sqlite.org/walformat.html, section 2).
struct LogPosition {
    /// The number of valid frames in the log.
    var frames: Int64 = 0
    /// The number of frames that were also copied to the database.
    var copied: Int64 = 0
    /// The size of the database in pages, including the log.
    var pages: Int64 = 0
    var pageBytes: Int64 = 0

    /// - Parameter index: The address of the index.
    fileprivate init(_ index: UnsafeRawPointer) {
        func number(_ offset: Int) -> Int64 { Int64(index.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        let size = Int64(index.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
        // The largest page size, 65,536, does not fit, and is encoded as 1.
        pageBytes = size & 0xFE00 + (size & 1) << 16
        (frames, pages, copied) = (number(16), number(20), number(96))
    }

    init() {}

    /// The required size of the log in bytes: its header, and each frame with its own header.
    var logBytes: Int64 { frames == 0 ? 0 : 32 + frames * (pageBytes + 24) }
    /// The size of the database in bytes.
    var databaseBytes: Int64 { pages * pageBytes }
}

/// SQLite's handle of a file: its own part, the buffer, and after it the system's handle.
private struct BufferedFile {
    var base: sqlite3_file
    let inner: UnsafeMutablePointer<sqlite3_file>
    let isLog: Bool
    let isDatabase: Bool
    /// For a log, bytes that are not in the file yet; for a database, bytes that were prefetched.
    var buffer: UnsafeMutableRawPointer?
    /// The position of the buffer's bytes in the file.
    var start: Int64 = 0
    var count = 0
    /// The end of the last read, and the number of sequential reads before it.
    var end: Int64 = 0
    var inOrder = 0
    /// The mapped index of the database's log; `nil` without a log.
    var index: UnsafeMutableRawPointer?

    typealias Methods = UnsafePointer<sqlite3_io_methods>

    static var size: Int { (MemoryLayout<BufferedFile>.size + 15) & ~15 }
    /// The maximum number of bytes that are collected or read at once.
    static var capacity: Int { 64 << 10 }
    /// The number of sequential reads after which prefetching begins.
    static var readsInOrder: Int { 4 }

    static func at(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<BufferedFile> {
        // SQLite passes the handle that this file system has initialized.
        UnsafeMutableRawPointer(file.unsafelyUnwrapped).assumingMemoryBound(to: BufferedFile.self)
    }

    static func open(
        _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let file, let system = BufferedFiles.system else { return SQLITE_CANTOPEN }
        let memory = UnsafeMutableRawPointer(file)
        let inner = (memory + size).assumingMemoryBound(to: sqlite3_file.self)
        let code = system.pointee.xOpen?(system, name, inner, flags, outFlags) ?? SQLITE_CANTOPEN
        var base = sqlite3_file()
        // SQLite does not close a file without methods.
        if let methods = inner.pointee.pMethods {
            let isShared = methods.pointee.iVersion >= 2 && methods.pointee.xShmMap != nil
            base.pMethods = UnsafePointer(isShared ? BufferedFiles.methods : BufferedFiles.methodsWithoutSharedMemory)
        }
        memory.initializeMemory(
            as: BufferedFile.self,
            to: BufferedFile(
                base: base, inner: inner, isLog: flags & SQLITE_OPEN_WAL != 0, isDatabase: flags & SQLITE_OPEN_MAIN_DB != 0))
        return code
    }
}

extension UnsafeMutablePointer<BufferedFile> {
    private var methods: BufferedFile.Methods { pointee.inner.pointee.pMethods }

    /// Calls the system for an operation that may invalidate prefetched bytes; collected bytes are written first.
    fileprivate func plain(_ call: (BufferedFile.Methods, UnsafeMutablePointer<sqlite3_file>) -> Int32) -> Int32 {
        let code = flush()
        pointee.inOrder = 0
        return code == SQLITE_OK ? call(methods, pointee.inner) : code
    }

    /// Calls the system for an operation on the memory that connections share.
    fileprivate func shared(_ call: (BufferedFile.Methods, UnsafeMutablePointer<sqlite3_file>) -> Int32) -> Int32 {
        call(methods, pointee.inner)
    }

    fileprivate func tellLogPosition(_ argument: UnsafeMutableRawPointer?) -> Int32 {
        guard let argument, let index = pointee.index else { return SQLITE_NOTFOUND }
        argument.storeBytes(of: LogPosition(index), as: LogPosition.self)
        return SQLITE_OK
    }

    /// Writes the collected bytes, or drops the prefetched ones.
    private func flush() -> Int32 {
        let count = pointee.count
        pointee.count = 0
        guard pointee.isLog, count > 0 else { return SQLITE_OK }
        return methods.pointee.xWrite?(pointee.inner, pointee.buffer, Int32(count), pointee.start) ?? SQLITE_IOERR
    }

    fileprivate func close() -> Int32 {
        let (flushed, closed) = (flush(), methods.pointee.xClose?(pointee.inner) ?? SQLITE_IOERR)
        pointee.buffer?.deallocate()
        pointee.buffer = nil
        return flushed == SQLITE_OK ? closed : flushed
    }

    private func makeBuffer() -> UnsafeMutableRawPointer {
        if let buffer = pointee.buffer { return buffer }
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: BufferedFile.capacity, alignment: 16)
        pointee.buffer = buffer
        return buffer
    }

    fileprivate func write(_ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int64) -> Int32 {
        guard pointee.isLog, let bytes, count <= BufferedFile.capacity else {
            return plain { $0.pointee.xWrite?($1, bytes, Int32(count), offset) ?? SQLITE_IOERR }
        }
        if offset != pointee.start + Int64(pointee.count) || pointee.count + count > BufferedFile.capacity {
            let code = flush()
            guard code == SQLITE_OK else { return code }
            pointee.start = offset
        }
        (makeBuffer() + pointee.count).copyMemory(from: bytes, byteCount: count)
        pointee.count += count
        return SQLITE_OK
    }

    fileprivate func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int64) -> Int32 {
        if pointee.isDatabase, let bytes { return readAhead(bytes, count, offset) }
        if pointee.count > 0, offset < pointee.start + Int64(pointee.count), offset + Int64(count) > pointee.start {
            let code = flush()
            guard code == SQLITE_OK else { return code }
        }
        return readPlainly(bytes, count, offset)
    }

    private func readAhead(_ bytes: UnsafeMutableRawPointer, _ count: Int, _ offset: Int64) -> Int32 {
        if isBuffered(count, offset) { return copy(bytes, count, offset) }
        // Some pages are not contiguous, so a small step forward counts as sequential too.
        pointee.inOrder = 0..<Int64(BufferedFile.capacity) ~= offset - pointee.end ? pointee.inOrder + 1 : 0
        pointee.end = offset + Int64(count)
        if pointee.inOrder >= BufferedFile.readsInOrder, count < BufferedFile.capacity {
            let code = readPlainly(makeBuffer(), BufferedFile.capacity, offset)
            // The file may end within the range: then only the requested bytes are read.
            (pointee.start, pointee.count) = (offset, code == SQLITE_OK ? BufferedFile.capacity : 0)
            if code == SQLITE_OK {
                pointee.end = offset + Int64(BufferedFile.capacity)
                return copy(bytes, count, offset)
            }
        }
        return readPlainly(bytes, count, offset)
    }

    private func readPlainly(_ bytes: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int64) -> Int32 {
        methods.pointee.xRead?(pointee.inner, bytes, Int32(count), offset) ?? SQLITE_IOERR
    }

    private func isBuffered(_ count: Int, _ offset: Int64) -> Bool {
        pointee.count > 0 && offset >= pointee.start && offset + Int64(count) <= pointee.start + Int64(pointee.count)
    }

    private func copy(_ bytes: UnsafeMutableRawPointer, _ count: Int, _ offset: Int64) -> Int32 {
        // The bytes are buffered, so there is a buffer.
        bytes.copyMemory(from: pointee.buffer.unsafelyUnwrapped + Int(offset - pointee.start), byteCount: count)
        return SQLITE_OK
    }
}
#endif
