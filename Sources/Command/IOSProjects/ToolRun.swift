import Foundation

/// An invocation of a tool of the Swift toolchain.
struct ToolRun {
    let status: Int32
    /// The combined standard output and standard error.
    let output: String
    /// Whether the tool was terminated because of the time limit.
    let isTimedOut: Bool

    /// The first five lines with an error, or the last five lines if there are none.
    var errorLines: String {
        let lines = output.split(separator: "\n")
        let errors = lines.filter { $0.contains("error:") }
        return (errors.isEmpty ? lines.suffix(5) : errors.prefix(5)).joined(separator: "\n")
    }

    /// - Parameters:
    ///   - command: The tool, found in the `PATH`, and its arguments. Without a limit, assignments of variables may precede it.
    ///   - limit: The time limit, after which the tool and its child processes are terminated.
    static func run(_ command: [String], until limit: TimeLimit = .none) throws(IOSProjectError) -> ToolRun {
        // Interrupted rather than killed, because the compiler forwards an interrupt to its child processes.
        let timer = limit.secondsLeft.map { ["timeout", "--signal=INT", "--kill-after=5", "\(max($0, 0.1))"] } ?? []
        let pipe = Pipe()
        let process = try start(timer + command, output: pipe)
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 127 { throw .noSwift("there is no swift in the PATH") }
        let isTimedOut = limit.isOver && process.terminationStatus != 0
        return ToolRun(status: process.terminationStatus, output: output, isTimedOut: isTimedOut)
    }

    /// Runs commands whose output is not needed, as many at once as there are processors.
    static func runAll(_ commands: [[String]]) throws(IOSProjectError) {
        let width = ProcessInfo.processInfo.activeProcessorCount
        for start in stride(from: 0, to: commands.count, by: width) {
            var running: [Process] = []
            defer { for process in running { process.waitUntilExit() } }
            for command in commands[start..<min(start + width, commands.count)] {
                running.append(try Self.start(command, output: FileHandle.nullDevice))
            }
        }
    }

    /// - Parameter output: The pipe or file that receives standard output and standard error.
    private static func start(_ command: [String], output: Any) throws(IOSProjectError) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { throw .noSwift(error.localizedDescription) }
        return process
    }
}

/// A deadline after which no further work begins.
package struct TimeLimit: Sendable {
    private let end: ContinuousClock.Instant?

    package static let none = TimeLimit(end: nil)

    private init(end: ContinuousClock.Instant?) { self.end = end }

    /// Creates a limit a number of seconds from now.
    package init(seconds: Double) { end = .now + .seconds(seconds) }

    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// The remaining seconds; `nil` without a limit.
    var secondsLeft: Double? { end.map { max(0, ($0 - .now) / .seconds(1)) } }
}
