/// Provides the values that an ``InventingDecoder`` returns, and may record the requests.
///
/// A key of `nil` means the value itself, without a container.
package protocol Invention {
    var codingPath: [any CodingKey] { get }
    /// Called when a container is requested.
    func begin(_ container: InventedContainer)
    /// The keys of an object, requested by enumerations and dictionaries.
    func keys<Key: CodingKey>(_ type: Key.Type) -> [Key]
    func contains(_ key: any CodingKey) -> Bool
    func isNil(_ key: (any CodingKey)?) -> Bool
    func value<Value: Decodable>(_ type: Value.Type, _ key: (any CodingKey)?) throws -> Value
    func optionalValue<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value?
    var elementCount: Int { get }
    func element<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value
    /// The source of values for a part without its own type; the key of an element is an ``InventedIndex``.
    func part(_ key: (any CodingKey)?, _ container: InventedContainer) throws -> Self
}

package enum InventedContainer { case object, array, decoder }

package struct InventedIndex: CodingKey {
    package let intValue: Int?
    package var stringValue: String { "\(intValue ?? 0)" }

    package init(intValue: Int) { self.intValue = intValue }
    package init?(stringValue: String) { nil }
}

/// A decoder without input, which generates the requested values.
///
/// For a contract, the source records what a type's `init(from:)` reads, to determine its JSON form. For previews, it provides
/// values that are plausible on a screen.
package struct InventingDecoder<Source: Invention>: Decoder {
    private let source: Source

    package init(_ source: Source) { self.source = source }

    package var codingPath: [any CodingKey] { source.codingPath }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        source.begin(.object)
        return KeyedDecodingContainer(InventedMembers(source: source))
    }
    package func unkeyedContainer() -> any UnkeyedDecodingContainer {
        source.begin(.array)
        return InventedElements(source: source)
    }
    package func singleValueContainer() -> any SingleValueDecodingContainer { InventedValue(source: source) }
}

private struct InventedMembers<Source: Invention, Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: Source

    var codingPath: [any CodingKey] { source.codingPath }
    var allKeys: [Key] { source.keys(Key.self) }
    func contains(_ key: Key) -> Bool { source.contains(key) }
    func decodeNil(forKey key: Key) -> Bool { source.isNil(key) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try source.value(type, key) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try source.optionalValue(type, key)
    }
    func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(InventedMembers<Source, Nested>(source: try source.part(key, .object)))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        InventedElements(source: try source.part(key, .array))
    }
    func superDecoder() throws -> any Decoder { InventingDecoder(try source.part(nil, .decoder)) }
    func superDecoder(forKey key: Key) throws -> any Decoder { InventingDecoder(try source.part(key, .decoder)) }
}

private struct InventedElements<Source: Invention>: UnkeyedDecodingContainer {
    let source: Source
    private(set) var currentIndex = 0

    init(source: Source) { self.source = source }

    var codingPath: [any CodingKey] { source.codingPath }
    var count: Int? { source.elementCount }
    var isAtEnd: Bool { currentIndex >= source.elementCount }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.element(type, next()) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(InventedMembers<Source, Nested>(source: try part(.object)))
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { InventedElements(source: try part(.array)) }
    mutating func superDecoder() throws -> any Decoder { InventingDecoder(try part(.decoder)) }

    private mutating func next() -> Int {
        defer { currentIndex += 1 }
        return currentIndex
    }
    private mutating func part(_ container: InventedContainer) throws -> Source {
        try source.part(InventedIndex(intValue: next()), container)
    }
}

private struct InventedValue<Source: Invention>: SingleValueDecodingContainer {
    let source: Source

    var codingPath: [any CodingKey] { source.codingPath }
    func decodeNil() -> Bool { source.isNil(nil) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.value(type, nil) }
}
