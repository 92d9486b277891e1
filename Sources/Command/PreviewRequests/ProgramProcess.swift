package import Foundation
import SystemLibraries

/// A process that runs a project's code, which can end it at any time, or never end.
package struct ProgramProcess {
    /// The way in which a process ended.
    package enum End: Equatable {
        case success
        /// Such as `signal 5` or `status 1`.
        case failure(String)
    }

    private let process = Process()

    /// Starts a process.
    ///
    /// - Parameter environment: `nil` for the environment of this process.
    package init(_ program: URL, _ arguments: [String], environment: [String: String]? = nil) throws {
        (process.executableURL, process.arguments) = (program, arguments)
        process.standardInput = FileHandle.nullDevice
        if let environment { process.environment = environment }
        try process.run()
    }

    /// The way in which it ended; `nil` while it is running.
    package var end: End? {
        guard !process.isRunning else { return nil }
        let status = process.terminationStatus
        if process.terminationReason == .uncaughtSignal { return .failure("signal \(status)") }
        return status == 0 ? .success : .failure("status \(status)")
    }

    /// Ends the process if it is running, and waits for its end. The project's code may handle every signal but this one.
    package func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
