import LiveActivityTesting
import LiveActivityUI
import LiveActivityWidgetTesting
import ParkingActivity
import Testing

@testable import ParkingWidget

@Suite struct ParkingWidgetTests {
    private static var widget: WidgetReader<ParkingAttributes> {
        get throws {
            try WidgetReader(
                ParkingWidget.self, kind: "parking", attributes: ParkingAttributes.self, strings: ParkingWidget.strings)
        }
    }

    @Test func everySurfaceShowsTheCountdown() throws {
        let provider = ParkingProvider()
        let car = ParkingAttributes(plate: "HH-LA 26", minutes: 30)
        let content = provider.content(for: car, at: Scenario.epoch)
        let read = try Self.widget.reading(car, content.state, at: Scenario.epoch + 600)
        #expect(
            read == """
                lockScreen: (car.fill) | HH-LA 26 | Parked | 20:00
                compact: (car.fill) | 20:00
                minimal: (car.fill)
                expanded: (car.fill) | 20:00 | HH-LA 26
                smartStack: (car.fill) | HH-LA 26 | Parked | 20:00
                """)
    }

    @Test func theLintFindsNothingInTwoLanguages() throws {
        let findings = try Self.widget.findings(samplesOf: ParkingProvider(), languages: ["en", "de"])
        for finding in findings { Issue.record("\(finding)") }
    }
}
