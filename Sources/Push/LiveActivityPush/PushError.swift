#if Push
public import LiveActivityCore

/// The reason for which a push, a key, a token or a configuration was refused. Messages contain no tokens or keys.
@nonexhaustive
public enum PushError: Error, Hashable, Sendable {
    /// The string is not a device token. Nothing was sent.
    case badToken(reason: String)
    /// The string is not a bundle id. Nothing was sent.
    case badBundleID(String, reason: String)
    /// A provider key cannot sign. Nothing was sent.
    case badKey(keyID: String, reason: String)
    /// APNs would refuse a header. Nothing was sent.
    case badHeader(name: String, reason: String)
    /// The payload lacks a member that APNs or the device requires. Nothing was sent.
    case badPayload(reason: String)
    /// The payload is larger than APNs permits. Nothing was sent.
    case payloadTooLarge(PayloadSize)
    /// A configuration file is invalid. Lines count from 1; 0 if the error concerns no single line.
    case badConfiguration(file: String, line: Int, reason: String)
    /// The server supports TLS but not HTTP/2. Nothing was sent.
    case notHTTP2(endpoint: String, negotiated: String?)
    /// No connection could be opened in time. Nothing was sent.
    case unreachable(endpoint: String, reason: String)
    /// The connection ended, and the server reported that it has not processed the request. It is safe to send it again.
    case unprocessed(reason: String)
    /// The request was sent and no answer came. The server may have accepted it.
    case unanswered(reason: String)
    /// The client was closed.
    case closed
    /// The ledger's file cannot be read or written.
    case ledgerUnavailable(reason: String)
    /// The installation belongs to another owner, and its secret is missing or wrong. Nothing was registered.
    case installationUnproven(String)
    /// The name of the installation begins with `channel:` and is reserved for a broadcast channel. Nothing was registered.
    case reservedInstallation(String)
    /// The app is not configured. Nothing was registered.
    case appNotConfigured(PushAppID)
    /// The app is configured without the kind. Nothing was registered.
    case kindNotConfigured(ActivityKind, PushAppID)
    /// The owner has the maximum number of installations (``LedgerLimits/installationsPerOwner``). Nothing was registered.
    case tooManyInstallations(OwnerID, limit: Int)
}

extension PushError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badToken(let reason): "not a device token: \(reason)"
        case .badBundleID(let id, let reason): "'\(id)' is not a bundle id: \(reason)"
        case .badKey(let keyID, let reason): "provider key '\(keyID.abridged)': \(reason)"
        case .badHeader(let name, let reason): "header '\(name.abridged)': \(reason)"
        case .badPayload(let reason): "payload: \(reason)"
        case .payloadTooLarge(let size): "\(size)"
        case .badConfiguration(let file, let line, let reason): line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)"
        case .notHTTP2(let endpoint, let negotiated):
            "\(endpoint) does not support HTTP/2 over TLS (it chose \(negotiated ?? "no protocol")): APNs needs HTTP/2. "
                + "Check host and port, and that no proxy for HTTP/1.1 is in between."
        case .unreachable(let endpoint, let reason): "\(endpoint) cannot be reached: \(reason)"
        case .unprocessed(let reason): "not processed by the server: \(reason)"
        case .unanswered(let reason): "sent, and not answered: \(reason)"
        case .closed: "the push client is closed"
        case .ledgerUnavailable(let reason): "token ledger: \(reason)"
        case .installationUnproven(let name):
            "installation '\(name.abridged)' has not proven itself: give the secret that its first registration returned, or let the app "
                + "take a new installation id"
        case .reservedInstallation(let name):
            "installation '\(name.abridged)': a name that begins with 'channel:' is reserved for a broadcast channel"
        case .appNotConfigured(let app): "no app \(app) is configured for pushes"
        case .kindNotConfigured(let kind, let app): "\(app) is configured without the kind '\(kind.rawValue.abridged)'"
        case .tooManyInstallations(let owner, let limit):
            "'\(owner.rawValue.abridged)' has \(limit) installations, the maximum: remove unused ones, or raise the limit"
        }
    }
}
#endif
