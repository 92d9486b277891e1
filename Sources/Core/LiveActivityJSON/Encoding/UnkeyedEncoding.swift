/// Encodes the elements of one array.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let core: EncoderCore
    let node: UInt32
    let frame: UInt32
    let trail: PathTrail?

    var codingPath: [any CodingKey] { core.path(frame, trail) }
    var count: Int { Int(core.node(node).pointee.count) }

    @inline(__always)
    private func add(_ value: Node) { core.append(core.newNode(value), to: node) }

    func encodeNil() throws { add(Node(.null)) }
    func encode(_ value: Bool) throws { add(Node(value ? .true : .false)) }
    func encode(_ value: String) throws { add(core.string(value)) }

    func encode(_ value: Double) throws {
        guard value.isFinite else { throw core.notANumber(value, frame, trail, JSONKey(index: count)) }
        add(Node(.double, payload: value.bitPattern))
    }

    func encode(_ value: Float) throws {
        guard value.isFinite else { throw core.notANumber(value, frame, trail, JSONKey(index: count)) }
        add(Node(.float, payload: Double(value).bitPattern))
    }

    func encode(_ value: Int) throws { add(core.integer(value)) }
    func encode(_ value: Int8) throws { add(core.integer(value)) }
    func encode(_ value: Int16) throws { add(core.integer(value)) }
    func encode(_ value: Int32) throws { add(core.integer(value)) }
    func encode(_ value: Int64) throws { add(core.integer(value)) }
    func encode(_ value: Int128) throws { add(core.integer(value)) }
    func encode(_ value: UInt) throws { add(core.integer(value)) }
    func encode(_ value: UInt8) throws { add(core.integer(value)) }
    func encode(_ value: UInt16) throws { add(core.integer(value)) }
    func encode(_ value: UInt32) throws { add(core.integer(value)) }
    func encode(_ value: UInt64) throws { add(core.integer(value)) }
    func encode(_ value: UInt128) throws { add(core.integer(value)) }

    func encode<T: Encodable>(_ value: T) throws {
        try core.write(value, elementOf: node, under: frame, trail)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(target().object(as: type))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { target().unkeyedContainer() }
    func superEncoder() -> any Encoder { target() }

    /// A target for the next element, which is an empty object until something is encoded.
    private func target() -> EncodingTarget {
        let key = JSONKey(index: count)
        let child = core.newNode(Node(.unset))
        core.append(child, to: node)
        return EncodingTarget(core: core, node: child, frame: frame, trail: .extending(trail, by: key))
    }
}
