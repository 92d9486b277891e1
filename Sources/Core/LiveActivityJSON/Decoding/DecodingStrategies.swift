public import LiveActivityFoundation

// The options of Foundation's `JSONDecoder`, under its names; see WireEncoder's.
extension WireDecoder {
    /// How a `Date` is read.
    public enum DateDecodingStrategy: Sendable {
        /// As a number of seconds since 2001, the default.
        case deferredToDate
        /// As a number of seconds since 1970.
        case secondsSince1970
        /// As a number of milliseconds since 1970.
        case millisecondsSince1970
        /// As text such as `2026-06-20T17:00:00Z`, with `Z` or an offset such as `+02:00`. Foundation on Linux also accepts text with other
        /// characters behind it, and dates that no calendar has; these are refused.
        case iso8601
        /// As the closure reads it.
        case custom(@Sendable (any Decoder) throws -> Date)
    }

    /// How `Data` is read.
    public enum DataDecodingStrategy: Sendable {
        /// As an array of numbers.
        case deferredToData
        /// As base64 text, the default.
        case base64
        /// As the closure reads it.
        case custom(@Sendable (any Decoder) throws -> Data)
    }

    /// Whether a text may stand for a number that is not finite.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// No, the default.
        case `throw`
        /// These texts.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the keys of members are read. The keys of a dictionary are data and stay as they are.
    public enum KeyDecodingStrategy: Sendable {
        /// As they are, the default.
        case useDefaultKeys
        /// `one_two_three` as `oneTwoThree`.
        case convertFromSnakeCase
        /// As the closure says. It is given the path to the member, the member's key last.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How a `Date` is read.
    public var dateDecodingStrategy: DateDecodingStrategy {
        get { strategies.date }
        set { strategies.date = newValue }
    }

    /// How `Data` is read.
    public var dataDecodingStrategy: DataDecodingStrategy {
        get { strategies.data }
        set { strategies.data = newValue }
    }

    /// Whether a text may stand for a number that is not finite.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { strategies.float }
        set { strategies.float = newValue }
    }

    /// How the keys of members are read. If two keys of an object become the same, the first in the text counts.
    public var keyDecodingStrategy: KeyDecodingStrategy {
        get { strategies.key }
        set { strategies.key = newValue }
    }
}

/// The options that are not the default ones.
struct DecodingStrategies: Sendable {
    var date = WireDecoder.DateDecodingStrategy.deferredToDate
    var data = WireDecoder.DataDecodingStrategy.base64
    var float = WireDecoder.NonConformingFloatDecodingStrategy.throw
    var key = WireDecoder.KeyDecodingStrategy.useDefaultKeys

    /// Whether nothing differs from the form that is read fastest.
    var areDefault: Bool {
        if case .deferredToDate = date, case .base64 = data, case .throw = float, case .useDefaultKeys = key { return true }
        return false
    }
}

// What the core does where there are strategies. None of it is on the way of a decoding without.
extension DecoderCore {
    /// Decodes a value with regard to the strategies; its frame has been pushed already.
    @inline(never)
    func decodeByStrategy<T: Decodable>(_ type: T.Type, _ strategies: DecodingStrategies, from source: DecodingSource) throws
        -> T
    {
        var source = source
        if T.self == Date.self { return same(try date(strategies.date, source), as: type) }
        if T.self == Data.self { return same(try data(strategies.data, source), as: type) }
        if let special = SpecialType(type), special != .dates {
            return try scalar(special, type, node(source.node)) { path(source.frame, source.trail) }
        }
        source.isDictionary = type is any StringDictionary.Type
        return try type.init(from: source)
    }

    private func date(_ strategy: WireDecoder.DateDecodingStrategy, _ source: DecodingSource) throws -> Date {
        switch strategy {
        case .deferredToDate:
            // Also text, where `acceptsISO8601Dates` says so.
            if let seconds = double(node(source.node)) { return Date(timeIntervalSinceReferenceDate: seconds) }
            return try scalar(.date, Date.self, node(source.node)) { source.codingPath }
        case .secondsSince1970: return Date(timeIntervalSince1970: try source.decode(Double.self))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try source.decode(Double.self) / 1000.0)
        case .iso8601:
            let text = try source.decode(String.self)
            guard text.utf8.dropFirst(10).first == UInt8(ascii: "T"), let date = Date(iso8601: text) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: source.codingPath, debugDescription: "Expected an ISO 8601 date and found \"\(text)\"."))
            }
            return date
        case .custom(let closure): return try closure(source)
        }
    }

    private func data(_ strategy: WireDecoder.DataDecodingStrategy, _ source: DecodingSource) throws -> Data {
        switch strategy {
        case .deferredToData:
            var elements = try source.unkeyedContainer()
            var bytes: [UInt8] = []
            while !elements.isAtEnd { bytes.append(try elements.decode(UInt8.self)) }
            return Data(bytes)
        case .base64: return try scalar(.data, Data.self, node(source.node)) { source.codingPath }
        case .custom(let closure): return try closure(source)
        }
    }

    /// The number that a text stands for; `nil` if it stands for none.
    @inline(never)
    func nonConforming<Value: BinaryFloatingPoint>(_ node: UnsafePointer<Node>, as _: Value.Type) -> Value? {
        guard case .convertFromString(let positive, let negative, let nan)? = state.pointee.strategies?.float,
            let text = string(node)
        else { return nil }
        return text == positive ? .infinity : text == negative ? -.infinity : text == nan ? .nan : nil
    }

    /// The members of an object under the names that the key strategy gives them; `nil` without one.
    @inline(never)
    func convertedKeys(of source: DecodingSource) -> ConvertedKeys? {
        guard let strategy = state.pointee.strategies?.key, !source.isDictionary else { return nil }
        let convert: (String) -> String
        switch strategy {
        case .useDefaultKeys: return nil
        case .convertFromSnakeCase: convert = SnakeCase.to
        case .custom(let closure):
            let path = source.codingPath
            convert = { closure(path + [JSONKey(stringValue: $0)]).stringValue }
        }
        let keys = ConvertedKeys()
        var child = source.node + 1
        for _ in 0..<node(source.node).pointee.count {
            let key = convert(String(decoding: key(of: child), as: UTF8.self))
            if keys.members[key] == nil {
                keys.members[key] = child
                keys.order.append(key)
            }
            child += node(child).pointee.link
        }
        return keys
    }
}

/// The members of one object under other names.
final class ConvertedKeys {
    var members: [String: UInt32] = [:]
    /// As in the document.
    var order: [String] = []
}

/// A dictionary whose keys are data, not names.
private protocol StringDictionary {}
extension Dictionary: StringDictionary where Key == String, Value: Decodable {}
