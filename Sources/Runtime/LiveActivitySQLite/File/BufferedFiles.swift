#if SQLite
import GRDBSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file system of SQLite's ("VFS") that is the system's own, with fewer calls of the system.
///
/// SQLite reads and writes page by page, and pages are small here (``DatabaseFile/pageBytes``). So reading a file, or writing a
/// batch, is mostly calls of the system. Two things are different:
///
/// - **Writes to the write-ahead log** that are contiguous are collected, and written before the file is synchronised, read or
///   otherwise used. A commit synchronises the log before any connection may read it (`synchronous=FULL`), so no reader sees a
///   difference. If the disk is full, the commit fails at the synchronisation instead of at the write.
/// - **Reads of the database in order**, as of a check or of a whole table, take several pages at once. They are kept as long
///   as the connection's locks stay as they are. Within that time no page that this connection would read from the file
///   changes: another connection's changes are in the log, and a checkpoint copies only what every reader may see.
///
/// It also says what the log's index has (``LogPosition``), which SQLite itself does not.
///
/// One thread at a time uses a connection, and so its files.
enum BufferedFiles {
    static let name = "live-activities"
    /// The file control whose argument is a ``LogPosition`` that is to be filled in. Beyond SQLite's own numbers.
    static let logPosition: Int32 = 0x4C41_0001

    /// Whether SQLite has the file system: not if SQLite does not accept file system names with a path.
    static let areThere: Bool = {
        guard sqlite3_compileoption_used("USE_URI") == 1, let system else { return false }
        let added = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        // Everything but opening is the system's.
        added.initialize(to: system.pointee)
        added.pointee.pNext = nil
        added.pointee.zName = UnsafePointer(strdup(name))
        added.pointee.szOsFile = Int32(BufferedFile.size) + system.pointee.szOsFile
        added.pointee.xOpen = { _, name, file, flags, outFlags in BufferedFile.open(name, file, flags, outFlags) }
        // It stays for the life of the process, as SQLite keeps the address.
        return sqlite3_vfs_register(added, 0) == SQLITE_OK
    }()

    /// The default file system. It is there before ours, and is never removed.
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
        // The size that SQLite takes where a file says none.
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

/// How far a database's write-ahead log goes, as its index in shared memory says (sqlite.org/walformat.html, section 2).
struct LogPosition {
    /// How many frames of the log count.
    var frames: Int64 = 0
    /// How many of them are in the database too.
    var copied: Int64 = 0
    /// The size of the database, with what is in the log.
    var pages: Int64 = 0
    var pageBytes: Int64 = 0

    /// - Parameter index: The beginning of the index.
    fileprivate init(_ index: UnsafeRawPointer) {
        func number(_ offset: Int) -> Int64 { Int64(index.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        let size = Int64(index.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
        // The largest page, 65,536, does not fit, and is a 1.
        pageBytes = size & 0xFE00 + (size & 1) << 16
        (frames, pages, copied) = (number(16), number(20), number(96))
    }

    init() {}

    /// The bytes that the log must have: its header, and each frame with its own.
    var logBytes: Int64 { frames == 0 ? 0 : 32 + frames * (pageBytes + 24) }
    /// The bytes of the database.
    var databaseBytes: Int64 { pages * pageBytes }
}

/// The contents of SQLite's handle of a file: its own part, the buffer, and behind it the system's handle.
private struct BufferedFile {
    var base: sqlite3_file
    let inner: UnsafeMutablePointer<sqlite3_file>
    let isLog: Bool
    let isDatabase: Bool
    /// Of a log: what was written and is not in the file yet. Of a database: what was read ahead.
    var buffer: UnsafeMutableRawPointer?
    /// Where in the file the buffer's bytes are.
    var start: Int64 = 0
    var count = 0
    /// The end of the last read, and how many reads before it were in order.
    var end: Int64 = 0
    var inOrder = 0
    /// The mapped index of the database's log; `nil` without a log.
    var index: UnsafeMutableRawPointer?

    typealias Methods = UnsafePointer<sqlite3_io_methods>

    static var size: Int { (MemoryLayout<BufferedFile>.size + 15) & ~15 }
    /// The most that is collected or read at once.
    static var capacity: Int { 64 << 10 }
    /// The number of sequential reads after which reading ahead begins.
    static var readsInOrder: Int { 4 }

    static func at(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<BufferedFile> {
        // SQLite passes what it was given.
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
        // A file without methods is not closed by SQLite.
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

    /// Calls the system for something after which what was read may no longer hold; what was written is in the file before.
    fileprivate func plain(_ call: (BufferedFile.Methods, UnsafeMutablePointer<sqlite3_file>) -> Int32) -> Int32 {
        let code = flush()
        pointee.inOrder = 0
        return code == SQLITE_OK ? call(methods, pointee.inner) : code
    }

    /// Calls the system for what concerns only the memory that connections share.
    fileprivate func shared(_ call: (BufferedFile.Methods, UnsafeMutablePointer<sqlite3_file>) -> Int32) -> Int32 {
        call(methods, pointee.inner)
    }

    fileprivate func tellLogPosition(_ argument: UnsafeMutableRawPointer?) -> Int32 {
        guard let argument, let index = pointee.index else { return SQLITE_NOTFOUND }
        argument.storeBytes(of: LogPosition(index), as: LogPosition.self)
        return SQLITE_OK
    }

    /// Writes the collected bytes, or drops those that were read ahead.
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
        // Some pages are elsewhere, so a small step forward is in order too.
        pointee.inOrder = 0..<Int64(BufferedFile.capacity) ~= offset - pointee.end ? pointee.inOrder + 1 : 0
        pointee.end = offset + Int64(count)
        if pointee.inOrder >= BufferedFile.readsInOrder, count < BufferedFile.capacity {
            let code = readPlainly(makeBuffer(), BufferedFile.capacity, offset)
            // The file may end within it: then only the requested bytes are read.
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
        // It is buffered, so there is a buffer.
        bytes.copyMemory(from: pointee.buffer.unsafelyUnwrapped + Int(offset - pointee.start), byteCount: count)
        return SQLITE_OK
    }
}
#endif
