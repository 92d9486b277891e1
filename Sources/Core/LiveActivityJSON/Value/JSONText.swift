/// One JSON value as text that is known to be right, such as this package has written itself.
///
/// ``WireEncoder`` copies it out as it is, so what was encoded once is not encoded again. Two are equal when their bytes are;
/// ``value`` compares by meaning.
public struct JSONText: Hashable, Sendable {
    /// UTF-8, without spaces around.
    public let bytes: [UInt8]

    /// - Parameter bytes: Exactly one JSON value. Nobody checks: text from outside goes through `init(parsing:limits:)`.
    public init(trusted bytes: [UInt8]) { self.bytes = bytes }

    /// The value as compact text.
    public init(_ value: JSONValue) {
        var bytes: [UInt8] = []
        value.appendText(to: &bytes)
        self.bytes = bytes
    }

    /// The value to look inside; `null` if the text was not to be trusted after all.
    public var value: JSONValue {
        (try? JSONValue(parsing: bytes, limits: JSONLimits(maximumDepth: JSONLimits.deepest, maximumBytes: bytes.count)))
            ?? .null
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
