import Foundation
import Testing

@testable import IOSProjects
@testable import PreviewRequests

@Suite struct PreviewSourceTests {
    private let text = """
        import WidgetKit
        // #Preview { Commented() }
        let quoted = "#Preview { Quoted() }"

        struct Order: Widget { var body: some WidgetConfiguration { ActivityConfiguration(for: A.self) } }
        private struct Old: PreviewProvider { struct Inner: Widget {} }

        #Preview("A } brace", as: .content, using: Attributes("(")) {
            Order()
        } contentStates: {
            State(text: "}")  // }
        }
        #Preview { @Previewable @State var on = true; Toggle(on) }
        func after() {}
        #Preview(traits: .sizeThatFitsLayout) { Text("x") }
        """

    @Test func previewsAreFoundWithAllTheirClosures() {
        let source = PreviewSource(text)
        #expect(source.previews.map(\.line) == [8, 13, 15])
        #expect(
            source.previews.map(\.text) == [
                """
                ("A } brace", as: .content, using: Attributes("(")) {
                    Order()
                } contentStates: {
                    State(text: "}")  // }
                }
                """, " { @State var on = true; Toggle(on) }", #"(traits: .sizeThatFitsLayout) { Text("x") }"#,
            ])
        #expect(source.providers == ["Old"])
        #expect(source.widgets == ["Order"], "a widget inside another type has no name here")
    }

    /// The parenthesis that closes an interpolation closes nothing else.
    @Test func aPreviewWithAValueInATextIsWhole() {
        let text = ##"""
            #Preview { Text("\(count) of \(total(of: 3))"); Text(#"\#(name)"#) }
            #Preview { Text("\(count, format: .number)\n\("(" + ")")") }
            """##
        #expect(
            PreviewSource(text).previews.map(\.text) == [
                ##" { Text("\(count) of \(total(of: 3))"); Text(#"\#(name)"#) }"##,
                ##" { Text("\(count, format: .number)\n\("(" + ")")") }"##,
            ])
    }

    @Test func aListingKeepsTheAuthorsLinesAndKnowsWhichPreviewAnErrorIsIn() throws {
        let listing = PreviewSource(text).listing(in: "previews_0", file: "Order.swift", without: [1])
        // The compiler checks the macro as well as the call of it.
        let macro = "#Preview { @Previewable @State var on = true; Toggle(on) }"
        #expect(listing.hasPrefix(text.replacing(macro, with: String(repeating: " ", count: macro.count))))
        let lines = listing.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains("list.preview(traits: .sizeThatFitsLayout) { Text(\"x\") }"))
        #expect(!lines.contains { $0.hasPrefix("list.preview { @State") })
        let last = try #require(lines.firstIndex { $0.hasPrefix("list.preview(traits") })
        #expect(PreviewSource.preview(at: last + 1, in: listing) == 2)
        #expect([7, 8, 12, 13, 14, 15].map { PreviewSource.preview(at: $0, in: listing) } == [nil, 0, 0, nil, nil, 2])
    }

    @Test func textWithoutPreviewsHasNothingToList() {
        for text in ["", "#Preview", "#Preview(", "#PreviewX { }", "struct A: View {}"] {
            #expect(PreviewSource(text).isEmpty, "\(text)")
        }
    }
}

@Suite struct CatalogTests {
    @Test func anAssetCatalogsImagesAndColorsAreThoseThatAreDrawn() throws {
        let folder = try Folder()
        func write(_ json: String, to path: String) throws { try folder.write(json, to: "A.xcassets/\(path)") }
        try write(#"{"properties": {"provides-namespace": true}}"#, to: "Icons/Contents.json")
        try write(
            """
            {"images": [{"filename": "a.png", "scale": "1x"}, {"filename": "a3.png", "scale": "3x"}, {"scale": "2x"},
             {"filename": "d.png", "scale": "3x", "appearances": [{"appearance": "luminosity", "value": "dark"}]}],
             "properties": {"template-rendering-intent": "template"}}
            """, to: "Icons/car.imageset/Contents.json")
        for file in ["a", "a3", "d"] { try write("", to: "Icons/car.imageset/\(file).png") }
        try write(
            """
            {"colors": [{"color": {"color-space": "display-p3", "components": {"red": "0xFF", "green": "0.5", "blue": "51", "alpha": "0.5"}}},
             {"appearances": [{"value": "dark"}], "color": {"components": {"white": 0.25, "alpha": 1}}}]}
            """, to: "Sub/Brand.colorset/Contents.json")
        try write("{}", to: "Nothing.colorset/Contents.json")
        let catalog = AssetCatalog(catalogs: [folder.url.appending(path: "A.xcassets")], in: folder.url)
        let car = try #require(catalog.images["Icons/car"])
        #expect(URL(filePath: car.file).lastPathComponent == "a3.png")
        #expect(car.dark.map { URL(filePath: $0).lastPathComponent } == "d.png")
        #expect(car.scale == 3)
        #expect(car.isTemplate)
        #expect(
            catalog.colors == [
                "Brand": .init(light: [1, 0.5, 0.2, 0.5], dark: [0.25, 0.25, 0.25, 1], space: "display-p3"),
                "Nothing": .init(light: []),
            ])
        let symbols = AssetNames(catalog).symbols(beside: [])
        #expect(symbols.contains("    enum Icons {\n    static let car = ImageResource(name: \"Icons/car\")\n    }"))
    }

    /// JSON cannot have other numbers, so one would stop the whole run.
    @Test func numbersOfACatalogThatAreNotFiniteAreIgnored() throws {
        let folder = try Folder()
        for (name, scale) in [("nan", "nanx"), ("zero", "0x"), ("far", "1e999x"), ("minus", "-2x")] {
            try folder.write(
                #"{"images": [{"filename": "a.png", "scale": "\#(scale)"}]}"#, to: "A.xcassets/\(name).imageset/Contents.json")
            try folder.write("", to: "A.xcassets/\(name).imageset/a.png")
        }
        try folder.write(
            #"{"colors": [{"color": {"components": {"red": "1e999", "green": "0.5", "blue": "nan"}}}]}"#,
            to: "A.xcassets/Brand.colorset/Contents.json")
        let catalog = AssetCatalog(catalogs: [folder.url.appending(path: "A.xcassets")], in: folder.url)
        #expect(catalog.images.mapValues(\.scale) == ["nan": 1, "zero": 1, "far": 1, "minus": 1])
        #expect(catalog.colors == ["Brand": .init(light: [])])
        #expect(throws: Never.self) { try JSONEncoder().encode(catalog) }
    }

    @Test func filesOutsideOfTheProjectAreNotRead() throws {
        let (outside, folder) = (try Folder(), try Folder())
        try outside.write("", to: "x.png")
        try folder.write("", to: "A.xcassets/x.png")
        let sets = ["A.xcassets/Card.imageset", "A.xcassets/Mark.symbolset"]
        for set in sets {
            try folder.write("", to: "\(set)/own.png")
            try FileManager.default.createSymbolicLink(
                at: folder.url.appending(path: "\(set)/link.png"), withDestinationURL: outside.url.appending(path: "x.png"))
        }
        func files(_ name: String) throws -> [String] {
            for set in sets {
                let file = #"[{"filename": "\#(name)"}]"#
                try folder.write(#"{"images": \#(file), "symbols": \#(file)}"#, to: "\(set)/Contents.json")
            }
            let catalog = AssetCatalog(catalogs: [folder.url.appending(path: "A.xcassets")], in: folder.url)
            return catalog.images.sorted { $0.key < $1.key }.map(\.value.file)
        }
        #expect(try files("own.png") == sets.map { folder.url.appending(path: "\($0)/own.png").path })
        for name in ["../x.png", "/etc/hostname", "..", ".", "link.png"] { #expect(try files(name) == ["", ""]) }
    }

    @Test func textsOfBothFormsAreOneCatalog() throws {
        let folder = try Folder()
        try folder.write("\"hello\" = \"Hallo\";", to: "de.lproj/Localizable.strings")
        try folder.write(
            #"{"sourceLanguage": "fr", "strings": {"hello": {"localizations": {"fr": {"stringUnit": {"value": "Salut"}}}}, "empty": {}}}"#,
            to: "Localizable.xcstrings")
        let files = ["de.lproj/Localizable.strings", "Localizable.xcstrings"].map { folder.url.appending(path: $0) }
        let json = try #require(TextCatalog.json(of: files))
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"sourceLanguage":"fr","strings":{"empty":{},"hello":{"localizations":{"de":{"stringUnit":"#
                + #"{"state":"translated","value":"Hallo"}},"fr":{"stringUnit":{"value":"Salut"}}}}},"version":"1.0"}"#)
        #expect(TextCatalog.json(of: []) == nil)
    }
}
