public import LiveActivityFoundation

/// A type that contains JSON for a command: bytes of UTF-8, a string, or a parsed value.
///
/// The methods with the label `json`, such as `send(json:to:)`, accept any of them. Text is decoded to the provider's own type
/// directly, without a ``/LiveActivityJSON/JSONValue`` in between. `[UInt8]`, `String` and buffers lend their memory without a
/// copy; for a substring, a slice or a `Span` of another library's message use `withUnsafeBufferPointer`.
public protocol JSONSource {
    /// Lends the JSON, in a form that the engine can read.
    func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

extension UnsafeBufferPointer: JSONSource where Element == UInt8 {
    /// Lends the bytes, which must stay valid during the call.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(.text(self)) }
}

extension UnsafeRawBufferPointer: JSONSource {
    /// Lends the bytes, which must stay valid during the call.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(.text(bindMemory(to: UInt8.self))) }
}

extension Array: JSONSource where Element == UInt8 {
    /// Lends the bytes.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(.text(bytes)) }
    }
}

extension ArraySlice: JSONSource where Element == UInt8 {
    /// Lends the bytes.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(.text(bytes)) }
    }
}

extension String: JSONSource {
    /// Lends the string's UTF-8.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result { try lend(utf8, body) }
}

extension Substring: JSONSource {
    /// Lends the text's UTF-8.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result { try lend(utf8, body) }
}

/// Lends bytes in place, or a copy of bytes that are not contiguous.
private func lend<Result, Failure: Error>(
    _ bytes: some Collection<UInt8>, _ body: (JSONInput) throws(Failure) -> Result
) throws(Failure) -> Result {
    // The collection's method does not preserve the type of the error.
    let result = bytes.withContiguousStorageIfAvailable { bytes in
        Swift.Result { () throws(Failure) in try body(.text(bytes)) }
    }
    if let result { return try result.get() }
    return try Array(bytes).withJSON(body)
}

extension Data: JSONSource {
    /// Lends the bytes.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result { try Array(self).withJSON(body) }
}

extension JSONText: JSONSource {
    /// Lends the text.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withJSON(body) }
}

extension JSONValue: JSONSource {
    /// Lends the value, without encoding it as text.
    public func withJSON<Result, Failure: Error>(
        _ body: (JSONInput) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(.value(self)) }
}

extension JSONInput {
    /// The whole JSON, parsed.
    ///
    /// - Parameter what: The name of the parsed value in the error.
    package func parsed(as what: String) throws(EngineError) -> JSONValue {
        switch self {
        case .value(let value): return value
        case .text(let text):
            do throws(JSONParseError) { return try JSONValue(parsing: text) } catch {
                throw .undecodable(what: what, path: "", reason: "The text is not JSON: \(error)")
            }
        case .document(let document):
            do { return try WireDecoder().decode(JSONValue.self, from: document) } catch {
                throw EngineError(error, reading: what)
            }
        }
    }
}
