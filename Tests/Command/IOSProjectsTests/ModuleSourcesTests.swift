import Foundation
import Testing

@testable import IOSProjects

private let pizza = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pizza")
private let package = URL(filePath: "/swift-live-activities")

/// The adapted copies of a project's files.
@Suite struct ModuleSourcesTests {
    private func write(
        _ unit: Int, of project: IOSProject, in folder: Folder, _ plan: ModulePlan = ModulePlan(),
        listing listed: Listed = .nothing
    ) throws -> ModuleSources {
        let module = ModuleSources.modules(of: project.units, beside: package)[unit]
        return try ModuleSources(
            project.units[unit], as: module, of: project, in: folder.url, plan, SharedPlan(), listing: listed)
    }

    @Test func foundationXMLIsImportedForFilesThatParseXML() throws {
        let (project, folder) = (try Folder(), try Folder())
        try project.copy(pizza)
        let line = #"args: ["/usr/bin/swiftc","-module-name","CheckHost","-emit-module"]"#
        let host = try #require(HostFlags(of: "CheckHost", in: line, library: folder.url))
        func imports() throws -> Bool {
            let sources = try write(1, of: IOSProject(project.url), in: folder)
            return ModuleCompiler(host: host, folder: folder.url).arguments(of: sources, SharedPlan()).contains("FoundationXML")
        }
        #expect(try !imports())
        try project.write(project.read("Shared/Order.swift") + "\nlet parser = XMLParser.self", to: "Shared/Order.swift")
        #expect(try imports())
    }

    @Test func eachUnitHasAFolderOfCopies() throws {
        let (folder, project) = (try Folder(), try IOSProject(pizza))
        #expect(ModuleSources.modules(of: project.units, beside: package) == ["Pizza", "Pizza_Widget"])
        let app = try write(0, of: project, in: folder)
        let widget = try write(1, of: project, in: folder)
        #expect(
            try folder.files() == [
                "Pizza/App/Courier.swift", "Pizza/App/OrderManager.swift", "Pizza/GeneratedAssetSymbols.swift",
                "Pizza/PizzaWidget/FinishIntent.swift", "Pizza/Shared/Order.swift", "Pizza_Widget/GeneratedAssetSymbols.swift",
                "Pizza_Widget/PizzaWidget/FinishIntent.swift", "Pizza_Widget/PizzaWidget/PizzaWidget.swift",
                "Pizza_Widget/Shared/Order.swift",
            ])
        #expect(Set((app.files + widget.files).map(\.path)) == Set(try folder.files().map { folder.url.path + "/" + $0 }))
        #expect(app.origins.count == 4 && widget.origins.count == 3, "generated files come from none of the project's")
    }

    @Test func aFileListsItsPreviewsInTheFirstModuleThatHasIt() throws {
        let (folder, project) = (try Folder(), try IOSProject(pizza))
        let widget = try write(1, of: project, in: folder, listing: .previews(without: []))
        #expect(widget.listings.keys.map(\.lastPathComponent) == ["PizzaWidget.swift"])
        #expect(widget.functions == ["liveActivitiesPreviews_Pizza_Widget_0"])
        #expect(try folder.read("Pizza_Widget/PizzaWidget/PizzaWidget.swift").contains("PreviewList"))
        #expect(try write(1, of: project, in: folder, listing: .previews(without: Set(widget.listings.keys))).functions == [])
        #expect(try !folder.read("Pizza_Widget/PizzaWidget/PizzaWidget.swift").contains("PreviewList"))
    }

    @Test func theLineBreaksOfWindowsAreReadLikeOthers() throws {
        let (folder, project) = (try Folder(), try Folder())
        try project.copy(pizza)
        let name = "PizzaWidget/PizzaWidget.swift"
        let text = "#if os(macOS)\nimport AppKit\n#endif\n#if os(iOS)\n#endif\n" + (try project.read(name))
        func sources(_ text: String) throws -> ModuleSources {
            try project.write(text, to: name)
            return try write(1, of: IOSProject(project.url), in: folder, listing: .previews(without: []))
        }
        let expected = try sources(text)
        let copy = try folder.read("Pizza_Widget/\(name)")
        let given = try sources(text.replacing("\n", with: "\r\n"))
        #expect(given.listings == expected.listings && !given.listings.isEmpty)
        #expect(given.unit.files.map(\.plainImports) == expected.unit.files.map(\.plainImports))
        #expect(try folder.read("Pizza_Widget/\(name)") == copy)
    }

    /// Another unit with the same file still compiles it.
    @Test func aFileIsLeftOutOfOneModuleOnly() throws {
        let (folder, project) = (try Folder(), try IOSProject(pizza))
        let order = pizza.appending(path: "Shared/Order.swift").standardizedFileURL
        var plan = ModulePlan()
        let isLeft = [plan.leaveOut(order, note: "Order.swift is left out"), plan.leaveOut(order, note: "again")]
        #expect(isLeft == [true, false])
        _ = try write(0, of: project, in: folder, plan)
        _ = try write(1, of: project, in: folder)
        #expect(try folder.files().filter { $0.hasSuffix("Order.swift") } == ["Pizza_Widget/Shared/Order.swift"])
    }

    /// A check after a small change recompiles only a few files.
    @Test func aSecondCheckKeepsWhatHasNotChangedAndRemovesWhatIsGone() throws {
        let (folder, project) = (try Folder(), try Folder())
        try project.copy(pizza)
        _ = try write(1, of: IOSProject(project.url), in: folder)
        let long = Date(timeIntervalSinceReferenceDate: 0)
        for file in try folder.files() {
            try FileManager.default.setAttributes(
                [.modificationDate: long], ofItemAtPath: folder.url.appending(path: file).path)
        }
        try project.replace("number", with: "count", in: "Shared/Order.swift")
        try FileManager.default.removeItem(at: project.url.appending(path: "PizzaWidget/FinishIntent.swift"))
        _ = try write(1, of: IOSProject(project.url), in: folder)
        let new = try folder.files().filter { file in
            try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: file).path)[.modificationDate] as? Date
                != long
        }
        #expect(new == ["Pizza_Widget/Shared/Order.swift"])
        #expect(try !folder.files().contains { $0.hasSuffix("FinishIntent.swift") })
    }

    /// Two modules with the same name cannot be in one program.
    @Test func aTargetNamedLikeAModuleOfThisPackageGetsAnotherName() throws {
        let checkout = try Folder()
        try Data(#".target(name: "Pizza"),"#.utf8).write(to: checkout.url.appending(path: "Package.swift"))
        #expect(ModuleSources.modules(of: try IOSProject(pizza).units, beside: checkout.url) == ["App_Pizza", "Pizza_Widget"])
        #expect(ModuleSources.importedName(of: "App_Pizza") == "Pizza" && ModuleSources.importedName(of: "Dough") == "Dough")
    }

    @Test(arguments: [
        ("Pizza Widget", "Pizza_Widget"), ("iOS16-Live", "iOS16_Live"), ("2Go", "App_2Go"), ("SwiftUI", "App_SwiftUI"),
        ("", "App_"),
    ])
    func aTargetsNameBecomesAModules(target: String, module: String) {
        #expect(ModuleSources.moduleName(target) == module)
    }

    @Test func errorsAreThoseOfTheProjectsFilesEachOnce() throws {
        let folder = try Folder()
        let sources = try write(0, of: IOSProject(pizza), in: folder)
        let copy = folder.url.appending(path: "Pizza/App/OrderManager.swift").path
        let errors = ModuleCompiler.errors(
            in: """
                \(copy):3:8: error: no such module 'Charts'
                \(copy):3:8: error: no such module 'Charts'
                \(copy):9:1: warning: unused
                /elsewhere/Other.swift:1:1: error: not the project's
                \(copy):20:5: error: cannot find 'UIApplication' in scope
                """, sources)
        #expect(errors.map(\.file?.lastPathComponent) == ["OrderManager.swift", "OrderManager.swift"])
        #expect(errors.map(\.line) == [3, 20])
        #expect(errors.map(\.missingModule) == ["Charts", nil])
        #expect(errors.compactMap(\.advice).count == 2)
    }
}

/// The package manager's description of a target's compilation.
@Suite struct HostFlagsTests {
    @Test func whereModulesAndMacrosAreIsTakenFromTheManifestOfTheBuild() throws {
        let manifest = """
            commands:
              "<PreviewHost.product>":
                args: ["/swift/usr/bin/swiftc","-module-name","PreviewHost","-emit-library","-L","/elsewhere"]
              "C.PreviewHost.module":
                args: ["/swift/usr/bin/swiftc","-module-name","PreviewHost","-emit-module","-emit-module-path","/b/PreviewHost.swiftmodule","-c","@/b/sources","-I","/b/Modules","-Xcc","-fmodule-map-file=/b/C.modulemap","-I/usr/include/cairo","-O","-g","-Xfrontend","-load-plugin-executable","-Xfrontend","/b/Macros#Macros"]
            """
        let flags = try #require(HostFlags(of: "PreviewHost", in: manifest, library: URL(filePath: "/b")))
        #expect(flags.compiler == "/swift/usr/bin/swiftc")
        #expect(
            flags.arguments == [
                "-I", "/b/Modules", "-Xcc", "-fmodule-map-file=/b/C.modulemap", "-I/usr/include/cairo", "-Xfrontend",
                "-load-plugin-executable", "-Xfrontend", "/b/Macros#Macros",
            ])
        #expect(HostFlags(of: "CheckHost", in: manifest, library: URL(filePath: "/b")) == nil)
    }
}
