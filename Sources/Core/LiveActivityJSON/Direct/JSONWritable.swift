public import LiveActivityFoundation

/// A type that can write itself as JSON member by member, without `Codable`'s containers: the other half of ``JSONReadable``.
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
/// Wherever ``WireEncoder`` is given such a value, as text, `json_t` or ``JSONValue``, it lets it write itself. It must write what
/// its `encode(to:)` does, in the same order; `ProviderConformance` in `LiveActivityTesting` compares the two. What has no JSON form (a
/// number that is not finite) is then left to `encode(to:)`, which says so best.
///
/// An enumeration whose raw value is writable needs no more than `extension Step: JSONWritable {}`.
public protocol JSONWritable: Encodable {
    /// Writes the value at which `json` stands.
    func write(to json: inout JSONWriter)
}

extension JSONWritable where Self: RawRepresentable, RawValue: JSONWritable {
    @inlinable public func write(to json: inout JSONWriter) { rawValue.write(to: &json) }
}

// MARK: - What everything is made of

extension Bool: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(Node(self ? .true : .false)) }
}

extension String: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(json.core.string(self)) }
}

extension Double: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(number: self) }
}

extension Int: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(json.core.integer(self)) }
}

extension Int64: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(json.core.integer(self)) }
}

extension UInt8: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(json.core.integer(self)) }
}

extension UInt16: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(json.core.integer(self)) }
}

extension UInt32: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(json.core.integer(self)) }
}

extension Date: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(number: timeIntervalSinceReferenceDate) }
}

extension ClosedRange: JSONWritable where Bound == Date {
    public func write(to json: inout JSONWriter) {
        guard lowerBound.timeIntervalSinceReferenceDate.isFinite, upperBound.timeIntervalSinceReferenceDate.isFinite else {
            return json.giveUp()
        }
        json.put(json.core.array(self))
    }
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
