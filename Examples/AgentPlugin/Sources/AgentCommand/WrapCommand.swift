import AgentActivity
import ArgumentParser
import Foundation
import LiveActivityCore

/// `live-activities-agent wrap`: follows a command as a Live Activity.
struct WrapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wrap",
        abstract: "Runs a command and follows it as a Live Activity.",
        discussion: """
            The command's input, output and exit status pass through unchanged, and signals that are sent to this process are \
            passed on. It writes to pipes, so a command that prints colours only in a terminal prints none.

            Progress is read from lines such as '[12/345] Compiling …' or '[ 40%] Linking'. How long earlier successful runs \
            of the same command in the same folder took gives the estimated end. A coding agent's hooks report with \
            'live-activities-agent tell', which finds this process by the variable LIVE_ACTIVITIES_AGENT.

            Exit status: that of the command; 128 and the signal's number if a signal ended it; 127 if there is no such \
            command, 126 if it cannot be run.

            Examples:
              live-activities-agent wrap --changes changes.jsonl -- swift test
              live-activities-agent wrap --summary --title Release -- make -j8 all
            """)

    @Option(help: "What the activity is called; by default the command.")
    var title: String?

    @Option(help: "Whose activity it is.")
    var owner = ProcessInfo.processInfo.environment["USER"] ?? "me"

    @Option(help: ArgumentHelp("Append each change to this file or named pipe, as JSON Lines.", valueName: "file"))
    var changes: String?

    @Option(help: ArgumentHelp("Where durations are remembered; by default in the user's state folder.", valueName: "file"))
    var history: String?

    @Flag(help: "At the end, print one line about the result to standard error.")
    var summary = false

    @Argument(parsing: .postTerminator, help: ArgumentHelp("After '--': the command and its arguments.", valueName: "command"))
    var command: [String]

    func validate() throws {
        if command.isEmpty { throw ValidationError("Give a command after '--', such as: wrap -- swift test") }
    }

    func run() throws {
        let durations = DurationHistory(file: history.map { URL(filePath: $0) } ?? DurationHistory.userFile)
        let folder = FileManager.default.currentDirectoryPath
        let usual = durations.usual(of: command, in: folder)
        let output = try changes.map { try AppendedFile(path: $0) }
        let reports = try ReportPipe()
        defer { reports.remove() }

        let started = Date()
        var session = try AgentSession(
            title: title ?? command.joined(separator: " "), host: ProcessInfo.processInfo.hostName, owner: OwnerID(owner),
            usual: usual, at: started)
        let child: ChildProcess
        do throws(SpawnError) {
            child = try ChildProcess(command, environment: [ReportPipe.variable: reports.path])
        } catch {
            FileHandle.standardError.write(Data("live-activities-agent: \(error)\n".utf8))
            throw ExitCode(error.exitStatus)
        }
        var follower = Follower(child: child, reports: reports, output: output)
        let status = follower.follow(&session)
        let seconds = Date().timeIntervalSince(started)
        if status == 0 { durations.add(seconds, of: command, in: folder) }
        if summary {
            let words = session.summary(status: Int(status), seconds: seconds, usual: usual)
            FileHandle.standardError.write(Data("live-activities-agent: \(words)\n".utf8))
        }
        if status != 0 { throw ExitCode(status) }
    }
}
