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

    @Option(
        help: ArgumentHelp(
            "The folder of swift-live-activities. By default the one that this command was built in.", valueName: "folder"))
    var package: String?

    @Option(
        help: ArgumentHelp(
            "The folder of build files. By default one for this project in the user's cache folder.", valueName: "folder"))
    var scratch: String?

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
        let checkout = if let package { try Checkout.folder(package) } else { try Checkout.found() }
        let folder = scratch.map { URL(filePath: $0) } ?? project.buildFolder
        let errors = try ProjectBuild(project, in: folder, package: checkout).errors { unit in
            StandardError.report("compiling \(unit.files.count) files of \(unit.name)")
        }
        return IOSReport(
            units: zip(project.units, errors).map { IOSReport.Unit($0, $1, in: project.folder) }, setup: project.findings)
    }
}

extension IOSProject {
    /// A folder for the project's build files. Projects in other places have others.
    var buildFolder: URL {
        let caches =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first ?? FileManager.default.temporaryDirectory
        let name = folder.path.split(separator: "/").joined(separator: "-")
        return caches.appending(path: "live-activities/ios/\(name)")
    }
}
