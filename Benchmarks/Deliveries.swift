import DeliveryActivity
import LiveActivityCore
import LiveActivityTesting

/// Deliveries in progress: the activities of most benchmarks.
struct Deliveries: ~Copyable {
    static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)
    static let million = 1_000_000

    var engine: Engine
    var ids: [ActivityID] = []
    var now = epoch
    private var generator = SeededGenerator(seed: 1)

    /// - Parameters:
    ///   - payloadBytes: The size limit; `nil` switches the check off, and with it the encoding of each change.
    ///   - count: The number of deliveries. Each has its own owner and key, like orders.
    init(_ count: Int, payloadBytes: Int?) throws {
        engine = Engine(configuration: EngineConfiguration(seed: 1, limits: EngineLimits(payloadBytes: payloadBytes)))
        try engine.register(AnyProvider(DeliveryProvider()))
        ids.reserveCapacity(count)
        for number in 0..<count {
            now += 0.0001
            let id = try engine.start(
                DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg"),
                owner: OwnerID(rawValue: "person-\(number)"), at: now)
            try engine.send(DeliveryEvent.courierAssigned(name: "Alexandra"), to: id, at: now)
            try engine.send(DeliveryEvent.pickedUp(arrival: nil), to: id, at: now)
            try engine.send(DeliveryEvent.departed(arrival: nil), to: id, at: now)
            engine.drainChanges { _ in }
            ids.append(id)
        }
    }

    /// Positions of couriers, each with a new time of arrival, so that each event moves the stale date.
    mutating func courierMoves(_ count: Int) -> [(ActivityID, DeliveryEvent)] {
        (0..<count).map { _ in
            let random = generator.next()
            let arrival = now + 1_200 + Double(random & 0x3FF)
            let event = DeliveryEvent.courierMoved(
                position: DeliveryPosition(latitude: 53 + Double(random >> 10 & 0xFFFF) / 65_536, longitude: 10),
                stopsLeft: Int(random >> 26 & 7), arrival: arrival...arrival + 600)
            return (ids[Int(random >> 32) % ids.count], event)
        }
    }
}

extension Array {
    /// The elements in batches of `size`, as a feed delivers them.
    func pieces(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
