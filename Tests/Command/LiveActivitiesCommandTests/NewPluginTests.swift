import ArgumentParser
import Foundation
import Testing

@testable import LiveActivitiesCommand

/// The files of `live-activities new plugin`. Scripts/check-packages builds them.
@Suite struct NewPluginTests {
    @Test(arguments: [
        ("Parking", "Parking", "parking", "parking-activities"),
        ("pizzaOrder", "PizzaOrder", "pizzaOrder", "pizza-order-activities"),
        ("URLQueue2", "URLQueue2", "urlQueue2", "url-queue2-activities"), ("X", "X", "x", "x-activities"),
    ])
    func aNameHasThreeSpellings(text: String, type: String, kind: String, command: String) throws {
        let name = try PluginName(text)
        #expect([name.type, name.kind, name.command] == [type, kind, command])
    }

    @Test(arguments: [
        ("", PluginNameError.notAnIdentifier("", suggestion: nil)),
        ("pizza-order", .notAnIdentifier("pizza-order", suggestion: "PizzaOrder")),
        ("2nd", .notAnIdentifier("2nd", suggestion: "nd")), ("Café", .notAnIdentifier("Café", suggestion: "Caf")),
        ("../x", .notAnIdentifier("../x", suggestion: "X")), ("class", .keyword("class")), ("Class", .keyword("Class")),
        ("Type", .keyword("Type")), ("Delivery", .taken("Delivery")), ("delivery", .taken("Delivery")),
        (String(repeating: "a", count: 41), .tooLong(String(repeating: "a", count: 41))),
    ])
    func otherNamesAreRefused(text: String, error: PluginNameError) {
        #expect(throws: error) { try PluginName(text) }
    }

    @Test func noFileNamesTheTemplate() throws {
        let files = PluginTemplate.files(for: try PluginName("PizzaOrder"), dependingOn: .folder("../swift-live-activities"))
        #expect(
            files.map(\.path) == [
                "Package.swift", "README.md", ".gitignore", "Sources/PizzaOrderActivity/PizzaOrder.swift",
                "Sources/PizzaOrderWidget/PizzaOrderWidget.swift", "Sources/PizzaOrderWidget/Localizable.xcstrings",
                "Sources/PizzaOrderCommand/main.swift", "Tests/PizzaOrderActivityTests/PizzaOrderTests.swift",
                "Tests/PizzaOrderWidgetTests/PizzaOrderWidgetTests.swift",
            ])
        #expect(files.allSatisfy { !$0.text.lowercased().contains("errand") })
        let manifest = try #require(files.first).text
        #expect(manifest.contains(PackageSource.folder("../swift-live-activities").declaration()))
        #expect(manifest.contains(#".executable(name: "pizza-order-activities", targets: ["PizzaOrderCommand"])"#))
        #expect(files[3].text.contains(#"let kind: ActivityKind = "pizzaOrder""#))
        // A name that contains the template's name.
        let same = PluginTemplate.files(for: try PluginName("ErrandRun"), dependingOn: .folder("x"))
        #expect(same[3].text.contains(#"let kind: ActivityKind = "errandRun""#))
        #expect(same[0].text.contains(#""errand-run-activities""#))
    }

    @Test func thePackageIsNamedRelativeToTheNewOne() {
        let folder = URL(filePath: "/home/anna/Plugins/Parking")
        #expect(PackageSource("/home/anna/swift-live-activities", seenFrom: folder) == .folder("../../swift-live-activities"))
        #expect(PackageSource("/opt/swift-live-activities", seenFrom: folder) == .folder("/opt/swift-live-activities"))
        #expect(
            PackageSource("https://example.com/swift-live-activities", seenFrom: folder).declaration()
                == #".package(url: "https://example.com/swift-live-activities", branch: "main", traits: ["Preview"])"#)
    }

    /// An installed program is not in a checkout: a path that does not exist would fail only in the first build.
    @Test func anInstalledProgramNamesNoFolderThatDoesNotExist() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "new-plugin-\(UUID().uuidString)")
            .standardizedFileURL
        let (folder, program) = (parent.appending(path: "Parking"), URL(filePath: "/usr/bin/live-activities"))
        func found(in current: String = "/") -> PackageSource? {
            PackageSource.found(seenFrom: folder, by: program, in: current)
        }
        #expect(found() == nil)
        let checkout = parent.appending(path: "swift-live-activities")
        try FileManager.default.createDirectory(
            at: checkout.appending(path: "Plugins"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        #expect(found() == nil, "the folder is empty")
        try #"let package = Package(name: "swift-live-activities")"#.write(
            to: checkout.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        #expect(found() == .folder("../swift-live-activities"))
        // A program built in a checkout refers to that checkout.
        #expect(PackageSource.found(seenFrom: folder) != nil)
        // An installed program that is called in a checkout, as the tutorial does, refers to it from any folder.
        let elsewhere = URL(filePath: "/elsewhere/Parking")
        #expect(PackageSource.found(seenFrom: elsewhere, by: program, in: "/") == nil)
        for current in [checkout, checkout.appending(path: "Plugins")] {
            #expect(Checkout.around(program, current: current.path)?.lastPathComponent == "swift-live-activities")
            #expect(PackageSource.found(seenFrom: elsewhere, by: program, in: current.path) != nil)
        }
    }

    @Test func aFolderThatIsNoCheckoutIsRefused() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "new-plugin-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: parent) }
        let command = try NewPluginCommand.parse(
            ["Parking", "--path", parent.appending(path: "Parking").path, "--package", parent.path])
        let error = try #require(#expect(throws: ValidationError.self) { try command.run() })
        #expect(error.message == "'\(parent.path)' is neither a checkout of swift-live-activities nor a URL.")
        #expect(!FileManager.default.fileExists(atPath: parent.path))
    }

    @Test func allFilesAreWrittenOrNone() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "new-plugin-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: parent) }
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let files = [TemplateFile(path: "a/b.txt", text: "one"), .init(path: "c.txt", text: "two")]
        let folder = parent.appending(path: "new")
        try TemplateFile.write(files, to: folder)
        #expect(try String(contentsOf: folder.appending(path: "a/b.txt"), encoding: .utf8) == "one")

        #expect(throws: TemplateError.exists(folder.relativePath, isFolder: true)) {
            try TemplateFile.write(files, to: folder)
        }
        let file = folder.appending(path: "c.txt")
        #expect(throws: TemplateError.exists(file.relativePath, isFolder: false)) {
            try TemplateFile.write(files, to: file)
        }
        // The second file cannot be written, because the first is not a folder.
        let broken = parent.appending(path: "broken")
        #expect(throws: TemplateError.self) {
            try TemplateFile.write([.init(path: "x", text: ""), .init(path: "x/y", text: "")], to: broken)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == ["new"])
        // An empty folder is accepted as if it did not exist.
        let empty = parent.appending(path: "empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        try TemplateFile.write(files, to: empty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: empty.path).sorted() == ["a", "c.txt"])
    }
}
