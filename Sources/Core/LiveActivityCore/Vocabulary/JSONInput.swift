/// Unparsed JSON from outside. Each form is decoded directly, without converting it to another first.
///
/// Copying it costs at most one reference count, of a value. It is not `~Copyable`, although text and documents are valid
/// during one call only: in optimised builds Swift 6.3.1 traps when a generic function makes a noncopyable enum from a copyable
/// payload (`__swift_cannot_copy_noncopyable_type`).
public enum JSONInput {
    /// A value that was already parsed.
    case value(JSONValue)
    /// UTF-8 text, valid during the call that it is passed to.
    case text(UnsafeBufferPointer<UInt8>)
    /// A document that another reader has written into a decoder's working memory, valid during the call that it is
    /// passed to.
    case document(WireDecoder.Document)
}

extension JSONInput {
    /// Decodes the input. The only way in which such input is read, by the engine and in advance.
    @usableFromInline package func read<Value: Decodable>(as type: Value.Type, with decoder: WireDecoder) throws
        -> Value
    {
        switch self {
        case .value(let value): return try decoder.decode(type, from: value)
        case .text(let text): return try decoder.decode(type, from: text)
        case .document(let document): return try decoder.decode(type, from: document)
        }
    }
}
