// Types that occur in signatures of views but are not used in the C library.

/// A folder of resources. The C library has none: the views ignore it in every build.
public final class Bundle: Sendable {}

/// A string whose attributes have no effect in views.
public struct AttributedString: Hashable, Sendable, ExpressibleByStringLiteral {
    public let characters: String
    public init(_ text: String) { characters = text }
    public init(stringLiteral value: String) { characters = value }

    /// A range with equal attributes: always the whole string.
    public struct Run: Sendable { public let range: Range<String.Index> }
    public var runs: [Run] { characters.isEmpty ? [] : [Run(range: characters.startIndex..<characters.endIndex)] }
}

/// An object with a formatter.
public protocol ReferenceConvertible {}

/// The base of Foundation's classes.
open class NSObject { public init() {} }

/// Writes objects.
open class Formatter: NSObject { open func string(for subject: Any?) -> String? { nil } }

/// How far a piece of work is.
open class Progress: NSObject {
    open var isIndeterminate: Bool { true }
    open var fractionCompleted: Double { 0 }
}
