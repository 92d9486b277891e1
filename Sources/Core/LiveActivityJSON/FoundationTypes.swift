import LiveActivityFoundation

/// Types that are not asked to code themselves: Foundation's JSON coders write some in a way of their own instead of the
/// one their `Codable` conformance describes, and so do these coders with a ``JSONValue``.
///
/// A range of dates would come out the same by itself. It stands here because nearly every activity has one (its
/// arrival, its timer), and the way through the standard library's containers takes four times as long.
enum SpecialType {
    case date, data, url, decimal, json, text, dates

    /// Which of them `type` is. Comparing metatypes, because a dynamic cast costs more than coding the value.
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

/// `value` as what it is known to be.
///
/// - Precondition: `T` is `U`.
@inline(__always)
func same<T, U>(_ value: T, as type: U.Type) -> U {
    assert(T.self == U.self)
    return unsafeBitCast(value, to: U.self)
}
