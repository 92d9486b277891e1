#if Cluster
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
#if Postgres
import LiveActivityPostgres
#endif

/// The parts that the measurements share: nodes, deliveries in progress, and the format of a figure.
struct ClusterBench: Sendable {
    let servers: [String]
    let name: String
    /// A new name for each run, because the servers may have clusters of earlier runs.
    let cluster: String
    let appended = AppendedMessages()

    init(_ servers: [String], _ name: String, cluster: String = "b\(UInt32.random(in: .min ... .max))") {
        (self.servers, self.name, self.cluster) = (servers, name, cluster)
    }

    func transport(_ partitions: Int) async throws -> CountingTransport {
        #if Postgres
        if PostgresAddress.isAddress(servers[0]) {
            let address = try PostgresAddress(servers[0], schema: cluster)
            // The server may be restarting.
            return try await patiently {
                CountingTransport(
                    PostgresTransport(try PostgresCluster(PostgresPool(address), partitions: partitions)), appended)
            }
        }
        #endif
        let connection = try NATSConnection(NATSConnection.Configuration(servers: servers))
        let transport = try JetStreamTransport(
            connection, cluster: cluster, streams: JetStreamLog.Configuration(bytesMax: 384 << 20))
        // The servers elect their leader first.
        try await patiently { try transport.open(partitions: partitions) }
        return CountingTransport(transport, appended)
    }

    func node(
        _ node: NodeName, partitions: Int, capacity: Int = 1, providers: [AnyProvider] = [AnyProvider(DeliveryProvider())],
        durability: Durability = .strict
    ) async throws -> ClusterRuntime {
        let transport = try await transport(partitions)
        var configuration = ClusterRuntime.Configuration(node: node, capacity: capacity, partitions: partitions)
        configuration.durability = durability
        return try await patiently { [configuration] in
            try ClusterRuntime(configuration, providers: providers, transport: transport)
        }
    }

    func nodes(_ count: Int, partitions: Int) async throws -> [ClusterRuntime] {
        var nodes: [ClusterRuntime] = []
        for number in 0..<count { nodes.append(try await node(NodeName("node-\(number)"), partitions: partitions)) }
        try await settled(nodes[0], count, partitions)
        return nodes
    }

    /// Returns when this number of nodes own all partitions, in equal shares.
    func settled(_ node: ClusterRuntime, _ count: Int, _ partitions: Int) async throws {
        try await until {
            let owning = node.status().nodes.filter { !$0.owns.isEmpty }
            return owning.count == count && owning.allSatisfy { $0.owns.count >= partitions / count }
                && node.status().unowned.isEmpty
        }
    }

    /// Starts deliveries, and sends each the events, by default until its courier is on the way.
    func deliveries(
        _ count: Int, _ node: some ActivityCommands,
        events: [DeliveryEvent] = [.courierAssigned(name: "Alexandra"), .pickedUp(arrival: nil), .departed(arrival: nil)]
    ) async throws -> [ActivityID] {
        let callers = 200
        return try await withThrowingTaskGroup(of: [ActivityID].self) { group in
            for caller in 0..<callers {
                group.addTask {
                    var ids: [ActivityID] = []
                    for number in stride(from: caller, to: count, by: callers) {
                        let id = try await node.start(
                            DeliveryAttributes(
                                orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg"),
                            owner: OwnerID("person-\(number)"), options: StartOptions(key: "1", ifRunning: .join))
                        for event in events { try await node.send(event, to: id) }
                        ids.append(id)
                    }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    func report(
        _ suffix: String = "", _ value: Double, _ unit: String, higherIsBetter: Bool = true, baseline: (String, Double)? = nil
    ) {
        let ratio =
            baseline.map { ",\"baseline\":{\"name\":\"\($0)\",\"value\":\(round($1))},\"ratio\":\(round(value / $1))" } ?? ""
        let direction = higherIsBetter ? "higherIsBetter" : "lowerIsBetter"
        print(
            "{\"name\":\"\(name)\(suffix)\",\"value\":\(round(value)),\"unit\":\"\(unit)\",\"direction\":\"\(direction)\"\(ratio)}"
        )
        fflush(nil)
    }

    private func round(_ value: Double) -> String { String(format: value < 100 ? "%.3f" : "%.0f", value) }
}

extension DeliveryEvent {
    /// An event with a courier's position and a new time of arrival.
    static func move(at now: Date) -> Self {
        let random = UInt64.random(in: .min ... .max)
        let arrival = now + 1_200 + Double(random & 0x3FF)
        return .courierMoved(
            position: DeliveryPosition(latitude: 53 + Double(random >> 10 & 0xFFFF) / 65_536, longitude: 10),
            stopsLeft: Int(random >> 26 & 7), arrival: arrival...arrival + 600)
    }
}

struct BenchError: Error, CustomStringConvertible { var description: String }

/// Polls until a condition holds, for at most two minutes of this process's running time, so that the process can be stopped
/// meanwhile.
///
/// - Parameter what: A name of the condition, for the error if it does not hold in time.
func until(_ what: @autoclosure () -> String = "it", _ holds: () async throws -> Bool) async throws {
    for _ in 0..<6_000 {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    throw BenchError(description: "\(what()) did not come about within two minutes")
}

/// Retries while servers start and elect a leader.
func patiently<Value>(_ body: () throws -> Value) async throws -> Value {
    let end = ContinuousClock.now + .seconds(120)
    while true {
        do { return try body() } catch {
            guard ContinuousClock.now < end else { throw error }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}

extension [Double] {
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
#endif
