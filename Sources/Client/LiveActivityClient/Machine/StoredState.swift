import Foundation
import LiveActivitySealing

/// What survives the process: the installation, the requests that the service has not accepted, and which activity of the
/// service each activity on the device is.
///
/// Its JSON is the file ``StateFile``. Attributes and access tokens are not part of it.
struct StoredState: Codable, Equatable {
    /// A request that the service has not accepted.
    struct Pending: Codable, Equatable {
        var what: Registration
        /// Unique in the file, so that a response that arrives in a later process finds its request.
        var sequence: Int
    }

    /// An activity on the device.
    struct Known: Codable, Equatable {
        var kind: String
        /// The service's id; `nil` until a list of the service's activities has shown which one it is.
        var service: String?
        var firstSeen: Date
    }

    private(set) var version = 1
    var service: String
    var owner: String
    var installation: Installation
    /// In the order in which they are sent.
    var pending: [Pending] = []
    /// By ActivityKit's id.
    var activities: [String: Known] = [:]
    /// The number of the last pending request.
    var sequence = 0
    /// The number of the last attempt, so that attempts of an earlier process have other numbers.
    var attempt = 0

    init(service: String, owner: String, installation: Installation) {
        (self.service, self.owner, self.installation) = (service, owner, installation)
    }

    /// The state for this service and owner. An installation keeps its id and secret when its owner changes, because the secret
    /// is what lets the next owner have the device; requests and activities of the former owner are dropped.
    func opened(service: String, owner: String) -> StoredState {
        guard (self.service, self.owner) != (service, owner) else { return self }
        var opened = StoredState(service: service, owner: owner, installation: installation)
        (opened.sequence, opened.attempt) = (sequence, attempt)
        return opened
    }
}

/// What the service has to learn. A newer one with the same ``key`` replaces an older one.
enum Registration: Codable, Hashable {
    case startToken(kind: String, token: String)
    case updateToken(activity: String, token: String)
    case permission(Permission, isAllowed: Bool)
    /// The user has removed the activity with this id of the service.
    case dismissal(activity: String)
    /// New content was shown.
    case receipt
    /// The device's key for sealed content.
    case sealingKey(DeviceKey)

    /// Whether the request has the installation's id and secret.
    var namesInstallation: Bool {
        switch self {
        case .startToken, .updateToken, .receipt, .sealingKey: true
        case .permission, .dismissal: false
        }
    }

    var key: String {
        switch self {
        case .startToken(let kind, _): "start \(kind)"
        case .updateToken(let activity, _): "update \(activity)"
        case .permission(let permission, _): "permission \(permission)"
        case .dismissal(let id): "dismissal \(id)"
        case .receipt: "receipt"
        case .sealingKey: "sealing key"
        }
    }
}

/// The identity of this app on this device, as the service stores it.
///
/// The id is constant until the app is removed, and visible to operators. The secret proves that a request comes from the
/// installation; without it another user's app cannot take the installation over.
struct Installation: Codable, Equatable {
    var id: String
    var secret: String

    /// An installation that does not exist yet.
    static func random() -> Installation {
        var generator = SystemRandomNumberGenerator()
        let secret = (0..<4).map { _ in String(generator.next() as UInt64, radix: 16) }
            .map { String(repeating: "0", count: 16 - $0.count) + $0 }
        return Installation(id: UUID().uuidString, secret: secret.joined())
    }
}
