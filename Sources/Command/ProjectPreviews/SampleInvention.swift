import Foundation
import ValueInvention

/// Generates values that are plausible on a screen, from the names of the decoded properties.
struct SampleInvention: Invention {
    let plan: SamplePlan
    let codingPath: [any CodingKey]

    /// The name of the property that is being decoded.
    private var name: String { codingPath.last { $0.intValue == nil }?.stringValue ?? "" }
    private var path: String { codingPath.map(\.stringValue).joined(separator: ".") }

    func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard codingPath.count < 24 else { throw failure("it contains itself") }
        if let value = simple(type) as? Value { return value }
        if let raw = type as? any RawRepresentable.Type, let value = try rawValue(raw) as? Value { return value }
        return try Value(from: InventingDecoder(self))
    }

    private func failure(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    private func simple(_ type: Any.Type) -> Any? {
        let number = plan.number(name)
        switch type {
        case is Bool.Type: return plan.choose(path, ["false", "true"]) == 1
        case is String.Type:
            // An encoded color contains a string for each appearance.
            let owner = codingPath.dropLast().last?.stringValue.lowercased() ?? ""
            return plan.text(["light", "dark"].contains(name) && owner.hasSuffix("color") ? "color" : name, at: path)
        case is Double.Type: return number
        case is Float.Type: return Float(number)
        case is Decimal.Type: return Decimal(number)
        case let integer as any FixedWidthInteger.Type: return integer.init(clamping: Int(number.rounded(.up)))
        case is Date.Type:
            // The first element of a date range must be earlier than the second.
            if codingPath.last?.intValue == 0 { return plan.date("start") }
            return plan.date(name)
        case is URL.Type: return URL(string: "https://example.com")
        case is UUID.Type: return UUID(uuidString: "00000000-0000-4000-8000-000000000000")
        case is Data.Type: return Data()
        default: return nil
        }
    }

    /// A case of an enumeration with raw values, found by trying the words in the sources and small numbers.
    private func rawValue<Raw: RawRepresentable>(_ type: Raw.Type) throws -> Any? {
        var found: [Raw] = []
        switch Raw.RawValue.self {
        case is String.Type:
            found = plan.words.compactMap { ($0 as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
            // A type that accepts so many words is a structure, which accepts any string.
            if found.count > 60 { return (plan.text(name, at: path) as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
        case let integer as any FixedWidthInteger.Type:
            found = (0..<32).compactMap { (integer.init(clamping: $0) as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
        default: return nil
        }
        guard !found.isEmpty else { return nil }
        return found[plan.choose(path, found.map { "\($0)" })]
    }

    // MARK: Requests of a decoder

    func begin(_ container: InventedContainer) {}

    /// For an enumeration with associated values, the key of one case. Empty for a dictionary, whose keys are arbitrary
    /// strings.
    func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
        guard Key(stringValue: "\u{1}") == nil else { return [] }
        let keys = plan.words.compactMap(Key.init(stringValue:))
        guard !keys.isEmpty else { return [] }
        return [keys[plan.choose(path, keys.map(\.stringValue))]]
    }

    func contains(_ key: any CodingKey) -> Bool { true }
    func isNil(_ key: (any CodingKey)?) -> Bool { plan.choose(part(key, .decoder).path + "?", ["some", "nil"]) == 1 }
    func value<Value: Decodable>(_ type: Value.Type, _ key: (any CodingKey)?) throws -> Value {
        try part(key, .decoder).make(type)
    }
    func optionalValue<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value? {
        isNil(key) ? nil : try value(type, key)
    }
    var elementCount: Int { 2 }
    func element<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value {
        try value(type, InventedIndex(intValue: index))
    }
    func part(_ key: (any CodingKey)?, _ container: InventedContainer) -> SampleInvention {
        key.map { SampleInvention(plan: plan, codingPath: codingPath + [$0]) } ?? self
    }
}
