/// An argument of a text. Its type determines the placeholder in the key; a number selects the plural form.
public enum TextArgument: Hashable, Sendable {
    /// A text: `%@`.
    case string(String)
    /// A signed integer: `%lld`.
    case integer(Int64)
    /// An unsigned integer: `%llu`.
    case unsigned(UInt64)
    /// A floating-point number: `%lf`.
    case number(Double)
}
