import LiveActivityFoundation

/// Types whose `Codable` conformance the coders do not use. Some of them have another form in Foundation's JSON coders than
/// their conformance defines, and a ``JSONValue`` is encoded directly.
///
/// A range of dates is included only for speed: nearly every activity has one (an arrival, a timer), and its `Codable`
/// conformance takes four times as long.
enum SpecialType {
    case date, data, url, decimal, json, text, dates

    /// The special type that `type` is, if any. Compares metatypes, because a dynamic cast costs more than coding the value.
    @inline(__always)
    init?<T>(_ type: T.Type) {
        if type == Date.self {
            self = .date
        } else if type == ClosedRange<Date>.self {
            self = .dates
        } else if type == JSONValue.self {
            self = .json
        } else if type == JSONText.self {
            self = .text
        } else if type == URL.self {
            self = .url
        } else if type == Data.self {
            self = .data
        } else if type == Decimal.self {
            self = .decimal
        } else {
            return nil
        }
    }
}

/// `value` converted to the type that it is known to have.
///
/// - Precondition: `T` is `U`.
@inline(__always)
func same<T, U>(_ value: T, as type: U.Type) -> U {
    assert(T.self == U.self)
    return unsafeBitCast(value, to: U.self)
}
