import Foundation
import Testing

@testable import IOSProjects

/// The project in the folder Pizza: an app whose files are listed, and a widget extension that has a folder as a whole.
private let pizza = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pizza")

private func names(_ files: [SwiftFile]) -> [String] { files.map(\.url.lastPathComponent) }

@Suite struct IOSProjectTests {
    @Test func theWidgetExtensionIsTakenAsAWholeAndOfTheAppWhatTheManagerNeeds() throws {
        let project = try IOSProject(pizza)
        #expect(project.units.map(\.name) == ["Pizza", "Pizza Widget"])
        #expect(project.units.map(\.role) == [.app, .widgetExtension])
        // Courier.swift declares what the manager uses; MapScreen.swift is of no use to it. FinishIntent.swift is the app's by an exception.
        #expect(names(project.units[0].files) == ["Courier.swift", "OrderManager.swift", "FinishIntent.swift", "Order.swift"])
        // NotYet.swift is excepted from its folder's target.
        #expect(names(project.units[1].files) == ["FinishIntent.swift", "PizzaWidget.swift", "Order.swift"])
        #expect(project.units.map(\.languageMode) == [5, 6])
        #expect(project.units.map(\.isolatesToMainActor) == [false, true])
        #expect(project.assets.images.keys.sorted() == ["pizza_slice"])
        #expect(project.assets.colors.keys.sorted() == ["BrandColor"])
        #expect(project.findings == [])
    }

    @Test func withoutAProjectFileTheFilesAboutLiveActivitiesAreTaken() throws {
        let folder = try Folder()
        try folder.copy(pizza, without: "Pizza.xcodeproj")
        try folder.write("import ActivityKit", to: "Pods/Other.swift")
        let project = try IOSProject(folder.url)
        #expect(project.units.map(\.role) == [.sources])
        #expect(
            names(project.units[0].files) == [
                "Courier.swift", "OrderManager.swift", "FinishIntent.swift", "PizzaWidget.swift", "Order.swift",
            ])
    }

    @Test func whatLiveActivitiesNeedAndIsMissingIsNamed() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "Pizza.xcodeproj/project.pbxproj"
        try folder.replace("INFOPLIST_KEY_NSSupportsLiveActivities = YES;", with: "", in: file)
        try folder.replace("aps-environment", with: "other", in: "App/Pizza.entitlements")
        try folder.replace("widgetkit-extension", with: "share-services", in: "PizzaWidget/Info.plist")
        #expect(
            try IOSProject(folder.url).findings.map { "\($0.target): \($0.message)" } == [
                "Pizza: Info.plist needs NSSupportsLiveActivities = YES: without it every request of an activity fails.",
                "Pizza: the entitlements need aps-environment (capability Push Notifications): the code asks for push tokens.",
                "Pizza Widget: Info.plist needs NSExtension > NSExtensionPointIdentifier = com.apple.widgetkit-extension.",
            ])
    }

    @Test func aProjectThatCannotBeReadIsRefusedWithItsReason() throws {
        let folder = try Folder()
        #expect(throws: IOSProjectError.self) { try IOSProject(folder.url.appending(path: "nowhere")) }
        let empty = #expect(throws: IOSProjectError.self) { try IOSProject(folder.url) }
        #expect(empty?.description.hasPrefix("nothing in \(folder.url.path) is about Live Activities") == true)
        try folder.write("not a project", to: "App.xcodeproj/project.pbxproj")
        let broken = #expect(throws: IOSProjectError.self) { try IOSProject(folder.url) }
        #expect(broken?.description.hasPrefix("\(folder.url.path)/App.xcodeproj/project.pbxproj cannot be read") == true)
    }

    @Test func groupsThatContainEachOtherEnd() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "Pizza.xcodeproj/project.pbxproj"
        try folder.replace(
            "A000000000000000000000F1,\n\t\t\t);\n\t\t\tpath = Shared;",
            with: "A000000000000000000000F1, A00000000000000000000003, );path = Shared;", in: file)
        #expect(try IOSProject(folder.url).units.count == 2)
    }
}

@Suite struct SwiftFileTests {
    @Test func commentsAndTextsAreNotCode() {
        let words = SwiftFile.words(
            of: ##"""
                a // b
                /* c /* d */ e */ "f \(g("h \(i)")) j" #"k \(l) \#(m)"# n
                """
                o " p \(q)
                """ r
                """##)
        #expect(words == ["a", "g", "i", "m", "n", "q", "r"])
    }

    @Test func aTextThatDoesNotEndEndsWithItsLine() {
        #expect(SwiftFile.words(of: "a \"b\nc /* d") == ["a", "c"])
    }

    @Test func importsAndTypesAreFound() {
        let file = SwiftFile(
            URL(filePath: "/A.swift"),
            "import Foundation\n@testable import struct Pizza.Order\nstruct A { enum B {}; class func c() {} }; extension String { var d: Int { 1 } }"
        )
        #expect(file.imports == ["Foundation", "Pizza"])
        #expect(file.declared == ["A", "B"])
        #expect(file.members == ["c", "d"])
    }
}

@Suite struct AssetNamesTests {
    @Test(arguments: [
        ("pizza", "Image", "pizza"), ("ic_car-icon", "Image", "icCarIcon"), ("BrandColor", "Color", "brand"),
        ("Color", "Color", "color"),
        ("URLIcon", "Image", "urlIcon"), ("URL", "Image", "url"), ("3dModel", "Image", "_3dModel"),
        ("default", "Image", "`default`"),
        ("Card Image", "Image", "card"), ("--", "Image", "_"),
    ])
    func anAssetsPropertyIsNamedAsXcodeNamesIt(asset: String, suffix: String, symbol: String) {
        #expect(AssetNames.symbol(asset, dropping: suffix) == symbol)
    }

    @Test func aColorThatTheCodeDeclaresIsNotDeclaredAgain() {
        let file = SwiftFile(URL(filePath: "/Colors.swift"), "extension Color { static let brand = Color.red }")
        let assets = AssetNames(images: [], colors: ["BrandColor", "Red", "Dough"])
        let symbols = assets.symbols(beside: [file])
        #expect(symbols.contains("static let brand = ColorResource(name: \"BrandColor\")"))
        #expect(symbols.contains("static var dough: Color { Color(ColorResource.dough) }"))
        #expect(!symbols.contains("static var brand"))
        #expect(!symbols.contains("static var red"))
    }
}
