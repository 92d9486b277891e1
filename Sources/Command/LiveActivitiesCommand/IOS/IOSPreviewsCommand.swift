import ArgumentParser
import Foundation
import IOSProjects
import LiveActivitiesCLI
import LiveActivitySurfaces
import PreviewRequests

/// `live-activities ios previews`: draws a project's previews.
struct IOSPreviewsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previews",
        abstract: "Draws the previews of an iOS project's Live Activities.",
        discussion: """
            It draws each #Preview and PreviewProvider in the files that 'ios check' compiles, light and dark: a Live \
            Activity's states on the presentation that the preview is for, and views alone. A widget without a preview of its \
            Live Activity is drawn with sample values that are generated from the declarations of its attributes (each case, \
            optionals both ways, dates around now), or with those of --states. Files and previews that do not compile here are \
            left out and listed.

            Everything is drawn at one fixed time, which the project's code also reads as the current time, so that two runs \
            can be compared. The folder contains index.html, index.json, an image of each state and sheets of each preview. \
            The project is never changed. Needs Linux, a Swift toolchain, and the libraries and fonts of 'render'.

            Examples:
              \(Program.name) ios previews ~/Projects/Pizza --out previews
              \(Program.name) ios previews . --surface all --text-size accessibility3
              \(Program.name) ios previews . --out new --compare previews
            """)

    @Argument(help: "The project's root.")
    var path: String

    @Option(help: ArgumentHelp("The folder of the images; created if missing.", valueName: "folder"))
    var out: String

    @Option(
        help: ArgumentHelp("The folder of an earlier run, to mark the differences; not that of --out.", valueName: "folder"))
    var compare: String?

    @Option(
        help: ArgumentHelp(
            """
            A file with JSON of Live Activities' values, drawn beside their previews: [{"type": "OrderAttributes", \
            "attributes": {…}, "states": {"late": {…}}}].
            """, valueName: "file"))
    var states: String?

    @Option(
        help: ArgumentHelp(
            "The name of a surface for Live Activities, or 'all'; may be repeated. By default each preview's own surface.",
            valueName: "name"), completion: .list(["all"] + SizedSurface.all.map(\.name)))
    var surface: [String] = []

    @Option(help: ArgumentHelp("A text size, such as large or accessibility3; may be repeated.", valueName: "name"))
    var textSize = ["large"]

    @Option(help: "Language and region, such as 'ar' or 'pt-BR'.")
    var locale = "en"

    @Option(help: "Pixels per point, from 1 to 4.")
    var scale = 2.0

    @Flag(help: "SVG instead of PNG.")
    var svg = false

    @Option(help: "The time at which everything is drawn.", transform: Self.date)
    var at = Date(timeIntervalSince1970: 1_782_034_860)

    @Option(
        help: ArgumentHelp(
            """
            The time limit in seconds for finding what compiles; the rest is not drawn. 0 for no limit. The time for this \
            package's own modules does not count.
            """, valueName: "seconds"))
    var timeLimit = 50.0

    @Option(
        help: ArgumentHelp(
            """
            A finding that makes the exit status 1: 'extension' or 'app' if a part of it could not be drawn, 'difference' if \
            a picture differs from --compare; may be repeated. By default only a run that draws nothing fails.
            """, valueName: "finding"))
    var failOn: [Failure] = []

    /// A reason for which a run fails.
    enum Failure: String, CaseIterable, ExpressibleByArgument { case `extension`, app, difference }

    @OptionGroup var places: IOSBuildPlaces

    private static func date(_ text: String) throws -> Date {
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw ValidationError("'\(text)' is not a date such as 2026-06-20T17:00:00Z.")
        }
        return date
    }

    private static func folder(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    func validate() throws {
        guard (1...4).contains(scale) else { throw ValidationError("--scale must be from 1 to 4, not \(scale).") }
        guard timeLimit >= 0, timeLimit.isFinite else { throw ValidationError("--time-limit must not be negative.") }
        for name in surface where name != "all" { _ = try SizedSurface.argument(name) }
        if let compare, Self.folder(compare) == Self.folder(out) {
            throw ValidationError("--compare must be another folder than --out, whose pictures this run replaces.")
        }
        if failOn.contains(.difference), compare == nil {
            throw ValidationError("--fail-on difference needs --compare, the folder of an earlier run.")
        }
        let sizes = DynamicTypeSize.allCases.map { "\($0)" }
        for name in textSize where !sizes.contains(name) {
            throw ValidationError(Suggestion.unknown(name, "text size", among: sizes))
        }
    }

    func run() throws {
        do {
            let root = try IOSProject.root(URL(filePath: path))
            let scratch = try places.folder(for: root)
            let project = try IOSProject(root)
            var build = try PreviewBuild(
                project, in: scratch, package: places.checkout(), seconds: timeLimit > 0 ? timeLimit : nil
            ) { StandardError.report($0) }
            let program = try build.program()
            for note in build.notes { StandardError.report(note) }
            guard let program else { throw Status.findings.reporting("nothing can be drawn") }
            try draw(ProjectProgram(program: program, scratch: scratch, request: request(for: project)), project)
            print(URL(filePath: out).appending(path: "index.html").relativePath)
            if try !failures(build).isDisjoint(with: failOn) { throw Status.findings }
        } catch let error as IOSProjectError {
            throw Status.inputOutput.reporting("\(error)")
        } catch let error as CocoaError { throw Status.inputOutput.reporting("\(error.localizedDescription)") }
    }

    private func request(for project: IOSProject) throws -> PreviewRequest {
        var request = PreviewRequest(project, out: URL(filePath: out).standardizedFileURL, now: at)
        (request.surfaces, request.textSizes, request.locale) = (surface, textSize, locale)
        (request.isSVG, request.scale) = (svg, scale)
        request.states = try states.map { try Data(contentsOf: URL(filePath: $0)) }
        request.compared = compare.map { URL(filePath: $0).standardizedFileURL }
        return request
    }

    /// The reasons for which this run fails: parts that the build omitted, and failures in the index of the images.
    private func failures(_ build: PreviewBuild) throws -> Set<Failure> {
        struct Index: Decodable {
            struct Preview: Decodable {
                struct Picture: Decodable {
                    struct Difference: Decodable {}
                    let difference: Difference?
                }
                let pictures: [Picture]
                let problems: [String]
                let failure: String?
            }
            let previews: [Preview]
            let gone: [String]
        }
        let data = try Data(contentsOf: URL(filePath: out).appending(path: "index.json"))
        let index = try JSONDecoder().decode(Index.self, from: data)
        var found = Set(build.leftOut.map { $0.part == .app ? Failure.app : .extension })
        if index.previews.contains(where: { $0.failure != nil || !$0.problems.isEmpty }) { found.insert(.extension) }
        if !index.gone.isEmpty || index.previews.contains(where: { $0.pictures.contains { $0.difference != nil } }) {
            found.insert(.difference)
        }
        return found
    }

    /// Runs the drawing program, in a fixed time zone and at a fixed time.
    private func draw(_ program: ProjectProgram, _ project: IOSProject) throws {
        // The program has another data folder, so the user's own fonts must be passed to it.
        let own = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).map {
            $0.appending(path: "fonts")
        }
        .filter { FileManager.default.fileExists(atPath: $0.path) }
        let given = ProcessInfo.processInfo.environment["LIVE_ACTIVITIES_FONTS"] ?? ""
        let folders = (project.fontFolders + own).map(\.path) + [given]
        let outcome = try program.run(with: [
            // Without this, the backtracer would take seconds for each trap in the project's code.
            "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1",
            "LIVE_ACTIVITIES_AT": "\(Int(at.timeIntervalSince1970))",
            "LIVE_ACTIVITIES_FONTS": folders.filter { !$0.isEmpty }.joined(separator: ":"),
        ])
        switch outcome {
        case .ended(.success): return
        // The program has reported the reason.
        case .ended(.failure("status 1")): throw Status.someLinesFailed
        case .ended(.failure(let end)): throw Status.findings.reporting("the program that draws ended early, with \(end)")
        case .stalled:
            throw Status.findings.reporting(
                "nothing can be drawn: the code with which the project begins did not end within \(StallWatch.seconds) s")
        }
    }
}
