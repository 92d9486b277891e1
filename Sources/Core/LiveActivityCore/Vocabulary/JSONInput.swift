/// JSON as it came from outside, not yet read: each form is decoded as it is, none is turned into another first.
public enum JSONInput: ~Copyable {
    /// Parsed before.
    case value(JSONValue)
    /// UTF-8 text, valid for the call it is given to.
    case text(UnsafeBufferPointer<UInt8>)
    /// A document that another reader has written into a decoder's working memory, valid for the call it is given to.
    case document(WireDecoder.Document)
}

extension JSONInput {
    /// The only way in which such input is read, by the engine and ahead of it.
    @usableFromInline borrowing func read<Value: Decodable>(as type: Value.Type, with decoder: WireDecoder) throws -> Value {
        switch self {
        case .value(let value): return try decoder.decode(type, from: value)
        case .text(let text): return try decoder.decode(type, from: text)
        case .document(let document): return try decoder.decode(type, from: document)
        }
    }
}
