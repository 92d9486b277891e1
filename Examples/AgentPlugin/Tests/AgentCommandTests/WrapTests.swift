import AgentActivity
import Foundation
import LiveActivityCore
import Testing

/// `live-activities-agent wrap` as a process.
@Suite(.enabled(if: Wrap.exists, "live-activities-agent is not built beside the tests"), .timeLimit(.minutes(2)))
struct WrapTests {
    @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("kill -TERM $$", 143), ("kill -KILL $$", 137)])
    func theExitStatusIsThatOfTheCommand(script: String, status: Int32) throws {
        #expect(try Wrap(["sh", "-c", script]).end() == status)
    }

    @Test func aCommandThatCannotBeRunIsReportedAsAShellDoes() throws {
        let missing = try Wrap(["no-such-command-anywhere"])
        #expect(missing.end() == 127)
        #expect(missing.errors == "live-activities-agent: cannot run 'no-such-command-anywhere': No such file or directory\n")
        #expect(try Wrap(["/"]).end() == 126)
    }

    @Test func everyByteOfTheOutputPassesThrough() throws {
        let wrap = try Wrap(["sh", "-c", #"cat; printf '\000\377\r\n[1/2] a\n'; printf 'no end' >&2"#], input: "input")
        #expect(wrap.end() == 0)
        #expect(wrap.outputBytes == Array("input".utf8) + [0, 0xFF, 0x0D, 0x0A] + Array("[1/2] a\n".utf8))
        #expect(wrap.errors == "no end")
    }

    @Test func aMillionLinesPassThrough() throws {
        let wrap = try Wrap(["sh", "-c", "seq 1000000"])
        let bytes = wrap.outputBytes
        #expect(wrap.end() == 0)
        #expect(bytes.count == 6_888_896)
        #expect(bytes.suffix(8) == Array("1000000\n".utf8)[...])
    }

    @Test func aDaemonThatKeepsTheOutputOpenIsNotWaitedFor() throws {
        let wrap = try Wrap(["sh", "-c", "sleep 100 & echo $!"])
        let daemon = try #require(Int32(wrap.line()))
        // The output ends with the wrapping process, and the daemon still runs.
        #expect(wrap.outputBytes == [])
        #expect(kill(daemon, SIGKILL) == 0)
        #expect(wrap.end() == 0)
    }

    @Test func aSignalIsPassedOn() throws {
        let wrap = try Wrap(["sh", "-c", "trap 'echo got it; exit 9' TERM; echo ready; while :; do sleep 0.05; done"])
        #expect(wrap.line() == "ready")
        kill(wrap.process.processIdentifier, SIGTERM)
        #expect(wrap.line() == "got it")
        #expect(wrap.end() == 9)
    }

    @Test func aSignalIsPassedOnWhileOutputIsSteady() throws {
        let wrap = try Wrap(["yes"])
        #expect(wrap.line() == "y")
        kill(wrap.process.processIdentifier, SIGTERM)
        #expect(Set(wrap.outputBytes) == Set("y\n".utf8), "the output ends")
        #expect(wrap.end() == 128 + SIGTERM)
    }

    @Test func aSignalIsPassedOnWhileNobodyReadsTheOutput() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wrap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let script = #"trap 'kill $!; echo got it >"$1"; exit 9' TERM; yes & wait"#
        let wrap = try Wrap(["sh", "-c", script, "sh", pipe])
        #expect(wrap.line() == "y")
        kill(wrap.process.processIdentifier, SIGTERM)
        #expect(try contents(pipe) == "got it\n")
        // The rest of the output still comes.
        _ = wrap.outputBytes
        #expect(wrap.end() == 9)
    }

    /// Everything that is written to a named pipe until its writer closes it.
    private func contents(_ pipe: String) throws -> String {
        let reader = try FileHandle(forReadingFrom: URL(filePath: pipe))
        return String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func aNamedPipeForChangesDoesNotStopTheCommand() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wrap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appending(path: "changes").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let options = ["--changes", pipe, "--history", "/dev/null"]
        #expect(try Wrap(["sh", "-c", "exit 4"], options: options).end() == 4, "no process reads the changes")
        let read = try Wrap(["sh", "-c", "echo begun; cat"], options: options, input: "")
        #expect(read.line() == "begun")
        let lines = try contents(pipe).split(separator: "\n")
        #expect(lines.first?.contains("\"started\"") == true && lines.last?.contains("\"ended\"") == true)
        #expect(read.end() == 0)
    }

    @Test func theHistoryIsForItsUserAndHasNoArguments() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wrap-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let history = folder.appending(path: "durations.json")
        #expect(try Wrap(["sh", "-c", ":", "token-4711"], options: ["--history", history.path]).end() == 0)
        #expect(try !String(contentsOf: history, encoding: .utf8).contains("4711"))
        func permissions(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try permissions(history) == 0o600 && permissions(folder) == 0o700)
    }

    @Test func theChangesTellTheStory() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wrap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let changes = folder.appending(path: "changes.jsonl")
        let script = """
            echo '[1/2] Compiling'
            "$1" tell asked 'May I?'
            "$1" tell answered
            exit 3
            """
        let wrap = try Wrap(
            ["sh", "-c", script, "sh", Wrap.url.path],
            options: ["--title", "Release", "--changes", changes.path, "--owner", "anna"])
        #expect(wrap.end() == 3)
        let story = try Data(contentsOf: changes).split(separator: 0x0A).map {
            try WireDecoder().decode(Change.self, from: Array($0))
        }
        #expect(story.allSatisfy { $0.owner == "anna" && $0.kind == "agent" })
        #expect(story.first?.what == .started)
        #expect(story.last?.what.name == "ended")
        let alerts = story.compactMap { change in
            if case .alerted(let alert) = change.what { "\(alert.title): \(alert.body)" } else { nil }
        }
        #expect(alerts == ["Release: May I?", "Release: Failed with exit status 3"])
        let states = story.compactMap { $0.content?.state }
        let state = try #require(states.last)
        #expect(try WireDecoder().decode(AgentState.self, from: state.bytes).result?.status == 3)
    }

    @Test func onlySuccessfulRunsAreRemembered() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wrap-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let history = folder.appending(path: "durations.json")
        func run(_ status: String) throws -> String {
            let wrap = try Wrap(["sh", "-c", "exit ${1:-0}", "sh", status], options: ["--summary", "--history", history.path])
            _ = wrap.end()
            return wrap.errors
        }
        #expect(try run("1") == "live-activities-agent: failed with exit status 1 after 0 s\n")
        #expect(try run("1") == "live-activities-agent: failed with exit status 1 after 0 s\n")
        #expect(try run("0") == "live-activities-agent: succeeded after 0 s\n")
        #expect(try run("0") == "live-activities-agent: succeeded after 0 s, usually 0 s\n")
    }
}

/// A running `live-activities-agent wrap`.
private final class Wrap {
    let process = Process()
    private let output = Pipe()
    private let errorPipe = Pipe()

    static let url = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "live-activities-agent")
    static var exists: Bool { FileManager.default.isExecutableFile(atPath: url.path) }

    init(_ command: [String], options: [String] = ["--history", "/dev/null"], input: String? = nil) throws {
        process.executableURL = Self.url
        process.arguments = ["wrap"] + options + ["--"] + command
        process.standardOutput = output
        process.standardError = errorPipe
        let pipe = Pipe()
        process.standardInput = pipe
        try process.run()
        if let input { pipe.fileHandleForWriting.write(Data(input.utf8)) }
        try pipe.fileHandleForWriting.close()
    }

    /// Waits for the end, and returns the exit status.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The next line of the output.
    func line() -> String {
        var line: [UInt8] = []
        while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Everything to the end of the output.
    var outputBytes: [UInt8] { Array(output.fileHandleForReading.readDataToEndOfFile()) }
    var errors: String { String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
}
