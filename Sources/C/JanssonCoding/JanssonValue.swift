public import CJansson
public import LiveActivityJSON

/// One owned reference to a `json_t`.
///
/// Only this type changes jansson's reference counts. It is a `~Copyable` structure, so the compiler guarantees that each
/// reference is released exactly once, at no cost at run time. ``copy()`` creates a second reference.
///
/// Not `Sendable`. Where jansson is built with atomic counts (`JSON_HAVE_ATOMIC_BUILTINS`; Debian and Homebrew do),
/// two threads may own references to one value, but the value itself is not protected: a thread may read it only
/// while no other changes it.
public struct JanssonValue: ~Copyable {
    private let pointer: UnsafeMutablePointer<json_t>

    /// Takes ownership of a reference that the caller owns, such as the result of `json_object()`.
    public init(adopting pointer: UnsafeMutablePointer<json_t>) { self.pointer = pointer }

    /// Creates another reference to a value; the caller keeps its own.
    public init(retaining pointer: UnsafeMutablePointer<json_t>) { self.pointer = json_incref(pointer) }

    deinit { json_decref(pointer) }

    /// Creates another reference to the same value. A change through one reference is visible through the other.
    public func copy() -> JanssonValue { JanssonValue(retaining: pointer) }

    /// Transfers the reference to the caller, which must pass it to `json_decref` or to a function that steals references.
    public consuming func release() -> UnsafeMutablePointer<json_t> {
        let pointer = pointer
        discard self
        return pointer
    }

    /// Passes the value to `body`, for the duration of the call. `body` may take references of its own.
    public borrowing func withPointer<R, E: Error>(
        _ body: (UnsafeMutablePointer<json_t>) throws(E) -> R
    ) throws(E) -> R {
        try body(pointer)
    }
}

extension JanssonValue {
    /// Converts a value to a `json_t`.
    ///
    /// - Throws: `EncodingError` with the path of a value that jansson cannot represent: an integer that is neither an `Int64`
    ///   nor exactly a `double`, a number outside the range of `double`, a key with a NUL character.
    public init(_ value: JSONValue) throws { self = try JanssonWriter.write(value.flat, at: value.index) }

    /// Converts the tree that an encoder has built.
    package init(_ tree: TreeNodes) throws(EncodingError) {
        self = try JanssonWriter.write(tree, at: 0, maximumDepth: JSONLimits.deepest)
    }

    /// Parses JSON text into a `json_t`, by the rules of ``WireDecoder``.
    ///
    /// - Throws: ``JSONParseError``, or `EncodingError` as ``init(_:)``.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws {
        try self.init(JSONValue(parsing: text, limits: limits))
    }
}

extension JSONValue {
    /// Copies the value of a `json_t`. Later changes of the `json_t` have no effect.
    ///
    /// - Throws: `DecodingError` with the path if the value exceeds `limits`, contains itself, or has strings that are not
    ///   UTF-8.
    public init(_ value: borrowing JanssonValue, limits: JSONLimits = JSONLimits()) throws(DecodingError) {
        self = try value.withPointer { pointer throws(DecodingError) in try JSONValue(borrowing: pointer, limits: limits) }
    }

    /// Copies the value of a `json_t`, like ``init(_:limits:)``.
    ///
    /// - Parameter pointer: Borrowed for the call.
    public init(
        borrowing pointer: UnsafeMutablePointer<json_t>, limits: JSONLimits = JSONLimits()
    ) throws(DecodingError) {
        var arena = Arena(nodes: 16, bytes: 256)
        do throws(DecodingError) {
            try JanssonReader.read(pointer, limits: limits, into: &arena)
        } catch {
            arena.free()
            throw error
        }
        self.init(document: JSONDocument(taking: arena), index: 0)
    }
}
