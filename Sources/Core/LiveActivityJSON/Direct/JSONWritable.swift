public import LiveActivityFoundation

/// A type that can encode itself as JSON member by member, without `Codable`'s containers: the counterpart of ``JSONReadable``.
///
/// ```swift
/// extension Position: JSONWritable {
///     public func write(to json: inout JSONWriter) {
///         json.member("latitude", latitude)
///         json.member("longitude", longitude)
///     }
/// }
/// ```
///
/// ``WireEncoder`` calls `write(to:)` for such a value, for any output. It must write the same as `encode(to:)`, in the same
/// order; `ProviderConformance` in `LiveActivityTesting` compares the two. If a part has no JSON form (a number that is not
/// finite), the encoder discards the result and calls `encode(to:)`, which reports the error. It may be called twice for one
/// value: text is written directly, and if that is not possible, for instance because a member is written twice, the value is
/// written again.
///
/// An enumeration whose raw value is writable needs no more than `extension Step: JSONWritable {}`.
public protocol JSONWritable: Encodable {
    /// Writes this value as the current value of `json`.
    func write(to json: inout JSONWriter)
}

extension JSONWritable where Self: RawRepresentable, RawValue: JSONWritable {
    @inlinable public func write(to json: inout JSONWriter) { rawValue.write(to: &json) }
}

// MARK: - Types of the standard library and Foundation

extension Bool: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension String: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Double: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Int: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Int8: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Int16: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Int32: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Int64: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension UInt8: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension UInt16: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension UInt32: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension UInt64: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension UInt: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Date: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(timeIntervalSinceReferenceDate) }
}

extension ClosedRange: JSONWritable where Bound == Date {
    public func write(to json: inout JSONWriter) { json.put(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
    @inlinable public func write(to json: inout JSONWriter) {
        let array = json.openArray()
        for element in self {
            json.openElement()
            element.write(to: &json)
            json.close(elementOf: array)
        }
    }
}
