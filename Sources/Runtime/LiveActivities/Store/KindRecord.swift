public import LiveActivityCore

/// A kind, and the number by which ids name it.
public struct KindRecord: Codable, Hashable, Sendable {
    public var ordinal: Int
    public var kind: ActivityKind

    public init(ordinal: Int, kind: ActivityKind) {
        self.ordinal = ordinal
        self.kind = kind
    }
}
