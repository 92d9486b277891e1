#if Cluster
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore

/// A node in a separate process, which this one can kill.
final class NodeProcess {
    private let process = Process()
    // It ends when its input ends, and therefore with this process.
    private let input = Pipe()

    /// - Parameter counts: Whether its activities are those of ``CountProvider`` instead of deliveries.
    init(_ bench: ClusterBench, _ node: String, partitions: Int, counts: Bool = false) throws {
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [counts ? "count-node" : "node", bench.cluster, node, "\(partitions)"]
        process.standardInput = input
        try process.run()
    }

    deinit { kill() }

    /// Suspends the process, like a machine that hangs, until ``resume()``.
    func stop() { Foundation.kill(process.processIdentifier, SIGSTOP) }
    func resume() { Foundation.kill(process.processIdentifier, SIGCONT) }

    /// Ends the process at once, with SIGKILL.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The resident memory of the process.
    var residentBytes: Double {
        let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)) ?? ""
        return Double(text.split(separator: " ").dropFirst().first ?? "0").map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
            ?? 0
    }

    /// The part that runs in the node's process.
    static func run(
        _ servers: [String], cluster: String, node: String, partitions: Int,
        providers: [AnyProvider] = [AnyProvider(DeliveryProvider())]
    ) async throws {
        let bench = ClusterBench(servers, "", cluster: cluster)
        let runtime = try await bench.node(NodeName(node), partitions: partitions, providers: providers)
        DispatchQueue.global().async {
            _ = FileHandle.standardInput.readDataToEndOfFile()
            exit(0)
        }
        // Freed memory is returned to the system, so that only the memory in use is measured.
        let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self) }
        while !Task.isCancelled {
            try await Task.sleep(for: .seconds(1))
            _ = trim?(0)
        }
        await runtime.stop()
    }
}
#endif
