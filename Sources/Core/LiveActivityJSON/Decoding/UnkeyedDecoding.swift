/// Decodes the elements of one array, in order.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
    let core: DecoderCore
    let frame: UInt32
    let trail: PathTrail?
    private let total: UInt32
    private var position: UInt32 = 0
    private var next: UInt32

    init(core: DecoderCore, node: UInt32, frame: UInt32, trail: PathTrail?) {
        self.core = core
        self.frame = frame
        self.trail = trail
        total = core.node(node).pointee.count
        next = node &+ 1
    }

    var codingPath: [any CodingKey] { core.path(frame, trail) }
    var count: Int? { Int(total) }
    var currentIndex: Int { Int(position) }
    var isAtEnd: Bool { position >= total }

    @inline(__always)
    private func peek(_ type: any Any.Type) throws -> UnsafePointer<Node> {
        if position >= total { throw atEnd(type) }
        return core.state.pointee.nodes + Int(next)
    }

    @inline(never)
    private func atEnd(_ type: any Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: core.path(frame, trail, JSONKey(index: currentIndex)),
                debugDescription: "Expected \(ExpectedValue(type: type)) and the array has only \(total) elements."))
    }

    @inline(__always)
    private mutating func advance() {
        next &+= core.state.pointee.nodes[Int(next)].link
        position &+= 1
    }

    @inline(__always)
    private mutating func take<T>(_ value: T?, _ node: UnsafePointer<Node>) throws -> T {
        guard let value else { throw core.failure(T.self, node, core.path(frame, trail, JSONKey(index: currentIndex))) }
        advance()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try peek(Any?.self).pointee.kind == .null else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let node = try peek(type)
        return try take(core.bool(node), node)
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let node = try peek(type)
        return try take(core.string(node), node)
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let node = try peek(type)
        return try take(core.double(node), node)
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let node = try peek(type)
        return try take(core.float(node), node)
    }

    @inline(__always)
    private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        let node = try peek(type)
        return try take(core.integer(node, as: type), node)
    }

    mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        _ = try peek(type)
        let value = try core.value(type, at: next, position: position, under: frame, trail)
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try source(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try source((any UnkeyedDecodingContainer).self).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try source((any Decoder).self)
        advance()
        return decoder
    }

    private func source(_ type: any Any.Type) throws -> DecodingSource {
        _ = try peek(type)
        return DecodingSource(
            core: core, node: next, frame: frame, trail: .extending(trail, by: JSONKey(index: currentIndex)))
    }
}
