public import LiveActivityCore

/// A kind and its number in ids.
public struct KindRecord: Codable, Hashable, Sendable {
    /// The kind's number: 0 for the kind that was registered first. It never changes.
    public var ordinal: Int
    /// The kind's name.
    public var kind: ActivityKind

    /// Creates a record from its fields.
    public init(ordinal: Int, kind: ActivityKind) {
        self.ordinal = ordinal
        self.kind = kind
    }
}
