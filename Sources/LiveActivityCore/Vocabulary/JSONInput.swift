/// JSON as it came from outside, not yet read: each form is decoded as it is, none is turned into another first.
public enum JSONInput: ~Copyable {
    /// Parsed before.
    case value(JSONValue)
    /// UTF-8 text, valid for the call it is given to.
    case text(UnsafeBufferPointer<UInt8>)
    /// A reference to a `json_t`.
    case jansson(JanssonValue)
}
