public import LiveActivityCore

/// Which of a person's own dismissals is meant.
public struct DismissalKey: Codable, Hashable, Sendable {
    public var owner: OwnerID
    public var kind: ActivityKind
    public var key: StartKey

    public init(owner: OwnerID, kind: ActivityKind, key: StartKey) {
        self.owner = owner
        self.kind = kind
        self.key = key
    }

    public init(_ dismissal: Snapshot.Dismissal) {
        self.init(owner: dismissal.owner, kind: dismissal.kind, key: dismissal.key)
    }
}
