public import LiveActivityCore

/// The name of a durable consumer of changes (`LiveActivityRuntime.changes(for:)`), such as `push`.
///
/// It is stored with what the consumer has acknowledged, so it must not change from one version of a program to the next.
public struct ConsumerName: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}
