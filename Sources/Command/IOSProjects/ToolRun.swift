import Foundation

/// A run of a tool of the Swift toolchain.
struct ToolRun {
    let status: Int32
    /// The output on both streams.
    let output: String
    /// Whether it was ended because its time was over.
    let isTimedOut: Bool

    /// - Parameters:
    ///   - command: The tool, found in the `PATH`, and its arguments.
    ///   - limit: After which it and what it has started are ended.
    static func run(_ command: [String], until limit: TimeLimit = .none) throws(IOSProjectError) -> ToolRun {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The compiler passes an interrupt on to the processes that it has started.
        let timer = limit.secondsLeft.map { ["timeout", "--signal=INT", "--kill-after=5", "\(max($0, 0.1))"] } ?? []
        process.arguments = timer + command
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { throw .noSwift(error.localizedDescription) }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 127 { throw .noSwift("there is no swift in the PATH") }
        let isTimedOut = limit.isOver && process.terminationStatus != 0
        return ToolRun(status: process.terminationStatus, output: output, isTimedOut: isTimedOut)
    }
}

/// A moment after which no further work is begun.
package struct TimeLimit: Sendable {
    private let end: ContinuousClock.Instant?

    package static let none = TimeLimit(end: nil)

    private init(end: ContinuousClock.Instant?) { self.end = end }

    /// A limit so many seconds from now.
    package init(seconds: Double) { end = .now + .seconds(seconds) }

    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// `nil` without a limit.
    var secondsLeft: Double? { end.map { max(0, ($0 - .now) / .seconds(1)) } }
}
