public import LiveActivityCore

/// Identifies a remembered dismissal by the user: a later one with the same key replaces it.
public struct DismissalKey: Codable, Hashable, Sendable {
    /// The activity's owner.
    public var owner: OwnerID
    /// The activity's kind.
    public var kind: ActivityKind
    /// The activity's start key.
    public var key: StartKey

    /// Creates a key from its fields.
    public init(owner: OwnerID, kind: ActivityKind, key: StartKey) {
        self.owner = owner
        self.kind = kind
        self.key = key
    }

    /// The key of a dismissal.
    public init(_ dismissal: Snapshot.Dismissal) {
        self.init(owner: dismissal.owner, kind: dismissal.kind, key: dismissal.key)
    }
}
