import DeliveryActivity
import LiveActivities
import LiveActivityTesting

/// Deliveries in progress in a runtime with one shard, and the events of their couriers.
struct Deliveries {
    /// Fewer than for the figures in README.md, because instruction counts do not depend on caches.
    static let count = 500

    let clock = ManualClock()
    let runtime: LiveActivityRuntime
    private(set) var ids: [ActivityID] = []

    /// - Parameters:
    ///   - payloadBytes: The size limit; `nil` switches the check off, and with it the encoding of each change.
    ///   - store: The store, with strict durability; `nil` for none.
    init(payloadBytes: Int? = nil, store: (any ActivityStore)? = nil) throws {
        let configuration = EngineConfiguration(seed: 1, limits: EngineLimits(payloadBytes: payloadBytes))
        let providers = [AnyProvider(DeliveryProvider())]
        runtime =
            if let store {
                try LiveActivityRuntime(
                    configuration: configuration, shards: 1, clock: clock, providers: providers, store: store)
            } else {
                try LiveActivityRuntime(configuration: configuration, shards: 1, clock: clock, providers: providers)
            }
        for number in 0..<Self.count {
            let id = try runtime.start(Self.attributes(number), owner: OwnerID(rawValue: "person-\(number)"))
            for event in Self.departure { try runtime.send(event, to: id) }
            ids.append(id)
        }
    }

    static func attributes(_ number: Int) -> DeliveryAttributes {
        DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg")
    }

    /// The events of a delivery until its courier is on the way.
    static let departure: [DeliveryEvent] = [
        .courierAssigned(name: "Alexandra"), .pickedUp(arrival: nil), .departed(arrival: nil),
    ]

    /// Positions, each with a new time of arrival, so that each event moves the stale date.
    static func moves(_ count: Int) -> [DeliveryEvent] {
        var generator = SeededGenerator(seed: 1)
        return (0..<count).map { _ in
            let random = generator.next()
            let arrival = Scenario.epoch + 1_200 + Double(random & 0x3FF)
            return .courierMoved(
                position: DeliveryPosition(latitude: 53 + Double(random >> 10 & 0xFFFF) / 65_536, longitude: 10),
                stopsLeft: Int(random >> 26 & 7), arrival: arrival...arrival + 600)
        }
    }

    /// The same events as JSON.
    static func texts(_ count: Int) throws -> [[UInt8]] { try moves(count).map { try WireEncoder().encode($0) } }

    /// The activity that gets a command: each in turn, in an order that differs from that of the owners.
    func id(_ number: Int) -> ActivityID { ids[number &* 211 % ids.count] }
}
