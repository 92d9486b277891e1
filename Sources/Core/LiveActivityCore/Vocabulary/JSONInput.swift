/// JSON from outside, not read yet. Each form is decoded directly, none is converted to another first.
public enum JSONInput: ~Copyable {
    /// A value that was parsed before.
    case value(JSONValue)
    /// UTF-8 text, valid during the call that it is passed to.
    case text(UnsafeBufferPointer<UInt8>)
    /// A document that another reader has written into a decoder's working memory, valid during the call that it is
    /// passed to.
    case document(WireDecoder.Document)
}

extension JSONInput {
    /// The only way in which such input is read, by the engine and ahead of it.
    @usableFromInline package borrowing func read<Value: Decodable>(as type: Value.Type, with decoder: WireDecoder) throws
        -> Value
    {
        switch self {
        case .value(let value): return try decoder.decode(type, from: value)
        case .text(let text): return try decoder.decode(type, from: text)
        case .document(let document): return try decoder.decode(type, from: document)
        }
    }
}
