/// What stands in a text in place of `%@`, `%lld` or `%lf`: its type decides the placeholder in the key, and a number its plural form.
public enum TextArgument: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
}
