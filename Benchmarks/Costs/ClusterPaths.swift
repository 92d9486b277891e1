import DeliveryActivity
import LiveActivities
import LiveActivityCluster
import LiveActivityTesting

extension Costs {
    static let ofCluster = [
        // An event as JSON at a node without partitions. The other node applies it and appends it to a log in memory.
        HotPath(name: "cluster-forwarded", commands: 1_000) { count in
            let texts = try Deliveries.texts(count)
            let (transport, clock) = (MemoryTransport(), ManualClock())
            func node(_ name: NodeName, capacity: Int) throws -> ClusterRuntime {
                try ClusterRuntime(
                    ClusterRuntime.Configuration(node: name, capacity: capacity, partitions: 1),
                    providers: [AnyProvider(DeliveryProvider())], transport: transport, clock: clock)
            }
            let (owner, door) = (try node("owner", capacity: 1), try node("door", capacity: 0))
            let ids = try await passing(clock) {
                try await owner.joined()
                try await door.joined()
                var ids: [ActivityID] = []
                for number in 0..<100 {
                    let id = try await door.start(
                        Deliveries.attributes(number), owner: OwnerID(rawValue: "person-\(number)"), options: StartOptions())
                    for event in Deliveries.departure { try await door.send(event, to: id) }
                    ids.append(id)
                }
                return ids
            }
            return .asynchronous { number in
                _ = try await door.send(
                    json: texts[number], to: .id(ids[number * 37 % ids.count]), eventID: nil, timestamp: nil)
                withExtendedLifetime(owner) {}
            }
        }
    ]

    /// Advances a clock while `body` runs, because nodes find each other by heartbeats. Afterwards the clock stands still, so
    /// that no heartbeat is counted.
    private static func passing<Value>(_ clock: ManualClock, _ body: () async throws -> Value) async throws -> Value {
        let moving = Task {
            while !Task.isCancelled {
                clock.advance(by: 0.05)
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
        defer { moving.cancel() }
        return try await body()
    }
}
