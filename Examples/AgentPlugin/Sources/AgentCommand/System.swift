import AgentActivity
import Foundation
import LiveActivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file or named pipe to which lines are appended. A pipe that no process reads blocks nothing: lines that do not fit are
/// buffered in memory.
struct AppendedFile {
    private let path: String
    /// Below 0 while no process has the named pipe open for reading.
    private var descriptor: Int32 = -1
    private var unwritten: [UInt8] = []

    /// The size in bytes from which further lines are lost.
    private static let unwrittenMax = 1 << 20
    /// The pause between two attempts to open a named pipe, in seconds.
    private static let pause: TimeInterval = 0.1
    /// How long ``finish()`` waits for a reader, in seconds.
    private static let timeout: TimeInterval = 2

    init(path: String) throws {
        self.path = path
        reopen()
        guard descriptor >= 0 || errno == ENXIO else { throw SystemFailure("cannot write '\(path)'") }
    }

    private mutating func reopen() {
        // With O_NONBLOCK, a named pipe without a reader is ENXIO.
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    }

    /// Appends as many lines as can be written without waiting. A failure to write is ignored: it must not stop the work.
    mutating func append(_ lines: [UInt8]) {
        if unwritten.count < Self.unwrittenMax { unwritten += lines }
        if !unwritten.isEmpty, descriptor < 0 { reopen() }
        while !unwritten.isEmpty, descriptor >= 0 {
            let count = unwritten.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                unwritten.removeFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // The reader has gone; another one may come.
                close(descriptor)
                (descriptor, unwritten) = (-1, [])
            }
        }
    }

    /// The event after which more can be appended; `nil` if nothing is unwritten.
    var awaited: pollfd? {
        unwritten.isEmpty || descriptor < 0 ? nil : pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    }

    /// When to open a named pipe again; `nil` if nothing is unwritten.
    var nextTry: Date? { unwritten.isEmpty || descriptor >= 0 ? nil : Date() + Self.pause }

    /// Waits until everything is written, or the timeout has passed.
    mutating func finish() {
        let end = Date() + Self.timeout
        while !unwritten.isEmpty, Date() < end {
            var one = awaited ?? pollfd(fd: -1, events: 0, revents: 0)
            _ = poll(&one, 1, Int32(Self.pause * 1_000))
            append([])
        }
    }
}

/// The named pipe through which ``TellCommand`` reaches the wrapping process.
struct ReportPipe {
    /// The environment variable with the pipe's path.
    static let variable = "LIVE_ACTIVITIES_AGENT"

    let path: String
    let descriptor: Int32
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "live-activities-agent-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = folder.appending(path: "reports").path
        guard mkfifo(path, 0o600) == 0 else { throw SystemFailure("cannot create '\(path)'") }
        // Also open for writing; otherwise the input would end whenever a hook closes the pipe.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("cannot open '\(path)'") }
    }

    func remove() {
        close(descriptor)
        try? FileManager.default.removeItem(at: folder)
    }

    /// If no process reads the pipe, the line is lost.
    static func write(_ line: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = writeAll(line[...], to: descriptor)
        close(descriptor)
    }
}

/// A system call that failed.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String

    /// Takes the code from `errno`.
    init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
}

/// Replaces a file. Only its user may read the new one.
func replaceFile(_ path: String, with bytes: [UInt8]) {
    let new = "\(path).\(getpid())"
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let isWritten = writeAll(bytes[...], to: descriptor)
    close(descriptor)
    if !isWritten || rename(new, path) != 0 { unlink(new) }
}

/// Whether a write would not wait. A descriptor whose write would fail counts too.
func canWrite(_ descriptor: Int32) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&one, 1, 0) > 0
}

/// Writes all bytes, and blocks until it is done.
///
/// - Returns: `false` if the bytes cannot be written, because the reader has closed the pipe.
func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
            var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&one, 1, -1)
        } else if errno != EINTR {
            return false
        }
    }
    return true
}
