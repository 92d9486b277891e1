import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityLint

#if Preview
import LiveActivityPreview
#endif

/// `live-activities lint`: finds faults in the appearance of a kind on its surfaces.
struct LintCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks a kind's presentations at every moment of its samples, on every surface, in every language.",
        discussion: """
            Without KIND it checks every kind. Each finding names the rule, the surfaces, the view, and a remedy; one problem \
            of one view is reported once. The exit status is 1 if there are findings.

            Every text that is shown or is in the catalog needs a translation into each language of the catalog, or into each \
            of --languages.

            \(LintCommand.measuringNote)

            Examples:
              \(Program.name) lint delivery
              \(Program.name) lint sports --surface compact --surface minimal
              \(Program.name) lint waitQueue --locale ar --locale he --json
              \(Program.name) lint delivery --languages de,ar,pt-BR
            """)

    @Argument(help: ArgumentHelp("The kind; by default all kinds are checked.", valueName: "kind"))
    var kind: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only this surface, such as lockScreen, or one size, such as lockScreen.iPhone393; may be repeated.",
            valueName: "name"), completion: .list(SizedSurface.all.map(\.name)))
    var surface: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Only this language, such as ar or pt-BR; may be repeated.", valueName: "identifier"))
    var locale: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only these languages, such as de,ar,pt-BR; every text must have a translation into each of them.",
            valueName: "identifiers"),
        transform: { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } })
    var languages: [String]?

    @Flag(help: "Print one JSON array of findings, for programs.")
    var json = false

    /// The languages that are checked by default: long words, other scripts, right to left.
    static let locales = ["en", "ar", "he", "de", "es", "fr", "ja", "ko", "zh-Hans", "pt"]

    func validate() throws {
        if languages != nil, !locale.isEmpty { throw ValidationError("--languages and --locale cannot be used together.") }
        if let languages, languages.isEmpty { throw ValidationError("--languages needs a language, such as de,ar.") }
        for name in surface where Self.surfaces(named: name).isEmpty {
            // The name of a surface without a size stands for all its sizes.
            let unsized = SizedSurface.all.map(\.surface.rawValue)
            let names = unsized.indices.filter { unsized.firstIndex(of: unsized[$0]) == $0 }.map { unsized[$0] }
            throw ValidationError(Suggestion.unknown(name, "surface", among: names + SizedSurface.all.map(\.name)))
        }
    }

    func run(with registry: Registry) throws {
        if let kind { try registry.validate(kind) }
        let report = try report(registry)
        if json { try printLine(json: report.findings) } else { print(report.text) }
        if !report.findings.isEmpty { throw Status.findings }
    }

    /// - Parameter registry: The kinds, and the widgets to check.
    func report(_ registry: Registry) throws -> LintReport {
        let surfaces = surface.isEmpty ? SizedSurface.all : surface.flatMap(Self.surfaces)
        var report = LintReport(surfaces: surfaces, locales: languages ?? (locale.isEmpty ? Self.locales : locale))
        for provider in registry.providers where kind.map({ provider.kind == ActivityKind($0) }) ?? true {
            guard let story = try SampleStory(provider) else { continue }
            var environment = EnvironmentValues()
            environment.timeZone = .gmt
            report.add(
                provider.kind, moments: story.moments.count, leftOut: story.momentsLeftOut,
                registry.widgets.lint(
                    story, on: surfaces, locales: report.locales, translatedTo: languages, measuring: Self.measuring,
                    isKnownSystemImage: { SystemImages.isMapped($0) }, environment: environment))
        }
        return report
    }

    private static func surfaces(named name: String) -> [SizedSurface] {
        SizedSurface.all.filter { $0.name == name || $0.surface.rawValue == name }
    }

    #if Preview
    private static let measuring: any TextMeasuring = PangoTextMeasuring()
    private static let measuringNote = "Text is measured with the fonts of rendered images."
    #else
    private static let measuring: any TextMeasuring = ApproximateTextMeasuring()
    private static let measuringNote =
        "Text widths are estimated. With the trait Preview, text is measured with the fonts of rendered images."
    #endif
}
