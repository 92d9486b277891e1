import ArgumentParser
import Foundation
import IOSProjects
import LiveActivitiesCLI
import PreviewRequests

/// `live-activities ios`: iOS projects on Linux.
struct IOSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ios", abstract: "Checks and draws the Live Activities of an iOS project.",
        subcommands: [IOSCheckCommand.self, IOSPreviewsCommand.self])
}

/// `live-activities ios check`: compiles a project's widgets and managers against Apple's names.
struct IOSCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compiles the Live Activities of an iOS project, and lists the problems.",
        discussion: """
            It finds the widget extensions in the folder's Xcode projects, and the files of its apps that concern Live \
            Activities, including files that they need. It copies them into a separate package, compiles it with this \
            package's modules of Apple's names, and reports each file with its most relevant error; --json has all errors. \
            Without an Xcode project it reads XcodeGen's project.yml, or uses the files that import ActivityKit. The \
            project is never changed.

            The exit status is 1 for findings in the widget extension or in the setup, and 4 for findings only in the app's \
            part. --fail-on selects the parts whose findings count.

            With --drive it then calls the managers: types whose methods start, update or end a Live Activity. Each method \
            whose parameters can be decoded or have defaults is called once with generated values, in that order, on this \
            package's runtime, and the states of the activities are printed. This runs the project's code.

            The first check also compiles this package's modules, which takes some minutes. Needs Linux and a Swift toolchain.

            Examples:
              \(Program.name) ios check ~/Projects/Pizza
              \(Program.name) ios check . --json
              \(Program.name) ios check . --fail-on extension --fail-on setup
              \(Program.name) ios check . --drive
            """)

    @Argument(help: "The project's root.")
    var path: String

    @OptionGroup var places: IOSBuildPlaces

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Call the methods of managers, and print the states of their activities.")
    var drive = false

    @Option(
        help: ArgumentHelp(
            "A part whose findings count for the exit status: extension, app or setup; may be repeated. By default all.",
            valueName: "part"))
    var failOn: [IOSReport.Part] = []

    @Option(
        help: ArgumentHelp(
            """
            The time limit in seconds for compiling the project, without this package's own modules. Then the errors that are \
            known are reported. 0 for no limit.
            """, valueName: "seconds"))
    var timeLimit = 60.0

    func validate() throws {
        guard timeLimit >= 0, timeLimit.isFinite else { throw ValidationError("--time-limit must not be negative.") }
        if json, drive { throw ValidationError("--json and --drive cannot be used together.") }
    }

    func run() throws {
        do {
            let root = try IOSProject.root(URL(filePath: path))
            let scratch = try places.folder(for: root)
            let project = try IOSProject(root)
            let report = try check(project, in: scratch)
            print(json ? try report.json() : report.text)
            if drive {
                // Flushed, because the project's code writes to the same stream.
                fflush(nil)
                try callManagers(of: project, in: scratch)
            }
            let wrong = failOn.isEmpty ? report.parts : report.parts.intersection(failOn)
            if !wrong.isEmpty { throw wrong == [.app] ? Status.appFindings : Status.findings }
        } catch let error as CocoaError {
            throw Status.inputOutput.reporting("\(error.localizedDescription)")
        } catch let error as IOSProjectError { throw Status.inputOutput.reporting("\(error)") }
    }

    private func check(_ project: IOSProject, in scratch: ScratchFolder) throws(IOSProjectError) -> IOSReport {
        let check = try ProjectCheck(
            project, in: scratch, package: places.checkout(), seconds: timeLimit > 0 ? timeLimit : nil)
        let checks = try check.errors { StandardError.report($0) }
        return IOSReport(
            units: zip(project.units, checks).map { IOSReport.Unit($0, $1, in: project.folder) }, setup: project.findings,
            advice: project.advice)
    }

    private func callManagers(of project: IOSProject, in scratch: ScratchFolder) throws {
        var build = try PreviewBuild(project, in: scratch, package: places.checkout(), isDriven: true) { _ in }
        let program = try build.program()
        for note in build.notes { StandardError.report(note) }
        guard let program else {
            throw Status.findings.reporting(
                "no manager can be called: no type has a method with plain parameters that starts, updates or ends an activity")
        }
        var request = PreviewRequest(project, out: scratch.url, now: Date())
        request.isDriven = true
        switch try ProjectProgram(program: program, scratch: scratch, request: request).run() {
        case .ended(.success): return
        case .ended(.failure(let end)): StandardError.report("the project's code has ended the process, with \(end)")
        case .stalled(let step):
            let step = step.trimmingCharacters(in: .whitespaces)
            StandardError.report(
                "the project's code did not end within \(StallWatch.seconds) s (\(step)); nothing after that is called")
        }
        throw Status.findings
    }
}
