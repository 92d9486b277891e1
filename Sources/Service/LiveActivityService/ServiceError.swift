#if Service
public import LiveActivityCore
import LiveActivityJSON

/// The reason why a service cannot start or has failed.
@nonexhaustive
public enum ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The service would listen to other machines without requiring a token.
    case noToken(host: String)
    /// The certificate or its key cannot be used.
    case badTLS(reason: String)
    /// A configuration file has an invalid value at this line (0 if the error has no line).
    case badConfiguration(file: String, line: Int, reason: String)
    /// A file of the service's state exists and cannot be read, perhaps only for a moment.
    case cannotRead(file: String, reason: String)
    /// A feature that is not available in a cluster.
    case notInCluster(String)
    /// The address is in use by another program, or is not an address of this machine.
    case cannotListen(host: String, port: Int, reason: String)
    /// The service has ended, and some acknowledged commands were not stored.
    case notStored(reason: String)
    /// The service has stopped or could not listen; ``LiveActivityService/run()`` throws the reason.
    case notListening

    public var description: String {
        switch self {
        case .noToken(let host):
            "without a token the service can only listen on loopback, not on \(host): create one with 'live-activities token create'"
        case .badTLS(let reason): "TLS cannot be used: \(reason)"
        case .badConfiguration(let file, let line, let reason):
            "\(file)\(line > 0 ? ":\(line)" : ""): \(reason)"
        case .cannotRead(let file, let reason): "\(file): it cannot be read: \(reason)"
        case .notInCluster(let what): "a service on a cluster does not support \(what): remove it from the configuration"
        case .cannotListen(let host, let port, let reason):
            "the service cannot listen on port \(port) of \(host): \(reason); set another one with 'port' (0 chooses any)"
        case .notStored(let reason): "an acknowledged change could not be stored: \(reason)"
        case .notListening: "the service is not listening"
        }
    }
}

extension ServiceConfiguration {
    /// Whether only programs on this machine can reach the service.
    public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Checks the configuration and reads the files that it refers to, except the push configuration.
    ///
    /// - Throws: ``ServiceError``.
    public func checkFiles() throws {
        try check()
        if let tokens {
            let file = TokenFile(path: tokens)
            do {
                if try file.list().isEmpty, !isLoopback { throw ServiceError.noToken(host: host) }
            } catch let error as TokenFile.Failure {
                throw error.cause ?? ServiceError.badConfiguration(file: tokens, line: 0, reason: error.description)
            }
        } else if !isLoopback {
            throw ServiceError.noToken(host: host)
        }
        for webhook in webhooks { try webhook.check(allowsPrivate: allowsPrivateWebhooks) }
        if let tls { _ = try tls.context() }
    }

    /// Checks the kinds in the configuration: a webhook for an unknown kind would never be called.
    ///
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)``.
    public func check(kinds: [ActivityKind]) throws(ServiceError) {
        for webhook in webhooks {
            guard let unknown = webhook.kinds.first(where: { !kinds.contains($0) }) else { continue }
            throw .badConfiguration(
                file: "webhook '\(webhook.name)'", line: 0,
                reason: CaseNames.unknown(unknown.rawValue, "kind", among: kinds.map(\.rawValue).sorted()))
        }
    }

    /// - Throws: ``ServiceError`` for invalid values.
    func check() throws(ServiceError) {
        func refuse(_ reason: String) -> ServiceError { .badConfiguration(file: "the configuration", line: 0, reason: reason) }
        guard 0...65_535 ~= port else { throw refuse("there is no port \(port)") }
        guard Set(webhooks.map(\.name)).count == webhooks.count else { throw refuse("two webhooks have the same name") }
        let tooSmall: [(name: String, isSo: Bool, least: String)] = [
            ("limits.bodyBytes", limits.bodyBytes <= 0, "1"), ("limits.batchBytes", limits.batchBytes <= 0, "1"),
            ("limits.headerBytes", limits.headerBytes <= 0, "1"), ("streams.history", streams.history <= 0, "1"),
            ("streams.waiting", streams.waiting <= 3, "4"),
            ("streams.heartbeat", !(streams.heartbeat >= 0.001), "a millisecond, 0.001"),
            ("drainTimeout", !(drainTimeout >= 0), "0 seconds"), ("drainDelay", !(drainDelay >= 0), "0 seconds"),
        ]
        if let (name, _, least) = tooSmall.first(where: \.isSo) {
            throw refuse("'\(name)' is too small: it must be at least \(least)")
        }
    }
}
#endif
