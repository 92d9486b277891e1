import Foundation
import Testing

@testable import IOSProjects

/// The project in the folder Pizza: an app and a widget extension, in this order.
private let pizza = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pizza")

@Suite struct ProjectCheckTests {
    @Test func theWidgetExtensionIsCompiledBeforeTheApp() throws {
        let folder = try Folder()
        #expect(try check(IOSProject(pizza), in: folder).order() == [1, 0])
    }

    @Test func anExtensionWithALiveActivityIsCompiledBeforeOthers() throws {
        let project = try Folder()
        try project.write("import WidgetKit\nstruct Clock: WidgetBundle {}", to: "Clock/Clock.swift")
        try project.write(
            "import ActivityKit\nlet widget = ActivityConfiguration(for: Order.self) {}", to: "Orders/Orders.swift")
        #expect(try IOSProject(project.url).roots.map(\.name) == ["Orders", "Clock"])
    }

    @Test func modulesOfTheAppAreCompiledAfterTheExtension() throws {
        let (project, folder) = (try Folder(), try Folder())
        try project.copy(pizza)
        try project.write(
            ".target(name: \"Ovens\"), .target(name: \"Sizes\")", to: "Kit/Package.swift")
        try project.write("public struct Oven {}", to: "Kit/Sources/Ovens/Oven.swift")
        try project.write("public struct Size {}", to: "Kit/Sources/Sizes/Size.swift")
        try project.write(
            "import Ovens\nlet oven = Oven()\n" + project.read("App/OrderManager.swift"), to: "App/OrderManager.swift")
        try project.write(
            "import Sizes\nlet size = Size()\n" + project.read("PizzaWidget/PizzaWidget.swift"),
            to: "PizzaWidget/PizzaWidget.swift")
        let read = try IOSProject(project.url)
        #expect(read.units.map(\.name) == ["Ovens", "Sizes", "Pizza", "Pizza Widget"])
        let order = try check(read, in: folder).order()
        #expect(order.map { read.units[$0].name } == ["Sizes", "Pizza Widget", "Ovens", "Pizza"])
    }

    @Test func afterTheTimeLimitEveryUnitIsReportedAsIncomplete() throws {
        let (project, folder) = (try IOSProject(pizza), try Folder())
        let line = #"args: ["/usr/bin/swiftc","-module-name","CheckHost","-emit-module"]"#
        let host = try #require(HostFlags(of: "CheckHost", in: line, library: folder.url))
        let checks = try check(project, in: folder, seconds: 0).checks(with: host) { _ in }
        #expect(
            checks.map { $0.errors.map(\.message) }
                == Array(repeating: ["the check is not complete: the time limit was reached (--time-limit)"], count: 2))
    }

    /// Errors of a file that uses a missing module may be removed by further declarations.
    @Test func errorsOfFilesThatUseNoMissingModuleAreKnownBeforeTheEnd() throws {
        let project = try Folder()
        try project.copy(pizza)
        try project.write("import MapKit\n" + project.read("Shared/Order.swift"), to: "Shared/Order.swift")
        let unit = try IOSProject(project.url).units[1]
        func error(_ file: String, _ message: String) throws -> CompileError {
            let url = try #require(unit.files.first { $0.url.lastPathComponent == file }).url
            return CompileError(file: url, line: 1, message: message)
        }
        let known = try error("PizzaWidget.swift", "cannot find 'crust' in scope")
        let errors = try [
            error("Order.swift", "cannot find 'MKMapItem' in scope"), known,
            error("PizzaWidget.swift", "no such module 'Oven'"), known,
            error("PizzaWidget.swift", "main actor-isolated property 'body' cannot satisfy a requirement"),
        ]
        #expect(ProjectCheck.lasting(errors, of: unit, missing: ["MapKit"]) == [known])
    }

    /// The compiler ends at the first import of a missing module.
    @Test func allMissingModulesAreFoundInOneCompilation() throws {
        let folder = try Folder()
        try folder.write(ModuleCompiler.probe(["NoSuchOven", "Foundation", "OSLog", "NoSuchPizza"]), to: "Imports.swift")
        let run = try ToolRun.run(["swiftc", "-typecheck", folder.url.appending(path: "Imports.swift").path])
        let found = run.output.matches(of: /error: no such module '(.+?)'/).map { String($0.1) }
        #expect(Set(found) == ["NoSuchOven", "NoSuchPizza"])
    }

    private func check(_ project: IOSProject, in folder: Folder, seconds: Double? = nil) throws -> ProjectCheck {
        let scratch = try ScratchFolder(folder.url, for: project.folder) { Issue.record("\($0)") }
        return ProjectCheck(project, in: scratch, package: folder.url, seconds: seconds)
    }
}
