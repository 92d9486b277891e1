import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import RestaurantOrderActivity

@Suite struct RestaurantOrderTests {
    private let attributes = RestaurantOrderAttributes(guest: "Anna", dishes: 2)

    @Test func keepsTheEnginesPromises() throws { try ProviderConformance.check(RestaurantOrderProvider()) }

    @Test func endsWithTheLastDish() throws {
        let scenario = Scenario(RestaurantOrderProvider())
        let activity = try scenario.start(attributes)
        #expect(try scenario.send(RestaurantOrderEvent.dishReady(expectedEnd: nil), to: activity) == [.updated])
        let last = try scenario.send(RestaurantOrderEvent.dishReady(expectedEnd: nil), to: activity)
        #expect(last.map(\.name) == ["updated", "alerted", "ended"])
        #expect(scenario.advance(by: 899) == [])
        #expect(scenario.advance(by: 1).map(\.name) == ["dismissed"])
    }

    @Test func isDelayedAfterTenMinutesWithoutNews() throws {
        let scenario = Scenario(RestaurantOrderProvider())
        let activity = try scenario.start(attributes)
        #expect(scenario.advance(by: 599) == [])
        #expect(scenario.advance(by: 1) == [.updated])
        #expect(scenario.content(of: activity, as: RestaurantOrderAttributes.self)?.state.isDelayed == true)
        _ = try scenario.send(RestaurantOrderEvent.dishReady(expectedEnd: nil), to: activity)
        #expect(scenario.content(of: activity, as: RestaurantOrderAttributes.self)?.state.isDelayed == false)
    }

    @Test func refusesTooManyDishes() throws {
        let scenario = Scenario(RestaurantOrderProvider())
        _ = try scenario.start(RestaurantOrderAttributes(guest: "20", dishes: 20))
        #expect(throws: EngineError.self) { try scenario.start(RestaurantOrderAttributes(guest: "21", dishes: 21)) }
    }
}
