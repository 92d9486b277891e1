// Re-exported because the expansion refers to this module's protocols, and the file that uses the macro imports only
// LiveActivityMacros.
@_exported public import LiveActivityJSON

#if Macros
/// Makes a type read and write its JSON without `Codable`'s containers, in the shapes that the compiler's own `Codable` has.
///
/// ```swift
/// @ActivityJSON
/// public struct ContentState: Codable, Hashable, Sendable {
///     public var paidUntil: Date
///     public var isRunningOut = false
/// }
/// ```
///
/// It generates the conformances to `JSONReadable` and `JSONWritable` that would otherwise be written by hand, for a struct or
/// an enumeration whose `Codable` conformance is synthesized: `CodingKeys` are respected, a member that is `nil` is left out, a
/// case is the only key of an object, and a type with a raw value is encoded as that value. Input in any less common form falls
/// back to `Codable`, including its errors. `ProviderConformance` and `JSONAgreement` of `LiveActivityTesting` check that both
/// give the same result.
///
/// Each member must itself be `JSONReadable` and `JSONWritable`: `Bool`, `String`, `Double`, integers, `Date`, `UUID`, a range
/// of dates, an array of these, a type with this macro, or one of these as an optional.
///
/// The macro refuses a class, a generic type, a type with a property wrapper, a type that has `init(from:)` or `encode(to:)` of
/// its own, `CodingKeys` with a `stringValue` of their own, members or `CodingKeys` inside `#if`, and an enumeration whose
/// first inherited type may be another name for a raw type, such as `enum Step: Name`. It sees the declaration only:
/// `CodingKeys` and `Codable` methods in an extension are not seen, so put them into the type.
///
/// - Parameters:
///   - use: Whether the type is read, written, or both. A type that is only received, such as an event, need not be written.
///   - others: The names of the object's other members, as string literals, for an enumeration whose case is only one member of
///     its object.
@attached(
    extension, conformances: JSONReadable, JSONWritable, names: named(init(reading:)), named(write(to:)))
public macro ActivityJSON(_ use: JSONUse = .readingAndWriting, besides others: StaticString...) =
    #externalMacro(module: "LiveActivityMacrosPlugin", type: "ActivityJSONMacro")
#else
/// Needs the trait Macros of this package.
@available(*, unavailable, message: "@ActivityJSON needs swift-syntax: build with the package trait Macros")
@attached(
    extension, conformances: JSONReadable, JSONWritable, names: named(init(reading:)), named(write(to:)))
public macro ActivityJSON(_ use: JSONUse = .readingAndWriting, besides others: StaticString...) =
    #externalMacro(module: "LiveActivityMacrosPlugin", type: "ActivityJSONMacro")
#endif

/// The conformances that `@ActivityJSON` generates for a type.
public enum JSONUse {
    /// Conforms to `JSONReadable` only.
    case reading
    /// Conforms to `JSONWritable` only.
    case writing
    /// Conforms to both protocols.
    case readingAndWriting
}
