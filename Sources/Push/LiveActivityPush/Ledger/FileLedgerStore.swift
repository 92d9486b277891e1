#if Push
public import Crypto
import LiveActivityCore
import Synchronization
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A ledger in one file of JSON Lines, with the mode 0600. With a key each line is encrypted with ChaCha20-Poly1305.
///
/// A record outlives a killed process as soon as ``append(_:)`` has returned; after a loss of power the last seconds may be missing, and
/// then tokens come in again and a start may be repeated. The file is written anew when it is opened, with the newest record of each
/// installation. A last line that was cut off by a crash is skipped; a damaged line before it is an error.
public final class FileLedgerStore: LedgerStore {
    private let path: String
    private let key: SymmetricKey?
    private let descriptor: Mutex<Int32>

    /// Opens the file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: 32 bytes that encrypt it; `nil` writes tokens as they are. A file is not read with another key than it was written with.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``.
    public init(path: String, key: SymmetricKey? = nil) throws(PushError) {
        if let key, key.bitCount != 256 { throw .ledgerUnavailable(reason: "the key has \(key.bitCount) bits; it needs 256") }
        self.path = path
        self.key = key
        descriptor = Mutex(-1)
        try rewrite()
    }

    deinit { descriptor.withLock { if $0 >= 0 { _ = close($0) } } }

    public func load() throws(PushError) -> [LedgerRecord] { try Self.read(path, key) }

    public func append(_ records: [LedgerRecord]) throws(PushError) {
        guard !records.isEmpty else { return }
        let bytes = try Self.lines(records, key)
        let failure = descriptor.withLock { Self.write(bytes, to: $0) }
        if let failure { throw .ledgerUnavailable(reason: "'\(path)' cannot be written: \(failure)") }
    }

    /// Writes the newest record of each installation to a new file, which takes the place of the old one.
    private func rewrite() throws(PushError) {
        var newest: [String: (Int, LedgerRecord)] = [:]
        for (number, record) in try load().enumerated() {
            newest[record.installation] = (newest[record.installation]?.0 ?? number, record)
        }
        let records = newest.values.filter { $0.1.owner != nil }.sorted { $0.0 < $1.0 }.map(\.1)
        let temporary = path + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .ledgerUnavailable(reason: "'\(temporary)' cannot be created: \(Self.problem)") }
        var failure = Self.write(try Self.lines(records, key), to: file)
        if failure == nil, fsync(file) != 0 || rename(temporary, path) != 0 { failure = Self.problem }
        if let failure {
            _ = close(file)
            throw .ledgerUnavailable(reason: "'\(path)' cannot be written: \(failure)")
        }
        descriptor.withLock { $0 = file }
    }

    private static var problem: String { String(cString: strerror(errno)) }

    private static func write(_ bytes: [UInt8], to file: Int32) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
            let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
            let written = rest.withUnsafeBytes { Musl.write(file, $0.baseAddress, $0.count) }
            #else
            let written = rest.withUnsafeBytes { Darwin.write(file, $0.baseAddress, $0.count) }
            #endif
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return problem }
            rest = rest.dropFirst(written)
        }
        return nil
    }

    private static func lines(_ records: [LedgerRecord], _ key: SymmetricKey?) throws(PushError) -> [UInt8] {
        let encoder = WireEncoder()
        var bytes: [UInt8] = []
        for record in records {
            do {
                if let key {
                    let box = try ChaChaPoly.seal(try encoder.encode(record), using: key)
                    bytes += box.combined.base64EncodedString().utf8
                } else {
                    try encoder.encode(record, into: &bytes)
                }
            } catch { throw .ledgerUnavailable(reason: "a record cannot be encoded: \(error)") }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func read(_ path: String, _ key: SymmetricKey?) throws(PushError) -> [LedgerRecord] {
        let bytes: [UInt8]
        guard access(path, F_OK) == 0 else { return [] }
        do { bytes = Array(try Data(contentsOf: URL(filePath: path))) } catch {
            throw .ledgerUnavailable(reason: "'\(path)' cannot be read: \(error)")
        }
        // What follows the last line end was cut off while it was written.
        let whole = bytes.prefix(bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
        let decoder = WireDecoder()
        var records: [LedgerRecord] = []
        for (number, line) in whole.split(separator: UInt8(ascii: "\n")).enumerated() {
            do {
                let text = try key.map { key in
                    guard let sealed = Data(base64Encoded: String(decoding: line, as: UTF8.self)) else {
                        throw CryptoKitError.authenticationFailure
                    }
                    return Array(try ChaChaPoly.open(try ChaChaPoly.SealedBox(combined: sealed), using: key))
                }
                records.append(try decoder.decode(LedgerRecord.self, from: text ?? Array(line)))
            } catch {
                let hint =
                    key == nil
                    ? "it is damaged, or encrypted and no key was given"
                    : "it is damaged, or was written with another key or none"
                throw .ledgerUnavailable(reason: "'\(path)', line \(number + 1): \(hint)")
            }
        }
        return records
    }
}
#endif
