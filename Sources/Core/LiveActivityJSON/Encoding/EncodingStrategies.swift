public import LiveActivityFoundation

// The options of Foundation's `JSONEncoder`, under its names. A type that a device decodes with the default options must be encoded with them;
// the others are for services that expect another form.
extension WireEncoder {
    /// How a `Date` is written.
    public enum DateEncodingStrategy: Sendable {
        /// As a number of seconds since 2001, which is Foundation's default too.
        case deferredToDate
        /// As a number of seconds since 1970.
        case secondsSince1970
        /// As a number of milliseconds since 1970.
        case millisecondsSince1970
        /// As text such as `2026-06-20T17:00:00Z`, without the fraction of the second.
        case iso8601
        /// As the closure writes it. If it writes nothing, the date is an empty object.
        case custom(@Sendable (Date, any Encoder) throws -> Void)
    }

    /// How `Data` is written.
    public enum DataEncodingStrategy: Sendable {
        /// As an array of numbers.
        case deferredToData
        /// As base64 text, the default.
        case base64
        /// As the closure writes it. If it writes nothing, the data is an empty object.
        case custom(@Sendable (Data, any Encoder) throws -> Void)
    }

    /// What becomes of a number that is not finite, which JSON does not have.
    public enum NonConformingFloatEncodingStrategy: Sendable {
        /// An error, the default.
        case `throw`
        /// These texts.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the keys of members are written. The keys of a dictionary are data and stay as they are.
    public enum KeyEncodingStrategy: Sendable {
        /// As the type has them, the default.
        case useDefaultKeys
        /// `oneTwoThree` as `one_two_three`.
        case convertToSnakeCase
        /// As the closure says. It is given the path to the member, the member's key last.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How a `Date` is written.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { strategies.date }
        set { strategies.date = newValue }
    }

    /// How `Data` is written.
    public var dataEncodingStrategy: DataEncodingStrategy {
        get { strategies.data }
        set { strategies.data = newValue }
    }

    /// What becomes of a number that is not finite.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { strategies.float }
        set { strategies.float = newValue }
    }

    /// How the keys of members are written.
    public var keyEncodingStrategy: KeyEncodingStrategy {
        get { strategies.key }
        set { strategies.key = newValue }
    }
}

/// The options that are not the default ones.
struct EncodingStrategies: Sendable {
    var date = WireEncoder.DateEncodingStrategy.deferredToDate
    var data = WireEncoder.DataEncodingStrategy.base64
    var float = WireEncoder.NonConformingFloatEncodingStrategy.throw
    var key = WireEncoder.KeyEncodingStrategy.useDefaultKeys

    /// Whether nothing differs from the form that is written fastest.
    var areDefault: Bool {
        if case .deferredToDate = date, case .base64 = data, case .throw = float, case .useDefaultKeys = key { return true }
        return false
    }

    var convertsKeys: Bool {
        if case .useDefaultKeys = key { return false }
        return true
    }
}

// What the core does where there are strategies. None of it is on the way of an encoding without.
extension EncoderCore {
    /// Encodes a value with regard to the strategies.
    @inline(never)
    func encodeByStrategy<T: Encodable>(_ value: T, _ strategies: EncodingStrategies, to target: EncodingTarget) throws {
        if T.self == Date.self {
            try encode(same(value, as: Date.self), strategies.date, to: target)
        } else if T.self == Data.self {
            try encode(same(value, as: Data.self), strategies.data, to: target)
        } else if strategies.convertsKeys, let dictionary = value as? any StringDictionary {
            try dictionary.encodeMembers(to: target)
        } else {
            try value.encode(to: target)
        }
    }

    private func encode(_ date: Date, _ strategy: WireEncoder.DateEncodingStrategy, to target: EncodingTarget) throws {
        switch strategy {
        case .deferredToDate: try target.encode(date.timeIntervalSinceReferenceDate)
        case .secondsSince1970: try target.encode(date.timeIntervalSince1970)
        case .millisecondsSince1970: try target.encode(1000 * date.timeIntervalSince1970)
        case .iso8601:
            let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
            try target.encode(Date(timeIntervalSinceReferenceDate: seconds).iso8601)
        case .custom(let closure): try closure(date, target)
        }
    }

    private func encode(_ data: Data, _ strategy: WireEncoder.DataEncodingStrategy, to target: EncodingTarget) throws {
        switch strategy {
        case .deferredToData:
            var elements = target.unkeyedContainer()
            for byte in data { try elements.encode(byte) }
        case .base64: try target.encode(data.base64EncodedString())
        case .custom(let closure): try closure(data, target)
        }
    }

    /// The node of a number that is not finite.
    ///
    /// - Throws: unless a strategy has a text for it.
    @inline(never)
    func nonConforming<Value: BinaryFloatingPoint & Sendable>(
        _ value: Value, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil
    ) throws -> Node {
        guard case .convertToString(let positive, let negative, let nan)? = state.pointee.strategies?.float else {
            throw notANumber(value, frame, trail, key)
        }
        return string(value.isNaN ? nan : value < 0 ? negative : positive)
    }

    /// A key as the strategy writes it.
    @inline(never)
    func converted(_ key: any CodingKey, _ frame: UInt32, _ trail: PathTrail?) -> String {
        switch state.pointee.strategies?.key {
        case .convertToSnakeCase: SnakeCase.from(key.stringValue)
        case .custom(let closure): closure(path(frame, trail, key)).stringValue
        case .useDefaultKeys, nil: key.stringValue
        }
    }
}

/// A dictionary whose keys are data, not names.
private protocol StringDictionary {
    func encodeMembers(to target: EncodingTarget) throws
}

extension Dictionary: StringDictionary where Key == String, Value: Encodable {
    fileprivate func encodeMembers(to target: EncodingTarget) throws {
        let members = KeyedEncoding<JSONKey>(
            core: target.core, node: target.core.open(.object, at: target), frame: target.frame, trail: target.trail,
            convertsKeys: false)
        for (key, value) in self { try members.encode(value, forKey: JSONKey(stringValue: key)) }
    }
}

/// Names of members in the two usual spellings, converted by Foundation's rules.
enum SnakeCase {
    /// `oneTwoThree` as `one_two_three`, `myURLProperty` as `my_url_property`.
    ///
    /// A word begins with a capital letter after small ones. Of several capital letters in a row, the last one begins a word if a small
    /// one follows it.
    static func from(_ key: String) -> String {
        let letters = Array(key)
        var beginnings: Set<Int> = []
        /// Where the capital letters began that are being read.
        var capitals: Int?
        for (place, letter) in letters.enumerated().dropFirst() {
            if let first = capitals {
                guard letter.isLowercase else { continue }
                if place - 1 > first { beginnings.insert(place - 1) }
                capitals = nil
            } else if letter.isUppercase {
                beginnings.insert(place)
                capitals = place
            }
        }
        return letters.enumerated().reduce(into: "") { text, letter in
            if beginnings.contains(letter.offset) { text += "_" }
            text += letter.element.lowercased()
        }
    }

    /// `one_two_three` as `oneTwoThree`; underscores at both ends stay, and so does a key of one word.
    static func to(_ key: String) -> String {
        let leading = key.prefix { $0 == "_" }
        let rest = key.dropFirst(leading.count)
        let words = rest.split(separator: "_")
        guard words.count > 1 else { return key }
        let trailing = rest.reversed().prefix { $0 == "_" }
        return leading + words[0].lowercased() + words.dropFirst().map(capitalized).joined() + String(trailing)
    }

    /// Each run of letters begins with a capital one.
    private static func capitalized(_ word: Substring) -> String {
        var isInside = false
        return word.reduce(into: "") { text, letter in
            let scalars = letter.unicodeScalars
            text += isInside ? letter.lowercased() : scalars[scalars.startIndex].properties.titlecaseMapping
            if !isInside { text += String(String.UnicodeScalarView(scalars.dropFirst())).lowercased() }
            isInside = letter.isLetter || (isInside && letter == "'")
        }
    }
}
