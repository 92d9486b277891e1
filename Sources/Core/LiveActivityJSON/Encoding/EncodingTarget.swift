/// One node to encode into: the `Encoder` that a value's `encode(to:)` gets, and its single value container.
struct EncodingTarget: Encoder, SingleValueEncodingContainer {
    let core: EncoderCore
    let node: UInt32
    let frame: UInt32
    let trail: PathTrail?

    var codingPath: [any CodingKey] { core.path(frame, trail) }
    var userInfo: [CodingUserInfoKey: Any] { core.state.pointee.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            KeyedEncoding<Key>(core: core, node: core.open(.object, at: self), frame: frame, trail: trail))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoding(core: core, node: core.open(.array, at: self), frame: frame, trail: trail)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { core.put(Node(.null), into: self) }
    func encode(_ value: Bool) throws { core.put(Node(value ? .true : .false), into: self) }
    func encode(_ value: String) throws { core.put(core.string(value), into: self) }
    func encode(_ value: Double) throws { core.put(try core.number(value, frame, trail), into: self) }
    func encode(_ value: Float) throws { core.put(try core.number(value, frame, trail), into: self) }
    func encode(_ value: Int) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: Int8) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: Int16) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: Int32) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: Int64) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: Int128) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: UInt) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: UInt8) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: UInt16) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: UInt32) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: UInt64) throws { core.put(core.integer(value), into: self) }
    func encode(_ value: UInt128) throws { core.put(core.integer(value), into: self) }

    func encode<T: Encodable>(_ value: T) throws {
        try core.write(value, to: self)
        if core.node(node).pointee.kind == .unset { core.node(node).pointee.kind = .object }
    }
}
