import Foundation

// The JSON format of resolved views.
//
// A node, effect, paint or outline is an object. Its `type` has SwiftUI's name; its other members have the names of the
// Swift properties. Members with their default value are left out. An opaque color is "#RRGGBB". Numbers that JSON does
// not have are the strings "infinity", "-infinity" and "nan". The encoder chooses the format of dates; a range of dates
// is a pair.
//
// ```
// { "type": "text", "runs": [{ "string": "5 min", "font": { "size": 12, "weight": 600 }, "paint": "#FFFFFF" }],
//   "lineLimit": 1, "effects": [{ "type": "padding", "leading": 8, "trailing": 8 }] }
// ```

struct NodeKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Writes an object without members that have their default value. Each method returns the writer, so that calls can be
/// chained.
struct NodeWriter {
    private let container: KeyedEncodingContainer<NodeKey>

    init(_ encoder: any Encoder) { container = encoder.container(keyedBy: NodeKey.self) }

    init(_ type: String, _ encoder: any Encoder) throws {
        self.init(encoder)
        try put(type, "type")
    }

    /// A copy of the container writes to the same object.
    @discardableResult private func put(_ value: some Encodable, _ key: NodeKey) throws -> NodeWriter {
        var container = container
        try container.encode(value, forKey: key)
        return self
    }

    @discardableResult func write(_ value: some Encodable, _ key: NodeKey) throws -> NodeWriter { try put(value, key) }

    @discardableResult
    func write<Value: Encodable & Equatable>(_ value: Value, _ key: NodeKey, usually standard: Value) throws -> NodeWriter {
        value == standard ? self : try put(value, key)
    }

    @discardableResult func write(_ value: (some Encodable)?, _ key: NodeKey) throws -> NodeWriter {
        try value.map { try put($0, key) } ?? self
    }

    @discardableResult func write(_ number: Double, _ key: NodeKey, usually standard: Double) throws -> NodeWriter {
        number == standard ? self : try put(AnyNumber(number), key)
    }

    @discardableResult func write(_ number: Double, _ key: NodeKey) throws -> NodeWriter { try put(AnyNumber(number), key) }

    @discardableResult func write(_ number: Double?, _ key: NodeKey) throws -> NodeWriter {
        try number.map { try put(AnyNumber($0), key) } ?? self
    }
}

/// Reads an object in which members with their default value are missing.
struct NodeReader {
    private let container: KeyedDecodingContainer<NodeKey>

    init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: NodeKey.self) }

    var type: String { get throws { try container.decode(String.self, forKey: "type") } }

    func has(_ key: NodeKey) -> Bool { container.contains(key) }

    func read<Value: Decodable>(_ key: NodeKey) throws -> Value { try container.decode(Value.self, forKey: key) }

    func read<Value: Decodable>(_ key: NodeKey, usually standard: Value) throws -> Value {
        try container.decodeIfPresent(Value.self, forKey: key) ?? standard
    }

    func optional<Value: Decodable>(_ key: NodeKey) throws -> Value? { try container.decodeIfPresent(Value.self, forKey: key) }

    func number(_ key: NodeKey, usually standard: Double? = nil) throws -> Double {
        if let standard, !container.contains(key) { return standard }
        return try container.decode(AnyNumber.self, forKey: key).value
    }

    func optionalNumber(_ key: NodeKey) throws -> Double? { try container.decodeIfPresent(AnyNumber.self, forKey: key)?.value }

    /// The error for a type that this version does not know.
    func unknown(_ what: String) throws -> DecodingError {
        DecodingError.dataCorruptedError(forKey: "type", in: container, debugDescription: "there is no \(what) '\(try type)'")
    }
}

/// A number, or the name of a number that JSON does not have.
struct AnyNumber: Codable {
    let value: Double

    init(_ value: Double) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let name = try? container.decode(String.self) else {
            value = try container.decode(Double.self)
            return
        }
        switch name {
        case "infinity": value = .infinity
        case "-infinity": value = -.infinity
        case "nan": value = .nan
        default:
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected a number, \"infinity\", \"-infinity\" or \"nan\", not \"\(name)\"")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if value.isFinite {
            try container.encode(value)
        } else {
            try container.encode(value.isNaN ? "nan" : value > 0 ? "infinity" : "-infinity")
        }
    }
}
