#if Cluster
import Foundation
import LiveActivities
import LiveActivityCore

// Measures a cluster on the servers that NATS_SERVERS names (Scripts/nats-servers), or in the database of POSTGRES_URL
// (Scripts/postgres-server), and prints figures as Benchmarks does.
let arguments = CommandLine.arguments.dropFirst()
let environment = ProcessInfo.processInfo.environment
let engine = environment["POSTGRES_URL"] == nil ? "cluster" : "postgres-cluster"
guard
    let servers = environment["POSTGRES_URL"].map({ [$0] })
        ?? environment["NATS_SERVERS"]?.split(separator: ",").map(String.init)
else {
    print(
        "run it as: Scripts/nats-servers (or Scripts/postgres-server) ClusterDriver strict|tasks|synced|of-log|failover|move|standby, in PostgreSQL also store|relaxed|reopen|inbox|bloat, or as kills COUNT [SEED [PAUSE_MS]]"
    )
    exit(64)
}
do {
    switch arguments.first {
    case "strict": try await ClusterBench(servers, "\(engine)-strict").commands(callers: 64)
    case "tasks": try await ClusterBench(servers, "\(engine)-strict-tasks").commands(callers: 1_000)
    case "synced": try await ClusterBench(servers, "\(engine)-strict-synced").commands(callers: 64)
    case "of-log": try await ClusterBench(servers, "\(engine)-of-log").ofLog()
    case "failover": try await ClusterBench(servers, "\(engine)-failover").failover()
    case "move": try await ClusterBench(servers, "\(engine)-move").move()
    case "standby": try await ClusterBench(servers, "\(engine)-standby").standby()
    #if Postgres && SQLite
    case "store": try await ClusterBench(servers, "postgres-strict").store(callers: 1_000)
    case "relaxed": try await ClusterBench(servers, "postgres-relaxed").store(callers: 1_000, .relaxed)
    case "reopen":
        try await ClusterBench(servers, "postgres-reopen").reopen(
            live: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000)
    case "inbox":
        try await ClusterBench(servers, "postgres-inbox").inbox(
            rows: arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000)
    #endif
    #if Postgres
    case "bloat":
        try ClusterBench(servers, "postgres-bloat").bloat(appends: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000)
    #endif
    case "kills":
        let numbers = arguments.dropFirst().compactMap { UInt64($0) }
        try await ClusterBench(servers, "\(engine)-kills").kills(
            numbers.first.map { Int($0) } ?? 100, seed: numbers.dropFirst().first ?? .random(in: 1...1_000_000),
            pause: .milliseconds(numbers.dropFirst(2).first ?? 2))
    case "count-node":
        let names = Array(arguments.dropFirst())
        try await NodeProcess.run(
            servers, cluster: names[0], node: names[1], partitions: Int(names[2]) ?? 1,
            providers: [AnyProvider(CountProvider())])
    case "node":
        let names = Array(arguments.dropFirst())
        try await NodeProcess.run(servers, cluster: names[0], node: names[1], partitions: Int(names[2]) ?? 1)
    default:
        print("there is no benchmark '\(arguments.first ?? "")'")
        exit(64)
    }
} catch {
    print("\(error)")
    exit(1)
}
#else
print("ClusterDriver was built without the trait Cluster")
#endif
