/// A range of bytes in the arena that contains the node.
@usableFromInline package struct ByteRange {
    @usableFromInline package var offset: UInt32
    @usableFromInline package var length: UInt32

    @inlinable @inline(__always)
    package init(offset: Int, length: Int) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.length = UInt32(truncatingIfNeeded: length)
    }

    @inlinable package static var empty: ByteRange { ByteRange(offset: 0, length: 0) }
}

/// One JSON value in an arena: 32 bytes that can be copied with `memcpy`.
///
/// A node has one of two layouts, which determine the meaning of its container fields:
///
/// - **tree**, built by an encoder, because containers may be written in any order: `payload` is the first and the last child,
///   `link` the next sibling; index 0 is the root, so 0 also means "none".
/// - **flat**, built by a reader: a container's children follow it in document order, `link` is the number of nodes in the
///   value including itself, `payload` the range of its text if it was read from text.
@usableFromInline package struct Node {
    @usableFromInline package enum Kind: UInt8 {
        /// A node into which nothing was encoded yet. Never in a flat document.
        case unset
        case null, `false`, `true`
        /// `payload` is an `Int64`.
        case int
        /// `payload` is a `UInt64` above `Int64.max`.
        case uint
        /// `payload` is the bit pattern of a finite `Double`.
        case double
        /// Like `double`, but printed with the digits of a `Float`.
        case float
        /// `payload` is the range of a number's text: it has a fraction, an exponent or too many digits for 64 bits.
        case number
        /// `payload` is the range of the string's bytes, unescaped UTF-8 without quotes.
        case string
        case array, object
        /// `payload` is an index into the encoder's list of whole `JSONValue`s. Only in a tree.
        case embedded
        /// `payload` is the range of a whole value's text. Only in a tree.
        case raw
    }

    @usableFromInline package var payload: UInt64
    /// The member's name, if the parent is an object.
    @usableFromInline package var key: ByteRange
    @usableFromInline package var link: UInt32
    /// The number of children of a container.
    @usableFromInline package var count: UInt32
    /// For an object in a tree: one bit for each group of key hashes seen, so that most new keys need no search.
    @usableFromInline package var filter: UInt32
    @usableFromInline package var kind: Kind
    /// For a string: whether its text needs no escapes. For a number's text: whether all its digits count, because it was
    /// encoded from a type that keeps them.
    @usableFromInline package var isPlain: Bool
    /// For a key: whether its text needs no escapes.
    @usableFromInline package var isKeyPlain: Bool
    /// For a container read from text: whether its text has no space and no escape, so that it can be copied unchanged.
    @usableFromInline package var isCompact: Bool

    @inlinable @inline(__always)
    package init(_ kind: Kind, payload: UInt64 = 0) {
        self.payload = payload
        self.key = .empty
        self.link = 1
        self.count = 0
        self.filter = 0
        self.kind = kind
        self.isPlain = false
        self.isKeyPlain = false
        self.isCompact = false
    }

    @inlinable @inline(__always)
    package init(_ kind: Kind, range: ByteRange) {
        self.init(kind, payload: UInt64(range.offset) << 32 | UInt64(range.length))
    }

    /// `payload` as two halves: a range of bytes, or the first and last child.
    @inlinable @inline(__always)
    package var high: UInt32 {
        get { UInt32(truncatingIfNeeded: payload >> 32) }
        set { payload = UInt64(newValue) << 32 | payload & 0xFFFF_FFFF }
    }

    @inlinable @inline(__always)
    package var low: UInt32 {
        get { UInt32(truncatingIfNeeded: payload) }
        set { payload = payload & 0xFFFF_FFFF_0000_0000 | UInt64(newValue) }
    }

    @inlinable @inline(__always)
    package var range: ByteRange { ByteRange(offset: Int(high), length: Int(low)) }

    @inlinable @inline(__always)
    package var double: Double { Double(bitPattern: payload) }

    @inlinable package var isContainer: Bool { kind == .array || kind == .object }

    /// The name of the value's kind in a message.
    var kindName: String {
        switch kind {
        case .unset: "nothing"
        case .null: "null"
        case .false, .true: "bool"
        case .int, .uint, .double, .float, .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        case .embedded, .raw: "value"
        }
    }

    /// The name of the value's kind with an article: `a string`.
    var nameWithArticle: String {
        switch kind {
        case .unset, .null: kindName
        case .false: "false"
        case .true: "true"
        case .array, .object: "an \(kindName)"
        case .int, .uint, .double, .float, .number, .string, .embedded, .raw: "a \(kindName)"
        }
    }
}
