import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityTesting

/// The usual implementation without a runtime: an actor for each activity, with a task that sleeps until its content is stale.
actor DeliveryActor {
    let attributes: DeliveryAttributes
    private(set) var state: DeliveryState
    private(set) var isStale = false
    private var deadline: Task<Void, Never>?

    init(_ attributes: DeliveryAttributes, _ state: DeliveryState) {
        self.attributes = attributes
        self.state = state
    }

    func handle(_ event: DeliveryEvent) {
        guard case .courierMoved(let position, let stopsLeft, let arrival) = event, let arrival else { return }
        state.courierPosition = position
        state.stopsLeft = stopsLeft.map { UInt8(clamping: $0) }
        state.estimatedDeliveryTime = arrival
        isStale = false
        deadline?.cancel()
        let wait = arrival.upperBound.timeIntervalSince(Deliveries.epoch)
        deadline = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(wait))) != nil else { return }
            await self?.becomeStale()
        }
    }

    private func becomeStale() { isStale = true }
}

extension Benchmarks {
    /// The value of a baseline that runs in a separate process.
    static func baseline(_ name: String) throws -> Double {
        #if SQLite
        if let value = try reopening(name) { return value }
        #endif
        let finished = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var value = Double.nan
        // The semaphore orders the one write before the one read.
        Task.detached {
            switch name {
            case "actor-route": value = await actors(Deliveries.million, events: 300_000).perSecond
            case "actor-memory": value = await actors(Deliveries.million, events: 0).bytes
            default: break
            }
            finished.signal()
        }
        finished.wait()
        guard !value.isNaN else { throw BenchmarkError(reason: "there is no baseline '\(name)'") }
        return value
    }

    private static func actors(_ count: Int, events: Int) async -> (perSecond: Double, bytes: Double) {
        let before = residentBytes()
        var actors: [String: DeliveryActor] = [:]
        actors.reserveCapacity(count)
        func move(_ random: UInt64) -> DeliveryEvent {
            let arrival = Deliveries.epoch + 3_600 + Double(random & 0x3FF)
            return .courierMoved(
                position: DeliveryPosition(latitude: 53 + Double(random >> 10 & 0xFFFF) / 65_536, longitude: 10),
                stopsLeft: Int(random >> 26 & 7), arrival: arrival...arrival + 600)
        }
        for number in 0..<count {
            let arrival = Deliveries.epoch + 1_800
            let delivery = DeliveryActor(
                DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg"),
                DeliveryState(
                    driverName: "Alexandra", estimatedDeliveryTime: arrival...arrival + 600, currentStep: .delivering))
            actors["person-\(number)"] = delivery
            await delivery.handle(move(UInt64(number)))
        }
        let bytes = Double(residentBytes() - before) / Double(count)
        var generator = SeededGenerator(seed: 3)
        let stream = (0..<events).map { _ in
            let random = generator.next()
            return ("person-\(Int(random >> 32) % count)", move(random))
        }
        let clock = ContinuousClock()
        let start = clock.now
        for (name, event) in stream { await actors[name]?.handle(event) }
        let duration = clock.now - start
        let time = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        return (Double(events) / time, bytes)
    }
}
