#if Preview
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces

/// `live-activities render`: pictures of an activity on its surfaces.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draws an activity on every surface, as PNG or SVG.",
        discussion: """
            Without --activity it draws the kind's own sample, nearly half-way through its story or --after so many seconds of it.
            With --activity it draws the one in a file, or in standard input ('-'): one JSON object with "kind", "attributes" and \
            "state", or a line of 'live-activities run' that begins an activity.

            Examples:
              live-activities render delivery --sheet delivery.png
              live-activities render sports --surface lockScreen.iPhone393 --dark --locale ar --out pictures
              live-activities render waitQueue --svg --scale 1
              live-activities run --virtual-time day.jsonl | head -n 1 | live-activities render --activity - --sheet now.png
            """)

    @Argument(help: ArgumentHelp("Which kind; not needed with --activity.", valueName: "kind"))
    var kind: String?

    @Option(help: ArgumentHelp("A file with one activity as JSON; '-' is standard input.", valueName: "file"))
    var activity: String?

    @Option(help: "Seconds into the sample's story; 45 % of it unless said otherwise.")
    var after: Double?

    @Option(help: "The moment to draw --activity at, such as 2026-06-20T17:00:00Z.", transform: parseDate)
    var at: Date?

    @Option(help: "A surface by its name, or 'all'. May be given several times.")
    var surface: [String] = ["all"]

    @Option(help: "Language and region, such as 'ar' or 'pt-BR'.")
    var locale = "en"

    @Option(help: "Pixels a point, from 1 to 4.")
    var scale = 3.0

    @Flag(help: "Dark mode.")
    var dark = false

    @Flag(name: .customLong("always-on"), help: "A screen that is always on, with reduced luminance.")
    var alwaysOn = false

    @Flag(help: "Night Mode in StandBy: red.")
    var night = false

    @Flag(help: "A locked device that hides private content.")
    var locked = false

    @Flag(help: "The surface alone, without the device around it.")
    var bare = false

    @Flag(help: "SVG instead of PNG.")
    var svg = false

    @Option(help: ArgumentHelp("A folder for the pictures, a file each; made if it is missing.", valueName: "folder"))
    var out: String?

    @Option(help: ArgumentHelp("A file for all of them on one contact sheet.", valueName: "file"))
    var sheet: String?

    func validate() throws {
        guard (kind == nil) != (activity == nil) else {
            throw ValidationError(
                "Say either a kind or --activity: \(Providers.all.map(\.kind.rawValue).joined(separator: ", ")).")
        }
        if let kind, !Providers.all.contains(where: { $0.kind == ActivityKind(kind) }) {
            throw ValidationError(
                "There is no kind '\(kind)': there are \(Providers.all.map(\.kind.rawValue).joined(separator: ", ")).")
        }
        if activity != nil, after != nil {
            throw ValidationError("--after is for samples: --at says when --activity is drawn.")
        }
        if activity == nil, at != nil { throw ValidationError("--at is for --activity: --after says how far a sample is.") }
        guard (1...4).contains(scale) else { throw ValidationError("--scale is from 1 to 4, not \(scale).") }
        guard after.map({ $0 >= 0 && $0 <= 86_400 }) ?? true else {
            throw ValidationError("--after is from 0 to 86400 seconds.")
        }
        _ = try places
    }

    func run() throws {
        var subject = try activity.map { try RenderSubject(file: $0) } ?? RenderSubject(sample: kind ?? "", after: after)
        if let at { subject.now = at }
        for missing in PreviewResources.missing {
            StandardError.write("live-activities: \(missing) is not installed; pictures will look different")
        }
        let pictures = try pictures(of: subject)
        guard !pictures.isEmpty else {
            StandardError.write(
                "live-activities: the activity is \(subject.activity.state), and is seen on none of these surfaces")
            throw Status.someLinesFailed
        }
        // Into the folder that is named, or here if nothing is.
        if let folder = out ?? (sheet == nil ? "." : nil) {
            for (name, picture) in pictures {
                try write(
                    picture,
                    to: URL(fileURLWithPath: folder).appendingPathComponent(
                        "\(subject.activity.kind)-\(name).\(svg ? "svg" : "png")"))
            }
        }
        if let sheet {
            let title = "\(subject.activity.kind) · \(locale)"
            try write(
                ContactSheet(title: title, pictures, isDark: dark).picture(at: subject.now), to: URL(fileURLWithPath: sheet))
        }
    }

    /// The surfaces that were asked for, in the order of all.
    private var places: [PresentationSurface] {
        get throws {
            if surface.contains("all") { return PresentationSurface.all }
            return try surface.map { name in
                guard let place = PresentationSurface(named: name) else {
                    let names = PresentationSurface.all.map(\.name).joined(separator: ", ")
                    throw ValidationError("There is no surface '\(name)': there are \(names).")
                }
                return place
            }
        }
    }

    private func pictures(of subject: RenderSubject) throws -> [(name: String, picture: Picture)] {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: locale)
        environment.layoutDirection =
            environment.locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
        environment.colorScheme = dark ? .dark : .light
        environment.isLuminanceReduced = alwaysOn
        environment.now = subject.now
        environment.textMeasuring = PangoTextMeasuring()
        let condition = DeviceCondition(isLocked: locked, isNightMode: night)
        let places = try places
        do throws(PresentationError) {
            return try Widgets.all.present(subject.activity, on: places, environment: environment, condition: condition).map {
                ($0.surface.name, Picture($0, colorScheme: dark ? .dark : .light, isFramed: !bare, at: subject.now))
            }
        } catch {
            StandardError.write("live-activities: \(error)")
            throw Status.someLinesFailed
        }
    }

    private func write(_ picture: Picture, to file: URL) throws {
        let bytes = svg || file.pathExtension == "svg" ? Data(picture.svg().utf8) : Data(picture.png(scale: scale))
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: file)
        } catch {
            StandardError.write("live-activities: \(file.path): \(error.localizedDescription)")
            throw Status.inputOutput
        }
        print(file.relativePath)
    }
}
#endif
