public import LiveActivityCore

/// The name of a durable consumer of changes (`LiveActivityRuntime.changes(for:)`), such as `push`.
///
/// It is stored with the consumer's acknowledged position, so it must not change from one version of a program to the next.
///
/// A consumer gets the newest change of each activity and sort, or every change if its name begins with `every:`. This is part
/// of the name, so that it also applies between the opening of a store and the first read. `X` and `every:X` are the same
/// consumer in two forms: adding one of them replaces the other, at its acknowledged position.
public struct ConsumerName: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }

    private static var mark: String { "every:" }

    /// The consumer of this name in the form that gets every change.
    public static func every(_ name: String) -> Self { Self(rawValue: mark + name) }

    /// Whether the consumer gets every change.
    public var keepsEvery: Bool { rawValue.utf8.starts(with: Self.mark.utf8) }

    /// This consumer in its other form.
    package var otherForm: ConsumerName {
        keepsEvery ? ConsumerName(rawValue: String(rawValue.dropFirst(Self.mark.count))) : .every(rawValue)
    }
}
