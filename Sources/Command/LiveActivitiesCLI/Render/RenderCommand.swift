#if Preview
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces

/// `live-activities render`: pictures of an activity on its surfaces.
struct RenderCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draws an activity on every surface, as PNG or SVG.",
        discussion: """
            Without --activity it draws the sample of the kind, after 45 % of its story or --after so many seconds of it. With \
            --activity it draws the activity in a file, or in standard input ('-'): one JSON object with "kind", "attributes" \
            and "state", or a line of output of '\(Program.name) run' that starts an activity.

            Examples:
              \(Program.name) render delivery --sheet delivery.png
              \(Program.name) render sports --dark --locale ar --out pictures
              \(Program.name) render waitQueue --svg --scale 1
              \(Program.name) run --virtual-time day.jsonl | head -n 1 |
                \(Program.name) render --activity - --sheet now.png
            """)

    @Argument(help: ArgumentHelp("The kind; not needed with --activity.", valueName: "kind"))
    var kind: String?

    @Option(help: ArgumentHelp("A file with one activity as JSON; '-' is standard input.", valueName: "file"))
    var activity: String?

    @Option(help: "The time in the sample's story, in seconds; by default 45 % of its length.")
    var after: Double?

    @Option(help: "The date at which --activity is drawn, such as 2026-06-20T17:00:00Z.", transform: parseDate)
    var at: Date?

    @Option(
        help: "The name of a surface, or 'all'; may be repeated.",
        completion: .list(["all"] + SizedSurface.all.map(\.name)))
    var surface: [String] = ["all"]

    @Option(help: "Language and region, such as 'ar' or 'pt-BR'.")
    var locale = "en"

    @Option(help: "Pixels per point, from 1 to 4.")
    var scale = 3.0

    @Flag(help: "Dark mode.")
    var dark = false

    @Flag(name: .customLong("always-on"), help: "A screen that is always on, with reduced luminance.")
    var alwaysOn = false

    @Flag(help: "Night Mode in StandBy: red.")
    var night = false

    @Flag(help: "A locked device that hides private content.")
    var locked = false

    @Flag(help: "Draw only the surface, without the device around it.")
    var bare = false

    @Flag(help: "SVG instead of PNG.")
    var svg = false

    @Flag(help: "SVG for a web page: letters are text, and clocks have their rules as attributes.")
    var web = false

    @Option(
        help: ArgumentHelp(
            "The folder of the images, one file each; created if missing. By default KIND-pictures.", valueName: "folder"
        ))
    var out: String?

    @Option(help: ArgumentHelp("A file for a contact sheet with all pictures.", valueName: "file"))
    var sheet: String?

    func validate() throws {
        if activity != nil, after != nil { throw ValidationError("--after is for samples; use --at with --activity.") }
        if activity == nil, at != nil { throw ValidationError("--at is for --activity; use --after with a sample.") }
        guard (1...4).contains(scale) else { throw ValidationError("--scale must be from 1 to 4, not \(scale).") }
        guard after.map({ $0 >= 0 && $0 <= 86_400 }) ?? true else {
            throw ValidationError("--after must be from 0 to 86400 seconds.")
        }
        _ = try surfaces
    }

    func run(with registry: Registry) throws {
        guard (kind == nil) != (activity == nil) else {
            throw ValidationError("Give either a kind (\(registry.kindNames)) or --activity, not both.")
        }
        if let kind { try registry.validate(kind) }
        var subject =
            try activity.map { try RenderSubject(file: $0) } ?? RenderSubject(sample: kind ?? "", after: after, in: registry)
        if let at { subject.now = at }
        for missing in PreviewResources.missing {
            StandardError.report("\(missing) is not installed; the images will look different")
        }
        let pictures = try pictures(of: subject, registry)
        guard !pictures.isEmpty else {
            throw Status.someLinesFailed.reporting(
                "the activity is \(subject.activity.state) and is shown on none of these surfaces")
        }
        // By default into a separate folder: there are dozens of pictures.
        if let folder = out ?? (sheet == nil ? "\(subject.activity.kind)-pictures" : nil) {
            for (name, picture) in pictures {
                try write(
                    picture,
                    to: URL(fileURLWithPath: folder).appendingPathComponent(
                        "\(subject.activity.kind)-\(name).\(svg || web ? "svg" : "png")"))
            }
        }
        if let sheet {
            let title = "\(subject.activity.kind) · \(locale)"
            try write(
                ContactSheet(title: title, pictures, isDark: dark).picture(at: subject.now), to: URL(fileURLWithPath: sheet))
        }
    }

    private var surfaces: [SizedSurface] {
        get throws {
            if surface.contains("all") { return SizedSurface.all }
            return try surface.map(SizedSurface.argument)
        }
    }

    private func pictures(of subject: RenderSubject, _ registry: Registry) throws -> [(name: String, picture: Picture)] {
        var environment = EnvironmentValues()
        environment.use(language: locale)
        environment.colorScheme = dark ? .dark : .light
        environment.isLuminanceReduced = alwaysOn
        environment.now = subject.now
        environment.textMeasuring = PangoTextMeasuring()
        let condition = DeviceCondition(isLocked: locked, isNightMode: night)
        let surfaces = try surfaces
        do throws(PresentationError) {
            return try registry.widgets.present(
                subject.activity, on: surfaces, environment: environment, condition: condition
            ).map { ($0.surface.name, Picture($0, colorScheme: dark ? .dark : .light, isFramed: !bare, at: subject.now)) }
        } catch { throw Status.someLinesFailed.reporting("\(error)") }
    }

    private func write(_ picture: Picture, to file: URL) throws {
        let isSVG = svg || web || file.pathExtension == "svg"
        let bytes = isSVG ? Data((web ? picture.webSVG() : picture.svg()).utf8) : Data(picture.png(scale: scale))
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: file)
        } catch { throw Status.inputOutput.reporting("\(file.path): \(error.localizedDescription)") }
        print(file.relativePath)
    }
}
#endif
