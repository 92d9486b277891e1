#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A call to the operating system, or a file, that failed.
struct SystemError: Error, CustomStringConvertible {
    /// What was tried, such as `cannot read 'day.jsonl'`.
    var what: String
    /// The system's number for what happened; 0 if `what` says it all.
    var code: Int32

    /// Right after the call that failed.
    init(_ what: String) {
        self.what = what
        code = errno
    }

    /// Something that is no call to the system.
    init(saying what: String) {
        self.what = what
        code = 0
    }

    var isBrokenPipe: Bool { code == EPIPE }

    var description: String { code == 0 ? what : "\(what): \(String(cString: strerror(code)))" }
}

/// An open file, pipe or terminal, by its number.
struct Descriptor: Sendable {
    let number: Int32

    static let standardInput = Descriptor(number: 0)
    static let standardOutput = Descriptor(number: 1)
    static let standardError = Descriptor(number: 2)

    var isTerminal: Bool { isatty(number) == 1 }

    /// - Throws: ``SystemError`` if the file is not there or may not be read.
    static func open(reading path: String) throws(SystemError) -> Descriptor {
        let number = openForReading(path)
        guard number >= 0 else { throw SystemError("cannot read '\(path)'") }
        return Descriptor(number: number)
    }

    func close() { closeDescriptor(number) }

    /// Reads what is there, at least one byte, waiting for it if need be.
    ///
    /// - Returns: 0 at the end, `nil` when a signal came first.
    func read(into buffer: UnsafeMutableRawBufferPointer, of file: String) throws(SystemError) -> Int? {
        let count = readDescriptor(number, buffer)
        if count >= 0 { return count }
        if errno == EINTR { return nil }
        throw SystemError("cannot read \(file)")
    }

    /// Writes all of `bytes`, waiting as long as it takes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = writeDescriptor(number, rest)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno == EAGAIN {
                // Somebody made the pipe non-blocking; it is theirs, so it is waited for and not changed.
                var poll = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = pollDescriptors(&poll, 1, -1)
            } else if errno != EINTR {
                throw SystemError("cannot write the output")
            }
        }
    }

    /// Waits until there is something to read here, or on `other`, or until so many seconds have passed.
    ///
    /// - Parameter seconds: `nil` waits for ever.
    /// - Returns: Whether there is something to read here; the end of a file counts.
    func awaitInput(or other: Descriptor? = nil, seconds: Double?) -> Bool {
        var polls = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
        if let other { polls.append(pollfd(fd: other.number, events: Int16(POLLIN), revents: 0)) }
        // Rounded up: to wake a moment too early would only mean to wait again.
        let milliseconds = seconds.map { Int32(min(max(($0 * 1_000).rounded(.up), 0), 86_400_000)) } ?? -1
        _ = pollDescriptors(&polls, nfds_t(polls.count), milliseconds)
        return polls[0].revents != 0
    }
}

/// Messages for people and for scripts that watch over a run.
enum StandardError {
    static func write(_ text: String) {
        let line = Array((text + "\n").utf8)
        // Where standard error is gone there is nobody left to tell.
        line.withUnsafeBytes { try? Descriptor.standardError.write($0) }
    }
}

// The C functions have the names of the methods above, which hide them inside the type.

private func openForReading(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
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
