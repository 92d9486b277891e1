/// A name that comes from outside and means only one thing: a kind, an owner, a topic, a key.
///
/// Each is its own type so that the compiler tells them apart, and each is a plain string in JSON and in C.
public protocol Name: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

extension Name {
    @inlinable public init(_ text: some StringProtocol) { self.init(rawValue: String(text)) }
    @inlinable public init(stringLiteral value: String) { self.init(rawValue: value) }
    @inlinable public var description: String { rawValue }
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Which provider an activity belongs to, such as `delivery`. Stored and sent, so it never changes once shipped.
public struct ActivityKind: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// Whom an activity is for: a person or a device, by whatever name the host has for them.
public struct OwnerID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// Something in the world that many activities may follow, such as `match/4711`. An event published to it reaches them all.
public struct Topic: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// What an activity is about, in the host's words, such as an order number. The same owner, kind and key give one
/// activity at a time (LIFE-11).
public struct StartKey: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// The sender's name for one event, so that the same event sent twice is applied once.
public struct EventID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// A control that a person can use on a surface, such as `pause`.
public struct ActionID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}
