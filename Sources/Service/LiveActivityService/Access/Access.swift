#if Service
import LiveActivities
import HTTPTypes
import LiveActivityCore

/// The permission level of a token. Each level includes the ones before it.
public enum Scope: String, Codable, CaseIterable, Comparable, Sendable {
    /// Read activities, presentations and streams.
    case read
    /// Also what an app on a person's device does: to register its tokens, to confirm receipts, to withdraw or give permission,
    /// to use an activity's controls, and to dismiss it. Always for one owner.
    case device
    /// May also send commands.
    case write
    /// Also to see metrics, to make links, and to make and revoke tokens.
    case admin

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// The permissions of one caller.
struct Access: Hashable, Sendable {
    /// The client's name in logs: a token's id, `link`, or `anonymous`.
    var name: String
    var scope: Scope
    /// The owner whose activities the caller may access; `nil` for every owner.
    var owner: OwnerID?
    /// The only activity that the caller may access: of a link; `nil` for a token.
    var activity: ActivityID?
    /// Whether the caller may use the activity's controls: of a link that was created for that.
    var mayPerform = false
    /// The time at which the access ends; `nil` for no limit.
    var expiresAt: Date?
    /// When the link was created, in milliseconds since 1970; `nil` for a token.
    var linkedAt_ms: Int?

    /// Whether the caller has a shared link instead of a token.
    var isLink: Bool { activity != nil }

    /// The name by which requests are counted and idempotency keys are kept apart. All holders of a link share it.
    var client: String {
        guard let activity else { return name }
        return "\(name) \(activity).\(linkedAt_ms ?? 0)"
    }

    /// `true` for a caller without a token.
    var isAnonymous: Bool { name == Self.everything.name }

    /// The access of every caller of a service without tokens, which listens on loopback only.
    static let everything = Access(name: "anonymous", scope: .admin)

    /// Whether the access is limited to one owner or activity.
    var isLimited: Bool { owner != nil || activity != nil }

    /// - Parameter admitsLinks: Whether a shared link is sufficient for the request.
    func check(_ needed: Scope, admitsLinks: Bool = false) throws(Problem) {
        guard scope >= needed, admitsLinks || activity == nil else {
            throw Problem(.forbidden, "scopeMissing", "This request needs a token with the scope '\(needed.rawValue)'.")
        }
    }

    func checkPerform() throws(Problem) {
        if !mayPerform { try check(.device) }
    }

    func check(owner: OwnerID) throws(Problem) {
        guard !owner.rawValue.isEmpty else {
            throw .unprocessable("undecodable", "The owner's name must not be empty.", path: "owner")
        }
        guard self.owner == nil || self.owner == owner, activity == nil else {
            throw Problem(.forbidden, "otherOwner", "This token gives no access to this activity.")
        }
    }

    /// - Parameter owner: The activity's owner; `nil` if the activity does not exist. The caller gets the same answer for an
    ///   activity that does not exist and for one of another owner.
    func check(_ id: ActivityID, of owner: OwnerID?) throws(Problem) {
        if let activity {
            guard activity == id else { throw Problem(.forbidden, "otherOwner", "This link gives no access to this activity.") }
        } else if let wanted = self.owner, wanted != owner {
            // Reports an unknown activity, so that the caller cannot find out whether the id exists.
            throw Problem(.engine(.unknownActivity(id)))
        }
    }

    /// Refuses a caller whose access is limited to one owner or activity.
    func checkEveryOwner() throws(Problem) {
        guard !isLimited else {
            throw Problem(.forbidden, "otherOwner", "This token is limited to one owner: the request must name the owner.")
        }
    }
}
#endif
