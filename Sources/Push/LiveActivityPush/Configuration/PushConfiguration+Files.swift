#if Push
public import Crypto
public import LiveActivities
import LiveActivityCore
import NIOSSL

// What the configuration's files contain.
extension PushConfiguration {
    /// Reads a configuration from a file.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)``.
    public init(file: String) throws(PushError) {
        try self.init(yaml: Self.text(of: file, in: file, line: 0), file: file)
    }

    /// Everything that is wrong with keys, names and files, without sending anything; empty if nothing is.
    public func problems() -> [PushError] {
        var problems: [PushError] = []
        func check(_ action: () throws(PushError) -> Void) {
            do throws(PushError) { try action() } catch { problems.append(error) }
        }
        for key in keys { check { () throws(PushError) in _ = try providerKey(key.id) } }
        for app in apps {
            let key = keyOfApp[app.id] ?? ""
            if !keys.contains(where: { $0.id == key }) {
                problems.append(.badConfiguration(file: file, line: 0, reason: "\(app.id): key '\(key)' is not among 'keys'"))
            }
            for (kind, value) in app.kinds.sorted(by: { $0.key < $1.key }) where value.startsByPush && value.startAlert == nil {
                if value.channel != nil { continue }
                problems.append(
                    .badConfiguration(
                        file: file, line: 0,
                        reason:
                            "\(app.id), kind '\(kind)': without 'start-alert' a start whose host gives no alert cannot be sent")
                )
            }
        }
        if ledgerKeyFile != nil { check { () throws(PushError) in _ = try ledgerKey() } }
        if trust != nil { check { () throws(PushError) in _ = try endpoint(.production) } }
        if let devices {
            var feed = DeviceFeed(path: path(devices))
            check { () throws(PushError) in while try !feed.readNew().isEmpty {} }
        }
        return problems
    }

    /// The key with an id.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)``, ``PushError/badKey(keyID:reason:)``.
    public func providerKey(_ id: String) throws(PushError) -> ProviderKey {
        guard let key = keys.first(where: { $0.id == id }) else {
            throw .badConfiguration(file: file, line: 0, reason: "key '\(id)' is not among 'keys'")
        }
        let pem = try Self.text(of: path(key.file), in: file, line: key.line)
        return try ProviderKey(keyID: key.id, teamID: key.team, pem: pem)
    }

    /// The key that encrypts the ledger; `nil` if it is not encrypted.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)``.
    public func ledgerKey() throws(PushError) -> SymmetricKey? {
        guard let ledgerKeyFile else { return nil }
        let text = try Self.text(of: path(ledgerKeyFile), in: file, line: 0)
        let bytes = Data(base64Encoded: String(text.filter { !$0.isWhitespace }))
        guard let bytes, bytes.count == 32 else {
            throw .badConfiguration(
                file: path(ledgerKeyFile), line: 0,
                reason: "the file has 32 bytes in Base64: make it with 'openssl rand -base64 32'")
        }
        return SymmetricKey(data: bytes)
    }

    /// Where the requests of an environment go.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)``.
    public func endpoint(_ environment: PushEnvironment) throws(PushError) -> APNSEndpoint {
        guard let host else { return .apple(environment, port: port) }
        var endpoint = APNSEndpoint(host: host, port: port)
        if let trust {
            do { endpoint.trustRoots = try NIOSSLCertificate.fromPEMFile(path(trust)) } catch {
                throw .badConfiguration(file: path(trust), line: 0, reason: "it is no file of PEM certificates: \(error)")
            }
        }
        return endpoint
    }

    /// A pusher with this configuration, and a client for each key and environment.
    ///
    /// - Throws: As the methods above; ``PushError/ledgerUnavailable(reason:)``.
    public func pusher(
        for commands: any ActivityCommands, clock: any RuntimeClock = SystemClock()
    ) throws(PushError) -> ActivityPusher {
        var clients: [String: APNSClient] = [:]
        var transports: [PushAppID: any PushTransport] = [:]
        for app in apps {
            let key = keyOfApp[app.id] ?? ""
            let name = "\(key)/\(app.id.environment.rawValue)"
            let client =
                if let known = clients[name] { known } else {
                    APNSClient(endpoint: try endpoint(app.id.environment), key: try providerKey(key), clock: clock)
                }
            clients[name] = client
            transports[app.id] = client
        }
        let store: any LedgerStore =
            if let ledger { try FileLedgerStore(path: path(ledger), key: try ledgerKey()) } else { MemoryLedgerStore() }
        return try ActivityPusher(
            commands: commands, apps: apps, transports: transports, policy: policy, store: store, clock: clock)
    }

    /// A path in the file's folder, unless it is absolute.
    public func path(_ name: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }

    static func text(of path: String, in file: String, line: Int) throws(PushError) -> String {
        do { return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } catch {
            throw .badConfiguration(file: file, line: line, reason: "'\(path)' cannot be read")
        }
    }
}
#endif
