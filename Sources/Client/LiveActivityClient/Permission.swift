/// What a user allows or forbids, for all devices of the owner.
public enum Permission: Codable, Hashable, Sendable, CustomStringConvertible {
    /// Activities of all kinds.
    case all
    /// Activities of one kind, as the service's plugin names it.
    case kind(String)
    /// More than the usual number of urgent updates. A change ends the running activities.
    case frequentUpdates

    /// `all`, `kind NAME` or `frequentUpdates`.
    public var description: String {
        switch self {
        case .all: "all"
        case .kind(let kind): "kind \(kind)"
        case .frequentUpdates: "frequentUpdates"
        }
    }
}
