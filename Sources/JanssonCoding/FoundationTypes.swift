#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Foundation's JSON coders write these types in their own way instead of the one their `Codable` conformance describes.
enum SpecialType {
    case date, data, url, decimal, json, text

    /// Which of them `type` is. Comparing metatypes, because a dynamic cast costs more than coding the value.
    @inline(__always)
    init?<T>(_ type: T.Type) {
        if type == Date.self {
            self = .date
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
