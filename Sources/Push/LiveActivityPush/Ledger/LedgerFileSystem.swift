#if Push
import SystemLibraries

/// The system calls of a ledger's file. A test replaces the calls that fail on a full disk.
struct LedgerFileSystem: Sendable {
    /// Writes some of the bytes, and returns their number; -1 with `errno` if none were written.
    var writeSome: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int = { write($0, $1.baseAddress, $1.count) }
    /// Cuts a file to a size in bytes, and returns 0; -1 with `errno` if that is not possible.
    var cut: @Sendable (_ file: Int32, _ size: Int) -> Int32 = { ftruncate($0, off_t($1)) }

    /// The last error of this thread.
    static var problem: String { String(cString: strerror(errno)) }

    /// - Returns: The problem, after which some of the bytes may be in the file.
    func writeAll(_ bytes: [UInt8], to file: Int32) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { writeSome(file, $0) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return Self.problem }
            rest = rest.dropFirst(written)
        }
        return nil
    }
}
#endif
