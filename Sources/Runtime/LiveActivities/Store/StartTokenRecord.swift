public import LiveActivityCore

/// The token by which activities of a kind are started for an owner (LIFE-38).
public struct StartTokenRecord: Codable, Hashable, Sendable {
    public var owner: OwnerID
    public var kind: ActivityKind
    public var token: Data
    public var key: Key { Key(owner: owner, kind: kind) }

    public init(owner: OwnerID, kind: ActivityKind, token: Data) {
        self.owner = owner
        self.kind = kind
        self.token = token
    }

    public struct Key: Codable, Hashable, Sendable {
        public var owner: OwnerID
        public var kind: ActivityKind

        public init(owner: OwnerID, kind: ActivityKind) {
            self.owner = owner
            self.kind = kind
        }
    }
}
