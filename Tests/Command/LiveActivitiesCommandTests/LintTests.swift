import ArgumentParser
import LiveActivityCore
import LiveActivityLint
import Testing

@testable import LiveActivitiesCLI

@Suite struct LintTests {
    private func report(_ arguments: String...) throws -> LintReport {
        try #require(try Root.parseAsRoot(["lint"] + arguments) as? LintCommand).report(.plugins)
    }

    /// Every moment on every surface in every language.
    @Test(arguments: DescribeTests.kinds) func theWidgetsOfAKindHaveNoFindings(kind: String) throws {
        let report = try report(kind)
        #expect(report.findings.isEmpty, "\(report.text)")
        #expect(report.text.hasPrefix("\(kind): clean, "))
        #expect(report.text.hasSuffix("on 24 surfaces in 10 languages"))
    }

    @Test func onlyTheNamedSurfacesAndLanguagesAreChecked() throws {
        let report = try report("delivery", "--surface", "minimal", "--surface", "carPlay.170x78", "--locale", "ar")
        #expect(report.surfaces == [.minimalAttached, .minimalDetached, .carPlay170x78])
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

    @Test func anUnknownLanguageIsAFinding() throws {
        #expect(try report("delivery", "--surface", "minimal", "--locale", "xx").findings.map(\.rule) == [.unknownLocale])
    }

    @Test(arguments: [["lint", "bus"], ["lint", "--surface", "fridge"], ["lint", "delivery", "--surface", ""]])
    func theErrorForAWrongNameListsTheRightOnes(arguments: [String]) throws {
        let message = try #require(#expect(throws: UsageError.self) { try Invocation.run(Root.self, .plugins, arguments) })
            .description
        #expect(message.contains("there are delivery, ") || message.contains("there are lockScreen.iPhone430, "), "\(message)")
    }
}
