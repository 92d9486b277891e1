import Foundation
import Testing

@testable import IOSProjects

/// A repository with a `project.yml` and without the Xcode project that XcodeGen makes from it.
@Suite struct XcodeGenProjectTests {
    private let pizza = """
        name: Pizza
        settings:
          base:
            SWIFT_VERSION: "6.0"   # for all targets
        targets:
          Pizza:
            type: application
            platform: iOS
            sources: [App, Shared]
          PizzaWidget:
            type: app-extension
            platform: iOS
            sources:
            - PizzaWidget
            - path: Shared
              excludes:
                - "**/*Store.swift"
            settings:
              SWIFT_DEFAULT_ACTOR_ISOLATION: MainActor
              SWIFT_ACTIVE_COMPILATION_CONDITIONS: WIDGET_EXTENSION
              OTHER_SWIFT_FLAGS:
                - $(inherited)
                - -DPIZZA
          PizzaWatch:
            type: application
            platform: watchOS
            sources: Watch
        schemes:
          Pizza: {}
        """

    @Test func targetsAreReadWithTheirSources() {
        let targets = XcodeGenProject(pizza).targets
        #expect(targets.map(\.name) == ["Pizza", "PizzaWidget", "PizzaWatch"])
        #expect(targets.map(\.isForPhone) == [true, true, false])
        #expect(targets.map(\.isExtension) == [false, true, false])
        #expect(targets.map { $0.sources.map(\.path) } == [["App", "Shared"], ["PizzaWidget", "Shared"], ["Watch"]])
        #expect(targets.map(\.settings.languageMode) == [6, 6, 6])
        #expect(targets.map(\.settings.isolatesToMainActor) == [false, true, false])
        #expect(targets.map(\.settings.conditions) == [[], ["WIDGET_EXTENSION", "PIZZA"], []])
        // With the line ends of Windows.
        #expect(XcodeGenProject(pizza.replacing("\n", with: "\r\n")).targets == targets)
        #expect(XcodeGenProject("name: Pizza").targets == [])
    }

    /// Without the file, the function of the app's folder would also be taken for the widget.
    @Test func onlyTheFilesOfATargetBelongToIt() throws {
        let project = try Folder()
        let use = "import WidgetKit\nlet widget = ActivityConfiguration(for: Order.self) { bake() }\nfunc bake() {}"
        for (path, text) in [
            "project.yml": pizza, "PizzaWidget/Widget.swift": use, "Shared/Order.swift": "struct Order: ActivityAttributes {}",
            "Shared/Data/OrderStore.swift": "func bake() {}", "App/Oven.swift": "import ActivityKit\nfunc bake() {}",
            "Watch/Watch.swift": "import WidgetKit\nlet widget = ActivityConfiguration(for: Order.self) {}",
        ] { try project.write(text, to: path) }
        let units = try IOSProject(project.url).units
        #expect(units.map(\.name) == ["Pizza", "PizzaWidget"])
        #expect(units.map { $0.role.rawValue } == ["app", "widgetExtension"])
        #expect(units[1].files.map(\.url.lastPathComponent) == ["Widget.swift", "Order.swift"])
    }
}
