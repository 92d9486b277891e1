/// A name that the host chooses, such as an owner's or a topic's.
///
/// Each sort of name is a type of its own, so that the compiler does not let them be confused. In JSON and in C each is
/// a string.
public protocol Name: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
where RawValue == String {
    /// The name with this text. Any text is accepted.
    init(rawValue: String)
}

extension Name {
    /// The name with this text.
    @inlinable public init(_ text: some StringProtocol) { self.init(rawValue: String(text)) }
    @inlinable public init(stringLiteral value: String) { self.init(rawValue: value) }
    @inlinable public var description: String { rawValue }
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    /// The name as error messages quote it.
    var abridged: String { rawValue.abridged }
}

/// The name of a provider, such as `delivery`. It is stored and sent, so it must not change once shipped.
public struct ActivityKind: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// The user or device that an activity is for, under the name that the host uses.
public struct OwnerID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// Something that many activities may follow, such as `match/4711`. An event that is published to it reaches all of
/// them.
public struct Topic: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// The subject of an activity, such as an order number. At most one activity with the same owner, kind and key runs at a time.
public struct StartKey: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// The sender's name for one event, so that an event that is sent twice is applied once.
public struct EventID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// A control that the user can operate on a surface, such as `pause`.
public struct ActionID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}
