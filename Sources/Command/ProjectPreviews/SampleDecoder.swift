import Foundation

/// A decoder without input: what it is asked for, it invents.
struct SampleDecoder: Decoder {
    let plan: SamplePlan
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The name of the property that is decoded.
    private var name: String { codingPath.last { $0.intValue == nil }?.stringValue ?? "" }
    fileprivate var path: String { codingPath.map(\.stringValue).joined(separator: ".") }

    fileprivate func inner(_ key: any CodingKey) -> SampleDecoder { SampleDecoder(plan: plan, codingPath: codingPath + [key]) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed(decoder: self))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard codingPath.count < 24 else { throw failure("it contains itself") }
        if let value = simple(type) as? Value { return value }
        if let raw = type as? any RawRepresentable.Type, let value = try rawValue(raw) as? Value { return value }
        return try Value(from: self)
    }

    private func failure(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    private func simple(_ type: Any.Type) -> Any? {
        let number = plan.number(name)
        switch type {
        case is Bool.Type: return plan.choose(path, ["false", "true"]) == 1
        case is String.Type:
            // A color that is coded has a text for each appearance.
            let owner = codingPath.dropLast().last?.stringValue.lowercased() ?? ""
            return plan.text(["light", "dark"].contains(name) && owner.hasSuffix("color") ? "color" : name)
        case is Double.Type: return number
        case is Float.Type: return Float(number)
        case is Decimal.Type: return Decimal(number)
        case let integer as any FixedWidthInteger.Type: return integer.init(clamping: Int(number.rounded(.up)))
        case is Date.Type:
            // The first date of a range is before the second.
            if codingPath.last?.intValue == 0 { return plan.date("start") }
            return plan.date(name)
        case is URL.Type: return URL(string: "https://example.com")
        case is UUID.Type: return UUID(uuidString: "00000000-0000-4000-8000-000000000000")
        case is Data.Type: return Data()
        default: return nil
        }
    }

    /// A case of an enumeration with raw values, found by trying the words of the sources and small numbers.
    private func rawValue<Raw: RawRepresentable>(_ type: Raw.Type) throws -> Any? {
        var found: [Raw] = []
        switch Raw.RawValue.self {
        case is String.Type:
            found = plan.words.compactMap { ($0 as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
            // A structure takes any text.
            if found.count > 60 { return (plan.text(name) as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
        case let integer as any FixedWidthInteger.Type:
            found = (0..<32).compactMap { (integer.init(clamping: $0) as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
        default: return nil
        }
        guard !found.isEmpty else { return nil }
        return found[plan.choose(path, found.map { "\($0)" })]
    }

    // MARK: Containers

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: SampleDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        /// Asked for by enumerations whose cases have values: one of the cases. A dictionary, whose keys are any text, is empty.
        var allKeys: [Key] {
            guard Key(stringValue: "\u{1}") == nil else { return [] }
            let keys = decoder.plan.words.compactMap(Key.init(stringValue:))
            guard !keys.isEmpty else { return [] }
            return [keys[decoder.plan.choose(decoder.path, keys.map(\.stringValue))]]
        }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool {
            let path = decoder.inner(key).path
            return decoder.plan.choose(path + "?", ["some", "nil"]) == 1
        }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.inner(key).make(type) }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
            decoder.inner(key).container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { decoder.inner(key).unkeyedContainer() }
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder.inner(key) }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let decoder: SampleDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { 2 }
        var currentIndex = 0
        var isAtEnd: Bool { currentIndex >= 2 }

        private mutating func next() -> SampleDecoder {
            defer { currentIndex += 1 }
            return decoder.inner(Index(intValue: currentIndex))
        }

        mutating func decodeNil() -> Bool { false }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().make(type) }
        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
            next().container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { next().unkeyedContainer() }
        mutating func superDecoder() -> any Decoder { next() }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: SampleDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        func decodeNil() -> Bool { decoder.plan.choose(decoder.path + "?", ["some", "nil"]) == 1 }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            // A type that decodes itself from itself would never end.
            try SampleDecoder(plan: decoder.plan, codingPath: decoder.codingPath).make(type)
        }
    }

    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }
}
