#if Preview
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces

/// `live-activities storybook`: creates a site with every state of a kind, for review.
struct StorybookCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "storybook",
        abstract: "Writes a site with every state of a kind's samples, on every surface, in every language.",
        discussion: """
            Without KIND it has every kind. Each state is drawn light, dark, dimmed, stale, locked, at night, with increased \
            contrast and with bold text on every surface. On the narrowest device of each surface it is also drawn light and \
            dark in every language of the widget's texts: the first one at every text size, the others at three, or at every \
            one with --every-combination. Open index.html with a browser: the site needs no server.

            With --compare it marks what differs from another storybook, such as one of the main branch, and prints how much.

            Examples:
              \(Program.name) storybook --out storybook
              \(Program.name) storybook delivery --out new --compare old
              \(Program.name) storybook delivery --language ar --language de --out arabic
            """)

    @Argument(help: ArgumentHelp("The kinds; by default all of them.", valueName: "kind"))
    var kinds: [String] = []

    @Option(help: ArgumentHelp("The folder of the site; created if missing.", valueName: "folder"))
    var out: String

    @Option(help: ArgumentHelp("The folder of another storybook, to mark the differences.", valueName: "folder"))
    var compare: String?

    @Option(help: ArgumentHelp("Only this language, such as 'ar' or 'pt-BR'; may be repeated.", valueName: "identifier"))
    var language: [String] = []

    @Option(
        help: ArgumentHelp("Only this surface, such as lockScreen.iPhone393; may be repeated.", valueName: "name"),
        completion: .list(SizedSurface.all.map(\.name)))
    var surface: [String] = []

    @Flag(help: "Draw every language at every text size: three times as many pictures.")
    var everyCombination = false

    func validate() throws {
        // The language becomes part of names in the pages.
        for language in language where !Self.isLanguage(language) {
            throw ValidationError("'\(language.abridged)' is not a language: write it as 'ar', 'pt-BR' or 'zh-Hant'.")
        }
    }

    private static func isLanguage(_ identifier: String) -> Bool {
        identifier.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            && Locale(identifier: identifier).language.languageCode?.isISOLanguage == true
    }

    func run(with registry: Registry) throws {
        for kind in kinds { try registry.validate(kind) }
        let surfaces = try surface.map(SizedSurface.argument)
        let other = compare.map { URL(fileURLWithPath: $0) }
        if let other, Storybook.index(of: other) == nil {
            throw ValidationError("\(other.path) is not a storybook of this version: create it again.")
        }
        for missing in PreviewResources.missing {
            StandardError.report("\(missing) is not installed; the images will look different")
        }
        let folder = URL(fileURLWithPath: out)
        var storybook = Storybook(registry: registry, folder: folder, other: other, languages: language)
        if !surfaces.isEmpty { storybook.surfaces = surfaces }
        storybook.hasEveryCombination = everyCombination
        do {
            try storybook.write(kinds.isEmpty ? registry.kinds : kinds.map { ActivityKind($0) }) { kind, pictures in
                let states = kind.states.filter { !$0.isGone }.count
                let differences = kind.states.reduce(0) { $0 + $1.differences }
                let compared = other == nil ? "" : ", \(differences) differ"
                print("\(kind.kind): \(states) states, \(pictures) pictures\(compared)")
            }
        } catch let error as PresentationError {
            throw Status.someLinesFailed.reporting("\(error)")
        } catch let error as EngineError {
            throw Status.someLinesFailed.reporting("\(error)")
        } catch let error as CocoaError { throw Status.inputOutput.reporting("\(folder.path): \(error.localizedDescription)") }
        print(folder.appendingPathComponent("index.html").relativePath)
    }
}
#endif
