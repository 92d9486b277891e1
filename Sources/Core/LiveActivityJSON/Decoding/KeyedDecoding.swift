/// Decodes the members of one object.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let core: DecoderCore
    let node: UInt32
    let frame: UInt32
    let trail: PathTrail?

    var codingPath: [any CodingKey] { core.path(frame, trail) }

    /// The keys in document order.
    var allKeys: [Key] {
        var keys: [Key] = []
        var child = node + 1
        for _ in 0..<core.node(node).pointee.count {
            if let key = Key(stringValue: String(decoding: core.key(of: child), as: UTF8.self)) { keys.append(key) }
            child += core.node(child).pointee.link
        }
        if keys.count != 1 { core.state.pointee.caseKeys = Key.self }
        return keys
    }

    /// The member's node, or 0.
    @inline(__always)
    private func member(_ name: String) -> UInt32 { core.member(name, of: node) }

    func contains(_ key: Key) -> Bool { member(key.stringValue) != 0 }

    @inline(__always)
    private func child(_ key: Key) throws -> UInt32 {
        let child = member(key.stringValue)
        if child == 0 { throw notFound(key) }
        return child
    }

    /// Whether the member exists and is not null.
    @inline(__always)
    private func childIfPresent(_ key: Key) -> UInt32? {
        let child = member(key.stringValue)
        return child == 0 || core.state.pointee.nodes[Int(child)].kind == .null ? nil : child
    }

    @inline(never)
    private func notFound(_ key: Key) -> DecodingError {
        .keyNotFound(
            key,
            .init(
                codingPath: codingPath, debugDescription: "The object has no member \"\(key.stringValue.abridged)\"."))
    }

    @inline(__always)
    private func unwrap<T>(_ value: T?, _ child: UInt32, _ key: Key) throws -> T {
        guard let value else { throw core.failure(T.self, core.node(child), core.path(frame, trail, key)) }
        return value
    }

    func decodeNil(forKey key: Key) throws -> Bool { core.node(try child(key)).pointee.kind == .null }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        let child = try child(key)
        return try unwrap(core.bool(core.node(child)), child, key)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let child = childIfPresent(key) else { return nil }
        return try unwrap(core.bool(core.node(child)), child, key)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        let child = try child(key)
        return try unwrap(core.string(core.node(child)), child, key)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let child = childIfPresent(key) else { return nil }
        return try unwrap(core.string(core.node(child)), child, key)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        let child = try child(key)
        return try unwrap(core.double(core.node(child)), child, key)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        guard let child = childIfPresent(key) else { return nil }
        return try unwrap(core.double(core.node(child)), child, key)
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        let child = try child(key)
        return try unwrap(core.float(core.node(child)), child, key)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        guard let child = childIfPresent(key) else { return nil }
        return try unwrap(core.float(core.node(child)), child, key)
    }

    // MARK: Integers

    @inline(__always)
    private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
        let child = try child(key)
        return try unwrap(core.integer(core.node(child), as: type), child, key)
    }

    @inline(__always)
    private func integerIfPresent<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T? {
        guard let child = childIfPresent(key) else { return nil }
        return try unwrap(core.integer(core.node(child), as: type), child, key)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(type, key) }

    // MARK: Composed values

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try core.value(type, at: try child(key), key, under: frame, trail)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let child = childIfPresent(key) else { return nil }
        return try core.value(type, at: child, key, under: frame, trail)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try source(try child(key), key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try source(try child(key), key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { superSource(JSONKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { superSource(key) }

    /// A missing member decodes as null, as with Foundation.
    private func superSource(_ key: some CodingKey) -> DecodingSource {
        let child = member(key.stringValue)
        return source(child == 0 ? DecoderCore.missing : child, key)
    }

    private func source(_ child: UInt32, _ key: some CodingKey) -> DecodingSource {
        DecodingSource(core: core, node: child, frame: frame, trail: .extending(trail, by: key))
    }
}
