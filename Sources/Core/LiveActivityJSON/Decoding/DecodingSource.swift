/// One value to decode: the `Decoder` that a value's `init(from:)` gets, and its single value container.
struct DecodingSource: Decoder, SingleValueDecodingContainer {
    let core: DecoderCore
    let node: UInt32
    let frame: UInt32
    let trail: PathTrail?

    var codingPath: [any CodingKey] { core.path(frame, trail) }
    var userInfo: [CodingUserInfoKey: Any] { core.state.pointee.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard core.node(node).pointee.kind == .object else { throw failure([String: Any].self) }
        return KeyedDecodingContainer(
            KeyedDecoding<Key>(core: core, node: node, frame: frame, trail: trail))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard core.node(node).pointee.kind == .array else { throw failure([Any].self) }
        return UnkeyedDecoding(core: core, node: node, frame: frame, trail: trail)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func failure(_ type: any Any.Type) -> DecodingError {
        let found = core.node(node)
        if found.pointee.kind == .null { return core.failure(type, found, codingPath) }
        return .typeMismatch(
            type,
            .init(
                codingPath: codingPath,
                debugDescription: "Expected \(ExpectedValue(type: type)) and found \(found.pointee.nameWithArticle)."))
    }

    func decodeNil() -> Bool { core.node(node).pointee.kind == .null }

    @inline(__always)
    private func unwrap<T>(_ value: T?) throws -> T {
        guard let value else { throw core.failure(T.self, core.node(node), codingPath) }
        return value
    }

    func decode(_ type: Bool.Type) throws -> Bool { try unwrap(core.bool(core.node(node))) }
    func decode(_ type: String.Type) throws -> String { try unwrap(core.string(core.node(node))) }
    func decode(_ type: Double.Type) throws -> Double { try unwrap(core.double(core.node(node))) }
    func decode(_ type: Float.Type) throws -> Float { try unwrap(core.float(core.node(node))) }
    func decode(_ type: Int.Type) throws -> Int { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: Int8.Type) throws -> Int8 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: Int16.Type) throws -> Int16 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: Int32.Type) throws -> Int32 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: Int64.Type) throws -> Int64 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: Int128.Type) throws -> Int128 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: UInt.Type) throws -> UInt { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try unwrap(core.integer(core.node(node), as: type)) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try unwrap(core.integer(core.node(node), as: type)) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try core.value(type, from: self) }
}
