#if Preview
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivityLint
import LiveActivityPreview
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

        // One text now differs, as if the widget had changed: in the first states of both samples in English.
        let file = folder.appendingPathComponent("one/data/meditationTimer.js")
        let changed = try json("one/data/meditationTimer.js").replacingOccurrences(of: ">Ready", with: ">Set")
        try "storybook.add(\(changed));\n".write(to: file, atomically: true, encoding: .utf8)
        let differences = try write("three", comparedWith: "one")
        #expect(differences.indices.filter { differences[$0] > 0 } == [0, 10])
        #expect(try json("three/data/meditationTimer-1.js").contains(#""difference":"changed""#))
        #expect(try json("three/data/meditationTimer.js").contains(">Set"))
    }

    @Test func everyPictureIsThatOfItsPresentationAndEqualOnesAreStoredOnce() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try write("site")
        let registry = try Registry(Plugins.kinds)
        let provider = try #require(registry.provider(of: "meditationTimer"))
        let story = try #require(try SampleStory(provider))
        func read<Value: Decodable>(_ type: Value.Type, _ file: String) throws -> Value {
            try Storybook.read(type, at: folder.appendingPathComponent("site/data/\(file).js"))
        }
        let pictures = try read(StorybookPictures.self, "meditationTimer")
        #expect(Set(pictures.pictures).count == pictures.pictures.count)
        #expect(Set(pictures.elements).count == pictures.elements.count)

        let variants = StorybookVariant.looks + StorybookVariant.texts(["en"], hasEveryCombination: false)
        for (number, moment) in story.moments.enumerated() {
            var shown = try read(StorybookState.self, "meditationTimer-\(number + 1)").pictures[...]
            for variant in variants {
                let presentations = try variant.presentations(
                    of: moment.activity, at: moment.at, on: [.lockScreenIPhone393, .smartStack40mm], registry.widgets)
                for presentation in presentations {
                    let picture = Picture(presentation, colorScheme: variant.scheme, at: moment.at)
                    let svg = picture.webSVG(language: variant.language)
                        .replacing(#/ data-now="[^"]*"/#, with: "", maxReplacements: 1)
                    let next = shown.popFirst()
                    let found = try #require(next)
                    #expect(found.surface == presentation.surface.name && found.variant == variant.name)
                    #expect(try pictures.svg(#require(found.svg)) == svg, "\(moment.name) \(variant.name)")
                }
            }
            #expect(shown.isEmpty)
        }
    }

    @Test func aStorybookOfAnotherFormatIsRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(Storybook.index(of: folder) == nil)
        _ = try write("one")
        let one = folder.appendingPathComponent("one")
        #expect(Storybook.index(of: one)?.kinds.map(\.kind) == ["meditationTimer"])
        let former = try json("one/data/index.js").replacingOccurrences(of: #""format":2"#, with: #""format":1"#)
        try "storybook.add(\(former));\n".write(
            to: one.appendingPathComponent("data/index.js"), atomically: true, encoding: .utf8)
        #expect(Storybook.index(of: one) == nil)
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
        for name in [
            "index.html", "page.css", "storybook.css", "storybook.js", "surfaces.js", "data/index.js",
            "data/meditationTimer.js",
        ] {
            let text = try data("site/\(name)")
            #expect(!text.isEmpty && !text.contains("https://") && !text.contains("http://localhost"), "\(name)")
        }
    }
}
#endif
