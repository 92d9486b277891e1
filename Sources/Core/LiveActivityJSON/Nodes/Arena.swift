/// Memory for one document: its nodes, and the bytes of its keys, strings and numbers.
///
/// It uses plain pointers rather than arrays, because every write of the hot path goes through it. Uniqueness and exclusivity
/// checks are unnecessary: an arena belongs to one owner, which frees it with ``free()``.
@usableFromInline package struct Arena {
    @usableFromInline package var nodes: UnsafeMutablePointer<Node>
    @usableFromInline package var nodeCount = 0
    @usableFromInline var nodeCapacity: Int
    @usableFromInline package var bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline package var byteCount = 0
    @usableFromInline var byteCapacity: Int

    /// The number of accessible bytes after the last one, so that eight can be read or written at once anywhere.
    @inlinable package static var slack: Int { 16 }

    /// The number of nodes for which an idle arena keeps memory: about a thousand, far above any activity's content. After a
    /// rare large document the memory is freed.
    @inlinable static var nodesKept: Int { 1024 }
    @inlinable static var bytesKept: Int { 32_768 }

    package init(nodes nodeCapacity: Int = 64, bytes byteCapacity: Int = 1024) {
        self.nodeCapacity = nodeCapacity
        self.byteCapacity = byteCapacity
        nodes = .allocate(capacity: nodeCapacity)
        bytes = .allocate(capacity: byteCapacity + Self.slack)
    }

    package func free() {
        nodes.deallocate()
        bytes.deallocate()
    }

    /// Drops the content and keeps the memory, up to a limit.
    @inlinable @inline(__always)
    package mutating func reset() {
        nodeCount = 0
        byteCount = 0
        if nodeCapacity > Self.nodesKept || byteCapacity > Self.bytesKept { shrink() }
    }

    @usableFromInline @inline(never)
    mutating func shrink() {
        free()
        self = Arena()
    }

    // MARK: Nodes

    /// Adds a node and returns its index.
    @inlinable @inline(__always)
    package mutating func append(_ node: Node) -> Int {
        if nodeCount == nodeCapacity { growNodes(by: 1) }
        (nodes + nodeCount).initialize(to: node)
        nodeCount &+= 1
        return nodeCount &- 1
    }

    /// Reserves memory for `count` nodes and counts them; the caller initializes them.
    mutating func appendUninitialized(_ count: Int) -> UnsafeMutablePointer<Node> {
        if nodeCount + count > nodeCapacity { growNodes(by: count) }
        defer { nodeCount += count }
        return nodes + nodeCount
    }

    @usableFromInline @inline(never)
    mutating func growNodes(by count: Int) {
        nodeCapacity = max(nodeCapacity * 2, nodeCount + count)
        let larger = UnsafeMutablePointer<Node>.allocate(capacity: nodeCapacity)
        larger.update(from: nodes, count: nodeCount)
        nodes.deallocate()
        nodes = larger
    }

    // MARK: Bytes

    /// The position for the next bytes; valid for `count` bytes and the slack, until the next reservation.
    @inlinable @inline(__always)
    package mutating func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if byteCount &+ count > byteCapacity { growBytes(by: count) }
        return bytes + byteCount
    }

    /// Commits `count` bytes that were written at ``reserve(_:)``'s result.
    @inlinable @inline(__always)
    package mutating func commit(_ count: Int) { byteCount &+= count }

    @inlinable @inline(__always)
    package mutating func append(_ source: UnsafeBufferPointer<UInt8>) -> ByteRange {
        let range = ByteRange(offset: byteCount, length: source.count)
        let target = reserve(source.count)
        if let base = source.baseAddress { copyBytes(base, source.count, to: target) }
        commit(source.count)
        return range
    }

    @usableFromInline @inline(never)
    mutating func growBytes(by count: Int) {
        // Offsets have 32 bits. Nothing near that size can be displayed or sent, so a document that large is a mistake of the
        // program; input from outside is limited by `JSONLimits` long before.
        precondition(byteCount + count < Int(UInt32.max), "a JSON document of \(byteCount + count) bytes")
        byteCapacity = max(byteCapacity * 2, byteCount + count)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCapacity + Self.slack)
        larger.update(from: bytes, count: byteCount)
        bytes.deallocate()
        bytes = larger
    }

    @inlinable @inline(__always)
    package func buffer(_ range: ByteRange) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(range.offset), count: Int(range.length))
    }
}
