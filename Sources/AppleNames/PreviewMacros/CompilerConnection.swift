#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard input and output, on which each message follows its length in eight bytes, the lowest first.
struct CompilerConnection {
    /// The next message; `nil` when the compiler has no more to ask, which it says by closing or by a message without content.
    func receive() -> [UInt8]? {
        var header: UInt64 = 0
        guard withUnsafeMutableBytes(of: &header, { fill($0) }), header > 0 else { return nil }
        // A preview is some kilobytes; a larger number than this is no length, and no memory is asked for it.
        guard let count = Int(exactly: UInt64(littleEndian: header)), count < 1 << 30 else {
            refuse("a message of \(header) bytes")
        }
        var message = [UInt8](repeating: 0, count: count)
        return message.withUnsafeMutableBytes { fill($0) } ? message : nil
    }

    /// - Returns: `false` where the compiler no longer listens.
    func send(_ message: [UInt8]) -> Bool {
        withUnsafeBytes(of: UInt64(message.count).littleEndian) { drain($0) } && message.withUnsafeBytes { drain($0) }
    }

    /// Ends the plugin; the compiler shows the reason, and that the macro could not be expanded.
    func refuse(_ reason: String) -> Never {
        let line = Array("PreviewMacros does not speak this compiler's protocol: \(reason)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(1)
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        transfer(buffer.count) { read(STDIN_FILENO, buffer.baseAddress?.advanced(by: $0), buffer.count - $0) }
    }

    private func drain(_ buffer: UnsafeRawBufferPointer) -> Bool {
        transfer(buffer.count) { write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: $0), buffer.count - $0) }
    }

    /// Calls `part` with what is done, until all is; a signal in between is no failure.
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
