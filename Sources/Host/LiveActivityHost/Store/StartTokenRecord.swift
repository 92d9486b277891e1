public import LiveActivityCore

/// The push token by which activities of a kind are started for an owner.
public struct StartTokenRecord: Codable, Hashable, Sendable {
    /// For whom activities are started.
    public var owner: OwnerID
    /// Of which kind they are.
    public var kind: ActivityKind
    /// The token, as APNs gave it.
    public var token: Data
    /// The key of the record in a store.
    public var key: Key { Key(owner: owner, kind: kind) }

    /// Creates a record from its fields.
    public init(owner: OwnerID, kind: ActivityKind, token: Data) {
        self.owner = owner
        self.kind = kind
        self.token = token
    }

    /// Identifies a push-to-start token.
    public struct Key: Codable, Hashable, Sendable {
        /// For whom activities are started.
        public var owner: OwnerID
        /// Of which kind they are.
        public var kind: ActivityKind

        /// Creates a key from its fields.
        public init(owner: OwnerID, kind: ActivityKind) {
            self.owner = owner
            self.kind = kind
        }
    }
}
