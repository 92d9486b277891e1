public import LiveActivityCore

/// The push-to-start token of an owner for a kind of activity.
public struct StartTokenRecord: Codable, Hashable, Sendable {
    /// The owner for whom activities are started.
    public var owner: OwnerID
    /// The kind of these activities.
    public var kind: ActivityKind
    /// The token, as received from APNs.
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
        /// The owner for whom activities are started.
        public var owner: OwnerID
        /// The kind of these activities.
        public var kind: ActivityKind

        /// Creates a key from its fields.
        public init(owner: OwnerID, kind: ActivityKind) {
            self.owner = owner
            self.kind = kind
        }
    }
}
