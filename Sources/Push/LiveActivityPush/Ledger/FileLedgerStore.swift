#if Push
public import Crypto
import Dispatch
import LiveActivities
import LiveActivityCore
import Synchronization
import SystemLibraries

/// A ledger in one file of JSON Lines with the permissions 0600. With a key each line is encrypted with ChaCha20-Poly1305.
///
/// A record survives a killed process when ``append(_:)`` has returned, and a loss of power when ``sync()`` has. The file is
/// compacted to the newest record of each installation when it is opened, and in the background when it has grown to four times
/// its compacted size. An incomplete last line, which a crash leaves, is skipped; a damaged line before it is an error.
///
/// `FILE.size` has the minimum size of the file: its size at the last ``sync()`` or compaction, or when it was closed. If the
/// file's whole lines are shorter when it is opened, records were lost (``loss``). The loss of records that were appended after
/// that, before a crash, is not detected.
public final class FileLedgerStore: LedgerStore {
    private struct File {
        var descriptor: Int32 = -1
        /// The file's size, and its size after the last compaction, in bytes.
        var size = 0
        var sizeWhenNew = 0
        var isCompacting = false
        /// `true` if bytes of a failed write are behind ``size``: the file must be cut before the next record is appended.
        var hasRest = false
        /// `false` if the file's name was not written to the disk after the last compaction.
        var isNamed = true
        /// The total number of bytes appended so far. A compaction does not reduce it.
        var appended: UInt64 = 0
    }

    private let path: String
    private let cipher: LedgerCipher
    private let compactsAbove: Int
    private let system: LedgerFileSystem
    private let file = Mutex(File())
    /// The value of ``File/appended`` up to which everything survives a loss of power. While this lock is held, the descriptor
    /// may be used without locking ``file``: this lock is always taken first.
    private let synced = Mutex<UInt64>(0)
    public let loss: String?

    /// Opens the file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: 32 bytes that encrypt the file; `nil` writes tokens unencrypted. A file can be read only with the key with
    ///     which it was written.
    ///   - compactsAbove: The size below which the file is not compacted while it is open, in bytes.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the file cannot be read or written.
    public convenience init(path: String, key: SymmetricKey? = nil, compactsAbove: Int = 1 << 22) throws(PushError) {
        try self.init(path: path, key: key, compactsAbove: compactsAbove, system: LedgerFileSystem())
    }

    init(path: String, key: SymmetricKey? = nil, compactsAbove: Int = 1 << 22, system: LedgerFileSystem) throws(PushError) {
        self.system = system
        cipher = try LedgerCipher(key: key)
        self.path = path
        self.compactsAbove = compactsAbove
        loss = Self.loss(path)
        try compact()
    }

    deinit {
        file.withLock { file in
            guard file.descriptor >= 0 else { return }
            Self.note(size: file.size, of: path)
            _ = close(file.descriptor)
        }
    }

    // MARK: - The file's size

    private static func loss(_ path: String) -> String? {
        guard let text = try? Data(ofFile: path + ".size"),
            let noted = Int(String(decoding: text, as: UTF8.self).prefix { $0.isNumber })
        else { return nil }
        let bytes = (try? Data(ofFile: path, options: .mappedIfSafe)) ?? Data()
        let size = wholeLines(bytes).count
        guard size < noted else { return nil }
        return
            "'\(path)' has \(size) bytes in whole lines and had at least \(noted): it was emptied, cut or overwritten. Devices whose tokens "
            + "were in it get no pushes until their apps report them again; restore a copy of it if there is one"
    }

    /// If this write fails, only a later loss is not detected; the ledger itself is not affected.
    private static func note(size: Int, of path: String) {
        try? Data("\(size)\n".utf8).write(to: URL(filePath: path + ".size"), options: .atomic)
    }

    public func load() throws(PushError) -> [LedgerRecord] { try Self.read(path, cipher) }

    public func append(_ records: [LedgerRecord]) throws(PushError) {
        guard !records.isEmpty else { return }
        let bytes = try Self.lines(records, cipher)
        let (failure, isLarge) = file.withLock { file in
            let failure = append(bytes, to: &file)
            let isLarge = !file.isCompacting && file.size > max(compactsAbove, 4 * file.sizeWhenNew)
            if isLarge { file.isCompacting = true }
            return (failure, isLarge)
        }
        if isLarge { DispatchQueue.global(qos: .utility).async { [self] in compactWhileOpen() } }
        if let failure { throw .ledgerUnavailable(reason: "'\(path)' cannot be written: \(failure)") }
    }

    /// Appends all bytes or none. A part of a line, which a full disk leaves, would damage the line that is appended behind it.
    private func append(_ bytes: [UInt8], to file: inout File) -> String? {
        if file.hasRest, let failure = cut(&file) { return failure }
        if let failure = system.writeAll(bytes, to: file.descriptor) {
            file.hasRest = true
            // If the file cannot be cut now, the next call tries it again.
            _ = cut(&file)
            return failure
        }
        file.size += bytes.count
        file.appended += UInt64(bytes.count)
        return nil
    }

    private func cut(_ file: inout File) -> String? {
        guard system.cut(file.descriptor, file.size) == 0 else { return LedgerFileSystem.problem }
        file.hasRest = false
        return nil
    }

    /// Concurrent callers share one write to the disk.
    public func sync() throws(PushError) {
        let wanted = file.withLock(\.appended)
        let failure: String? = synced.withLock { synced in
            if synced >= wanted { return nil }
            let (descriptor, appended, size, isNamed) = file.withLock { ($0.descriptor, $0.appended, $0.size, $0.isNamed) }
            guard fsync(descriptor) == 0 else { return LedgerFileSystem.problem }
            if !isNamed {
                do throws(DurableFile.Failure) { try DurableFile.syncFolder(of: path) } catch { return "\(error)" }
                file.withLock { $0.isNamed = true }
            }
            synced = appended
            // Here and not only when the file is closed: a process that exits or is killed never closes it.
            Self.note(size: size, of: path)
            return nil
        }
        if let failure { throw .ledgerUnavailable(reason: "'\(path)' cannot be written: \(failure)") }
    }

    // MARK: - Compaction

    private func compactWhileOpen() {
        // A file that cannot be compacted grows further; the next attempt follows when its size has doubled.
        if (try? compact()) == nil { file.withLock { ($0.isCompacting, $0.sizeWhenNew) = (false, $0.size / 2) } }
    }

    /// Writes the newest record of each installation to a new file, which then replaces the old one.
    private func compact() throws(PushError) {
        let end = file.withLock { $0.descriptor < 0 ? Int.max : $0.size }
        var newest: [String: (Int, LedgerRecord)] = [:]
        for (number, record) in try Self.read(path, cipher, upTo: end).enumerated() {
            newest[record.name] = (newest[record.name]?.0 ?? number, record)
        }
        let records = newest.values.filter { $0.1.owner != nil }.sorted { $0.0 < $1.0 }.map(\.1)
        let temporary = path + ".new"
        let new = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        guard new >= 0 else {
            throw .ledgerUnavailable(reason: "'\(temporary)' cannot be created: \(LedgerFileSystem.problem)")
        }
        DurableFile.keepOwner(of: [path, DurableFile.folder(of: path)], for: new)
        let lines = try Self.lines(records, cipher)
        var failure = system.writeAll(lines, to: new)
        // Most bytes are written to the disk before the lock is taken, so that others wait for a short time only.
        if failure == nil, fsync(new) != 0 { failure = LedgerFileSystem.problem }
        if failure == nil { failure = replace(with: new, temporary, lines.count, behind: end) }
        guard let failure else { return }
        _ = close(new)
        // The disk may be full.
        _ = unlink(temporary)
        throw .ledgerUnavailable(reason: "'\(path)' cannot be written: \(failure)")
    }

    /// Adds the records that were appended in the meantime, and replaces the old file with the new one.
    private func replace(with new: Int32, _ temporary: String, _ size: Int, behind end: Int) -> String? {
        synced.withLock { synced in
            file.withLock { file in
                var tail: [UInt8] = []
                if file.descriptor >= 0, file.size > end {
                    guard let bytes = try? Data(contentsOf: URL(filePath: path)), bytes.count >= file.size else {
                        return "it has become shorter"
                    }
                    tail = Array(bytes[end..<file.size])
                }
                if let failure = system.writeAll(tail, to: new) { return failure }
                if !tail.isEmpty, fsync(new) != 0 { return LedgerFileSystem.problem }
                // The smaller size is stored first: otherwise a crash in between would look like a loss of records.
                Self.note(size: size + tail.count, of: path)
                if rename(temporary, path) != 0 { return LedgerFileSystem.problem }
                if file.descriptor >= 0 { _ = close(file.descriptor) }
                file.descriptor = new
                (file.size, file.sizeWhenNew, file.isCompacting) = (size + tail.count, size + tail.count, false)
                (file.hasRest, file.isNamed) = (false, (try? DurableFile.syncFolder(of: path)) != nil)
                // Before its name is on the disk, a loss of power brings the old file back.
                if file.isNamed { synced = file.appended }
                return nil
            }
        }
    }

    // MARK: - Lines

    private static func lines(_ records: [LedgerRecord], _ cipher: LedgerCipher) throws(PushError) -> [UInt8] {
        var bytes: [UInt8] = []
        let encoder = WireEncoder()
        for record in records {
            do {
                let sealed = try cipher.seal(record, with: encoder)
                if cipher.isEncrypting { bytes += Data(sealed).base64EncodedString().utf8 } else { bytes += sealed }
            } catch { throw .ledgerUnavailable(reason: "a record cannot be encoded: \(error)") }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// The bytes up to the last line end. Those after it belong to an incomplete write.
    private static func wholeLines<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")).map(bytes.index(after:)) ?? bytes.startIndex)]
    }

    /// - Parameter end: The number of bytes to read; by default the whole file, for which no process may write to it.
    private static func read(_ path: String, _ cipher: LedgerCipher, upTo end: Int = .max) throws(PushError) -> [LedgerRecord] {
        let bytes: [UInt8]
        guard access(path, F_OK) == 0 else { return [] }
        do { bytes = Array(try Data(ofFile: path).prefix(end)) } catch {
            throw .ledgerUnavailable(reason: "'\(path)' cannot be read: \(error)")
        }
        var records: [LedgerRecord] = []
        let decoder = WireDecoder()
        for (number, line) in wholeLines(bytes).split(separator: UInt8(ascii: "\n")).enumerated() {
            do {
                guard cipher.isEncrypting else {
                    records.append(try cipher.open(Array(line), with: decoder))
                    continue
                }
                guard let sealed = Data(base64Encoded: String(decoding: line, as: UTF8.self)) else {
                    throw CryptoKitError.authenticationFailure
                }
                records.append(try cipher.open(Array(sealed), with: decoder))
            } catch {
                throw .ledgerUnavailable(reason: "'\(path)', line \(number + 1): \(cipher.hint)")
            }
        }
        return records
    }
}
#endif
