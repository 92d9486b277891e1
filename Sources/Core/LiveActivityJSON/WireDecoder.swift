/// Decodes values from JSON, accepting exactly the forms that Foundation's `JSONDecoder` accepts by default.
///
/// It is stricter than Foundation about the text, because hosts and devices differ in what they accept beyond the standard. It
/// refuses a duplicate key, a trailing comma, a byte-order mark, and a malformed number even where no type reads it.
///
/// A decoder keeps its working memory between calls, so use one decoder for many values. Only one thread at a time may use it.
/// An `init(from:)` may decode with the decoder that is calling it.
public final class WireDecoder {
    /// All stored state, behind a pointer for the reason given in `DecoderCore.State`.
    private struct State {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var limits = JSONLimits()
        var acceptsISO8601Dates = false
        var notesUnread = false
        var unread: [UnreadMember] = []
        /// The working memory, while no call uses it.
        var idle: DecoderCore?
    }

    private let state: UnsafeMutablePointer<State>

    /// Creates a decoder with the default ``limits``, without ISO 8601 dates.
    public init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    /// Creates a decoder with these limits.
    package convenience init(limits: JSONLimits) {
        self.init()
        self.limits = limits
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The values available to an `init(from:)` as its decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { state.pointee.userInfo }
        set { state.pointee.userInfo = newValue }
    }

    /// The limits of accepted input.
    public var limits: JSONLimits {
        get { state.pointee.limits }
        set { state.pointee.limits = newValue }
    }

    /// Whether a `Date` may also be an ISO 8601 string: `2026-06-20T17:00:00Z`, with any fraction of a second, with `Z` or an
    /// offset such as `+02:00`.
    ///
    /// Set it for input from users and other systems. With `false`, the default, a string is refused, as on a device. Source:
    /// Documentation/Reference.md, WIRE-03.
    public var acceptsISO8601Dates: Bool {
        get { state.pointee.acceptsISO8601Dates }
        set { state.pointee.acceptsISO8601Dates = newValue }
    }

    /// Whether the members that the decoded type does not read are noted in ``unread``.
    package var notesUnread: Bool {
        get { state.pointee.notesUnread }
        set { state.pointee.notesUnread = newValue }
    }

    /// The members of the last value that its type did not read. Empty without ``notesUnread``.
    package var unread: [UnreadMember] { state.pointee.unread }

    /// Stores the unread members of the last decoding, replacing the previous ones.
    @inline(__always)
    private func takeUnread(of core: UnsafeMutablePointer<DecoderCore.State>) {
        if core.pointee.unread.isEmpty, state.pointee.unread.isEmpty { return }
        state.pointee.unread = core.pointee.unread
        core.pointee.unread = []
    }

    /// Decodes a value from UTF-8 text.
    ///
    /// - Throws: `DecodingError` as Foundation does. When the text is not JSON it is `.dataCorrupted`, with the
    ///   ``JSONParseError`` as its `underlyingError`. Also what the type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from text: UnsafeBufferPointer<UInt8>) throws -> T {
        var core = takeCore()
        defer {
            takeUnread(of: core.state)
            giveBack(&core)
        }
        do throws(JSONParseError) {
            try TextReader.read(text, limits: limits, into: &core.state.pointee.arena)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [], debugDescription: "The text is not JSON: \(error)", underlyingError: error))
        }
        core.useArena()
        return try core.decodeRoot(type, at: 0)
    }

    /// Decodes a value from UTF-8 text, like ``decode(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
    public func decode<T: Decodable>(_ type: T.Type, from text: [UInt8]) throws -> T {
        try text.withUnsafeBufferPointer { try decode(type, from: $0) }
    }

    /// Decodes a value from text, like ``decode(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        var text = text
        return try text.withUTF8 { try decode(type, from: $0) }
    }

    /// Decodes a value that was already parsed. ``limits`` do not apply.
    public func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws -> T {
        var core = takeCore()
        defer {
            takeUnread(of: core.state)
            giveBack(&core)
        }
        core.use(value.document)
        return try core.decodeRoot(type, at: value.index)
    }

    // MARK: Documents of other readers

    /// A decoder's working memory, lent to code that reads JSON in another form than text, such as a `json_t`.
    ///
    /// It is valid until the closure that received it returns.
    public struct Document {
        // Unowned, so that passing it on costs no reference count; `withDocument(_:)` holds the reference.
        fileprivate let core: Unmanaged<DecoderCore>
        fileprivate let state: UnsafeMutablePointer<DecoderCore.State>
        fileprivate let limits: JSONLimits

        /// Writes the document: flat nodes, the root at index 0.
        package func fill<E: Error>(_ read: (inout Arena, JSONLimits) throws(E) -> Void) throws(E) {
            try read(&state.pointee.arena, limits)
            state.pointee.useArena()
        }
    }

    /// Lends working memory to `body`, which fills it and then decodes it with ``decode(_:from:)-(_,Document)``.
    package func withDocument<R>(_ body: (Document) throws -> R) throws -> R {
        var core = takeCore()
        defer { giveBack(&core) }
        return try body(Document(core: Unmanaged.passUnretained(core), state: core.state, limits: limits))
    }

    /// Decodes a document that was filled before.
    package func decode<T: Decodable>(_ type: T.Type, from document: Document) throws -> T {
        defer { takeUnread(of: document.state) }
        return try document.core._withUnsafeGuaranteedRef { try $0.decodeRoot(type, at: 0) }
    }

    // MARK: Working memory

    /// Takes the working memory out of this decoder until it is returned, so that an `init(from:)` may use the same decoder
    /// recursively.
    private func takeCore() -> DecoderCore {
        let core = state.pointee.idle.take() ?? DecoderCore()
        core.state.pointee.acceptsISO8601Dates = acceptsISO8601Dates
        core.state.pointee.notesUnread = notesUnread
        core.state.pointee.userInfo = userInfo
        return core
    }

    private func giveBack(_ core: inout DecoderCore) {
        // A container that escaped keeps the core and its document.
        guard isKnownUniquelyReferenced(&core) else { return }
        core.reset()
        state.pointee.idle = core
    }
}
