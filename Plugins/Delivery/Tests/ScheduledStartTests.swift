import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct ScheduledStartTests {
    let scenario = Scenario(DeliveryProvider())
    let note = alert("Your order", "comes soon")

    private func schedule(_ lead: TimeInterval, order: Int = 42, promised: ClosedRange<Date>? = nil) throws -> ActivityID {
        try scenario.start(
            DeliveryAttributes(orderNumber: order, restaurantName: "Pizza", promisedDeliveryTime: promised),
            options: StartOptions(start: start + lead, alert: note))
    }

    /// Minutes, hours and days ahead. An hour ahead was once refused, because the estimate of 45 minutes counted from the
    /// order.
    @Test(arguments: [300.0, 1_800.0, 3_600.0, 36_000.0, 259_200.0, 2_592_000.0])
    func theEstimateCountsFromTheStartDate(lead: TimeInterval) throws {
        let id = try schedule(lead)
        let begins = start + lead
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: begins)])
        let content = try #require(scenario.content(of: id, as: DeliveryAttributes.self))
        #expect(content.state.estimatedDeliveryTime == (begins + 1_800)...(begins + 2_700))
        #expect(content.staleDate == begins + 2_700)
        #expect(scenario.advance(to: begins - 0.001) == [])
        #expect(scenario.advance(to: begins) == [.started, .alerted(note)])
        #expect(scenario.content(of: id, as: DeliveryAttributes.self) == content)
        #expect(scenario.advance(to: begins + 2_699.999) == [])
        #expect(scenario.advance(to: begins + 2_700) == [.becameStale])
    }

    @Test func aPromiseIsCheckedAgainstTheStartDate() throws {
        let inTenDays = start + 10 * 86_400
        let id = try schedule(10 * 86_400 - 3_600, promised: inTenDays...(inTenDays + 900))
        #expect(scenario.content(of: id, as: DeliveryAttributes.self)?.staleDate == inTenDays + 900)
        #expect(throws: EngineError.self, "seven days are the limit") {
            try schedule(3 * 86_400 - 1, order: 43, promised: inTenDays...inTenDays)
        }
    }
}
