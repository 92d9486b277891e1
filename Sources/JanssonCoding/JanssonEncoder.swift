/// Encodes values as JSON, with exactly the shapes that Foundation's `JSONEncoder` has by default.
///
/// That is what a device decodes: a `Date` is a number of seconds since 2001, `Data` is base64, a range is an array of
/// two, and so on. Members are written in the order in which they are encoded, so the same value gives the same bytes
/// every time; `/` is not escaped.
///
/// An encoder keeps its working memory from call to call: make one and use it for many values. It is not for two threads
/// at once. Encoding from inside an `encode(to:)` with the same encoder is fine.
public final class JanssonEncoder {
    /// How the text looks.
    public struct OutputFormatting: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Members in the order of their keys' UTF-8 bytes, as Foundation sorts them.
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 0)
        /// One member or element a line, indented by two spaces a level.
        public static let prettyPrinted = OutputFormatting(rawValue: 1 << 1)
    }

    /// For the methods that make text; a `json_t` has no order to sort.
    public var outputFormatting: OutputFormatting = []

    /// What an `encode(to:)` finds in its encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The working memory, while no call uses it.
    private var idle: EncoderCore?
    /// Text on its way out, while no call uses it.
    private var output: Arena?

    public init() {}

    deinit { output?.free() }

    /// Encodes `value` as UTF-8 text.
    ///
    /// - Throws: `EncodingError` when the value has no JSON form (a number that is not finite, nothing encoded at all,
    ///   more than ``JSONLimits/deepest`` levels), and whatever its `encode(to:)` throws.
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
        try withText(of: value) { Array($0) }
    }

    /// Encodes `value` as UTF-8 text behind what `bytes` already has.
    ///
    /// - Throws: as ``encode(_:)``; `bytes` is then as it was.
    public func encode<T: Encodable>(_ value: T, into bytes: inout [UInt8]) throws {
        try withText(of: value) { bytes.append(contentsOf: $0) }
    }

    /// As ``encode(_:)``, as a string.
    public func encodeToString<T: Encodable>(_ value: T) throws -> String {
        try withText(of: value) { String(decoding: $0, as: UTF8.self) }
    }

    /// Encodes `value` as a `json_t` for a C host, without text in between.
    ///
    /// - Throws: as ``encode(_:)``, and `EncodingError` with the path for what jansson cannot hold: an integer that is
    ///   neither an `Int64` nor exactly a `double`, a key with a NUL character.
    public func encodeToJansson<T: Encodable>(_ value: T) throws -> JanssonValue {
        try withTree(of: value) { try JanssonWriter.write($0, at: 0) }
    }

    /// Encodes `value` as a ``JSONValue``, without text in between.
    ///
    /// - Throws: as ``encode(_:)``.
    public func encodeToJSONValue<T: Encodable>(_ value: T) throws -> JSONValue {
        if T.self == JSONValue.self { return same(value, as: JSONValue.self) }
        return try withTree(of: value) { tree in
            var arena = Arena(nodes: 16, bytes: 256)
            do {
                try arena.flatten(tree, at: 0)
            } catch {
                arena.free()
                throw Self.tooDeep(value)
            }
            return JSONValue(document: JSONDocument(taking: arena), index: 0)
        }
    }

    // MARK: Working memory

    private func withTree<T: Encodable, R: ~Copyable>(of value: T, _ body: (TreeNodes) throws -> R) throws -> R {
        var core = idle ?? EncoderCore()
        // Not idle until this call is over, so that an `encode(to:)` may use this encoder again.
        idle = nil
        defer {
            // Unless a container escaped: then the core stays with it.
            if isKnownUniquelyReferenced(&core) {
                core.reset()
                idle = core
            }
        }
        try core.encodeRoot(value, userInfo: userInfo)
        return try body(core.tree)
    }

    private func withText<T: Encodable, R>(of value: T, _ body: (UnsafeBufferPointer<UInt8>) -> R) throws -> R {
        try withTree(of: value) { tree in
            var writer = TextWriter(
                into: output ?? Arena(nodes: 1), sortedKeys: outputFormatting.contains(.sortedKeys),
                pretty: outputFormatting.contains(.prettyPrinted))
            output = nil
            writer.write(tree, at: 0)
            var arena = writer.out
            defer {
                arena.reset()
                output = arena
            }
            if writer.isTooDeep { throw Self.tooDeep(value) }
            return body(UnsafeBufferPointer(start: arena.bytes, count: arena.byteCount))
        }
    }

    private static func tooDeep(_ value: some Encodable) -> EncodingError {
        .invalidValue(value, .init(
            codingPath: [],
            debugDescription: "Nested deeper than \(JSONLimits.deepest) levels; no device could decode it."))
    }
}
