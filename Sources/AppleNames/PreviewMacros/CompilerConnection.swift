#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The connection with the compiler over standard input and output. Each message follows its length, which is a
/// little-endian 64-bit integer.
struct CompilerConnection {
    /// The next message; `nil` when the compiler is done, which it signals by closing the stream or by an empty
    /// message.
    func receive() -> [UInt8]? {
        var header: UInt64 = 0
        guard withUnsafeMutableBytes(of: &header, { fill($0) }), header > 0 else { return nil }
        // A message has a few kilobytes. A much larger number is not a valid length, so no memory is allocated for it.
        guard let count = Int(exactly: UInt64(littleEndian: header)), count < 1 << 30 else {
            refuse("a message of \(header) bytes")
        }
        var message = [UInt8](repeating: 0, count: count)
        return message.withUnsafeMutableBytes { fill($0) } ? message : nil
    }

    /// - Returns: `false` if the compiler has closed the connection.
    func send(_ message: [UInt8]) -> Bool {
        withUnsafeBytes(of: UInt64(message.count).littleEndian) { drain($0) } && message.withUnsafeBytes { drain($0) }
    }

    /// Ends the plugin with an error. The compiler shows the reason and reports that the macro was not expanded.
    func refuse(_ reason: String) -> Never {
        let line = Array("PreviewMacros does not support the protocol of this compiler: \(reason)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(1)
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        transfer(buffer.count) { read(STDIN_FILENO, buffer.baseAddress?.advanced(by: $0), buffer.count - $0) }
    }

    private func drain(_ buffer: UnsafeRawBufferPointer) -> Bool {
        transfer(buffer.count) { write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: $0), buffer.count - $0) }
    }

    /// Calls `part` with the number of transferred bytes until all are transferred. Interruption by a signal is not an
    /// error.
    private func transfer(_ count: Int, part: (Int) -> Int) -> Bool {
        var done = 0
        while done < count {
            let size = part(done)
            guard size > 0 || (size < 0 && errno == EINTR) else { return false }
            done += max(size, 0)
        }
        return true
    }
}
