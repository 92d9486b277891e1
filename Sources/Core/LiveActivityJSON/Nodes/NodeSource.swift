/// A common interface to the two layouts of ``Node``.
///
/// Generic code over it is specialised in this module, so a traversal costs no more than if it were written twice by hand.
@usableFromInline package protocol NodeSource {
    var nodes: UnsafePointer<Node> { get }
    var bytes: UnsafePointer<UInt8> { get }
    /// The first child of a container with at least one child.
    func firstChild(of index: Int) -> Int
    /// The sibling after a child that is not its parent's last.
    func next(after index: Int) -> Int
    /// The value of an `embedded` or a `raw` node.
    func embedded(_ node: Node) -> JSONValue
    /// Whether a container's `payload` is the range of its text.
    static var hasText: Bool { get }
}

extension NodeSource {
    @inlinable @inline(__always)
    package func buffer(_ range: ByteRange) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(range.offset), count: Int(range.length))
    }
}

/// A flat document: children follow their container.
@usableFromInline package struct FlatNodes: NodeSource {
    @usableFromInline package let nodes: UnsafePointer<Node>
    @usableFromInline package let bytes: UnsafePointer<UInt8>

    @inlinable @inline(__always) package func firstChild(of index: Int) -> Int { index &+ 1 }
    @inlinable @inline(__always) package func next(after index: Int) -> Int { index &+ Int(nodes[index].link) }
    @usableFromInline package func embedded(_ node: Node) -> JSONValue {
        preconditionFailure("a flat document embeds no other")
    }
    @inlinable package static var hasText: Bool { true }
}

/// An encoder's result: children are linked in the order in which they were written.
@usableFromInline package struct TreeNodes: NodeSource {
    @usableFromInline package let nodes: UnsafePointer<Node>
    @usableFromInline package let bytes: UnsafePointer<UInt8>
    let embedded: [JSONValue]

    @inlinable @inline(__always) package func firstChild(of index: Int) -> Int { Int(nodes[index].high) }
    @inlinable @inline(__always) package func next(after index: Int) -> Int { Int(nodes[index].link) }
    @usableFromInline package func embedded(_ node: Node) -> JSONValue {
        if node.kind == .raw { return JSONText(trusted: Array(buffer(node.range))).value }
        return embedded[Int(node.payload)]
    }
    @inlinable package static var hasText: Bool { false }
}
