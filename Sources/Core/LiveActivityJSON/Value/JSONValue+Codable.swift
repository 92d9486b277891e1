import LiveActivityFoundation

extension JSONValue: Codable {
    /// Encodes the value as a whole with ``WireEncoder``, and member by member with any other encoder.
    public func encode(to encoder: any Encoder) throws {
        if let target = encoder as? EncodingTarget {
            return target.core.put(target.core.embed(self), into: target)
        }
        switch kind {
        case .object:
            var container = encoder.container(keyedBy: JSONKey.self)
            for (key, value) in members { try container.encode(value, forKey: JSONKey(stringValue: key)) }
        case .array:
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool:
            try (bool ?? false).encode(to: encoder)
        case .string:
            try (string ?? "").encode(to: encoder)
        case .number:
            try encodeNumber(to: encoder)
        }
    }

    private func encodeNumber(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if node.pointee.kind != .double, node.pointee.kind != .float {
            // Minus zero is a Double, although its text is an integer's.
            if let small = integer(as: Int64.self), numberText != "-0" { return try container.encode(small) }
            if let large = integer(as: UInt64.self), numberText != "-0" { return try container.encode(large) }
        }
        if let double, JSONValue(double) == self { return try container.encode(double) }
        guard let numberText, let decimal = Decimal(string: numberText) else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(description.abridged) has more digits than any number type."))
        }
        try container.encode(decimal)
    }

    /// Decodes the value as a whole with ``WireDecoder``, and member by member with any other decoder.
    public init(from decoder: any Decoder) throws {
        if let source = decoder as? DecodingSource {
            self = source.core.json(source.core.node(source.node))
            return
        }
        if let container = try? decoder.container(keyedBy: JSONKey.self) {
            self.init(members: try container.allKeys.map { ($0.stringValue, try container.decode(JSONValue.self, forKey: $0)) })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self.init(elements)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return JSONValue(value) }
        if let value = try? container.decode(String.self) { return JSONValue(value) }
        if let value = try? container.decode(Int64.self) { return JSONValue(value) }
        if let value = try? container.decode(UInt64.self) { return JSONValue(value) }
        // Tried before Double, so that digits which a Double would lose are kept.
        if let value = try? container.decode(Decimal.self), !value.isNaN {
            return JSONValue(.number, text: value.description)
        }
        guard let value = JSONValue(try container.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "JSON has no such number.")
        }
        return value
    }
}
