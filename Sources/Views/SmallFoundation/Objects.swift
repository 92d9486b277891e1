// What signatures of the views mention and nothing in the C library uses.

/// A folder of resources. The C library has none: the views ignore it in every build.
public final class Bundle: Sendable {}

/// A text. Its attributes have no effect in the views.
public struct AttributedString: Hashable, Sendable, ExpressibleByStringLiteral {
    public let characters: String
    public init(_ text: String) { characters = text }
    public init(stringLiteral value: String) { characters = value }

    /// A part with equal attributes: the whole text.
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
