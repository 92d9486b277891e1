/// One immutable JSON value of any kind.
///
/// A value is a reference to a shared document and an index into it. Copying a value, reading it and passing a part of it on
/// copy no JSON. A part keeps its whole document in memory.
///
/// ``WireEncoder`` and ``WireDecoder`` pass values through as they are. So a message can be decoded with its payload as a
/// `JSONValue`, and the payload later, when its type is known, with ``WireDecoder/decode(_:from:)-(_,JSONValue)``.
///
/// Two values are equal when they mean the same: the order of an object's members does not matter, and numbers compare
/// by their exact decimal value, so `1`, `1.0` and `10e-1` are equal and `0.1` and `0.10000000000000001` are not.
public struct JSONValue: Sendable {
    /// The six kinds of JSON values.
    public enum Kind: Hashable, Sendable {
        /// The JSON literal `null`.
        case null
        /// `true` or `false`.
        case bool
        /// A JSON number, kept as its digits.
        case number
        /// A JSON string.
        case string
        /// A JSON array.
        case array
        /// A JSON object.
        case object
    }

    package let document: JSONDocument
    package let index: Int

    @inline(__always)
    package init(document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    @inline(__always)
    package var flat: FlatNodes { document.flat }

    @inline(__always)
    var node: UnsafePointer<Node> { flat.nodes + index }

    /// Reads JSON text by the rules of ``WireDecoder``.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONParseError) {
        self = try Array(text.utf8).withUnsafeBufferPointer { text throws(JSONParseError) in
            try JSONValue(parsing: text, limits: limits)
        }
    }

    /// Reads JSON text in UTF-8 by the rules of ``WireDecoder``.
    public init(parsing text: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONParseError) {
        self = try text.withUnsafeBufferPointer { text throws(JSONParseError) in
            try JSONValue(parsing: text, limits: limits)
        }
    }

    /// Reads JSON text in UTF-8 by the rules of ``WireDecoder``; the memory is not used afterwards.
    public init(
        parsing text: UnsafeBufferPointer<UInt8>, limits: JSONLimits = JSONLimits()
    ) throws(JSONParseError) {
        var arena = Arena(nodes: 32, bytes: min(text.count, limits.maximumBytes) * 2 + 2 * Arena.slack)
        do throws(JSONParseError) {
            try TextReader.read(text, limits: limits, into: &arena)
        } catch {
            arena.free()
            throw error
        }
        self.init(document: JSONDocument(taking: arena), index: 0)
    }

    // MARK: Looking inside

    /// The kind of the value.
    public var kind: Kind {
        switch node.pointee.kind {
        case .null, .unset: .null
        case .false, .true: .bool
        case .int, .uint, .double, .float, .number: .number
        case .string: .string
        case .array: .array
        case .object, .embedded, .raw: .object
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { node.pointee.kind == .null }

    /// The value as a `Bool`; `nil` when it is not `true` or `false`.
    public var bool: Bool? {
        switch node.pointee.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The value as an `Int`; `nil` if it is not a number that is exactly an `Int`. `1.0` is accepted.
    public var int: Int? { integer(as: Int.self) }

    /// The value as an integer of this type; `nil` when it is not a number that is exactly one.
    public func integer<T: FixedWidthInteger>(as type: T.Type) -> T? { flat.rareInteger(node, as: type) }

    /// The nearest `Double`; `nil` when the value is not a number or beyond `Double`'s range.
    public var double: Double? { flat.rareDouble(node) }

    /// A number's digits as they were read; `nil` when the value is not a number.
    public var numberText: String? { flat.numberText(node) }

    /// The value as a `String`; `nil` when it is not a string.
    public var string: String? {
        guard node.pointee.kind == .string else { return nil }
        return String(decoding: flat.buffer(node.pointee.range), as: UTF8.self)
    }

    /// The number of elements of an array or members of an object; 0 for any other kind.
    public var count: Int { Int(node.pointee.count) }

    /// The member `key`; `nil` if there is none or the value is not an object. Takes time proportional to the number of
    /// members.
    public subscript(key: String) -> JSONValue? {
        withBytes(of: key) { find($0) }.map { JSONValue(document: document, index: $0) }
    }

    /// The element at `position`; `nil` if there is none or the value is not an array. Takes time proportional to `position`;
    /// iterate ``elements`` to visit all.
    public subscript(position: Int) -> JSONValue? {
        guard node.pointee.kind == .array, position >= 0, position < count else { return nil }
        var child = index + 1
        for _ in 0..<position { child = flat.next(after: child) }
        return JSONValue(document: document, index: child)
    }

    func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
        guard node.pointee.kind == .object else { return nil }
        let flat = flat
        var child = index + 1
        for _ in 0..<count {
            let range = flat.nodes[child].key
            if isEqual(flat.bytes + Int(range.offset), Int(range.length), key) { return child }
            child = flat.next(after: child)
        }
        return nil
    }

    // MARK: Text

    /// The value as compact JSON text.
    ///
    /// A number that was read from text keeps its digits (`1.50` stays `1.50`).
    ///
    /// - Parameter sortedKeys: Whether members are in the order of their keys' UTF-8 bytes instead of document order.
    public func text(sortedKeys: Bool = false, prettyPrinted: Bool = false) -> String {
        withText(sortedKeys, prettyPrinted) { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends ``text(sortedKeys:prettyPrinted:)`` as UTF-8.
    public func appendText(to bytes: inout [UInt8], sortedKeys: Bool = false, prettyPrinted: Bool = false) {
        if node.pointee.isCompact, !sortedKeys, !prettyPrinted {
            bytes.append(contentsOf: flat.buffer(node.pointee.range))
        } else {
            withText(sortedKeys, prettyPrinted) { bytes.append(contentsOf: $0) }
        }
    }

    private func withText<R>(
        _ sortedKeys: Bool, _ prettyPrinted: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) -> R {
        var writer = TextWriter(into: Arena(nodes: 1), sortedKeys: sortedKeys, pretty: prettyPrinted)
        writer.write(flat, at: index)
        defer { writer.out.free() }
        return body(UnsafeBufferPointer(start: writer.out.bytes, count: writer.out.byteCount))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text() }
}
