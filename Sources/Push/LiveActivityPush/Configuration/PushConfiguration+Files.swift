#if PushFiles
public import Crypto
public import LiveActivities
import LiveActivityCore
import NIOSSL

// The files that a configuration names.
extension PushConfiguration {
    /// Reads a configuration from a file.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` for a file that cannot be read, and for the first invalid
    ///   member.
    public init(file: String) throws(PushError) { try self.init(yaml: Self.text(of: file, in: file, line: 0), file: file) }

    /// The errors in keys, names and files, without sending anything; empty if there are none.
    public func problems() -> [PushError] {
        var problems: [PushError] = []
        func check(_ action: () throws(PushError) -> Void) {
            do throws(PushError) { try action() } catch { problems.append(error) }
        }
        for key in keys { check { () throws(PushError) in _ = try providerKey(key.id) } }
        for app in apps {
            if let message = fcmOfApp[app.id] {
                check { () throws(PushError) in _ = try account(message) }
                continue
            }
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
        // Beside `devices`, the position of what was read is stored, if the ledger is.
        for (member, name) in [("ledger", ledger), ("trace", trace), ("devices", ledger == nil ? nil : devices)] {
            guard let name, let reason = whyNotWritable(writtenPath(name)) else { continue }
            problems.append(.badConfiguration(file: file, line: 0, reason: "'\(member)': \(reason)"))
        }
        if trust != nil { check { () throws(PushError) in _ = try endpoint(.production) } }
        if let devices {
            var feed = DeviceFeed(path: writtenPath(devices))
            var entries: [DeviceFeed.Entry] = []
            check { () throws(PushError) in
                while true {
                    let new = try feed.readNew()
                    if new.isEmpty { return }
                    entries += new
                }
            }
            problems += misplacedTokens(entries)
        }
        return problems
    }

    /// Errors for tokens whose app or environment is not in the configuration: for a sandbox token, APNs' production service
    /// answers `BadDeviceToken`.
    private func misplacedTokens(_ entries: [DeviceFeed.Entry]) -> [PushError] {
        var counts: [PushAppID: Int] = [:]
        var places: [DeviceToken: Set<PushAppID>] = [:]
        for case .token(let token, _, _, _, let app) in entries {
            places[token, default: []].insert(app)
            if !apps.contains(where: { $0.id == app }) { counts[app, default: 0] += 1 }
        }
        func problem(_ reason: String) -> PushError { .badConfiguration(file: devices ?? file, line: 0, reason: reason) }
        let twice = places.values.filter { $0.count > 1 }.count
        let strangers = counts.sorted { "\($0.key)" < "\($1.key)" }.map { app, count in
            let others = apps.map(\.id).filter { $0.bundle == app.bundle }.map { $0.environment.rawValue }
            let hint = others.isEmpty ? "has no such app" : "has it in \(others.joined(separator: " and ")) only"
            return problem("\(count) tokens of \(app), and the configuration \(hint): they would get nothing")
        }
        return strangers
            + (twice == 0
                ? [] : [problem("\(twice) tokens are registered for several apps or environments: a token belongs to one")])
    }

    /// The key with an id.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` if there is no such key, ``PushError/badKey(keyID:reason:)``
    ///   if its file contains none.
    public func providerKey(_ id: String) throws(PushError) -> ProviderKey {
        guard let key = keys.first(where: { $0.id == id }) else {
            throw .badConfiguration(file: file, line: 0, reason: "key '\(id)' is not among 'keys'")
        }
        let pem = try Self.text(of: path(key.file), in: file, line: key.line)
        return try ProviderKey(keyID: key.id, teamID: key.team, pem: pem)
    }

    /// The key that encrypts the ledger; `nil` if it is not encrypted.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` if the key's file cannot be read.
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

    /// The endpoint for an environment.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)``.
    public func endpoint(_ environment: PushEnvironment) throws(PushError) -> APNSEndpoint {
        guard let host else { return .apple(environment, port: port) }
        var endpoint = APNSEndpoint(host: host, port: port)
        if let trust { endpoint.trustRoots = try certificates(trust) }
        return endpoint
    }

    /// The endpoint for the management of channels: Apple's, or the configured one.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` if the file of the trusted certificates cannot be read.
    public func channelEndpoint(_ environment: PushEnvironment) throws(PushError) -> APNSEndpoint {
        host == nil ? .appleChannels(environment) : try endpoint(environment)
    }

    /// A pusher with this configuration, and a client for each key and environment.
    ///
    /// - Parameters:
    ///   - commands: The source of activities' records.
    ///   - clock: The source of the current time.
    ///   - changed: Options of an app that the file cannot express, such as ``PushKind/liveUpdate``.
    /// - Throws: As the methods above; ``PushError/ledgerUnavailable(reason:)``.
    public func pusher(
        for commands: any ActivityCommands, clock: any RuntimeClock = SystemClock(),
        changing changed: (PushApp) -> PushApp = { $0 }
    ) throws(PushError) -> ActivityPusher {
        var (apps, transports) = try connected(clock)
        for index in apps.indices {
            for (kind, value) in apps[index].kinds where value.takesChannelOfActivity {
                guard let runtime = commands as? LiveActivityRuntime else {
                    throw .badConfiguration(
                        file: file, line: 0, reason: "kind '\(kind)': 'channel: of-activity' needs a runtime in this process")
                }
                apps[index].kinds[kind]?.takeChannels(from: runtime)
            }
        }
        let store: any LedgerStore =
            if let ledger { try FileLedgerStore(path: writtenPath(ledger), key: try ledgerKey()) } else { MemoryLedgerStore() }
        return try ActivityPusher(
            commands: commands, apps: apps.map(changed), transports: transports, policy: policy, store: store, clock: clock)
    }

    /// The apps, and a client for each key and environment.
    package func connected(
        _ clock: any RuntimeClock
    ) throws(PushError) -> (apps: [PushApp], transports: [PushAppID: any PushTransport]) {
        var clients: [String: APNSClient] = [:]
        var transports: [PushAppID: any PushTransport] = [:]
        var resolved: [PushApp] = []
        for app in apps {
            var app = app
            if let message = fcmOfApp[app.id] {
                let client = try messages(message, clock)
                app.service =
                    message.isForApple
                    ? .fcmApple(project: client.account.projectID) : .fcmAndroid(project: client.account.projectID)
                transports[app.id] = client
                resolved.append(app)
                continue
            }
            resolved.append(app)
            let key = keyOfApp[app.id] ?? ""
            let name = "\(key)/\(app.id.environment.rawValue)"
            let client =
                if let known = clients[name] { known } else {
                    APNSClient(endpoint: try endpoint(app.id.environment), key: try providerKey(key), clock: clock)
                }
            clients[name] = client
            transports[app.id] = client
        }
        return (resolved, transports)
    }

    private func messages(_ message: FCM, _ clock: any RuntimeClock) throws(PushError) -> FCMClient {
        guard let host = message.host else { return try FCMClient(account: try account(message), clock: clock) }
        let endpoint = APNSEndpoint(host: host, port: message.port, trustRoots: try message.trust.map(certificates))
        return try FCMClient(account: try account(message), endpoint: endpoint, tokenEndpoint: endpoint, clock: clock)
    }

    private func account(_ message: FCM) throws(PushError) -> ServiceAccount {
        try ServiceAccount(json: Array(try Self.text(of: path(message.file), in: file, line: message.line).utf8))
    }

    private func certificates(_ name: String) throws(PushError) -> [NIOSSLCertificate] {
        do { return try NIOSSLCertificate.fromPEMFile(path(name)) } catch {
            throw .badConfiguration(file: path(name), line: 0, reason: "it is not a file of PEM certificates: \(error)")
        }
    }

    /// The path of a file: relative names are relative to the configuration's folder.
    public func path(_ name: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }

    /// The path of a file that is written: the ledger, the trace, or `devices` (``stateFolder``).
    func writtenPath(_ name: String) -> String {
        guard let stateFolder, !name.hasPrefix("/"), !FileManager.default.fileExists(atPath: path(name)) else {
            return path(name)
        }
        return "\(stateFolder)/\(name)"
    }

    /// The reason why this process could not write a file and create others beside it; `nil` if it could. Creates nothing to
    /// find out.
    private func whyNotWritable(_ path: String) -> String? {
        let (files, folder) = (FileManager.default, URL(filePath: path).deletingLastPathComponent().path)
        if !files.fileExists(atPath: folder) {
            // The service creates its folder.
            return stateFolder.map { URL(filePath: $0).path } == folder ? nil : "the folder '\(folder)' does not exist"
        }
        if !files.isWritableFile(atPath: folder) { return "the folder '\(folder)' cannot be written" }
        return files.fileExists(atPath: path) && !files.isWritableFile(atPath: path) ? "'\(path)' cannot be written" : nil
    }

    static func text(of path: String, in file: String, line: Int) throws(PushError) -> String {
        do { return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } catch {
            throw .badConfiguration(file: file, line: line, reason: "'\(path)' cannot be read")
        }
    }
}
#endif
