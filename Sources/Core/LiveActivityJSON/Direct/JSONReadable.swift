public import LiveActivityFoundation

/// A type that can read itself from JSON member by member, without `Codable`'s containers.
///
/// Those containers make up nine tenths of what a small value costs to decode: boxes, and generic types looked up anew for each. Where
/// events come by the hundred thousand a second, their type reads itself, and `Decodable` remains for everything else:
///
/// ```swift
/// extension Position: JSONReadable {
///     public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
///         self.init(latitude: try json["latitude"], longitude: try json["longitude"])
///     }
/// }
/// ```
///
/// Nothing else changes: ``WireDecoder`` sees by itself that a type does this, and asks it first. **It only has to know what is usual.**
/// Where it throws ``JSONReader/GaveUp``, `init(from:)` decides what the value is or what is wrong with it; so errors, rare
/// forms and old versions need not be handled twice. What it does read must be what `init(from:)` would have made of it;
/// `ProviderConformance` in `LiveActivityTesting` compares the two. Not for a type that looks at its decoder's `userInfo`.
///
/// An enumeration whose raw value is readable needs no more than `extension Step: JSONReadable {}`.
public protocol JSONReadable: Decodable {
    /// Reads the value at which `json` stands.
    ///
    /// - Throws: ``JSONReader/GaveUp`` when it is anything out of the ordinary.
    init(reading json: inout JSONReader) throws(JSONReader.GaveUp)
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
    @inlinable public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let value = Self(rawValue: try RawValue(reading: &json)) else { throw JSONReader.GaveUp() }
        self = value
    }
}

extension JSONReadable {
    /// What `init(reading:)` makes of `value`; `nil` if it gives up.
    package init?(itself value: JSONValue) {
        var reader = JSONReader(value.flat, at: value.index)
        do throws(JSONReader.GaveUp) { try self.init(reading: &reader) } catch { return nil }
        withExtendedLifetime(value) {}
    }
}

// MARK: - What everything is made of

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
        guard json.value.pointee.kind == .string else { throw JSONReader.GaveUp() }
        self = String(decoding: json.flat.buffer(json.value.pointee.range), as: UTF8.self)
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

/// As a number of seconds since 2001; a date as text is left to `Decodable`.
extension Date: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        self.init(timeIntervalSinceReferenceDate: try Double(reading: &json))
    }
}

extension ClosedRange: JSONReadable where Bound == Date {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let dates = json.flat.dates(json.value) else { throw JSONReader.GaveUp() }
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
