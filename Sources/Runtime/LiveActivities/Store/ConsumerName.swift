public import LiveActivityCore

/// Who is told of every change at least once (``LiveActivityRuntime/changes(for:)``), such as `push`. Stored, so it never changes.
public struct ConsumerName: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}
