public import CJansson
public import LiveActivityJSON

extension WireDecoder {
    /// Decodes a `json_t` without converting it to text. The value is read completely before the first `init(from:)` runs.
    ///
    /// - Throws: The errors of ``/LiveActivityJSON/WireDecoder/decode(_:from:)-(_,String)``. A value beyond
    ///   ``/LiveActivityJSON/WireDecoder/limits``, a value that contains itself, and bytes that are not UTF-8 give
    ///   `.dataCorrupted` with the path to them.
    public func decode<T: Decodable>(_ type: T.Type, from value: borrowing JanssonValue) throws -> T {
        try value.withPointer { try decode(type, from: $0) }
    }

    /// Decodes a `json_t`, like ``decode(_:from:)-(_,JanssonValue)``.
    ///
    /// - Parameter value: Borrowed: it is not changed, and not used after the call.
    public func decode<T: Decodable>(_ type: T.Type, from value: UnsafeMutablePointer<json_t>) throws -> T {
        try withDocument { document throws in
            try document.fill(from: value)
            return try decode(type, from: document)
        }
    }
}

extension WireDecoder.Document {
    /// Reads a `json_t` completely.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the path.
    package func fill(from value: UnsafeMutablePointer<json_t>) throws(DecodingError) {
        try fill { (arena, limits) throws(DecodingError) in
            try JanssonReader.read(value, limits: limits, into: &arena)
        }
    }
}
