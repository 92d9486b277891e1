package import LiveActivityFoundation

/// A position in a document being written, at which a ``JSONWritable`` type writes itself.
///
/// It is valid for one call.
public struct JSONWriter: ~Copyable {
    private let core: EncoderCore
    /// The node being written, if a tree is built.
    private var node: UInt32 = 0
    /// The text being written; `nil` if a tree is built.
    private(set) var text: DirectText?
    /// Whether a part has no JSON form, or one that this writer cannot produce: the encoder then uses `Codable`.
    private(set) var gaveUp = false

    /// Creates a writer that builds a tree.
    init(_ core: EncoderCore, at node: UInt32) {
        self.core = core
        self.node = node
    }

    /// Creates a writer that produces text.
    init(_ core: EncoderCore, _ text: DirectText) {
        self.core = core
        self.text = text
    }

    // MARK: Members

    /// Appends the member `name` to this object.
    @inlinable public mutating func member(_ name: StaticString, _ value: borrowing some JSONWritable) {
        let outer = open(name)
        value.write(to: &self)
        close(outer)
    }

    /// Appends the member `name` to this object if the value is not `nil`.
    @inlinable public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return openObject() }
        member(name, value)
    }

    /// Appends the member `name` to this object, whose text is copied.
    package mutating func member(_ name: StaticString, _ value: JSONText) {
        let outer = open(name)
        if text != nil { check(text?.put(value)) } else { put(core.raw(value)) }
        close(outer)
    }

    /// Appends a date as the member `name`, in the form of `Date.iso8601`, if it is not `nil`.
    package mutating func member(_ name: StaticString, iso8601 date: Date?) {
        guard let date else { return openObject() }
        let outer = open(name)
        putPlain(atMost: Date.iso8601BytesMax) { date.writeISO8601(into: $0) }
        close(outer)
    }

    /// Appends an object as the member `name` of this one, the JSON form of an enumeration's case: `{"delayed": {"minutes":
    /// 5}}`.
    @inlinable public mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void = { _ in }) {
        let outer = open(name)
        openObject()
        members(&self)
        close(outer)
    }

    /// Makes this an object if it is not one yet: a type without members is written as `{}`.
    public mutating func openObject() { if text != nil { check(text?.openObject()) } else { open(.object) } }

    @inline(__always)
    private mutating func open(_ kind: Node.Kind) {
        let place = core.node(node)
        if place.pointee.kind == kind { return }
        guard place.pointee.kind == .unset else { return giveUp() }
        place.pointee.kind = kind
        place.pointee.payload = 0
    }

    /// Moves to a new member of this object.
    ///
    /// - Returns: The node of this object.
    @usableFromInline mutating func open(_ name: StaticString) -> UInt32 {
        let bytes = name.bytes
        if text != nil {
            let outer = text?.openMember(bytes)
            check(outer != nil)
            return outer ?? 0
        }
        open(.object)
        let outer = node
        node = core.newNode(Node(.unset))
        let key = core.state.pointee.arena.append(bytes)
        let member = core.node(node)
        member.pointee.key = key
        member.pointee.isKeyPlain = isPlainText(core.state.pointee.arena.bytes + Int(key.offset), bytes.count)
        return outer
    }

    /// Completes the member.
    @usableFromInline mutating func close(_ outer: UInt32) {
        if text != nil {
            text?.closeMember(outer)
        } else {
            core.link(node, to: outer)
            node = outer
        }
    }

    // MARK: Elements

    @usableFromInline mutating func openArray() -> UInt32 {
        if text != nil { check(text?.openArray()) } else { open(.array) }
        return node
    }

    /// Moves to a new element.
    @usableFromInline mutating func openElement() {
        if text != nil { text?.openElement() } else { node = core.newNode(Node(.unset)) }
    }

    @usableFromInline mutating func close(elementOf array: UInt32) {
        if text != nil {
            text?.closeElement()
        } else {
            core.append(node, to: array)
            node = array
        }
    }

    // MARK: Values

    mutating func put(_ value: Bool) {
        if text != nil { check(text?.put(value)) } else { put(Node(value ? .true : .false)) }
    }

    /// Puts a string that needs no escape, without creating it.
    ///
    /// - Parameters:
    ///   - countMax: The number of bytes that the buffer has.
    ///   - write: Writes the string's bytes, and returns their number.
    package mutating func putPlain(atMost countMax: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        if text != nil {
            check(text?.putPlain(atMost: countMax, write))
        } else {
            put(core.string(String(unsafeUninitializedCapacity: countMax, initializingUTF8With: write)))
        }
    }

    mutating func put(_ value: String) { if text != nil { check(text?.put(value)) } else { put(core.string(value)) } }

    @inline(__always)
    mutating func put(_ value: some FixedWidthInteger) {
        guard text != nil else { return put(core.integer(value)) }
        if let small = Int64(exactly: value) {
            check(text?.put(small))
        } else {
            check(UInt64(exactly: value).flatMap { text?.put($0) })
        }
    }

    mutating func put(_ value: Double) {
        guard value.isFinite else { return giveUp() }
        if text != nil { check(text?.put(value)) } else { put(Node(.double, payload: value.bitPattern)) }
    }

    mutating func put(_ dates: ClosedRange<Date>) {
        let (first, last) = (
            dates.lowerBound.timeIntervalSinceReferenceDate, dates.upperBound.timeIntervalSinceReferenceDate
        )
        guard first.isFinite, last.isFinite else { return giveUp() }
        if text != nil { check(text?.put(first, last)) } else { put(core.array(dates)) }
    }

    @inline(__always)
    private mutating func put(_ value: Node) {
        let place = core.node(node)
        guard place.pointee.kind == .unset else { return giveUp() }
        place.pointee.kind = value.kind
        place.pointee.payload = value.payload
        place.pointee.count = value.count
        place.pointee.isPlain = value.isPlain
    }

    /// Ends the text.
    ///
    /// - Returns: Whether text was written.
    mutating func endText() -> Bool { text?.end() == true }

    /// The value has no common form: the encoder discards what was written and calls `encode(to:)`.
    public mutating func giveUp() { gaveUp = true }

    @inline(__always)
    private mutating func check(_ isDone: Bool?) { if isDone != true { giveUp() } }
}
