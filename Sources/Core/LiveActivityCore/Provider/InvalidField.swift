/// A field of attributes or of an event has a value that it cannot have, in any state of the activity.
///
/// Providers throw it from `content(for:at:)` and `handle(_:in:)` and keep an error type of their own for what only
/// their domain knows. The engine refuses the command with ``EngineError/refused(_:reason:)`` and changes nothing.
///
/// Fields have the names that they have in JSON, because the sender of the JSON reads the message.
@nonexhaustive
public enum InvalidField: Error, Hashable, Sendable {
    /// The text is empty, or nothing but white space where the provider asks for more.
    case empty(_ field: String)
    /// The text is too long for the surfaces or for the payload. Both sizes are bytes of UTF-8.
    case tooLong(_ field: String, bytes: Int, limit: Int)
    /// The text has a control character, which takes six bytes in JSON and which no surface can show.
    case controlCharacter(_ field: String)
    /// The number is too small or too large.
    case outOfRange(_ field: String, Int, allowed: ClosedRange<Int>)
}

extension InvalidField {
    /// Checks a number.
    ///
    /// - Throws: ``outOfRange(_:_:allowed:)``.
    public static func check(_ value: Int, _ field: String, in allowed: ClosedRange<Int>) throws(InvalidField) {
        guard allowed.contains(value) else { throw .outOfRange(field, value, allowed: allowed) }
    }

    /// Checks a text: not empty, at most `limit` bytes of UTF-8, no control characters.
    ///
    /// - Throws: ``empty(_:)``, ``tooLong(_:bytes:limit:)`` or ``controlCharacter(_:)``.
    public static func check(_ text: String, _ field: String, bytes limit: Int) throws(InvalidField) {
        let bytes = text.utf8.count
        guard bytes > 0 else { throw .empty(field) }
        guard bytes <= limit else { throw .tooLong(field, bytes: bytes, limit: limit) }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter(field) }
    }
}

extension InvalidField: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty(let field): "\(field) is empty; give it a value"
        case .tooLong(let field, let bytes, let limit):
            "\(field) has \(bytes) bytes of UTF-8; shorten it to \(limit) or less"
        case .controlCharacter(let field): "\(field) contains a control character; remove it"
        case .outOfRange(let field, let value, let allowed) where allowed.upperBound == .max:
            "\(field) is \(value); it must be \(allowed.lowerBound) or more"
        case .outOfRange(let field, let value, let allowed):
            "\(field) is \(value); it must be from \(allowed.lowerBound) to \(allowed.upperBound)"
        }
    }
}
