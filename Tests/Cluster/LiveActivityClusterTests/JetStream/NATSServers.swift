#if Cluster
import Foundation

@testable import LiveActivityCluster

/// nats-servers on loopback, each a process with its own folder: a single server, or several as a cluster.
final class NATSServers {
    /// The programs to test with: Debian's, and the colon-separated ones in `SLA_NATS_SERVERS`.
    static let programs: [String] = {
        let named = ProcessInfo.processInfo.environment["SLA_NATS_SERVERS"]?.split(separator: ":").map(String.init) ?? []
        return (["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/opt/homebrew/bin/nats-server"] + named)
            .filter { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    private let program: String
    private let folder: URL
    private let ports: [(client: UInt16, route: UInt16)]
    private var processes: [Process?]
    private let options: String
    private let fileStore: String

    /// Starts the servers.
    ///
    /// - Parameters:
    ///   - fileStore: `max_file_store` of each server.
    ///   - options: Further lines for each server's configuration.
    init(_ count: Int, program: String, fileStore: String = "1GB", options: String = "") throws {
        (self.program, self.fileStore, self.options) = (program, fileStore, options)
        folder = FileManager.default.temporaryDirectory.appending(path: "nats-\(UUID().uuidString)")
        let free = try FreePorts.take(2 * count)
        ports = (0..<count).map { (free[2 * $0], free[2 * $0 + 1]) }
        processes = Array(repeating: nil, count: count)
        for index in 0..<count {
            try FileManager.default.createDirectory(at: folder.appending(path: "\(index)"), withIntermediateDirectories: true)
            try configuration(index).write(to: file(index), atomically: true, encoding: .utf8)
            try start(index)
        }
    }

    deinit {
        for index in processes.indices { kill(index) }
        try? FileManager.default.removeItem(at: folder)
    }

    var addresses: [String] { ports.map { "nats://127.0.0.1:\($0.client)" } }

    func start(_ index: Int) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-c", file(index).path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        processes[index] = process
    }

    /// Kills a server with SIGKILL.
    func kill(_ index: Int) {
        guard let process = processes[index] else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        processes[index] = nil
    }

    /// The process id of a running server, to pause and resume it.
    func process(_ index: Int) throws -> Int32 {
        guard let process = processes[index] else { throw LogError.unavailable(reason: "server \(index) does not run") }
        return process.processIdentifier
    }

    /// Connects as soon as the servers are ready.
    ///
    /// - Parameter index: The only server to connect to; `nil` for any.
    func connect(to index: Int? = nil, timeout_ms: Int64 = 1_000) throws -> NATSConnection {
        let servers = index.map { [addresses[$0]] } ?? addresses
        return try patiently { try NATSConnection(NATSConnection.Configuration(servers: servers, timeout_ms: timeout_ms)) }
    }

    /// Opens a log as soon as the servers have elected a leader.
    func log(_ name: String, _ connection: NATSConnection, _ configuration: JetStreamLog.Configuration) throws -> JetStreamLog {
        try patiently { try JetStreamLog(connection, stream: name, configuration) }
    }

    /// Deletes a log's stream.
    func remove(_ name: String, _ connection: NATSConnection) throws {
        let answer = try NATSBatch(connection, subject: "$JS.API.STREAM.DELETE.\(name)").request([""])[0]
        if answer == nil { throw LogError.unavailable(reason: "\(name) was not removed") }
    }

    private func file(_ index: Int) -> URL { folder.appending(path: "\(index)/nats.conf") }

    private func configuration(_ index: Int) -> String {
        let routes = ports.map { "nats://127.0.0.1:\($0.route)" }.joined(separator: ", ")
        let cluster =
            processes.count == 1
            ? "" : "cluster { name: la, listen: \"127.0.0.1:\(ports[index].route)\", routes: [\(routes)] }"
        return """
            server_name: n\(index)
            listen: "127.0.0.1:\(ports[index].client)"
            jetstream { store_dir: "\(folder.path)/\(index)", max_file_store: \(fileStore), max_memory_store: 64MB }
            \(cluster)
            \(options)
            """
    }
}

/// Retries while servers start, fail and elect a leader, for at most four minutes.
func patiently<Value>(_ body: () throws -> Value) throws -> Value {
    let end = ContinuousClock.now + .seconds(240)
    while true {
        do { return try body() } catch {
            guard ContinuousClock.now < end else { throw error }
            if case LogError.misconfigured = error { throw error }
            usleep(100_000)
        }
    }
}

/// Finds unused ports of loopback.
enum FreePorts {
    static func take(_ count: Int) throws -> [UInt16] {
        let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { for socket in sockets { close(socket) } }
        return try sockets.map { socket in
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
                }
            }
            guard isBound else { throw POSIXError(.EADDRINUSE) }
            return UInt16(bigEndian: address.sin_port)
        }
    }
}
#endif
