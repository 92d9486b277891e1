import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import ParkingActivity

@Suite struct ParkingTests {
    @Test func keepsTheEnginesPromises() throws { try ProviderConformance.check(ParkingProvider()) }

    @Test func alertsFiveMinutesBeforeTheEnd() throws {
        let scenario = Scenario(ParkingProvider())
        let car = try scenario.start(ParkingAttributes(plate: "HH-LA 26", minutes: 30))
        #expect(scenario.advance(by: 25 * 60) == [.updated, .alerted(ParkingProvider.fiveMinutesLeft("HH-LA 26"))])
        #expect(try scenario.send(ParkingEvent.extended(minutes: 10), to: car) == [.updated])
        #expect(scenario.advance(by: 15 * 60).map(\.name) == ["updated", "alerted", "ended"])
    }
}
