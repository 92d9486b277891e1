/// A position in a document that is being written, at which a ``JSONWritable`` type writes itself.
///
/// Valid for one call.
public struct JSONWriter: ~Copyable {
    let core: EncoderCore
    /// The value that is being written.
    private var node: UInt32
    /// Whether a part had no JSON form, so that the encoder falls back to `encode(to:)`.
    private(set) var gaveUp = false

    init(_ core: EncoderCore, at node: UInt32) {
        self.core = core
        self.node = node
    }

    // MARK: Members

    /// Appends the member `name` to this object.
    @inlinable public mutating func member(_ name: StaticString, _ value: borrowing some JSONWritable) {
        let outer = open(name)
        value.write(to: &self)
        close(outer)
    }

    /// Appends the member `name` to this object if there is a value for it.
    @inlinable public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return openObject() }
        member(name, value)
    }

    /// Appends an object as the member `name` of this one, as an enumeration's case is written: `{"delayed": {"minutes": 5}}`.
    @inlinable public mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void = { _ in }) {
        let outer = open(name)
        openObject()
        members(&self)
        close(outer)
    }

    /// Makes this an object, if it is none yet: what a type without members is written as.
    public mutating func openObject() { open(.object) }

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
    /// - Returns: This object.
    @usableFromInline mutating func open(_ name: StaticString) -> UInt32 {
        open(.object)
        let outer = node
        node = core.newNode(Node(.unset))
        let text = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let key = core.state.pointee.arena.append(text)
        let member = core.node(node)
        member.pointee.key = key
        member.pointee.isKeyPlain = isPlainText(core.state.pointee.arena.bytes + Int(key.offset), text.count)
        return outer
    }

    /// The member is complete.
    @usableFromInline mutating func close(_ outer: UInt32) {
        core.link(node, to: outer)
        node = outer
    }

    // MARK: Elements

    @usableFromInline mutating func openArray() -> UInt32 {
        open(.array)
        return node
    }

    /// Moves to a new element.
    @usableFromInline mutating func openElement() { node = core.newNode(Node(.unset)) }

    @usableFromInline mutating func close(elementOf array: UInt32) {
        core.append(node, to: array)
        node = array
    }

    // MARK: Values

    @inline(__always)
    mutating func put(_ value: Node) {
        let place = core.node(node)
        guard place.pointee.kind == .unset else { return giveUp() }
        place.pointee.kind = value.kind
        place.pointee.payload = value.payload
        place.pointee.count = value.count
        place.pointee.isPlain = value.isPlain
    }

    mutating func put(number: Double) {
        guard number.isFinite else { return giveUp() }
        put(Node(.double, payload: number.bitPattern))
    }

    /// The value has no common form: the encoder discards what was written and calls `encode(to:)`.
    public mutating func giveUp() { gaveUp = true }
}
