#if Push
import LiveActivityCore
import LiveActivityJSON
import LiveActivityPush

/// What is asked of the pusher of a partition. Each may be asked twice: the second time changes nothing.
enum PartitionPushRequest: Codable, Sendable {
    /// `isFirst` also where the installation is not known in the partition; otherwise it is not registered there, and the
    /// answer says so.
    case register(Registration, isFirst: Bool)
    case heard(String)
    case forget(String)
    case permitFrequentUpdates(Bool, String)
    case tokens(String)
    case devices(OwnerID)
    case trace(ActivityID, String?)
    /// Checks that a caller with this secret may register the installation for the owner.
    case admits(secret: String?, String, OwnerID)

    /// Whether it is more than a question.
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
        /// `true` where the caller must prove itself; `nil` for a caller that is trusted with every installation.
        var isChecked: Bool?
        /// The caller's secret, or a new one for an installation without a secret.
        var secret: String?
        /// `true` where the secret was made for this registration.
        var isSecretNew: Bool?
    }

    func encoded() -> [UInt8] { (try? WireEncoder().encode(self)) ?? [] }

    init?(encoded bytes: [UInt8]) {
        // What nodes have written themselves: the limits of input hold where a command enters.
        guard let request = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = request
    }
}

/// What the pusher of a partition answers: one of the members, or none where there is nothing to say.
struct PartitionPushAnswer: Codable, Sendable {
    var isNew: Bool?
    /// The installation is not known in the partition. Nothing was done.
    var isUnknown: Bool?
    /// The caller has not proven to be the installation. Nothing was done.
    var isUnproven: Bool?
    /// The registration has set the installation's secret.
    var hasSetSecret: Bool?
    /// Why nothing was done, and it makes no sense to ask again.
    var refusal: String?
    var devices: [Device]?
    var steps: [PushTraceEntry]?

    struct Device: Codable, Sendable {
        var installation: String
        var tokens: [Token]
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

/// A `TokenTarget` between nodes.
struct CodedTarget: Codable, Sendable {
    private var sort: String
    private var activity: ActivityID?
    private var name: String?

    init(_ target: TokenTarget) {
        switch target {
        case .activity(let id): (sort, activity) = ("activity", id)
        case .pushToStart(let kind): (sort, name) = ("start", kind.rawValue)
        case .widgets: sort = "widgets"
        case .control(let its): (sort, name) = ("control", its)
        case .messages: sort = "messages"
        }
    }

    /// `nil` for one of a later version.
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
    init(_ installation: InstallationID, _ tokens: [TokenState]) {
        self.init(
            installation: installation.rawValue,
            tokens: tokens.map {
                .init(
                    target: CodedTarget($0.target), isKnown: $0.isKnown, registeredAt: $0.registeredAt,
                    isSuspect: $0.isSuspect)
            })
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
