import Foundation
import Testing

@testable import IOSProjects
@testable import LiveActivitiesCommand

/// The report of `live-activities ios check`.
@Suite struct IOSReportTests {
    private let root = URL(filePath: "/project")

    private func unit(_ role: IOSProject.Unit.Role, _ messages: String...) throws -> IOSReport.Unit {
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Card.swift")
        try Data("import WidgetKit".utf8).write(to: file)
        let errors = messages.enumerated().map { CompileError(file: file, line: $0 + 1, message: $1) }
        let unit = IOSProject.Unit(name: "Widgets", role: role, files: [try SwiftFile(file)])
        return IOSReport.Unit(unit, UnitCheck(errors: errors), in: folder)
    }

    @Test func theErrorThatNamesTheCauseIsShownAndAllAreInTheJSON() throws {
        let unit = try unit(
            .widgetExtension, "generic parameter 'Expanded' could not be inferred", "missing return",
            "cannot find 'glow' in scope")
        let report = IOSReport(units: [unit], setup: [], advice: [])
        #expect(
            report.text.split(separator: "\n").prefix(2) == [
                "Widgets (widget extension): 0 of 1 files compile",
                "  --  Card.swift:3: cannot find 'glow' in scope (and 2 more)",
            ])
        let file = try #require(unit.files.first)
        #expect(file.errors == 3 && file.line == 3)
        #expect(file.problems.map(\.line) == [3, 2, 1])
        #expect(try report.json().contains("\"message\" : \"missing return\""))
    }

    /// A missing module does not count as a finding, but the report names the unchecked parts.
    @Test func whatIsNotCheckedIsListed() throws {
        let file = root.appending(path: "Card.swift")
        let unit = IOSProject.Unit(name: "Widgets", role: .widgetExtension, files: [try SwiftFile(URL(filePath: #filePath))])
        let here = try #require(unit.files.first?.url)
        let check = UnitCheck(
            errors: [], missing: [("MapKit", "Draw the route."), ("Kit", nil)], invented: ["Map", "Place"],
            unchecked: [here: [3, 9], file: [1]])
        let report = IOSReport(
            units: [IOSReport.Unit(unit, check, in: here.deletingLastPathComponent())], setup: [], advice: [])
        #expect(
            report.text.split(separator: "\n") == [
                "Widgets (widget extension): 1 of 1 files compile",
                "  ok  IOSReportTests.swift (not checked: the functions at lines 3, 9)",
                "  not checked, because missing here: MapKit, Kit", "      MapKit: Draw the route.",
                "  invented in their place: Map, Place",
            ])
        #expect(report.parts == [])
        let json = try report.json()
        #expect(json.contains("\"module\" : \"MapKit\""))
        #expect(json.contains("\"invented\" : [\n        \"Map\""))
    }

    @Test func thePartsWithFindingsAreToldApart() throws {
        let (good, bad) = (try unit(.widgetExtension), try unit(.widgetExtension, "missing return"))
        let setup = [SetupFinding(target: "App", message: "it lacks a key")]
        #expect(IOSReport(units: [good], setup: [], advice: setup).parts == [])
        #expect(IOSReport(units: [good, try unit(.app, "missing return")], setup: [], advice: []).parts == [.app])
        #expect(IOSReport(units: [bad], setup: setup, advice: []).parts == [.extension, .setup])
        #expect(IOSReport(units: [try unit(.module, "missing return")], setup: [], advice: []).parts == [.extension])
    }
}
