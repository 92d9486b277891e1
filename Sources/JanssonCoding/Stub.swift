#if canImport(FoundationEssentials)
import Foundation
#else
import Foundation
#endif
public final class JanssonEncoder {
    public struct OutputFormatting: OptionSet, Sendable { public let rawValue: Int; public init(rawValue: Int) { self.rawValue = rawValue }
      public static let sortedKeys = Self(rawValue: 1) }
    public var outputFormatting: OutputFormatting = []
    public init() {}
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] { var b: [UInt8] = []; try encode(value, into: &b); return b }
    public func encode<T: Encodable>(_ value: T, into bytes: inout [UInt8]) throws { bytes += try JSONEncoder().encode(value) }
    public func encodeToJSONValue<T: Encodable>(_ value: T) throws -> JSONValue { JSONValue() }
}
public final class JanssonDecoder {
    public init() {}
    public var acceptsISO8601Dates = false
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T { try JSONDecoder().decode(type, from: Data(bytes)) }
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeBufferPointer<UInt8>) throws -> T { fatalError() }
    public func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws -> T { fatalError() }
}
public struct JSONValue: Codable, Hashable, Sendable { public init() {} 
    public init(parsing bytes: [UInt8]) throws {}
    public func encode(to e: any Encoder) throws {}
}
public struct JSONText: Codable, Hashable, Sendable { public var bytes: [UInt8]; public init(trusted bytes: [UInt8]) { self.bytes = bytes }
 public init(from d: any Decoder) throws { bytes = Array(try d.singleValueContainer().decode(String.self).utf8) }
 public func encode(to e: any Encoder) throws { var c = e.singleValueContainer(); try c.encode(String(decoding: bytes, as: UTF8.self)) } }
