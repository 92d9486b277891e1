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

/// A file or named pipe that lines are appended to.
struct AppendedFile {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemFailure("cannot write '\(path)'") }
    }

    /// A failure to write is ignored: it must not stop the work.
    func append(_ bytes: [UInt8]) { _ = writeAll(bytes[...], to: descriptor) }
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
