import ArgumentParser
import Foundation
import IOSProjects
import LiveActivitiesCLI

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
        abstract: "Compiles the Live Activities of an iOS project, and says what is missing.",
        discussion: """
            It finds the widget extensions of the project's Xcode projects, and of its apps the files about Live Activities with what they \
            need. It copies them into a package of its own, compiles that with this package's modules of Apple's names, and reports each \
            file. Where there is no Xcode project (one that a tool generates, for example), it takes the files that import ActivityKit. \
            The project is never written to.

            The first check compiles this package's modules too, which takes some minutes. Needs Linux and a Swift toolchain.

            Examples:
              \(Program.name) ios check ~/Projects/Pizza
              \(Program.name) ios check . --json
            """)

    @Argument(help: "The project's root.")
    var path: String

    @OptionGroup var places: IOSBuildPlaces

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        do {
            let report = try check()
            print(json ? try report.json() : report.text)
            if !report.isClean { throw Status.findings }
        } catch let error as IOSProjectError {
            StandardError.report("\(error)")
            throw Status.inputOutput
        }
    }

    private func check() throws(IOSProjectError) -> IOSReport {
        let project = try IOSProject(URL(filePath: path))
        let errors = try ProjectBuild(project, in: places.folder(for: project), package: places.checkout()).errors { unit in
            StandardError.report("compiling \(unit.files.count) files of \(unit.name)")
        }
        return IOSReport(
            units: zip(project.units, errors).map { IOSReport.Unit($0, $1, in: project.folder) }, setup: project.findings,
            advice: project.advice)
    }
}
