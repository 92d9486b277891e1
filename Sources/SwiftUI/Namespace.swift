public import LiveActivityUI

/// Names that are a view's own. A snapshot moves nothing, so that all are the same.
@propertyWrapper
public struct Namespace: Sendable {
    public struct ID: Hashable, Sendable {}

    public init() {}

    public var wrappedValue: ID { ID() }
}

public struct MatchedGeometryProperties: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let position = Self(rawValue: 1)
    public static let size = Self(rawValue: 2)
    public static let frame: Self = [.position, .size]
}

nonisolated extension View {
    /// Not kept: a snapshot moves nothing.
    public func matchedGeometryEffect(
        id: some Hashable, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame,
        anchor: UnitPoint = .center, isSource: Bool = true
    ) -> Self { self }
}
