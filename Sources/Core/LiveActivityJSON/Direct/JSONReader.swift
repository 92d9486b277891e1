/// A position in a document, from which a ``JSONReadable`` type reads itself.
///
/// It is valid for one call. Members are found fastest in the order in which they were written.
public struct JSONReader: ~Copyable {
    /// The value does not have the common form, so that the decoder falls back to `init(from:)`.
    public struct GaveUp: Error {
        /// Creates the error.
        @inlinable public init() {}
    }

    /// A value, and the expected position of its next member or element.
    @usableFromInline struct Place {
        fileprivate var node: Int
        fileprivate var next: Int
    }

    let flat: FlatNodes
    private var place: Place
    /// How many members and elements were entered. Members that no type reads are left over (``UnreadMember``).
    private(set) var entered = 0

    init(_ flat: FlatNodes, at node: Int) {
        self.flat = flat
        place = Place(node: node, next: node &+ 1)
    }

    var value: UnsafePointer<Node> { flat.nodes + place.node }

    // MARK: Members

    /// The member `name` of this object.
    ///
    /// - Throws: ``GaveUp`` when this is not an object, the member is missing, or its type gives up.
    @inlinable public subscript<Value: JSONReadable>(name: StaticString) -> Value {
        mutating get throws(GaveUp) {
            guard let outer = try enter(name) else { throw GaveUp() }
            let value = try Value(reading: &self)
            leave(outer)
            return value
        }
    }

    /// The member `name` of this object; `nil` if it is missing or null.
    ///
    /// - Throws: ``GaveUp`` when this is not an object, or the member's type gives up.
    @inlinable public subscript<Value: JSONReadable>(name: StaticString) -> Value? {
        mutating get throws(GaveUp) {
            guard let outer = try enter(name, unlessNull: true) else { return nil }
            let value = try Value(reading: &self)
            leave(outer)
            return value
        }
    }

    /// Reads this value as a whole.
    ///
    /// - Throws: ``GaveUp`` when `read` does, or leaves a member or an element unread.
    @inline(__always)
    package mutating func whole<Value>(_ read: (inout Self) throws(GaveUp) -> Value) throws(GaveUp) -> Value {
        let (first, count) = (entered, Int(value.pointee.link) &- 1)
        let value = try read(&self)
        guard entered &- first == count else { throw GaveUp() }
        return value
    }

    /// The text of the member `name`, an object or an array, which is copied instead of being written again.
    ///
    /// - Throws: ``GaveUp`` when this is not an object, the member is missing, or its text has spaces or escapes.
    package mutating func text(_ name: StaticString) throws(GaveUp) -> JSONText {
        guard let outer = try enter(name) else { throw GaveUp() }
        guard value.pointee.isContainer, value.pointee.isCompact else { throw GaveUp() }
        let text = JSONText(trusted: Array(flat.buffer(value.pointee.range)))
        entered &+= Int(value.pointee.link) &- 1
        leave(outer)
        return text
    }

    /// The UTF-8 bytes of this string's value, valid as long as this reader.
    ///
    /// - Throws: ``GaveUp`` when this is not a string.
    package var string: UnsafeBufferPointer<UInt8> {
        get throws(GaveUp) {
            guard value.pointee.kind == .string else { throw GaveUp() }
            return flat.buffer(value.pointee.range)
        }
    }

    /// Moves into this object's only member, which is an object, the JSON form of an enumeration's case: `{"delayed":
    /// {"minutes": 5}}`.
    ///
    /// - Parameter others: Other members that are ignored here.
    /// - Returns: The member's name.
    /// - Throws: ``GaveUp`` unless there is exactly one such member.
    public mutating func enterCase(besides others: StaticString...) throws(GaveUp) -> Name {
        guard value.pointee.kind == .object else { throw GaveUp() }
        var found: Int?
        var member = place.node &+ 1
        let end = place.node &+ Int(value.pointee.link)
        while member < end {
            if others.isEmpty || !others.contains(where: { isCalled($0, member) }) {
                guard found == nil else { throw GaveUp() }
                found = member
            }
            member &+= Int(flat.nodes[member].link)
        }
        guard let found, flat.nodes[found].kind == .object else { throw GaveUp() }
        entered &+= 1
        place = Place(node: found, next: found &+ 1)
        return try Name(flat.buffer(flat.nodes[found].key))
    }

    /// The name of a member, for a `switch` over its names.
    public struct Name {
        private var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        private let count: Int

        /// - Throws: ``GaveUp`` for a name of more than 32 bytes.
        fileprivate init(_ name: UnsafeBufferPointer<UInt8>) throws(GaveUp) {
            guard name.count <= 32 else { throw GaveUp() }
            count = name.count
            withUnsafeMutableBytes(of: &bytes) { $0.copyMemory(from: UnsafeRawBufferPointer(name)) }
        }

        /// Whether the member has this name.
        public static func ~= (name: StaticString, given: Name) -> Bool {
            guard given.count == name.utf8CodeUnitCount else { return false }
            return withUnsafeBytes(of: given.bytes) { bytes in
                isEqual(
                    name.utf8Start, given.count,
                    UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt8.self)[..<given.count]))
            }
        }
    }

    /// Moves to the member `name`; `nil` if it is missing.
    @usableFromInline mutating func enter(_ name: StaticString, unlessNull: Bool = false) throws(GaveUp) -> Place? {
        guard value.pointee.kind == .object else { throw GaveUp() }
        let end = place.node &+ Int(value.pointee.link)
        var member = place.next
        if member >= end || !isCalled(name, member) {
            member = place.node &+ 1
            while member < end, !isCalled(name, member) { member &+= Int(flat.nodes[member].link) }
            guard member < end else { return nil }
        }
        entered &+= 1
        place.next = member &+ Int(flat.nodes[member].link)
        if unlessNull, flat.nodes[member].kind == .null { return nil }
        defer { place = Place(node: member, next: member &+ 1) }
        return place
    }

    @usableFromInline mutating func leave(_ outer: Place) { place = outer }

    @inline(__always)
    private func isCalled(_ name: StaticString, _ member: Int) -> Bool {
        let key = flat.nodes[member].key
        return isEqual(
            flat.bytes + Int(key.offset), Int(key.length),
            name.bytes)
    }

    // MARK: Elements

    /// The remaining elements of an array.
    @usableFromInline struct Elements {
        fileprivate let outer: Place
        fileprivate var next: Int
        @usableFromInline fileprivate(set) var count: Int
    }

    @usableFromInline mutating func enterArray() throws(GaveUp) -> Elements {
        guard value.pointee.kind == .array else { throw GaveUp() }
        return Elements(outer: place, next: place.node &+ 1, count: Int(value.pointee.count))
    }

    /// Moves to the next element; `false` after the last one.
    @usableFromInline mutating func enterElement(_ elements: inout Elements) -> Bool {
        guard elements.count > 0 else { return false }
        entered &+= 1
        place = Place(node: elements.next, next: elements.next &+ 1)
        elements.next &+= Int(value.pointee.link)
        elements.count &-= 1
        return true
    }

    @usableFromInline mutating func leave(_ elements: Elements) { place = elements.outer }

    /// Counts the elements of this array, which were read without entering them.
    mutating func enterAllElements() { entered &+= Int(value.pointee.count) }

    // MARK: Numbers

    @inline(__always)
    func integer<Number: FixedWidthInteger>() throws(GaveUp) -> Number {
        guard value.pointee.kind == .int, let number = Number(exactly: Int64(bitPattern: value.pointee.payload)) else {
            throw GaveUp()
        }
        return number
    }
}
