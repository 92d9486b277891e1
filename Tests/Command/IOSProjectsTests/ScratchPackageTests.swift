import Foundation
import Testing

@testable import IOSProjects

private let pizza = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pizza")
private let package = URL(filePath: "/swift-live-activities")

@Suite struct ScratchPackageTests {
    @Test func thePackageHasAModuleForEachUnit() throws {
        let folder = try Folder()
        let scratch = try ScratchPackage(IOSProject(pizza), in: folder.url, package: package)
        #expect(scratch.modules == ["Pizza", "Pizza_Widget"])
        let manifest = try folder.read("Package.swift")
        #expect(
            manifest.contains(#".package(name: "swift-live-activities", path: "/swift-live-activities", traits: ["Preview"])"#))
        #expect(manifest.contains(".swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),"))
        #expect(
            manifest.contains("-solver-expression-time-threshold="), "a large view with a missing name takes ten minutes else")
        #expect(
            try folder.files() == [
                "Package.swift", "Sources/Pizza/App/Courier.swift", "Sources/Pizza/App/OrderManager.swift",
                "Sources/Pizza/GeneratedAssetSymbols.swift", "Sources/Pizza/PizzaWidget/FinishIntent.swift",
                "Sources/Pizza/Shared/Order.swift", "Sources/Pizza_Widget/GeneratedAssetSymbols.swift",
                "Sources/Pizza_Widget/PizzaWidget/FinishIntent.swift", "Sources/Pizza_Widget/PizzaWidget/PizzaWidget.swift",
                "Sources/Pizza_Widget/Shared/Order.swift",
            ])
    }

    @Test func forPreviewsItHasAProgramThatCallsEachFilesList() throws {
        let folder = try Folder()
        var plan = PreviewPlan()
        plan.drawn = [1]
        let scratch = try ScratchPackage(IOSProject(pizza), in: folder.url, package: package, plan)
        #expect(scratch.listings.keys.map(\.lastPathComponent) == ["PizzaWidget.swift"])
        #expect(!scratch.hasPreviews(0) && scratch.hasPreviews(1))
        let main = try folder.read("Sources/DrawPreviews/main.swift")
        #expect(main.contains("import Pizza_Widget") && !main.contains("import Pizza\n"))
        #expect(main.contains("liveActivitiesPreviews_Pizza_Widget_0(list)"))
        #expect(try folder.read("Package.swift").contains(#""FixedClock", "Pizza_Widget", .product(name: "ProjectPreviews""#))

        // A check of the same folder removes what only previews need.
        _ = try ScratchPackage(IOSProject(pizza), in: folder.url, package: package)
        #expect(try !folder.files().contains { $0.contains("DrawPreviews") || $0.contains("FixedClock") })
        #expect(try !folder.read("Package.swift").contains("ProjectPreviews"))
        #expect(try !folder.read("Sources/Pizza_Widget/PizzaWidget/PizzaWidget.swift").contains("PreviewList"))
    }

    /// A check after a small change compiles little.
    @Test func aSecondCheckKeepsWhatHasNotChangedAndRemovesWhatIsGone() throws {
        let (folder, project) = (try Folder(), try Folder())
        try project.copy(pizza)
        _ = try ScratchPackage(IOSProject(project.url), in: folder.url, package: package, missing: ["Charts"])
        #expect(try folder.files().contains("Sources/Charts/Empty.swift"))
        let long = Date(timeIntervalSinceReferenceDate: 0)
        for file in try folder.files() {
            try FileManager.default.setAttributes(
                [.modificationDate: long], ofItemAtPath: folder.url.appending(path: file).path)
        }
        try project.replace("On its way", with: "In the oven", in: "App/OrderManager.swift")
        try FileManager.default.removeItem(at: project.url.appending(path: "PizzaWidget/FinishIntent.swift"))
        _ = try ScratchPackage(IOSProject(project.url), in: folder.url, package: package)
        let new = try folder.files().filter { file in
            try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: file).path)[.modificationDate] as? Date
                != long
        }
        #expect(new == ["Package.swift", "Sources/Pizza/App/OrderManager.swift"])
        #expect(try !folder.files().contains { $0.hasSuffix("FinishIntent.swift") || $0.contains("Charts") })
    }

    /// The package manager refuses two modules of one name.
    @Test func aTargetNamedLikeAModuleOfThisPackageGetsAnotherName() throws {
        let (folder, checkout) = (try Folder(), try Folder())
        try Data(#".target(name: "Pizza"),"#.utf8).write(to: checkout.url.appending(path: "Package.swift"))
        let scratch = try ScratchPackage(IOSProject(pizza), in: folder.url, package: checkout.url)
        #expect(scratch.modules == ["App_Pizza", "Pizza_Widget"])
    }

    @Test func nothingIsWrittenIntoTheProject() throws {
        let project = try Folder()
        try project.copy(pizza)
        let before = try project.files()
        for inside in [project.url, project.url.appending(path: "build")] {
            #expect(throws: IOSProjectError.self) {
                try ScratchPackage(IOSProject(project.url), in: inside, package: package)
            }
        }
        #expect(try project.files() == before)
    }

    @Test(arguments: [
        ("Pizza Widget", "Pizza_Widget"), ("iOS16-Live", "iOS16_Live"), ("2Go", "App_2Go"), ("SwiftUI", "App_SwiftUI"),
        ("", "App_"),
    ])
    func aTargetsNameBecomesAModules(target: String, module: String) {
        #expect(ScratchPackage.moduleName(target) == module)
    }

    @Test func errorsAreThoseOfTheProjectsFilesEachOnce() throws {
        let folder = try Folder()
        let scratch = try ScratchPackage(IOSProject(pizza), in: folder.url, package: package)
        let copy = folder.url.appending(path: "Sources/Pizza/App/OrderManager.swift").path
        let errors = SwiftBuild(scratch).errors(
            in: """
                [1/2] Compiling Pizza OrderManager.swift
                \(copy):3:8: error: no such module 'Charts'
                \(copy):3:8: error: no such module 'Charts'
                \(copy):9:1: warning: unused
                /elsewhere/Other.swift:1:1: error: not the project's
                \(copy):20:5: error: cannot find 'UIApplication' in scope
                """)
        #expect(errors.map(\.file?.lastPathComponent) == ["OrderManager.swift", "OrderManager.swift"])
        #expect(errors.map(\.line) == [3, 20])
        #expect(errors.map(\.missingModule) == ["Charts", nil])
        #expect(errors.compactMap(\.advice).count == 2)
    }
}

/// A folder for one test, removed with the last reference to it.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ios-\(UUID().uuidString)").standardizedFileURL
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func copy(_ folder: URL, without left: String? = nil) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != left {
            try FileManager.default.copyItem(at: folder.appending(path: name), to: url.appending(path: name))
        }
    }

    func write(_ text: String, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ path: String) throws -> String { try String(contentsOf: url.appending(path: path), encoding: .utf8) }

    func replace(_ old: String, with new: String, in path: String) throws {
        let text = try read(path)
        try #require(text.contains(old))
        try write(text.replacing(old, with: new), to: path)
    }

    /// The paths of all files, sorted.
    func files() throws -> [String] {
        FileTree.files(in: url).map { String($0.path.dropFirst(url.path.count + 1)) }.sorted()
    }
}
