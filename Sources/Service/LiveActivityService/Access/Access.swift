#if Service
import LiveActivities
import HTTPTypes
import LiveActivityCore

/// What a token allows. Each allows what those before it allow.
public enum Scope: String, Codable, CaseIterable, Comparable, Sendable {
    /// To read activities, presentations and streams.
    case read
    /// To give commands.
    case write
    /// To see metrics, and to make links.
    case admin

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// What one caller may do.
struct Access: Hashable, Sendable {
    /// The client's name in logs and for the rate limit: a token's id, or `anonymous`.
    var name: String
    var scope: Scope
    /// Only this owner's activities; any if `nil`.
    var owner: OwnerID?
    /// Only this activity; any if `nil`.
    var activity: ActivityID?
    /// When it ends; `nil` if it does not.
    var expiresAt: Date?

    /// `true` for a caller without a token.
    var isAnonymous: Bool { name == Self.everything.name }

    /// Of a service without tokens, which listens on loopback only.
    static let everything = Access(name: "anonymous", scope: .admin)

    func check(_ needed: Scope) throws(Problem) {
        guard scope >= needed else {
            throw Problem(.forbidden, "scopeMissing", "This needs a token with the scope '\(needed.rawValue)'.")
        }
    }

    func check(owner: OwnerID) throws(Problem) {
        guard !owner.rawValue.isEmpty else {
            throw .unprocessable("undecodable", "An owner has a name: it is empty.", path: "owner")
        }
        guard self.owner == nil || self.owner == owner, activity == nil else {
            throw Problem(.forbidden, "otherOwner", "This token is for other activities.")
        }
    }

    /// - Parameter owner: Whose activity it is; `nil` if there is none, of which a caller may not learn more than others.
    func check(_ id: ActivityID, of owner: OwnerID?) throws(Problem) {
        if let activity {
            guard activity == id else { throw Problem(.forbidden, "otherOwner", "This link is for another activity.") }
        } else if let wanted = self.owner, wanted != owner {
            // As if there were no such activity: the id says nothing to others.
            throw Problem(.engine(.unknownActivity(id)))
        }
    }

    /// For what concerns several owners.
    func checkEveryOwner() throws(Problem) {
        guard owner == nil, activity == nil else {
            throw Problem(.forbidden, "otherOwner", "This token is for one owner: name the owner.")
        }
    }
}
#endif
