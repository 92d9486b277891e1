public import LiveActivityJSON

extension WireEncoder {
    /// Encodes `value` as a `json_t` for a C host, without converting it to text.
    ///
    /// - Throws: The errors of ``/LiveActivityJSON/WireEncoder/encode(_:)``, and `EncodingError` with the path for a value that
    ///   jansson cannot hold: an integer that is neither an `Int64` nor exactly a `double`, a `Decimal` with more digits than a
    ///   `double`, a key with a NUL character.
    public func encodeToJansson<T: Encodable>(_ value: T) throws -> JanssonValue {
        var result: JanssonValue?
        try withTree(of: value) { (tree) throws in result = try JanssonValue(tree) }
        return result.take()!
    }
}
