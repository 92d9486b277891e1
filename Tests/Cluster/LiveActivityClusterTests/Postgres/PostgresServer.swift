#if Postgres
import Foundation
import LiveActivityCluster
import Testing

@testable import LiveActivityPostgres

/// A PostgreSQL server on loopback, with its own folder. The server refuses to run as root, so a test run by root starts it as
/// `nobody`.
final class PostgresServer {
    /// The folder of `initdb` and `postgres`; `nil` if no server is installed.
    static let programs: String? = {
        let debian = ["17", "16", "15"].map { "/usr/lib/postgresql/\($0)/bin" }
        return (debian + ["/opt/homebrew/opt/postgresql@17/bin", "/usr/local/bin", "/usr/bin"])
            .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    private static let user = "owner"
    static let password = "s3cret/@:%-word"
    let port: UInt16
    private let folder: URL
    private var process: Process?

    /// Starts a server with empty databases, and returns when it accepts connections.
    ///
    /// - Parameter options: Options of `postgres`, such as `-c max_connections=5`.
    init(options: [String] = []) throws {
        port = try FreePorts.take(1)[0]
        folder = URL(filePath: "/tmp/pg-\(UUID().uuidString.prefix(8))")
        self.options = options
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "\(Self.password)\n".write(to: folder.appending(path: "password"), atomically: true, encoding: .utf8)
        if getuid() == 0 { try Self.run("/bin/chown", ["-R", "nobody", folder.path]) }
        try Self.run(
            "\(try #require(Self.programs))/initdb",
            [
                "-D", data, "-U", Self.user, "-A", "scram-sha-256", "--pwfile", folder.path + "/password", "-E", "UTF8",
                "--locale=C", "-N",
            ])
        try start()
    }

    private let options: [String]
    private var data: String { folder.path + "/data" }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    func start() throws {
        let started = try Self.process(
            "\(try #require(Self.programs))/postgres",
            ["-D", data, "-p", "\(port)", "-h", "127.0.0.1", "-k", folder.path] + options)
        try started.run()
        process = started
        _ = try patiently { try PostgresConnection(PostgresAddress(url())) }
    }

    /// Stops it without a checkpoint, as `pg_ctl -m immediate` does.
    func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGQUIT)
        process.waitUntilExit()
        self.process = nil
    }

    /// The server's address, including the password.
    func url(user: String = user, password: String = password, database: String = "postgres") -> String {
        let encoded = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "postgres://\(user):\(encoded)@127.0.0.1:\(port)/\(database)"
    }

    func pool(
        schema: String = "live_activities", connections: Int = 8, within time: Duration = .seconds(10)
    ) throws -> PostgresPool {
        try PostgresPool(PostgresAddress(url(), schema: schema), connections: connections, within: time)
    }

    /// Executes statements as the owner.
    @discardableResult
    func execute(_ statement: String) throws -> [String] {
        let rows = try PostgresConnection(PostgresAddress(url())).execute(statement)
        return (0..<rows.count).map { rows.text($0, 0) }
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = try process(program, arguments)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Broken("\(program) ended with status \(process.terminationStatus)") }
    }

    private static func process(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        let asNobody = getuid() == 0 && program.hasPrefix("/bin/") == false
        process.executableURL = URL(filePath: asNobody ? "/usr/bin/setpriv" : program)
        process.arguments = (asNobody ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups", program] : []) + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
#endif
