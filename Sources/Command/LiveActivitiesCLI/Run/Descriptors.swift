import SystemLibraries

/// A failed system call, or a file that cannot be used.
package struct SystemError: Error, CustomStringConvertible {
    /// The failed operation, such as `cannot read 'day.jsonl'`.
    package var what: String
    /// The value of `errno`; 0 if there was no system call.
    package var code: Int32

    /// Takes the code from `errno`, so it must directly follow the call that failed.
    package init(_ what: String) {
        self.what = what
        code = errno
    }

    /// An error without a system call.
    package init(saying what: String) {
        self.what = what
        code = 0
    }

    package var isBrokenPipe: Bool { code == EPIPE }

    package var description: String { code == 0 ? what : "\(what): \(String(cString: strerror(code)))" }
}

/// An open file, pipe or terminal, by its number.
///
/// swift-system has a `FileDescriptor` and an `Errno`, but the package does not use it, for two reasons. SwiftPM resolves the
/// dependencies of a whole package, so everyone who embeds the engine would have to fetch a library that only the command uses,
/// or the command would need a separate trait. And it does not wrap `poll(2)`, with which this type waits for input and
/// deadlines.
package struct Descriptor: Sendable {
    package let number: Int32

    package init(number: Int32) { self.number = number }

    package static let standardInput = Descriptor(number: 0)
    package static let standardOutput = Descriptor(number: 1)
    package static let standardError = Descriptor(number: 2)

    package var isTerminal: Bool { isatty(number) == 1 }

    /// - Throws: ``SystemError`` if the file does not exist or may not be read.
    package static func open(reading path: String) throws(SystemError) -> Descriptor {
        let number = openForReading(path)
        guard number >= 0 else { throw SystemError("cannot read '\(path)'") }
        return Descriptor(number: number)
    }

    /// Opens a file to append to it, or creates it with the mode 0600.
    ///
    /// - Throws: ``SystemError`` if it cannot be written.
    package static func open(appending path: String) throws(SystemError) -> Descriptor {
        let number = openForAppending(path)
        guard number >= 0 else { throw SystemError("cannot write '\(path)'") }
        return Descriptor(number: number)
    }

    /// Opens the standard descriptors with which a process was not started (`run <&- >&-`), so that no other file gets their
    /// numbers and receives the output.
    ///
    /// Input is opened write-only, and output read-only, so that each use of them fails.
    static func occupyStandardNumbers() {
        for (number, flags) in [(standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_WRONLY)]
        where fcntl(number.number, F_GETFD) == -1 {
            _ = openForUse("/dev/null", flags)
        }
    }

    package func close() { closeDescriptor(number) }

    /// Reads the available bytes. Waits if there are none.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the input, `nil` if a signal was received first.
    package func read(into buffer: UnsafeMutableRawBufferPointer, of file: String) throws(SystemError) -> Int? {
        let count = readDescriptor(number, buffer)
        if count >= 0 { return count }
        if errno == EINTR { return nil }
        throw SystemError("cannot read \(file)")
    }

    /// Writes all of `bytes`; blocks until it is done.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = writeDescriptor(number, rest)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno == EAGAIN {
                // Another process has made the pipe non-blocking. The flag is shared with that process, so it is not changed.
                var poll = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = pollDescriptors(&poll, 1, -1)
            } else if errno != EINTR {
                throw SystemError("cannot write the output")
            }
        }
    }

    /// Reads everything that is left.
    package func readAll(of file: String) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try block.withUnsafeMutableBufferPointer { (block) throws(SystemError) in
                try read(into: UnsafeMutableRawBufferPointer(block), of: file)
            }
            if count == 0 { return bytes }
            bytes += block.prefix(count ?? 0)
        }
    }

    /// Writes what `print` has collected.
    static func flushPrinted() throws(SystemError) {
        if fflush(nil) != 0 { throw SystemError("cannot write the output") }
    }

    /// Waits until this descriptor or `other` can be read, for at most this many seconds.
    ///
    /// - Parameter seconds: `nil` waits without a limit.
    /// - Returns: Whether this descriptor can be read, which includes the end of a file.
    package func awaitInput(or other: Descriptor? = nil, seconds: Double?) -> Bool {
        var polls = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
        if let other { polls.append(pollfd(fd: other.number, events: Int16(POLLIN), revents: 0)) }
        // Rounded up, because waking early would only mean waiting once more.
        let milliseconds = seconds.map { Int32(min(max(($0 * 1_000).rounded(.up), 0), 86_400_000)) } ?? -1
        _ = pollDescriptors(&polls, nfds_t(polls.count), milliseconds)
        return polls[0].revents != 0
    }
}

/// The channel for messages to users, and to scripts that watch a run.
package enum StandardError {
    /// Writes a message that begins with the program's name.
    package static func report(_ message: String) { write("\(Program.name): \(message)") }

    package static func write(_ text: String) {
        let line = Array((text + "\n").utf8)
        // If standard error is closed, the message is lost, but the process must not end.
        line.withUnsafeBytes { try? Descriptor.standardError.write($0) }
    }
}

// Wrappers of C functions. Inside the type, methods of the same names would shadow them.

private func openForAppending(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
private func openForReading(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
private func openForUse(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func closeDescriptor(_ number: Int32) { close(number) }
private func readDescriptor(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(number, buffer.baseAddress, buffer.count)
}
private func writeDescriptor(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(number, bytes.baseAddress, bytes.count)
}
private func pollDescriptors(_ polls: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    poll(polls, count, milliseconds)
}
