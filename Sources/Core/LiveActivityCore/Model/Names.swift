/// A name that the host chooses, such as an owner's or a topic's.
///
/// Each kind of name has its own type, so that the compiler prevents confusing them. In JSON and in C each is a string.
public protocol Name: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
where RawValue == String {
    /// Creates a name from text. Any text is accepted.
    init(rawValue: String)
}

extension Name {
    /// Creates a name from text.
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

/// A subject that many activities may follow, such as `match/4711`. An event published to it reaches all of them.
public struct Topic: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// The subject of an activity, such as an order number. At most one activity with the same owner, kind and key runs at a time.
public struct StartKey: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// The sender's identifier of one event, by which a repeated event is recognised and applied once.
///
/// An activity writes its newest ids with each change (``EngineLimits/rememberedEvents``). An event to an activity whose id
/// begins with `~` is recognised only for ``EngineLimits/rememberedEventSeconds``, which costs less: for a sender that repeats
/// an event soon or never.
public struct EventID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the id is remembered for a time only.
    @inlinable package var isBrief: Bool { rawValue.utf8.first == UInt8(ascii: "~") }
}

/// A control that the user can operate on a surface, such as `pause`.
public struct ActionID: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}
