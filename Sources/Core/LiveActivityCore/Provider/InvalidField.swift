/// A field of attributes or of an event has a value that is invalid in any state of the activity.
///
/// Providers throw it from `validate(_:)`, `validate(_:for:)` and `handle(_:in:)`, and their own error types for
/// domain-specific errors. The engine refuses the command with ``EngineError/invalidValue(_:what:reason:)``, or an event with
/// ``EngineError/refused(_:reason:)``, and changes nothing.
///
/// Fields have their JSON names, because the sender of the JSON reads the message.
@nonexhaustive
public enum InvalidField: Error, Hashable, Sendable {
    /// The string is empty, or only white space if the provider requires more.
    case empty(_ field: String)
    /// The text is too long for the surfaces or for the payload. Both sizes are bytes of UTF-8.
    case tooLong(_ field: String, bytes: Int, limit: Int)
    /// The text has a control character, which takes six bytes in JSON and cannot be displayed.
    case controlCharacter(_ field: String)
    /// The number is too small or too large.
    case outOfRange(_ field: String, Int, allowed: ClosedRange<Int>)
    /// The number with a fraction is too small or too large, or not a number.
    case numberOutOfRange(_ field: String, Double, allowed: ClosedRange<Double>)
    /// The date is not in the years 1 to 9999: most often it is in another unit, such as milliseconds.
    case dateOutOfRange(_ field: String, Date)
}

extension InvalidField {
    /// Checks a number.
    ///
    /// - Throws: ``outOfRange(_:_:allowed:)`` for a value outside `allowed`.
    public static func check(_ value: Int, _ field: String, in allowed: ClosedRange<Int>) throws(InvalidField) {
        guard allowed.contains(value) else { throw .outOfRange(field, value, allowed: allowed) }
    }

    /// Checks a number with a fraction. NaN is refused.
    ///
    /// - Throws: ``numberOutOfRange(_:_:allowed:)`` for a value outside `allowed`.
    public static func check(_ value: Double, _ field: String, in allowed: ClosedRange<Double>) throws(InvalidField) {
        guard allowed.contains(value) else { throw .numberOutOfRange(field, value, allowed: allowed) }
    }

    /// Checks that a date is in the years 1 to 9999, the range of ISO 8601. `nil` is accepted.
    ///
    /// - Throws: ``dateOutOfRange(_:_:)`` for any other date.
    public static func check(_ date: Date?, _ field: String) throws(InvalidField) {
        guard let date, !(datesAllowed ~= date.timeIntervalSinceReferenceDate) else { return }
        throw .dateOutOfRange(field, date)
    }

    /// Checks both ends of a range of dates. `nil` is accepted.
    ///
    /// - Throws: ``dateOutOfRange(_:_:)`` for a bound outside these years.
    public static func check(_ dates: ClosedRange<Date>?, _ field: String) throws(InvalidField) {
        try check(dates?.lowerBound, field)
        try check(dates?.upperBound, field)
    }

    /// From the beginning of the year 1 to the end of 9999, in seconds since 2001.
    private static let datesAllowed = -63_113_904_000.0...252_423_993_599

    /// Checks a string: not empty, at most `limit` bytes of UTF-8, no control characters.
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
        case .numberOutOfRange(let field, let value, let allowed):
            "\(field) is \(value); it must be from \(allowed.lowerBound) to \(allowed.upperBound)"
        case .dateOutOfRange(let field, let date):
            """
            \(field) is \(date.timeIntervalSinceReferenceDate), which is not in the years 1 to 9999; dates are seconds since \
            2001-01-01 00:00 UTC
            """
        }
    }
}
