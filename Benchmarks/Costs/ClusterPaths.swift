import DeliveryActivity
import LiveActivities
import LiveActivityCluster
import LiveActivityTesting

extension Costs {
    /// Events as JSON at a node without partitions. The other node applies them and appends them to a log in memory.
    static let ofCluster = [
        HotPath(name: "cluster-forwarded", commands: 1_000) { count in
            let nodes = try await TwoNodes(events: count)
            return .asynchronous { number in try await nodes.send(number) }
        },
        // A hundred at a time: requests, appends and answers have many of them.
        HotPath(name: "cluster-forwarded-together", commands: 2_000) { count in
            let nodes = try await TwoNodes(events: count)
            return .asynchronous { number in
                guard number.isMultiple(of: 100) else { return }
                try await withThrowingTaskGroup { group in
                    for number in number..<number + 100 { group.addTask { try await nodes.send(number) } }
                    try await group.waitForAll()
                }
            }
        },
    ]

    /// A node that owns 100 activities, and one that owns nothing.
    private struct TwoNodes: Sendable {
        private let owner: ClusterRuntime
        private let door: ClusterRuntime
        private let texts: [[UInt8]]
        private let ids: [ActivityID]

        init(events count: Int) async throws {
            texts = try Deliveries.texts(count)
            let (transport, clock) = (MemoryTransport(), ManualClock())
            func node(_ name: NodeName, capacity: Int) throws -> ClusterRuntime {
                try ClusterRuntime(
                    ClusterRuntime.Configuration(node: name, capacity: capacity, partitions: 1),
                    providers: [AnyProvider(DeliveryProvider())], transport: transport, clock: clock)
            }
            let (owner, door) = (try node("owner", capacity: 1), try node("door", capacity: 0))
            (self.owner, self.door) = (owner, door)
            ids = try await passing(clock) {
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
        }

        func send(_ number: Int) async throws {
            let id = ids[number * 37 % ids.count]
            _ = try await door.send(json: texts[number], to: .id(id), eventID: nil, timestamp: nil)
        }
    }

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
