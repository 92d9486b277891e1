public import LiveActivityFoundation

/// A type that can decode itself from JSON member by member, without `Codable`'s containers.
///
/// These containers are nine tenths of the cost of decoding a small value: they need boxes, and generic types that are looked
/// up for each value. A type whose values are decoded a hundred thousand times a second can therefore read itself:
///
/// ```swift
/// extension Position: JSONReadable {
///     public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
///         self.init(latitude: try json["latitude"], longitude: try json["longitude"])
///     }
/// }
/// ```
///
/// ``WireDecoder`` finds the conformance itself and calls `init(reading:)` first. **This initialiser only has to read the
/// common form.** When it throws ``JSONReader/GaveUp``, the decoder calls `init(from:)`, which reads rare forms and old
/// versions and reports errors. For every value that `init(reading:)` accepts, it must give the same result as `init(from:)`;
/// `ProviderConformance` in `LiveActivityTesting` compares the two. A type that uses its decoder's `userInfo` cannot conform.
///
/// An enumeration whose raw value is readable needs no more than `extension Step: JSONReadable {}`.
public protocol JSONReadable: Decodable {
    /// Reads the current value of `json`.
    ///
    /// - Throws: ``JSONReader/GaveUp`` for anything but the common form.
    init(reading json: inout JSONReader) throws(JSONReader.GaveUp)
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
    @inlinable public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let value = Self(rawValue: try RawValue(reading: &json)) else { throw JSONReader.GaveUp() }
        self = value
    }
}

extension JSONReadable {
    /// Decodes a value with `init(reading:)`; `nil` if it gives up.
    package init?(itself value: JSONValue) {
        var reader = JSONReader(value.flat, at: value.index)
        do throws(JSONReader.GaveUp) { try self.init(reading: &reader) } catch { return nil }
        withExtendedLifetime(value) {}
    }
}

// MARK: - Types of the standard library and Foundation

extension Bool: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        switch json.value.pointee.kind {
        case .true: self = true
        case .false: self = false
        default: throw JSONReader.GaveUp()
        }
    }
}

extension String: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        self = String(decoding: try json.string, as: UTF8.self)
    }
}

extension Double: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let number = json.flat.double(json.value) else { throw JSONReader.GaveUp() }
        self = number
    }
}

extension Int: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension Int8: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension Int16: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension Int32: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension Int64: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension UInt8: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension UInt16: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension UInt32: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension UInt64: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

extension UInt: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { self = try json.integer() }
}

/// Reads a number of seconds since 2001; a date as text is left to `Decodable`.
extension Date: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        self.init(timeIntervalSinceReferenceDate: try Double(reading: &json))
    }
}

extension ClosedRange: JSONReadable where Bound == Date {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let dates = json.flat.dates(json.value) else { throw JSONReader.GaveUp() }
        json.enterAllElements()
        self = dates
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    @inlinable public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        self = []
        var places = try json.enterArray()
        reserveCapacity(places.count)
        while json.enterElement(&places) { append(try Element(reading: &json)) }
        json.leave(places)
    }
}
