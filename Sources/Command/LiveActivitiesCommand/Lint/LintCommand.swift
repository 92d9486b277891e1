import ArgumentParser
import LiveActivityCore
import LiveActivityUI

#if Preview
import LiveActivityPreview
#endif

/// `live-activities lint`: what a person would trip over on a kind's surfaces.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks how a kind looks: every moment of its samples on every surface in every language.",
        discussion: """
            Without KIND it checks all of them. Each finding names the rule, the surface, the place in the tree of views, and what to do; \
            the same thing on the same surface is told once. The exit status is 1 if there are any.

            \(LintCommand.measuringNote)

            Examples:
              live-activities lint delivery
              live-activities lint sports --surface minimal.attached --surface compact.iPhone393
              live-activities lint waitQueue --locale ar --locale he --json
            """)

    @Argument(help: ArgumentHelp("Which kind; all of them without it.", valueName: "kind"))
    var kind: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only this surface, such as lockScreen, or this place of it, such as lockScreen.iPhone393; may be repeated.",
            valueName: "name"))
    var surface: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Only this language, such as ar or pt-BR; may be repeated.", valueName: "identifier"))
    var locale: [String] = []

    @Flag(help: "Print one JSON array of findings, for programs.")
    var json = false

    /// Those that the looks are translated to.
    static let locales = ["en", "ar", "he", "de", "es", "fr", "ja", "ko", "zh-Hans", "pt"]

    func validate() throws {
        if let kind, !Providers.all.contains(where: { $0.kind == ActivityKind(kind) }) {
            let kinds = Providers.all.map(\.kind.rawValue).joined(separator: ", ")
            throw ValidationError("There is no kind '\(kind)': there are \(kinds).")
        }
        for name in surface where Self.places(named: name).isEmpty {
            let names = PresentationSurface.all.map(\.name).joined(separator: ", ")
            throw ValidationError("There is no surface '\(name)': there are \(names).")
        }
    }

    func run() throws {
        let report = try report()
        print(json ? String(decoding: try WireEncoder().encode(report.findings), as: UTF8.self) : report.text)
        if !report.findings.isEmpty { throw Status.findings }
    }

    /// What there is to say, before it is printed.
    func report() throws -> LintReport {
        let places = surface.isEmpty ? PresentationSurface.all : surface.flatMap(Self.places)
        var report = LintReport(places: places, locales: locale.isEmpty ? Self.locales : locale)
        for provider in Providers.all where kind.map({ provider.kind == ActivityKind($0) }) ?? true {
            guard let story = try SampleStory(provider) else { continue }
            var environment = EnvironmentValues()
            environment.timeZone = .gmt
            report.add(
                provider.kind, moments: story.moments.count,
                Widgets.all.lint(
                    story, on: places, locales: report.locales, measuring: Self.measuring,
                    isKnownSystemImage: { SystemImages.isMapped($0) }, environment: environment))
        }
        return report
    }

    private static func places(named name: String) -> [PresentationSurface] {
        PresentationSurface.all.filter { $0.name == name || $0.surface.rawValue == name }
    }

    #if Preview
    private static let measuring: any TextMeasuring = PangoTextMeasuring()
    private static let measuringNote = "Texts are measured in the fonts that pictures are drawn with."
    #else
    private static let measuring: any TextMeasuring = ApproximateTextMeasuring()
    private static let measuringNote =
        "Texts are measured by a rule of thumb: build with the trait Preview for the fonts that pictures are drawn with."
    #endif
}
