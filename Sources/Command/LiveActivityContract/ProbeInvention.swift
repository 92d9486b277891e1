import LiveActivityCore
import ValueInvention

/// Passes a type's `init(from:)` values of the samples, or zeroes, and records what it reads.
struct ProbeInvention: Invention {
    let probe: Probe
    let place: ProbePlace
    let node: ProbeNode

    var codingPath: [any CodingKey] { [] }

    func begin(_ container: InventedContainer) {
        switch container {
        case .object: node.isObject = true
        case .array: node.elements = []
        case .decoder: break
        }
    }

    // MARK: Members

    /// The case being read. For types whose keys are not known in advance, the keys of the samples.
    func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
        let names = CaseNames.keys(of: type)
        guard !names.isEmpty else {
            probe.note("its keys are only known when JSON is decoded, so these are the keys of the samples", at: place)
            return place.samples.flatMap { $0.members.map(\.key) }.compactMap { Key(stringValue: $0) }
        }
        if node.caseKeys == nil {
            node.caseKeys = type
            node.caseNames = names
            node.chosen = place.samples.lazy.compactMap { sample in names.first { sample[$0] != nil } }.first ?? names[0]
        }
        return [node.chosen.flatMap { Key(stringValue: $0) }].compactMap { $0 }
    }

    func contains(_ key: any CodingKey) -> Bool {
        node.optional.insert(key.stringValue)
        return !place.isOneSample || !place.member(key.stringValue).samples.isEmpty
    }

    func isNil(_ key: (any CodingKey)?) -> Bool {
        if let key { node.optional.insert(key.stringValue) }
        return false
    }

    func value<Value: Decodable>(_ type: Value.Type, _ key: (any CodingKey)?) throws -> Value {
        let found = probe.find(type, key.map { place.member($0.stringValue) } ?? place)
        if let key {
            node.add(key.stringValue, found.shape, isRequired: true)
        } else {
            node.single = node.single ?? found.shape
        }
        guard let value = found.value else { throw Unprobed() }
        return value
    }

    func optionalValue<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) -> Value? {
        let inner = place.member(key.stringValue)
        let found = probe.find(type, inner)
        node.add(key.stringValue, found.shape, isRequired: false)
        return place.isOneSample && inner.samples.isEmpty ? nil : found.value
    }

    // MARK: Elements

    var elementCount: Int {
        node.isCounted = true
        return 1
    }

    func element<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value {
        let found = probe.find(type, place.element(node.isCounted ? nil : index))
        node.elements?.append(found.shape)
        guard let value = found.value else { throw Unprobed() }
        return value
    }

    // MARK: Parts without a type

    /// Supported only for the values of a case; the form of anything else cannot be determined.
    func part(_ key: (any CodingKey)?, _ container: InventedContainer) throws -> ProbeInvention {
        guard let key, !(key is InventedIndex) else { throw Unprobed() }
        let (name, place) = (key.stringValue, place.member(key.stringValue))
        if container == .object, node.caseNames.contains(name) {
            let inner = node.caseNodes[name] ?? ProbeNode()
            node.caseNodes[name] = inner
            return ProbeInvention(probe: probe, place: place, node: inner)
        }
        let reason =
            switch container {
            case .object: "an object inside the object, without a type of its own"
            case .array: "an array inside the object, without a type of its own"
            case .decoder: "a decoder of its own"
            }
        node.add(name, .unknown(reason), isRequired: true)
        probe.note(reason, at: place)
        throw Unprobed()
    }
}
