/// Encodes values as JSON, in exactly the forms that Foundation's `JSONEncoder` uses by default.
///
/// A device decodes these forms: a `Date` is a number of seconds since 2001, `Data` is base64, a range is an array of two, and
/// so on. Members are written in the order in which they are encoded, so the same value always gives the same bytes. `/` is not
/// escaped.
///
/// An encoder keeps its working memory between calls, so use one encoder for many values. Only one thread at a time may use it.
/// An `encode(to:)` may encode with the encoder that is calling it.
public final class WireEncoder {
    /// Options for the layout of the text.
    public struct OutputFormatting: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Members in the order of their keys' UTF-8 bytes, as Foundation sorts them.
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 0)
        /// One member or element a line, indented by two spaces a level.
        public static let prettyPrinted = OutputFormatting(rawValue: 1 << 1)
        /// Has no effect: slashes are never escaped. It exists for code written for Foundation's encoder, which escapes them
        /// without it.
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }

    /// All stored state, behind a pointer for the reason given in `EncoderCore.State`.
    private struct State {
        var outputFormatting: OutputFormatting = []
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        /// The working memory, while no call uses it.
        var idle: EncoderCore?
    }

    private let state: UnsafeMutablePointer<State>

    /// Creates an encoder that writes compact text.
    public init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Options for the layout of the text. They do not affect ``encodeToJSONValue(_:)``.
    public var outputFormatting: OutputFormatting {
        get { state.pointee.outputFormatting }
        set { state.pointee.outputFormatting = newValue }
    }

    /// The values available to an `encode(to:)` as its encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { state.pointee.userInfo }
        set { state.pointee.userInfo = newValue }
    }

    /// Encodes `value` as UTF-8 text.
    ///
    /// - Throws: `EncodingError` if the value has no JSON form (a number that is not finite, nothing encoded at all, more than
    ///   ``JSONLimits/deepest`` levels), and the errors of its `encode(to:)`.
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
        var core = takeCore()
        defer { giveBack(&core) }
        return Array(try text(of: value, in: core))
    }

    /// Encodes `value` as UTF-8 text and appends it to `bytes`.
    ///
    /// - Throws: The errors of ``encode(_:)``; `bytes` is then unchanged.
    public func encode<T: Encodable>(_ value: T, into bytes: inout [UInt8]) throws {
        var core = takeCore()
        defer { giveBack(&core) }
        bytes.append(contentsOf: try text(of: value, in: core))
    }

    /// Encodes `value` as text, like ``encode(_:)``.
    public func encodeToString<T: Encodable>(_ value: T) throws -> String {
        var core = takeCore()
        defer { giveBack(&core) }
        return String(decoding: try text(of: value, in: core), as: UTF8.self)
    }

    /// Encodes `value` as a ``JSONValue``, without converting it to text.
    ///
    /// - Throws: An `EncodingError`, or an error of the value's own `encode(to:)`.
    public func encodeToJSONValue<T: Encodable>(_ value: T) throws -> JSONValue {
        if T.self == JSONValue.self { return same(value, as: JSONValue.self) }
        var core = takeCore()
        defer { giveBack(&core) }
        try core.encodeRoot(value)
        var arena = Arena(nodes: core.state.pointee.arena.nodeCount, bytes: core.state.pointee.arena.byteCount)
        do throws(NestedTooDeep) {
            try arena.flatten(core.tree, at: 0)
        } catch {
            arena.free()
            throw Self.tooDeep(value)
        }
        return JSONValue(document: JSONDocument(taking: arena), index: 0)
    }

    /// Encodes `value` and lends the tree to code that writes it in a form other than text, such as a `json_t`. Its root is
    /// node 0.
    ///
    /// - Throws: The errors of ``encode(_:)`` and of `body`.
    @usableFromInline package func withTree<T: Encodable>(of value: T, _ body: (TreeNodes) throws -> Void) throws {
        var core = takeCore()
        defer { giveBack(&core) }
        try core.encodeRoot(value)
        try body(core.tree)
    }

    // MARK: Working memory

    /// Takes the working memory out of this encoder until it is returned, so that an `encode(to:)` may use the same encoder
    /// recursively.
    private func takeCore() -> EncoderCore {
        let core = state.pointee.idle.take() ?? EncoderCore()
        core.state.pointee.userInfo = userInfo
        return core
    }

    private func giveBack(_ core: inout EncoderCore) {
        // A container that escaped keeps the core.
        guard isKnownUniquelyReferenced(&core) else { return }
        core.reset()
        state.pointee.idle = core
    }

    private func text<T: Encodable>(of value: T, in core: EncoderCore) throws -> UnsafeBufferPointer<UInt8> {
        if outputFormatting.isDisjoint(with: [.sortedKeys, .prettyPrinted]), let text = core.directText(of: value) {
            return text
        }
        try core.encodeRoot(value)
        do throws(NestedTooDeep) {
            return try core.text(
                sortedKeys: outputFormatting.contains(.sortedKeys), pretty: outputFormatting.contains(.prettyPrinted))
        } catch {
            throw Self.tooDeep(value)
        }
    }

    private static func tooDeep(_ value: some Encodable) -> EncodingError {
        .invalidValue(
            value,
            .init(
                codingPath: [],
                debugDescription: "Nested deeper than \(JSONLimits.deepest) levels; no device could decode it."))
    }
}
