/// Encodes the members of one object.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let core: EncoderCore
    let node: UInt32
    let frame: UInt32
    let trail: PathTrail?

    var codingPath: [any CodingKey] { core.path(frame, trail) }

    @inline(__always)
    private func add(_ value: Node, _ key: Key) {
        let child = core.newNode(value)
        core.name(child, key.stringValue)
        core.link(child, to: node)
    }

    func encodeNil(forKey key: Key) throws { add(Node(.null), key) }
    func encode(_ value: Bool, forKey key: Key) throws { add(Node(value ? .true : .false), key) }
    func encode(_ value: String, forKey key: Key) throws { add(core.string(value), key) }

    func encode(_ value: Double, forKey key: Key) throws {
        guard value.isFinite else { throw core.notANumber(value, frame, trail, key) }
        add(Node(.double, payload: value.bitPattern), key)
    }

    func encode(_ value: Float, forKey key: Key) throws {
        guard value.isFinite else { throw core.notANumber(value, frame, trail, key) }
        add(Node(.float, payload: Double(value).bitPattern), key)
    }

    func encode(_ value: Int, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: Int8, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: Int16, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: Int32, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: Int64, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: Int128, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: UInt, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: UInt8, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: UInt16, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: UInt32, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: UInt64, forKey key: Key) throws { add(core.integer(value), key) }
    func encode(_ value: UInt128, forKey key: Key) throws { add(core.integer(value), key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try core.write(value, as: key, called: key.stringValue, of: node, under: frame, trail)
    }

    // MARK: Optional members
    //
    // The protocol's default implementations do the same, but call the container through its witness table each time.

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try core.write(value, as: key, called: key.stringValue, of: node, under: frame, trail) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { if let value { try encode(value, forKey: key) } }

    // MARK: Nested containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(target(key, reusing: true).object(as: type))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        target(key, reusing: true).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { target(JSONKey.super, reusing: false) }
    func superEncoder(forKey key: Key) -> any Encoder { target(key, reusing: false) }

    /// The value of the member `key`, which is an empty object until something is encoded.
    private func target(_ key: some CodingKey, reusing: Bool) -> EncodingTarget {
        let name = key.stringValue
        let child: UInt32
        if reusing, let earlier = core.member(name, of: node) {
            child = earlier
        } else {
            child = core.newNode(Node(.unset))
            core.name(child, name)
            core.link(child, to: node)
        }
        return EncodingTarget(core: core, node: child, frame: frame, trail: .extending(trail, by: key))
    }
}

extension EncodingTarget {
    func object<Key: CodingKey>(as type: Key.Type) -> KeyedEncoding<Key> {
        KeyedEncoding(core: core, node: core.open(.object, at: self), frame: frame, trail: trail)
    }
}
