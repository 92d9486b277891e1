/// One JSON value as text that is known to be valid, such as text that this package has written.
///
/// ``WireEncoder`` copies it unchanged, so that a value is not encoded twice. Two texts are equal if their bytes are; to
/// compare by meaning, compare their ``value``.
public struct JSONText: Hashable, Sendable {
    /// The text in UTF-8, without surrounding spaces.
    public let bytes: [UInt8]

    /// Creates a value from text that is not checked. For text from outside use `JSONValue.init(parsing:limits:)`.
    ///
    /// - Parameter bytes: Exactly one valid JSON value.
    public init(trusted bytes: [UInt8]) { self.bytes = bytes }

    /// The value as compact text.
    public init(_ value: JSONValue) {
        var bytes: [UInt8] = []
        value.appendText(to: &bytes)
        self.bytes = bytes
    }

    /// The parsed value; `null` if the text is not valid JSON after all. Parses at each call.
    public var value: JSONValue {
        (try? JSONValue(parsing: bytes, limits: .stored)) ?? .null
    }
}

extension JSONText: Codable {
    public init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }

    public func encode(to encoder: any Encoder) throws {
        guard let target = encoder as? EncodingTarget else { return try value.encode(to: encoder) }
        target.core.put(target.core.raw(self), into: target)
    }
}

extension JSONText: CustomStringConvertible {
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
