#if Push
import LiveActivityCore
import LiveActivityJSON
import LiveActivityPush
import LiveActivitySealing

/// A request to the pusher of a partition. Each is idempotent.
enum PartitionPushRequest: Codable, Sendable {
    /// Registers a token or a key. With `isFirst` also if the installation is unknown in the partition; otherwise it is then
    /// not registered, and the answer says so.
    case register(Registration, isFirst: Bool)
    case heard(String)
    case forget(String)
    case permitFrequentUpdates(Bool, String)
    /// Removes the key of an installation, if it is the owner's.
    case removeKey(String, OwnerID?)
    case tokens(String)
    case devices(OwnerID)
    case trace(ActivityID, String?)
    /// Checks that a caller with this secret may register the installation for the owner.
    case admits(secret: String?, String, OwnerID)

    /// Whether the request changes anything.
    var changes: Bool {
        switch self {
        case .tokens, .devices, .trace, .admits: false
        default: true
        }
    }

    struct Registration: Codable, Sendable {
        var token: Data
        var target: CodedTarget
        var installation: String
        var owner: OwnerID
        var bundle: String
        var environment: String
        /// `true` if the caller must prove that it is the installation; `nil` for a caller that is trusted with every
        /// installation.
        var isChecked: Bool?
        /// The caller's secret, or a new one for an installation without a secret.
        var secret: String?
        /// `true` if the secret was generated for this registration.
        var isSecretNew: Bool?
        /// The key to register instead of a token.
        var key: DeviceKey?
    }

    func encoded() -> [UInt8] { (try? WireEncoder().encode(self)) ?? [] }

    init?(encoded bytes: [UInt8]) {
        // Written by another node: the limits of input were checked when the request arrived.
        guard let request = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = request
    }
}

/// The answer of a partition's pusher: at most one member is set.
struct PartitionPushAnswer: Codable, Sendable {
    var isNew: Bool?
    /// The installation is unknown in the partition. Nothing was done.
    var isUnknown: Bool?
    /// The caller has not proven to be the installation. Nothing was done.
    var isUnproven: Bool?
    /// The owner has this number of installations, the maximum. Nothing was done.
    var installationsMax: Int?
    /// The registration has set the installation's secret.
    var hasSetSecret: Bool?
    /// The reason why nothing was done; a repetition would fail again.
    var refusal: String?
    var devices: [Device]?
    var steps: [PushTraceEntry]?

    struct Device: Codable, Sendable {
        var installation: String
        var tokens: [Token]
        var key: DeviceKey?
    }

    struct Token: Codable, Sendable {
        var target: CodedTarget
        var isKnown: Bool
        var registeredAt: Date?
        var isSuspect: Bool
    }

    func encoded() -> [UInt8] { (try? WireEncoder().encode(self)) ?? [] }

    init() {}

    init?(encoded bytes: [UInt8]) {
        guard let answer = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = answer
    }
}

/// The encoding of a `TokenTarget` between nodes.
struct CodedTarget: Codable, Sendable {
    /// In the place of a target in the registration of a key. A node of an earlier version refuses it.
    static let key = CodedTarget(sort: "key")

    private var sort: String
    private var activity: ActivityID?
    private var name: String?

    private init(sort: String) { self.sort = sort }

    init(_ target: TokenTarget) {
        switch target {
        case .activity(let id): (sort, activity) = ("activity", id)
        case .pushToStart(let kind): (sort, name) = ("start", kind.rawValue)
        case .widgets: sort = "widgets"
        case .control(let control): (sort, name) = ("control", control)
        case .messages: sort = "messages"
        }
    }

    /// `nil` for a target of a later version.
    var target: TokenTarget? {
        switch (sort, activity, name) {
        case ("activity", let id?, _): .activity(id)
        case ("start", _, let kind?): .pushToStart(ActivityKind(rawValue: kind))
        case ("widgets", _, _): .widgets
        case ("control", _, let name?): .control(name)
        case ("messages", _, _): .messages
        default: nil
        }
    }
}

extension PartitionPushAnswer.Device {
    init(_ installation: InstallationID, _ tokens: [TokenState], _ key: DeviceKey? = nil) {
        self.init(
            installation: installation.rawValue,
            tokens: tokens.map {
                .init(
                    target: CodedTarget($0.target), isKnown: $0.isKnown, registeredAt: $0.registeredAt,
                    isSuspect: $0.isSuspect)
            }, key: key)
    }

    var states: [TokenState] {
        tokens.compactMap { token in
            token.target.target.map {
                TokenState(
                    target: $0, isKnown: token.isKnown, registeredAt: token.registeredAt, isSuspect: token.isSuspect)
            }
        }
    }
}
#endif
