#if Preview
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivitySurfaces
import LiveActivityTesting
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivitiesCommand

/// `live-activities storybook`. Scripts/test-browser tests its pages in a browser.
@Suite struct StorybookTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("storybook-\(UUID().uuidString)")

    private func write(_ name: String, comparedWith other: String? = nil, language: String = "en") throws -> [Int] {
        let registry = try Registry(Plugins.kinds)
        var storybook = Storybook(
            registry: registry, folder: folder.appendingPathComponent(name),
            other: other.map { folder.appendingPathComponent($0) },
            languages: [language])
        storybook.surfaces = [.lockScreenIPhone393, .smartStack40mm]
        var differences: [Int] = []
        try storybook.write(["meditationTimer"]) { kind, _ in differences = kind.states.map(\.differences) }
        return differences
    }

    /// Regression: 6,283 pictures were drawn for `../../esc`.
    @Test func whatIsNoLanguageIsRefused() throws {
        let arguments = ["storybook", "--out", folder.path, "--language"]
        for language in ["../../esc", "", "en/..", "qqq9", "e n", "x"] {
            #expect(throws: (any Error).self, "\(language)") { try Root.parseAsRoot(arguments + [language]) }
        }
        for language in ["ar", "pt-BR", "zh-Hant", "de_AT"] { _ = try Root.parseAsRoot(arguments + [language]) }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    private func data(_ file: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }

    private func json(_ file: String) throws -> String {
        String(decoding: try Storybook.json(at: folder.appendingPathComponent(file)), as: UTF8.self)
    }

    @Test func anEqualStorybookDoesNotDifferAndAnotherOneSaysWhere() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try write("one").allSatisfy { $0 == 0 })
        #expect(try write("two", comparedWith: "one").allSatisfy { $0 == 0 })
        #expect(try !json("two/data/meditationTimer-1.js").contains("difference"))

        // One text of one picture now differs, as if the widget had changed.
        let file = folder.appendingPathComponent("one/data/meditationTimer-1.js")
        let changed = try json("one/data/meditationTimer-1.js").replacingOccurrences(of: ">Ready", with: ">Set")
        try "storybook.add(\(changed));\n".write(to: file, atomically: true, encoding: .utf8)
        let differences = try write("three", comparedWith: "one")
        #expect(differences[0] > 0 && differences.dropFirst().allSatisfy { $0 == 0 })
        let found = try json("three/data/meditationTimer-1.js")
        #expect(found.contains(#""difference":"changed""#) && found.contains(">Set"))
    }

    @Test func aLanguageThatIsNewIsMarkedAsNew() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try write("english")
        #expect(try write("german", comparedWith: "english", language: "de").allSatisfy { $0 > 0 })
        #expect(try json("german/data/meditationTimer-1.js").contains(#""difference":"new""#))
    }

    @Test func theFirstLanguageHasEveryTextSizeAndTheOthersThree() {
        let some = StorybookVariant.texts(["en", "de"], hasEveryCombination: false).map(\.name)
        #expect(some.filter { $0.hasPrefix("text:en:") }.count == 24)
        #expect(
            some.filter { $0.hasPrefix("text:de:") } == [
                "text:de:large:light", "text:de:large:dark", "text:de:xxxLarge:light", "text:de:xxxLarge:dark",
                "text:de:accessibility5:light", "text:de:accessibility5:dark",
            ])
        #expect(StorybookVariant.texts(["en", "de"], hasEveryCombination: true).count == 48)
    }

    @Test func deflatedBytesAreTheSameAgain() {
        for length in [0, 1, 300, 70_000, 300_000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
            let packed = Deflated.compress(bytes)
            #expect(Deflated.decompress(packed) == bytes)
            #expect(Deflated.decompress(packed, limit: max(length - 1, 0)) == nil || length == 0)
            #expect(Deflated.decompress(Array(packed.dropLast())) == nil, "an end that is missing")
        }
        #expect(Deflated.decompress([]) == nil)
        #expect(Deflated.decompress([1, 2, 3]) == nil)
    }

    @Test func aSiteHasAllItsFilesAndNoAddressOfAnotherOne() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try write("site")
        for name in ["index.html", "page.css", "storybook.css", "storybook.js", "surfaces.js", "data/index.js"] {
            let text = try data("site/\(name)")
            #expect(!text.isEmpty && !text.contains("https://") && !text.contains("http://localhost"), "\(name)")
        }
    }
}
#endif
