import LiveActivityCore

/// A decoder that notes what it is asked for.
struct ProbeDecoder: Decoder {
    let probe: Probe
    let place: ProbePlace
    let node: ProbeNode

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        node.isObject = true
        return KeyedDecodingContainer(ProbeMembers(probe: probe, place: place, node: node))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        node.elements = []
        return ProbeElements(probe: probe, place: place, node: node)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ProbeSingle(probe: probe, place: place, node: node)
    }
}

/// The members of an object.
struct ProbeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: Probe
    let place: ProbePlace
    let node: ProbeNode

    var codingPath: [any CodingKey] { [] }

    /// Asked for by what the compiler makes for an enumeration, and by types whose keys are not known before.
    var allKeys: [Key] {
        let names = CaseNames.keys(of: Key.self)
        guard !names.isEmpty else {
            probe.note("its keys are found when it is read; only those of the samples are known", at: place)
            return place.samples.flatMap { $0.members.map(\.key) }.compactMap { Key(stringValue: $0) }
        }
        if node.caseKeys == nil {
            node.caseKeys = Key.self
            node.caseNames = names
            node.chosen = place.samples.lazy.compactMap { sample in names.first { sample[$0] != nil } }.first ?? names[0]
        }
        return [node.chosen.flatMap { Key(stringValue: $0) }].compactMap { $0 }
    }

    func contains(_ key: Key) -> Bool {
        node.optional.insert(key.stringValue)
        return !place.isOneSample || !place.member(key.stringValue).samples.isEmpty
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        node.optional.insert(key.stringValue)
        return false
    }

    private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let found = probe.find(type, place.member(key.stringValue))
        node.add(key.stringValue, found.shape, isRequired: true)
        guard let value = found.value else { throw Unprobed() }
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let inner = place.member(key.stringValue)
        let found = probe.find(type, inner)
        node.add(key.stringValue, found.shape, isRequired: false)
        return place.isOneSample && inner.samples.isEmpty ? nil : found.value
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(type, key) }

    /// The values of a case.
    func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        guard node.caseNames.contains(key.stringValue) else {
            return try refused("an object inside the object, without a type of its own", key)
        }
        let inner = node.caseNodes[key.stringValue] ?? ProbeNode()
        node.caseNodes[key.stringValue] = inner
        return KeyedDecodingContainer(
            ProbeMembers<Nested>(probe: probe, place: place.member(key.stringValue), node: inner))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try refused("an array inside the object, without a type of its own", key)
    }

    func superDecoder() throws -> any Decoder { throw Unprobed() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try refused("a decoder of its own", key) }

    private func refused<Result>(_ reason: String, _ key: Key) throws -> Result {
        node.add(key.stringValue, .unknown(reason), isRequired: true)
        probe.note(reason, at: place.member(key.stringValue))
        throw Unprobed()
    }
}

/// The elements of an array.
struct ProbeElements: UnkeyedDecodingContainer {
    let probe: Probe
    let place: ProbePlace
    let node: ProbeNode
    private(set) var currentIndex = 0

    init(probe: Probe, place: ProbePlace, node: ProbeNode) {
        (self.probe, self.place, self.node) = (probe, place, node)
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? {
        node.isCounted = true
        return 1
    }
    var isAtEnd: Bool {
        node.isCounted = true
        return currentIndex > 0
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let found = probe.find(type, place.element(node.isCounted ? nil : currentIndex))
        node.elements?.append(found.shape)
        currentIndex += 1
        guard let value = found.value else { throw Unprobed() }
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw Unprobed()
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unprobed() }
    mutating func superDecoder() throws -> any Decoder { throw Unprobed() }
}

/// One value without a container.
struct ProbeSingle: SingleValueDecodingContainer {
    let probe: Probe
    let place: ProbePlace
    let node: ProbeNode

    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let found = probe.find(type, place)
        node.single = node.single ?? found.shape
        guard let value = found.value else { throw Unprobed() }
        return value
    }
}
