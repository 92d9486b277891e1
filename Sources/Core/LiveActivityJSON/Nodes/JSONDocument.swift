/// The flat nodes and bytes behind one or more ``JSONValue``s.
///
/// `@unchecked Sendable` because of its pointers: nothing writes to the memory after `init`, and the last reference
/// frees it.
package final class JSONDocument: @unchecked Sendable {
    private let arena: Arena

    /// Takes over an arena whose content is one flat document with its root at index 0.
    package init(taking arena: Arena) { self.arena = arena }

    deinit { arena.free() }

    @inline(__always)
    var flat: FlatNodes { FlatNodes(nodes: UnsafePointer(arena.nodes), bytes: UnsafePointer(arena.bytes)) }

    /// Creates a separate document for the value at `index` of `source`.
    ///
    /// Costs one copy of the value's text and one of its nodes.
    convenience init(copying source: FlatNodes, at index: Int) {
        let count = Int(source.nodes[index].link)
        let root = source.nodes[index]
        let text = root.isContainer ? root.range : .empty
        var arena = Arena(nodes: count, bytes: max(Int(text.length), 32))
        _ = arena.append(source.buffer(text))
        let nodes = arena.appendUninitialized(count)
        nodes.update(from: source.nodes + index, count: count)
        nodes[0].key = .empty
        // Keys and strings with escapes, and all of them if the source was never text, are outside of the root's text.
        func moved(_ range: ByteRange) -> ByteRange {
            if range.offset >= text.offset, range.offset &+ range.length <= text.offset &+ text.length {
                return ByteRange(offset: Int(range.offset &- text.offset), length: Int(range.length))
            }
            return arena.append(source.buffer(range))
        }
        for position in 0..<count {
            nodes[position].key = moved(nodes[position].key)
            switch nodes[position].kind {
            case .string, .number, .array, .object:
                let range = nodes[position].range
                if nodes[position].isContainer, range.length == 0 { continue }
                let new = moved(range)
                nodes[position].payload = UInt64(new.offset) << 32 | UInt64(new.length)
            default: break
            }
        }
        self.init(taking: arena)
    }

    static let null = JSONDocument(scalar: Node(.null))
    static let `true` = JSONDocument(scalar: Node(.true))
    static let `false` = JSONDocument(scalar: Node(.false))

    convenience init(scalar node: Node) {
        var arena = Arena(nodes: 1, bytes: 0)
        _ = arena.append(node)
        self.init(taking: arena)
    }
}

/// The error for a value that is nested deeper than ``JSONLimits/deepest``.
struct NestedTooDeep: Error {}

extension Arena {
    /// Appends the value at `index` of `source` as flat nodes and returns the index of its first node.
    @discardableResult
    mutating func flatten<S: NodeSource>(_ source: S, at index: Int, depth: Int = 0) throws(NestedTooDeep) -> Int {
        let node = source.nodes[index]
        let place: Int
        switch node.kind {
        case .embedded, .raw:
            let value = source.embedded(node)
            place = try flatten(value.flat, at: value.index, depth: depth)
        case .string, .number:
            var copy = node
            let range = append(source.buffer(node.range))
            copy.payload = UInt64(range.offset) << 32 | UInt64(range.length)
            copy.link = 1
            place = append(copy)
        case .array, .object, .unset:
            if depth == JSONLimits.deepest { throw NestedTooDeep() }
            var copy = Node(node.kind == .array ? .array : .object)
            copy.count = node.count
            place = append(copy)
            guard node.count > 0 else { break }
            var child = source.firstChild(of: index)
            for position in 0..<node.count {
                if position > 0 { child = source.next(after: child) }
                try flatten(source, at: child, depth: depth + 1)
            }
            nodes[place].link = UInt32(nodeCount - place)
        default:
            var copy = node
            copy.link = 1
            place = append(copy)
        }
        nodes[place].key = node.key.length == 0 ? .empty : append(source.buffer(node.key))
        nodes[place].isKeyPlain = node.isKeyPlain
        return place
    }
}
