import DeliveryActivity
import Dispatch
import Foundation
import LiveActivities
import LiveActivityTesting

extension Benchmark {
    /// The cost of the runtime around the engine without observers: its lock, its clock, its alarm.
    static let runtime = Benchmark(
        name: "runtime-send",
        summary: "typed events to random ones of 100,000 live deliveries through the runtime, size check off"
    ) {
        let count = 100_000
        var deliveries = try Deliveries(count, payloadBytes: nil)
        let one = try RunningDeliveries(count, shards: 1)
        let two = try RunningDeliveries(count, shards: 2)
        let watched = try RunningDeliveries(count, shards: 1)
        let watching = watched.runtime.changes(conflation: Conflation(interval: 60))
        var figures: [String: [Double]] = [:]
        for _ in 0..<5 {
            figures["engine", default: []].append(try deliveries.routeSingly(500_000))
            figures["one", default: []].append(try one.send(500_000, threads: 1))
            figures["together", default: []].append(try one.sendTogether(500_000))
            figures["threads", default: []].append(try two.send(500_000, threads: 2))
            figures["watched", default: []].append(try watched.send(100_000, threads: 1))
        }
        withExtendedLifetime(watching) {}
        func figure(_ name: String, _ key: String, _ unit: String = "events/s") -> Figure {
            Figure(
                name, figures[key, default: []].median, unit, .higherIsBetter,
                baseline: ("the engine alone, one by one", figures["engine", default: []].median))
        }
        return [
            figure("runtime-send", "one"), figure("runtime-send-together", "together"),
            figure("runtime-send-2-threads-2-shards", "threads"), figure("runtime-send-watched", "watched"),
        ]
    }
}

/// Deliveries in a runtime with the computer's clock.
private struct RunningDeliveries {
    let runtime: LiveActivityRuntime
    private var ids: [ActivityID] = []

    init(_ count: Int, shards: Int) throws {
        runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1, limits: EngineLimits(payloadBytes: nil)), shards: shards,
            providers: [AnyProvider(DeliveryProvider())])
        for number in 0..<count {
            let id = try runtime.start(
                DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg"),
                owner: OwnerID(rawValue: "person-\(number)"))
            try runtime.send(DeliveryEvent.courierAssigned(name: "Alexandra"), to: id)
            try runtime.send(DeliveryEvent.pickedUp(arrival: nil), to: id)
            try runtime.send(DeliveryEvent.departed(arrival: nil), to: id)
            ids.append(id)
        }
    }

    /// Events per second of all threads together; each thread has events of its own.
    func send(_ count: Int, threads: Int) throws -> Double {
        let moves = (0..<threads).map { courierMoves(count / threads, seed: UInt64($0)) }
        let time = seconds {
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                for (id, event) in moves[thread] {
                    do { try runtime.send(event, to: id) } catch { preconditionFailure("\(error)") }
                }
            }
        }
        return Double(count) / time
    }

    func sendTogether(_ count: Int) throws -> Double {
        let pieces = courierMoves(count, seed: 1).pieces(of: 1_024)
        return Double(count) / (try seconds { for piece in pieces { try runtime.send(piece) } })
    }

    private func courierMoves(_ count: Int, seed: UInt64) -> [(ActivityID, DeliveryEvent)] {
        var generator = SeededGenerator(seed: seed)
        let now = Date()
        return (0..<count).map { _ in
            let random = generator.next()
            let arrival = now + 1_200 + Double(random & 0x3FF)
            let event = DeliveryEvent.courierMoved(
                position: DeliveryPosition(latitude: 53 + Double(random >> 10 & 0xFFFF) / 65_536, longitude: 10),
                stopsLeft: Int(random >> 26 & 7), arrival: arrival...arrival + 600)
            return (ids[Int(random >> 32) % ids.count], event)
        }
    }
}
