import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI

/// The command as a process: exit status, pipes, signals, wall clock.
@Suite(.enabled(if: Tool.exists, "the product live-activities is not built beside the tests"), .timeLimit(.minutes(5)))
struct ProcessTests {
    @Test func theExitStatusReportsTheResult() throws {
        #expect(try Tool.status(["run", "--virtual-time"], input: Line.start) == 0)
        #expect(try Tool.status(["run", "--virtual-time"], input: "nonsense") == 1)
        #expect(try Tool.status(["run", "--soon"]) == 2)
        #expect(try Tool.status(["describe", "nothing"]) == 2)
        #expect(try Tool.status(["run", "/no/such/file"]) == 3)
        #expect(try Tool.status(["--help"]) == 0)
        #expect(try Tool.status(["--version"]) == 0)
        #expect(try Tool.status(["run", "--help"]) == 0)
    }

    /// A mistyped file would otherwise be a new host, for which no device has a key.
    @Test func onlyACommandThatPrintsAPublicKeyCreatesAFileOfKeys() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        for arguments in [
            ["devices"], ["remove", "phone"], ["content", "--stream", "a", "--sequence", "1"], ["open", "--stream", "a"],
            ["changes", "--owner", "anna", "--title", "Food"],
        ] {
            #expect(try Tool.status(["seal"] + arguments + ["--keys", file]) == 3)
            #expect(!FileManager.default.fileExists(atPath: file), "\(arguments)")
        }
        #expect(try Tool.status(["seal", "host", "--keys", file]) == 0)
        #expect(try Tool.status(["seal", "devices", "--keys", file]) == 0)
    }

    @Test func changesAreWrittenBeforeTheInputEnds() throws {
        let tool = try Tool(["run", "--virtual-time"])
        tool.write(Line.start)
        #expect(try tool.nextChange() == "started")
        tool.write(Line.prepared)
        #expect(try tool.nextChange() == "updated")
        #expect(tool.end() == 0)
    }

    @Test func aDeadlineRunsWithoutAnotherLine() throws {
        let tool = try Tool(["run"])
        tool.write(
            #"{"command":"start","kind":"meditationTimer","owner":"anna","attributes":{"timerDuration":1,"cycles":1}}"#)
        tool.write(
            #"{"command":"send","activity":{"owner":"anna","kind":"meditationTimer","key":"timer"},"event":{"started":{}}}"#)
        // The timer ends after a second without further input.
        #expect(try (0..<5).map { _ in try tool.nextChange() } == ["started", "updated", "updated", "alerted", "ended"])
        #expect(tool.end() == 0)
    }

    @Test func anInterruptionLosesNoChange() throws {
        let tool = try Tool(["run", "--virtual-time"])
        tool.write(Line.start)
        #expect(try tool.nextChange() == "started")
        tool.process.interrupt()
        #expect(tool.end(closing: false) == 130)
    }

    /// A process without standard input or output reports that, rather than waiting endlessly or losing the output.
    @Test(arguments: [
        ("<&-", "cannot read standard input"), (">&-", "cannot write the output"), ("<&- >&-", "cannot read standard input"),
    ])
    func aMissingInputOrOutputIsReported(closed: String, complaint: String) throws {
        let shell = try Shell(#"printf '%s\n' "$LINE" | "$TOOL" run --virtual-time \#(closed)"#)
        #expect(shell.status == 3)
        #expect(shell.errors.contains(complaint), "\(shell.errors)")
    }

    /// If a file exceeds the size limit (`ulimit -f`), the write fails with an error; SIGXFSZ does not end the process.
    @Test func aLimitOfTheSizeOfFilesIsReported() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "live-activities-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let shell = try Shell(
            #"ulimit -f 2; for i in 1 2 3 4 5 6 7 8 9; do printf '%s\n' "$LINE" | sed "s/anna/anna$i/"; done | "$TOOL" run --virtual-time > out"#,
            in: folder)
        #expect(shell.status == 3)
        #expect(shell.errors.contains("cannot write the output: File too large"), "\(shell.errors)")
    }

    @Test func aClosedOutputEndsTheRunQuietly() throws {
        let tool = try Tool(["run", "--virtual-time"])
        tool.write(Line.start)
        #expect(try tool.nextChange() == "started")
        try tool.output.fileHandleForReading.close()
        tool.write(Line.prepared)
        let status = tool.end(closing: false)
        // Ended by SIGPIPE; if SIGPIPE is ignored, with the exit status that a shell would report for it.
        #expect(tool.process.terminationReason == .uncaughtSignal ? status == 13 : status == 141)
        #expect(tool.complaints() == "")
    }

    #if Preview
    @Test func picturesGoIntoAFolderOfTheirOwn() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "live-activities-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = try Tool(["render", "meditationTimer", "--surface", "lockScreen.iPhone393"], in: folder)
        let output = tool.output.fileHandleForReading.readDataToEndOfFile()
        #expect(tool.end() == 0)
        #expect(
            String(decoding: output, as: UTF8.self) == "meditationTimer-pictures/meditationTimer-lockScreen.iPhone393.png\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["meditationTimer-pictures"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "meditationTimer-pictures").path)
                == ["meditationTimer-lockScreen.iPhone393.png"])
    }
    #endif

    @Test func theDemoNeedsNoFilesOfTheProject() throws {
        // In a folder without the project's files.
        let tool = try Tool(["demo", "--only", "waitQueue"], in: FileManager.default.temporaryDirectory)
        let output = tool.output.fileHandleForReading.readDataToEndOfFile()
        #expect(tool.end() == 0)
        #expect(String(decoding: output, as: UTF8.self).hasSuffix("waitQueue        dismissed    Toy Story Mania!: Enjoy!\n"))
    }
}

/// A shell command line, with the product as `$TOOL` and a command as `$LINE`.
private struct Shell {
    let status: Int32
    let errors: String

    init(_ line: String, in folder: URL? = nil) throws {
        let (process, errors) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.environment = ["TOOL": Tool.url.path, "LINE": Line.start, "PATH": "/usr/bin:/bin"]
        process.currentDirectoryURL = folder
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
        try process.run()
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}

/// The product as a running process.
final class Tool {
    let process = Process()
    let output = Pipe()
    private let input = Pipe()
    private let errors = Pipe()
    private var read: [UInt8] = []

    static let url = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "live-activities")
    static var exists: Bool { FileManager.default.isExecutableFile(atPath: url.path) }

    init(_ arguments: [String], in folder: URL? = nil) throws {
        process.executableURL = Self.url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
    }

    static func status(_ arguments: [String], input: String? = nil) throws -> Int32 {
        let tool = try Tool(arguments)
        if let input { tool.write(input) }
        return tool.end()
    }

    func write(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Waits for the next change and returns its name.
    func nextChange() throws -> String {
        while true {
            if let end = read.firstIndex(of: 0x0A) {
                let line = Array(read[..<end])
                read.removeSubrange(...end)
                return try WireDecoder().decode(Change.self, from: line).what.name
            }
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the output ended")
            read += data
        }
    }

    func end(closing: Bool = true) -> Int32 {
        if closing { try? input.fileHandleForWriting.close() }
        process.waitUntilExit()
        return process.terminationStatus
    }

    func complaints() -> String { String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
}
