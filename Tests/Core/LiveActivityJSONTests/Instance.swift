import Foundation

/// The schema of the value that is decoded next; ``Instance`` advances it.
final class SchemaCursor: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "schema") ?? { fatalError("a raw value that is not empty") }()

    /// Safe: a cursor is used by one decoding on one thread.
    var schema: Schema

    init(_ schema: Schema) { self.schema = schema }
}

/// A value of a generated type.
struct Instance: Codable {
    var schema: Schema
    var item: Item

    // MARK: Encoding

    func encode(to encoder: any Encoder) throws {
        switch (schema, item) {
        case (.leaf(let leaf), _):
            try encode(leaf, in: encoder)
        case (.single(let inner), _):
            var container = encoder.singleValueContainer()
            try container.encode(Instance(schema: inner, item: item))
        case (.array(let element), .array(let items)):
            var container = encoder.unkeyedContainer()
            for item in items { try Self.encode(item, element, in: &container) }
        case (.map(let value), .map(let items)):
            try items.mapValues { Instance(schema: value, item: $0) }.encode(to: encoder)
        case (.object(let fields), .object(let items)):
            var container = encoder.container(keyedBy: AnyKey.self)
            for field in fields { try Self.encode(field, items[field.key], in: &container) }
        case (.existing, .intKeyed(let value)): try value.encode(to: encoder)
        case (.existing, .dateKeyed(let value)): try value.encode(to: encoder)
        case (.existing, .optionalInts(let value)): try value.encode(to: encoder)
        case (.existing, .mode(let value)): try value.encode(to: encoder)
        case (.existing, .nested(let value)): try value.encode(to: encoder)
        default: fatalError("\(item) is no \(schema)")
        }
    }

    private static func encode(_ item: Item, _ schema: Schema, in container: inout any UnkeyedEncodingContainer) throws {
        switch item {
        case .bool(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .null: try container.encodeNil()
        default: try container.encode(Instance(schema: schema, item: item))
        }
    }

    private static func encode(
        _ field: Schema.Field, _ item: Item?, in container: inout KeyedEncodingContainer<AnyKey>
    ) throws {
        let key = AnyKey(field.key)
        let value = item.map { Instance(schema: field.schema, item: $0) }
        guard let value else { return try container.encodeIfPresent(value, forKey: key) }
        switch field.door {
        case .keyed:
            switch value.item {
            case .bool(let value): try container.encode(value, forKey: key)
            case .string(let value): try container.encodeIfPresent(value, forKey: key)
            case .double(let value): try container.encode(value, forKey: key)
            case .float(let value): try container.encode(value, forKey: key)
            case .null: try container.encodeNil(forKey: key)
            default: try container.encode(value, forKey: key)
            }
        case .nestedKeyed:
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
            try nested.encode(value, forKey: AnyKey("inner"))
        case .nestedUnkeyed:
            var nested = container.nestedUnkeyedContainer(forKey: key)
            try nested.encode(value)
        case .superCoder: try value.encode(to: container.superEncoder())
        case .superCoderForKey: try value.encode(to: container.superEncoder(forKey: key))
        }
    }

    private func encode(_ leaf: Schema.Leaf, in encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch (leaf, item) {
        case (_, .bool(let value)): try container.encode(value)
        case (_, .string(let value)): try container.encode(value)
        case (_, .double(let value)): try container.encode(value)
        case (_, .float(let value)): try container.encode(value)
        case (.int, .signed(let value)): try container.encode(Int(value))
        case (.int8, .signed(let value)): try container.encode(Int8(value))
        case (.int16, .signed(let value)): try container.encode(Int16(value))
        case (.int32, .signed(let value)): try container.encode(Int32(value))
        case (.int64, .signed(let value)): try container.encode(Int64(value))
        case (_, .signed(let value)): try container.encode(value)
        case (.uint, .unsigned(let value)): try container.encode(UInt(value))
        case (.uint8, .unsigned(let value)): try container.encode(UInt8(value))
        case (.uint16, .unsigned(let value)): try container.encode(UInt16(value))
        case (.uint32, .unsigned(let value)): try container.encode(UInt32(value))
        case (.uint64, .unsigned(let value)): try container.encode(UInt64(value))
        case (_, .unsigned(let value)): try container.encode(value)
        case (_, .date(let value)): try container.encode(value)
        case (_, .url(let value)): try container.encode(value)
        case (_, .uuid(let value)): try container.encode(value)
        case (_, .data(let value)): try container.encode(value)
        case (_, .decimal(let value)): try container.encode(value)
        case (_, .range(let value)): try container.encode(value)
        case (_, .duration(let value)): try container.encode(value)
        default: try container.encodeNil()
        }
    }

    // MARK: Decoding

    init(schema: Schema, item: Item) {
        self.schema = schema
        self.item = item
    }

    init(from decoder: any Decoder) throws {
        guard let cursor = decoder.userInfo[SchemaCursor.key] as? SchemaCursor else { fatalError("no schema") }
        schema = cursor.schema
        switch schema {
        case .leaf(let leaf):
            item = try Self.decode(leaf, from: decoder)
        case .single(let inner):
            cursor.schema = inner
            item = try decoder.singleValueContainer().decode(Instance.self).item
        case .array(let element):
            var container = try decoder.unkeyedContainer()
            var items: [Item] = []
            while !container.isAtEnd {
                cursor.schema = element
                if case .leaf(.null) = element {
                    guard try container.decodeNil() else { _ = try container.decode(String.self); break }
                    items.append(.null)
                } else {
                    items.append(try container.decode(Instance.self).item)
                }
            }
            item = .array(items)
        case .map(let value):
            let container = try decoder.container(keyedBy: AnyKey.self)
            var items: [String: Item] = [:]
            // Sorted, so that two coders find the same error first.
            for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                cursor.schema = value
                items[key.stringValue] = try container.decode(Instance.self, forKey: key).item
            }
            item = .map(items)
        case .object(let fields):
            let container = try decoder.container(keyedBy: AnyKey.self)
            var items: [String: Item] = [:]
            for field in fields { items[field.key] = try Self.decode(field, from: container, cursor) }
            item = .object(items)
        case .existing(let type):
            let container = try decoder.singleValueContainer()
            switch type {
            case .intKeyed: item = .intKeyed(try container.decode([Int: String].self))
            case .dateKeyed: item = .dateKeyed(try container.decode([Date: Int8].self))
            case .optionalInts: item = .optionalInts(try container.decode([Int?].self))
            case .mode: item = .mode(try container.decode(SampleMode.self))
            case .nested: item = .nested(try container.decode(SampleState.self))
            }
        }
    }

    private static func decode(
        _ field: Schema.Field, from container: KeyedDecodingContainer<AnyKey>, _ cursor: SchemaCursor
    ) throws -> Item? {
        let key = AnyKey(field.key)
        cursor.schema = field.schema
        switch field.door {
        case .keyed:
            switch (field.schema, field.isOptional) {
            case (.leaf(.bool), false): return .bool(try container.decode(Bool.self, forKey: key))
            case (.leaf(.bool), true): return try container.decodeIfPresent(Bool.self, forKey: key).map { .bool($0) }
            case (.leaf(.string), false): return .string(try container.decode(String.self, forKey: key))
            case (.leaf(.string), true): return try container.decodeIfPresent(String.self, forKey: key).map { .string($0) }
            case (.leaf(.int), false): return .signed(Int128(try container.decode(Int.self, forKey: key)))
            case (.leaf(.int8), true): return try container.decodeIfPresent(Int8.self, forKey: key).map { .signed(Int128($0)) }
            case (.leaf(.uint64), true):
                return try container.decodeIfPresent(UInt64.self, forKey: key).map { .unsigned(UInt128($0)) }
            case (.leaf(.double), false): return .double(try container.decode(Double.self, forKey: key))
            case (.leaf(.double), true): return try container.decodeIfPresent(Double.self, forKey: key).map { .double($0) }
            case (.leaf(.float), true): return try container.decodeIfPresent(Float.self, forKey: key).map { .float($0) }
            case (.leaf(.null), false): return try container.decodeNil(forKey: key) ? .null : nil
            case (_, false): return try container.decode(Instance.self, forKey: key).item
            case (_, true): return try container.decodeIfPresent(Instance.self, forKey: key)?.item
            }
        case .nestedKeyed:
            let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
            return try nested.decode(Instance.self, forKey: AnyKey("inner")).item
        case .nestedUnkeyed:
            var nested = try container.nestedUnkeyedContainer(forKey: key)
            return try nested.decode(Instance.self).item
        case .superCoder: return try Instance(from: container.superDecoder()).item
        case .superCoderForKey: return try Instance(from: container.superDecoder(forKey: key)).item
        }
    }

    private static func decode(_ leaf: Schema.Leaf, from decoder: any Decoder) throws -> Item {
        let container = try decoder.singleValueContainer()
        switch leaf {
        case .bool: return .bool(try container.decode(Bool.self))
        case .string: return .string(try container.decode(String.self))
        case .double: return .double(try container.decode(Double.self))
        case .float: return .float(try container.decode(Float.self))
        case .int: return .signed(Int128(try container.decode(Int.self)))
        case .int8: return .signed(Int128(try container.decode(Int8.self)))
        case .int16: return .signed(Int128(try container.decode(Int16.self)))
        case .int32: return .signed(Int128(try container.decode(Int32.self)))
        case .int64: return .signed(Int128(try container.decode(Int64.self)))
        case .int128: return .signed(try container.decode(Int128.self))
        case .uint: return .unsigned(UInt128(try container.decode(UInt.self)))
        case .uint8: return .unsigned(UInt128(try container.decode(UInt8.self)))
        case .uint16: return .unsigned(UInt128(try container.decode(UInt16.self)))
        case .uint32: return .unsigned(UInt128(try container.decode(UInt32.self)))
        case .uint64: return .unsigned(UInt128(try container.decode(UInt64.self)))
        case .uint128: return .unsigned(try container.decode(UInt128.self))
        case .date: return .date(try container.decode(Date.self))
        case .url: return .url(try container.decode(URL.self))
        case .uuid: return .uuid(try container.decode(UUID.self))
        case .data: return .data(try container.decode(Data.self))
        case .decimal: return .decimal(try container.decode(Decimal.self))
        case .range: return .range(try container.decode(ClosedRange<Date>.self))
        case .duration: return .duration(try container.decode(Duration.self))
        case .null: return container.decodeNil() ? .null : .string(try container.decode(String.self))
        }
    }
}
