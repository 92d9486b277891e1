import ArgumentParser
import LiveActivityCore
import LiveActivityLint
import Testing

@testable import LiveActivitiesCLI

@Suite struct LintTests {
    private func report(_ arguments: String...) throws -> LintReport {
        try #require(try Root.parseAsRoot(["lint"] + arguments) as? LintCommand).report(.plugins)
    }

    /// Checks every sample on every surface in every language.
    @Test(arguments: DescribeTests.kinds) func theWidgetsOfAKindHaveNoFindings(kind: String) throws {
        let report = try report(kind)
        #expect(report.findings.isEmpty, "\(report.text)")
        #expect(report.text.hasPrefix("\(kind): clean, "))
        #expect(report.text.hasSuffix("on 32 surfaces in 10 languages"))
    }

    @Test func onlyTheNamedSurfacesAndLanguagesAreChecked() throws {
        let report = try report("delivery", "--surface", "minimal", "--surface", "carPlay.170x78", "--locale", "ar")
        #expect(report.surfaces == [.minimalAttached, .minimalDetached, .minimalNarrow, .carPlay170x78])
        #expect(report.locales == ["ar"])
        #expect(report.kinds.map(\.kind) == ["delivery"])
        #expect(try self.report("--surface", "carPlay.170x78", "--locale", "en").kinds.map(\.kind) == Registry.plugins.kinds)
    }

    @Test func aFindingNamesTheProblemThePositionAndTheRemedy() throws {
        let finding = Finding(
            .lowContrast, kind: "tea", surface: .lockScreenIPhone393, path: "content.Text",
            message: "'hot' in #777777 on #FFFFFF has 4.47:1", sample: "attributes 1 after 0 s", locale: "en",
            appearance: .light)
        var other = finding
        other.surface = .lockScreenIPhone430
        var report = LintReport(surfaces: [.lockScreenIPhone393, .lockScreenIPhone430], locales: ["en"])
        report.add("tea", moments: 3, [finding, other])
        report.add("coffee", moments: 1, [])
        #expect(
            report.text == """
                tea: 2 findings, 3 moments on 2 surfaces in 1 language

                  lowContrast at content.Text
                    'hot' in #777777 on #FFFFFF has 4.47:1 (light, en, attributes 1 after 0 s)
                    on lockScreen.iPhone393, lockScreen.iPhone430
                    change the color of the text or of its background until the contrast ratio is at least 4.5:1 [WCAG 2.2, success criterion 1.4.3]

                coffee: clean, 1 moments on 2 surfaces in 1 language
                """)
        let json = try WireEncoder().encode(report.findings)
        #expect(try WireDecoder().decode([Finding].self, from: json) == [finding, other])
    }

    @Test func everyProblemOfOneViewIsPrinted() throws {
        func finding(_ message: String, _ locale: String, _ surface: SizedSurface) -> Finding {
            Finding(
                .truncatedText, kind: "tea", surface: surface, path: "content.Text", message: message,
                sample: "attributes 1 after 0 s", locale: locale)
        }
        var report = LintReport(surfaces: [.lockScreenIPhone393, .lockScreenIPhone430], locales: ["de", "fr"])
        report.add(
            "tea", moments: 1,
            [
                finding("'Wasser kocht' needs 90 points", "de", .lockScreenIPhone393),
                finding("'L’eau bout' needs 80 points", "fr", .lockScreenIPhone393),
                finding("'Wasser kocht' needs 92 points", "de", .lockScreenIPhone430),
            ])
        #expect(
            report.text == """
                tea: 3 findings, 1 moments on 2 surfaces in 2 languages

                  truncatedText at content.Text
                    'Wasser kocht' needs 90 points (de, attributes 1 after 0 s)
                    on lockScreen.iPhone393, lockScreen.iPhone430
                    'L’eau bout' needs 80 points (fr, attributes 1 after 0 s)
                    on lockScreen.iPhone393
                    shorten the text, let it wrap, or allow it to shrink with .minimumScaleFactor [\(LintRule.truncatedText.source)]
                """)
    }

    @Test func everyTextNeedsATranslationToTheLanguagesThatAreAskedFor() throws {
        // All kinds are translated to German and Arabic, none to Swedish.
        #expect(try report("--surface", "minimal", "--languages", "de, ar").findings == [])
        let report = try report("delivery", "--surface", "minimal", "--languages", "de,sv")
        #expect(report.locales == ["de", "sv"])
        #expect(Set(report.findings.map(\.rule)) == [.untranslatedText])
        #expect(report.findings.allSatisfy { $0.message.hasSuffix("has no translation into sv") && $0.path == "strings" })
        #expect(report.findings.count > 10)
        #expect(throws: (any Error).self) { try Root.parseAsRoot(["lint", "--languages", "de", "--locale", "ar"]) }
        #expect(throws: (any Error).self) { try Root.parseAsRoot(["lint", "--languages", ","]) }
    }

    @Test func anUnknownLanguageIsAFinding() throws {
        #expect(try report("delivery", "--surface", "minimal", "--locale", "xx").findings.map(\.rule) == [.unknownLocale])
    }

    @Test(arguments: [["lint", "bus"], ["lint", "--surface", "fridge"], ["lint", "delivery", "--surface", ""]])
    func theErrorForAWrongNameListsTheRightOnes(arguments: [String]) throws {
        let message = try #require(#expect(throws: UsageError.self) { try Invocation.run(Root.self, .plugins, arguments) })
            .description
        #expect(
            message.contains("Use one of: delivery, ") || message.contains("Use one of: lockScreen, compact, "), "\(message)")
    }
}
