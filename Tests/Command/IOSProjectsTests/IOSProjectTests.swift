import Foundation
import Testing

@testable import IOSProjects
@testable import PreviewRequests

/// The project in the folder Pizza: an app with individually listed files, and a widget extension with a whole folder.
private let pizza = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pizza")

private func names(_ files: [SwiftFile]) -> [String] { files.map(\.url.lastPathComponent) }

@Suite struct IOSProjectTests {
    @Test func takesTheWholeExtensionAndTheFilesThatTheManagerNeeds() throws {
        let project = try IOSProject(pizza)
        #expect(project.units.map(\.name) == ["Pizza", "Pizza Widget"])
        #expect(project.units.map(\.role) == [.app, .widgetExtension])
        // Courier.swift declares a type that the manager uses; MapScreen.swift is not needed. FinishIntent.swift belongs to the
        // app because of an exception of its folder.
        #expect(names(project.units[0].files) == ["Courier.swift", "OrderManager.swift", "FinishIntent.swift", "Order.swift"])
        // NotYet.swift is excluded from its folder's target by an exception.
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
        #expect(project.units.map(\.role) == [.sources, .widgetExtension])
        #expect(project.units.map(\.name) == ["Sources", "PizzaWidget"])
        #expect(names(project.units[0].files) == ["Courier.swift", "OrderManager.swift", "Order.swift"])
        // The whole folder, and the files of other folders that it needs.
        #expect(names(project.units[1].files) == ["FinishIntent.swift", "NotYet.swift", "PizzaWidget.swift", "Order.swift"])
    }

    /// Tools that generate the project leave the folder with the state of Xcode's windows.
    @Test func aProjectFolderWithoutItsFileIsIgnored() throws {
        let folder = try Folder()
        try folder.copy(pizza, without: "Pizza.xcodeproj")
        try folder.write("", to: "Pizza.xcodeproj/project.xcworkspace/contents.xcworkspacedata")
        let project = try IOSProject(folder.url)
        #expect(project.projectFiles == [])
        #expect(project.units.map(\.role) == [.sources, .widgetExtension])
    }

    /// A submodule may be a folder such as `SQLite.swift`, and a link may lead to a file that another machine has.
    @Test func onlyFilesAreRead() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        try folder.write("public struct Table {}", to: "SQLite.swift/Sources/SQLite/Table.swift")
        try folder.write("", to: "Package.swift/Notes.txt")
        func link(_ path: String, to other: String) throws {
            try FileManager.default.createSymbolicLink(
                at: folder.url.appending(path: path), withDestinationURL: folder.url.appending(path: other))
        }
        try link("PizzaWidget/Gone.swift", to: "Nowhere.swift")
        try link("PizzaWidget/Table.swift", to: "SQLite.swift/Sources/SQLite/Table.swift")
        // The project lists this file.
        try FileManager.default.removeItem(at: folder.url.appending(path: "App/Courier.swift"))
        try folder.write("", to: "App/Courier.swift/Courier.txt")
        let project = try IOSProject(folder.url)
        #expect(names(project.units[0].files) == ["OrderManager.swift", "FinishIntent.swift", "Order.swift"])
        #expect(
            names(project.units[1].files) == ["FinishIntent.swift", "PizzaWidget.swift", "Table.swift", "Order.swift"])
        try FileManager.default.removeItem(at: folder.url.appending(path: "Pizza.xcodeproj"))
        #expect(try IOSProject(folder.url).units.map(\.role) == [.sources, .widgetExtension])
    }

    /// A share extension beside the widget may declare the same types.
    @Test func whatIsInAnotherExtensionsFolderIsNotTaken() throws {
        let folder = try Folder()
        let plist = "<plist><dict><key>NSExtension</key><dict/></dict></plist>"
        try folder.write(plist, to: "targets/share/Info.plist")
        try folder.write("extension Color { static var brand: Color { .red } }", to: "targets/share/Color.swift")
        try folder.write("extension Color { static var brand: Color { .blue } }", to: "modules/Color.swift")
        try folder.write(plist, to: "targets/widget/Info.plist")
        try folder.write(
            "struct RideWidget: Widget { var body: some WidgetConfiguration { ActivityConfiguration(for: Ride.self) { _ in Color.brand } } }",
            to: "targets/widget/Widget.swift")
        try folder.write("struct Ride: ActivityAttributes {}", to: "targets/widget/Ride.swift")
        let units = try IOSProject(folder.url).units
        #expect(
            units.map { $0.files.map(\.url.path).map { $0.dropFirst(folder.url.path.count + 1) } } == [
                ["modules/Color.swift", "targets/widget/Ride.swift", "targets/widget/Widget.swift"]
            ])
    }

    /// Expo and others keep one copy of the attributes beside the bridge and one in the widget's folder.
    @Test func withoutAProjectFileTheWidgetsFolderUsesItsOwnCopy() throws {
        let folder = try Folder()
        let attributes = "import ActivityKit\nstruct Ride: ActivityAttributes { struct ContentState: Codable, Hashable {} }"
        try folder.write(attributes, to: "modules/ride/Ride.swift")
        try folder.write("import ActivityKit\nstruct Bridge { let rides: [Activity<Ride>] }", to: "modules/ride/Bridge.swift")
        try folder.write(attributes, to: "targets/widget/Attributes.swift")
        try folder.write(
            "import WidgetKit\nstruct Card: Widget { var body: some WidgetConfiguration { ActivityConfiguration(for: Ride.self) {} } }",
            to: "targets/widget/Card.swift")
        let units = try IOSProject(folder.url).units
        #expect(units.map(\.name) == ["Sources", "widget"])
        #expect(units.map { names($0.files) } == [["Bridge.swift", "Ride.swift"], ["Attributes.swift", "Card.swift"]])
    }

    /// The core has the attributes and the types that they use, but not what only the views use.
    @Test func aCoreHasOfAModuleOnlyWhatIsAboutLiveActivities() throws {
        let folder = try Folder()
        try folder.write(".target(name: \"Kit\")", to: "Kit/Package.swift")
        for (name, text) in [
            ("Order", "import ActivityKit\npublic struct Order: ActivityAttributes { let step: Step }"),
            ("Step", "public enum Step { case baking }"), ("Oven", "public struct Oven { let heat: Heat }"),
            ("Heat", "struct Heat {}"), ("Unused", "struct Unused {}"),
        ] { try folder.write(text, to: "Kit/Sources/Kit/\(name).swift") }
        try folder.write(
            "import Kit\nimport WidgetKit\nstruct W: Widget { let a = ActivityConfiguration(for: Order.self) { Oven() } }",
            to: "Widget/Widget.swift")
        let project = try IOSProject(folder.url)
        let widget = try #require(project.roots.first)
        func names(_ extent: IOSProject.Unit.Extent) throws -> [String] {
            try project.modules(importedBy: [widget], extent: extent).flatMap(\.files).map {
                $0.url.deletingPathExtension().lastPathComponent
            }
        }
        #expect(try names(.core) == ["Order", "Step"])
        #expect(try names(.direct) == ["Order", "Oven"])
        #expect(try Set(names(.whole)) == ["Order", "Oven", "Step", "Heat"])
    }

    /// The part of a package that the Live Activity needs is compiled as the module that its files import.
    @Test func modulesOfTheProjectThatAreImportedAreUnitsOfTheirOwn() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        try folder.write(
            "import Orders\n" + folder.read("Shared/Order.swift").replacing("var step: String", with: "var step: Step"),
            to: "Shared/Order.swift")
        try folder.write(
            """
            func module(_ name: String, _ needs: [Target.Dependency] = []) -> Target { .target(name: name, dependencies: needs) }
            let targets = [module("Orders", ["Base"]), .target(name: "Base", path: "Code/Base"), .target(name: "Shop")]
            """,
            to: "Kit/Package.swift")
        try folder.write("import Base\npublic struct Step { let id: Identity }", to: "Kit/Sources/Orders/Step.swift")
        try folder.write("public struct Price {}", to: "Kit/Sources/Orders/Price.swift")
        try folder.write("public struct Identity {}", to: "Kit/Code/Base/Identity.swift")
        try folder.write("public struct Shop {}", to: "Kit/Sources/Shop/Shop.swift")
        let project = try IOSProject(folder.url)
        #expect(project.units.map(\.name) == ["Base", "Orders", "Pizza", "Pizza Widget"])
        #expect(project.units.prefix(2).map { names($0.files) } == [["Identity.swift"], ["Step.swift"]])
        // The widget needs only the modules that its own files import.
        #expect(try project.modules(importedBy: [project.units[3]]).map(\.name) == ["Base", "Orders"])
    }

    @Test func pluralsOfADictionaryBecomeTextsOfTheCatalog() throws {
        let entry: [String: Any] = [
            "NSStringLocalizedFormatKey": "%#@slices@",
            "slices": [
                "NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "d", "one": "%d slice",
                "other": "%d slices",
            ],
        ]
        func form(_ text: String) -> [String: [String: String]] { ["stringUnit": ["state": "translated", "value": text]] }
        let plain = try #require(Plurals(entry)?.localization as NSDictionary?)
        #expect(plain == ["variations": ["plural": ["one": form("%d slice"), "other": form("%d slices")]]] as NSDictionary)

        let inText = try #require(Plurals(entry.merging(["NSStringLocalizedFormatKey": "Eat %#@slices@"]) { $1 })?.localization)
        #expect((inText["stringUnit"] as? [String: String])?["value"] == "Eat %#@slices@")
        let substitution = (inText["substitutions"] as? [String: Any])?["slices"] as? [String: Any]
        #expect(
            substitution as NSDictionary?
                == [
                    "argNum": 1, "formatSpecifier": "d",
                    "variations": ["plural": ["one": form("%arg slice"), "other": form("%arg slices")]],
                ] as NSDictionary)
        #expect(Plurals(["NSStringLocalizedFormatKey": "%#@slices@"]) == nil)
        #expect(Plurals(["slices": ["other": "%d"]]) == nil)
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
                "Pizza: Info.plist needs NSSupportsLiveActivities = YES; without it, every request for an activity fails.",
                "Pizza: the entitlements need aps-environment (capability Push Notifications): the code requests push tokens.",
                "Pizza Widget: Info.plist needs NSExtension > NSExtensionPointIdentifier = com.apple.widgetkit-extension.",
            ])
    }

    /// A property list that the build generates, or whose name contains a variable, may have the required entries.
    @Test func whatCannotBeReadIsNoFinding() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "Pizza.xcodeproj/project.pbxproj"
        func list(_ path: String) throws {
            try folder.replace("INFOPLIST_KEY_NSSupportsLiveActivities = YES;", with: "INFOPLIST_FILE = \"\(path)\";", in: file)
        }
        let before = try folder.read(file)
        func findings() throws -> Int { try IOSProject(folder.url).findings.count }
        try list("App/Info-$(CONFIGURATION).plist")
        try folder.write("<plist><dict><key>NSSupportsLiveActivities</key><true/></dict></plist>", to: "App/Info-Release.plist")
        #expect(try findings() == 0, "the name of the configuration is expanded")
        try folder.write("<plist><dict/></plist>", to: "App/Info-Release.plist")
        #expect(try findings() == 1, "the list is there, and the entry is not")
        try folder.write(before, to: file)
        try list("$(UNKNOWN)/Info.plist")
        #expect(try findings() == 0)
        try folder.write(before, to: file)
        try folder.replace("$(SRCROOT)/App/Pizza.entitlements", with: "${SRCROOT}/$(TARGET_NAME:lower).entitlements", in: file)
        #expect(try findings() == 0, "there is no such file")
    }

    @Test func aConfigurationFileHasBuildSettingsToo() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "Pizza.xcodeproj/project.pbxproj"
        try folder.replace("INFOPLIST_KEY_NSSupportsLiveActivities = YES;", with: "", in: file)
        try folder.replace(
            "isa = XCBuildConfiguration;\n\t\t\tbuildSettings = {\n\t\t\t\tCODE_SIGN",
            with:
                "isa = XCBuildConfiguration;\n\t\t\tbaseConfigurationReference = A000000000000000000000F9;\n\t\t\tbuildSettings = {\n\t\t\t\tCODE_SIGN",
            in: file)
        try folder.replace(
            "objects = {",
            with:
                "objects = {\n A000000000000000000000F9 = {isa = PBXFileReference; path = App/App.xcconfig; sourceTree = SOURCE_ROOT; };",
            in: file)
        try folder.write(
            "#include \"Base.xcconfig\"\nINFOPLIST_KEY_NSSupportsLiveActivities = $(SUPPORTED) // activities\n",
            to: "App/App.xcconfig")
        try folder.write("#include \"App.xcconfig\"\nSUPPORTED = YES\n", to: "App/Base.xcconfig")
        #expect(try IOSProject(folder.url).findings == [])
        try folder.write("SUPPORTED = NO\n", to: "App/Base.xcconfig")
        #expect(try IOSProject(folder.url).findings.map(\.target) == ["Pizza"])
    }

    /// A file may be compiled differently in an app and in its extension.
    @Test func conditionsOfATargetHoldInItsFiles() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "Pizza.xcodeproj/project.pbxproj"
        try folder.replace(
            "INFOPLIST_KEY_NSSupportsLiveActivities = YES;",
            with: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = \"APP $(inherited)\"; OTHER_SWIFT_FLAGS = \"-DBIG -D SMALL\";",
            in: file)
        #expect(try IOSProject(folder.url).units.map(\.conditions) == [["APP", "BIG", "SMALL"], []])
    }

    /// A target adds to the conditions of its project, as an array or as text, beside flags for C and unknown settings.
    @Test func aTargetInheritsTheConditionsOfItsProject() {
        let project = BuildSettings(["SWIFT_ACTIVE_COMPILATION_CONDITIONS": "PRO $(UNKNOWN)", "OTHER_SWIFT_FLAGS": "-DOLD=1"])
        let objects: [String: [String: Any]] = [
            "list": ["buildConfigurations": ["release"]],
            "release": [
                "name": "Release",
                "buildSettings": [
                    "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "$(inherited) WIDGET",
                    "OTHER_SWIFT_FLAGS": [
                        "$(inherited)", "-D", "PODS", "-Xcc", "-DC", "-I/My-Data/x", "-Xcc", "-f=\"${ROOT}/m\"", "-DLAST",
                    ],
                ],
            ],
        ]
        let tree = FileTree([:], [:], folder: URL(filePath: "/"))
        let target = BuildSettings(of: ["buildConfigurationList": "list"], objects, tree)
        #expect(project.merging(target).conditions == ["PRO", "WIDGET", "PODS", "LAST"])
        #expect(project.conditions == ["PRO"])
    }

    /// Files that include each other several times, and settings that refer to each other several times, are work that doubles
    /// with each level. Such a project kept `ios check` busy for years.
    @Test func includesAndReferencesAreLimited() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let levels = 0..<9
        let settings = levels.map { "LEVEL_\($0) = " + String(repeating: "$(LEVEL_\($0 + 1))", count: 10) + "\n" }.joined()
        for level in levels {
            let include = String(repeating: "#include \"\(level + 1).xcconfig\"\n", count: 10)
            try folder.write(include + (level == 0 ? settings : ""), to: "\(level).xcconfig")
        }
        try folder.write("LEVEL_9 = YES\n", to: "9.xcconfig")
        let tree = FileTree(
            ["file": ["path": "0.xcconfig", "sourceTree": "SOURCE_ROOT"]], [:], folder: folder.url)
        let owner = ["buildConfigurationList": "list"]
        let objects: [String: [String: Any]] = [
            "list": ["buildConfigurations": ["one"]], "one": ["baseConfigurationReference": "file"],
        ]
        let read = BuildSettings(of: owner, objects, tree)
        #expect(read["LEVEL_0"]?.count == 100 && read.expanded("LEVEL_9") == "YES")
        #expect(read.expanded("LEVEL_8") == String(repeating: "YES", count: 10))
        #expect(read.expanded("LEVEL_7") == String(repeating: "YES", count: 100))
        #expect(read.expanded("LEVEL_0") == nil, "more than 1,000 references")
    }

    /// Among several apps, only the one with the activities needs the entries; an app for a watch does not.
    @Test(arguments: ["SDKROOT = watchos;", "SDKROOT = macosx;", "SDKROOT = auto; SUPPORTED_PLATFORMS = \"macosx xros\";"])
    func anAppThatIsNotForAPhoneIsNotLookedAt(settings: String) throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "Pizza.xcodeproj/project.pbxproj"
        try folder.replace("INFOPLIST_KEY_NSSupportsLiveActivities = YES;", with: settings, in: file)
        let project = try IOSProject(folder.url)
        #expect(project.units.map(\.name) == ["Pizza Widget"])
        #expect(project.findings == [])
    }

    @Test func anAppWithoutLiveActivitiesNeedsNothingForThem() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "Pizza.xcodeproj/project.pbxproj"
        try folder.replace("INFOPLIST_KEY_NSSupportsLiveActivities = YES;", with: "", in: file)
        try folder.replace("aps-environment", with: "other", in: "App/Pizza.entitlements")
        let sources =
            "A000000000000000000000B1,\n\t\t\t\tA000000000000000000000B2,\n\t\t\t\tA000000000000000000000B3,\n\t\t\t\tA000000000000000000000B4,"
        try folder.replace(sources, with: "A000000000000000000000B3,", in: file)
        try folder.replace("membershipExceptions = (\n\t\t\t\tFinishIntent.swift,", with: "membershipExceptions = (", in: file)
        #expect(try IOSProject(folder.url).findings == [])
        // The app embeds the widget extension.
        try folder.replace(
            "name = Pizza;", with: "name = Pizza; dependencies = (A000000000000000000000D1);", in: file)
        try folder.replace(
            "objects = {",
            with: "objects = {\n A000000000000000000000D1 = {isa = PBXTargetDependency; target = A00000000000000000000020; };",
            in: file)
        #expect(try IOSProject(folder.url).findings.map(\.target) == ["Pizza"])
    }

    @Test func aSymbolicLinkToAProjectIsThatProject() throws {
        let folder = try Folder()
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pizza)
        let (project, linked) = (try IOSProject(pizza), try IOSProject(link))
        #expect(linked.folder == project.folder.resolvingSymlinksInPath())
        #expect(linked.units.map { names($0.files) } == project.units.map { names($0.files) })
    }

    /// A file with types may also declare global names that others need.
    @Test func aFileWhoseGlobalPropertyIsUsedIsTaken() throws {
        let folder = try Folder()
        try folder.copy(pizza)
        let file = "App/OrderManager.swift"
        try folder.write(folder.read(file) + "\nlet kitchen = openingHours(of: shop)\n", to: file)
        try folder.write("struct Screen {}\nlet shop = 7\nfunc openingHours(of: Int) -> Int { 8 }\n", to: "App/MapScreen.swift")
        #expect(names(try IOSProject(folder.url).units[0].files).contains("MapScreen.swift"))
        try folder.write(
            "struct Screen {}\nprivate let shop = 7\nextension Screen { func openingHours() {} }\n", to: "App/MapScreen.swift")
        #expect(!names(try IOSProject(folder.url).units[0].files).contains("MapScreen.swift"))
    }

    @Test func aProjectThatCannotBeReadIsRefusedWithItsReason() throws {
        let folder = try Folder()
        #expect(throws: IOSProjectError.self) { try IOSProject(folder.url.appending(path: "nowhere")) }
        let empty = #expect(throws: IOSProjectError.self) { try IOSProject(folder.url) }
        #expect(empty?.description.hasPrefix("\(folder.url.path) has no Live Activities") == true)
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
        ("break", "Color", "`break`"),
        ("Card Image", "Image", "card"), ("--", "Image", "_"),
    ])
    func anAssetsPropertyIsNamedAsXcodeNamesIt(asset: String, suffix: String, symbol: String) {
        #expect(AssetNames.symbol(asset, dropping: suffix) == symbol)
    }

    /// iOS uses tinted variants only on a tinted Home Screen, so a Live Activity never shows them. The name of a symbol set can
    /// be used like an image's.
    @Test func aTintedVariantIsNotTakenAndASymbolSetIsAnImage() throws {
        let folder = try Folder()
        func color(_ red: String, _ luminosity: String?) -> String {
            let appearances = luminosity.map { #""appearances": [{"appearance": "luminosity", "value": "\#($0)"}], "# } ?? ""
            return """
                {\(appearances)"idiom": "universal", "color": {"color-space": "srgb", \
                "components": {"red": "\(red)", "green": "0.0", "blue": "0.0", "alpha": "1.0"}}}
                """
        }
        let variants = [color("0.1", "tinted"), color("0.2", nil), color("0.3", "dark")].joined(separator: ", ")
        try folder.write("{\"colors\": [\(variants)]}", to: "Assets.xcassets/Dough.colorset/Contents.json")
        try folder.write("{}", to: "Assets.xcassets/slice.badge.symbolset/Contents.json")
        try folder.write(#"{"symbols": [{"filename": "oven.svg"}]}"#, to: "Assets.xcassets/oven.symbolset/Contents.json")
        try folder.write("<svg/>", to: "Assets.xcassets/oven.symbolset/oven.svg")
        let catalog = AssetCatalog(catalogs: [folder.url.appending(path: "Assets.xcassets")], in: folder.url)
        #expect(catalog.colors == ["Dough": .init(light: [0.2, 0, 0, 1], dark: [0.3, 0, 0, 1])])
        let oven = folder.url.appending(path: "Assets.xcassets/oven.symbolset/oven.svg").path
        #expect(
            catalog.images == [
                "slice.badge": .init(file: "", scale: 1, isTemplate: true, isSymbol: true),
                "oven": .init(file: oven, scale: 1, isTemplate: true, isSymbol: true),
            ])
        let symbols = AssetNames(catalog).symbols(beside: [])
        #expect(symbols.contains("static let sliceBadge = ImageResource(name: \"slice.badge\")"))
    }

    @Test func aColorThatTheCodeDeclaresIsNotDeclaredAgain() {
        let file = SwiftFile(URL(filePath: "/Colors.swift"), "extension Color { static let brand = Color.red }")
        let assets = AssetNames(images: [], colors: ["BrandColor", "Red", "Dough", "Background"])
        let symbols = assets.symbols(beside: [file])
        #expect(symbols.contains("static let brand = ColorResource(name: \"BrandColor\")"))
        #expect(symbols.contains("static var dough: Color { Color(ColorResource.dough) }"))
        #expect(!symbols.contains("static var brand"))
        #expect(!symbols.contains("static var red"))
        #expect(symbols.contains("@_disfavoredOverload static var dough: UIColor { UIColor(resource: .dough) }"))
        // SwiftUI has a style with this name, UIKit has no color.
        #expect(symbols.contains("static var background: UIColor"))
        #expect(!symbols.contains("static var background: Color"))
    }
}
