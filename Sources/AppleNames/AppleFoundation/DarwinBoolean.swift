/// A Boolean value of a C function on Apple's systems.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
    public let boolValue: Bool
    public init(_ value: Bool) { boolValue = value }
    public init(booleanLiteral value: Bool) { boolValue = value }
}
