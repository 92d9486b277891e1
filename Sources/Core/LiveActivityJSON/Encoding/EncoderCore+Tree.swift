/// Growing the tree: nodes are created, filled, named, and linked to their parent when they are complete.
extension EncoderCore {
    @inline(__always)
    func newNode(_ node: Node) -> UInt32 {
        UInt32(truncatingIfNeeded: state.pointee.arena.append(node))
    }

    /// Fills the node of an encoder through its single value container.
    @inline(__always)
    func put(_ value: Node, into target: EncodingTarget) {
        let place = node(target.node)
        if place.pointee.kind == .unset {
            place.pointee.kind = value.kind
            place.pointee.payload = value.payload
            place.pointee.isPlain = value.isPlain
        } else {
            refuse(value, into: target)
        }
    }

    @inline(never)
    private func refuse(_ value: Node, into target: EncodingTarget) {
        // Foundation drops a single value when the same encoder already has a container.
        if node(target.node).pointee.isContainer { return }
        report("A second value was encoded where one already is.", target.frame, target.trail)
    }

    /// Records a mistake of the type being encoded, to be thrown at the end: container methods cannot throw.
    func report(_ text: String, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil) {
        guard state.pointee.misuse == nil else { return }
        state.pointee.hasExtras = true
        let path = path(frame, trail, key)
        state.pointee.misuse = .invalidValue(
            path.last?.stringValue ?? "root", .init(codingPath: path, debugDescription: text))
    }

    /// Makes the node a container of this kind, or reports why it cannot be one.
    func open(_ kind: Node.Kind, at target: EncodingTarget) -> UInt32 {
        let place = node(target.node)
        switch place.pointee.kind {
        case kind: return target.node
        case .unset:
            place.pointee.kind = kind
            place.pointee.payload = 0
            return target.node
        case .embedded:
            if let copy = unfold(target.node), node(copy).pointee.kind == kind { return copy }
            fallthrough
        default:
            report(
                "An \(kind) was requested where a \(node(target.node).pointee.kindName) already is.", target.frame, target.trail
            )
            return newNode(Node(kind))
        }
    }

    /// Replaces an embedded value by nodes of this tree, so that more can be written into it.
    private func unfold(_ index: UInt32) -> UInt32? {
        let value = state.pointee.embedded[Int(node(index).pointee.payload)]
        copy(value.flat, value.index, into: index)
        return index
    }

    private func copy(_ source: FlatNodes, _ place: Int, into index: UInt32) {
        let original = source.nodes[place]
        node(index).pointee.kind = original.kind
        node(index).pointee.payload = original.payload
        node(index).pointee.isPlain = original.isPlain
        switch original.kind {
        case .string, .number:
            let range = state.pointee.arena.append(source.buffer(original.range))
            node(index).pointee.payload = UInt64(range.offset) << 32 | UInt64(range.length)
        case .array, .object:
            node(index).pointee.payload = 0
            var child = place + 1
            for _ in 0..<original.count {
                let new = newNode(Node(.unset))
                copy(source, child, into: new)
                if original.kind == .object {
                    name(new, String(decoding: source.buffer(source.nodes[child].key), as: UTF8.self))
                    link(new, to: index)
                } else {
                    append(new, to: index)
                }
                child += Int(source.nodes[child].link)
            }
        default: break
        }
    }

    // MARK: Children

    @inline(__always)
    func append(_ child: UInt32, to parent: UInt32) {
        let nodes = state.pointee.arena.nodes
        let container = nodes + Int(parent)
        if container.pointee.count == 0 {
            container.pointee.high = child
        } else {
            nodes[Int(container.pointee.low)].link = child
        }
        container.pointee.low = child
        container.pointee.count &+= 1
    }

    @inline(__always)
    func name(_ child: UInt32, _ name: String) {
        let (key, isPlain) = copy(name)
        node(child).pointee.key = key
        node(child).pointee.isKeyPlain = isPlain
    }

    /// Links a named node as a member; an earlier member of the same name is replaced.
    @inline(__always)
    func link(_ child: UInt32, to parent: UInt32) {
        if let earlier = admit(node(child).pointee.key, to: parent) {
            replace(earlier, by: child, in: parent)
        } else {
            append(child, to: parent)
            if node(parent).pointee.count > KeyIndex.threshold { index(child, of: parent) }
        }
    }

    /// The member of `parent` that already has this key; also records that the key now exists.
    @inline(__always)
    private func admit(_ key: ByteRange, to parent: UInt32) -> UInt32? {
        let bytes = state.pointee.arena.bytes
        let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: hashOfKey(bytes + Int(key.offset), Int(key.length)) >> 1)
        let container = node(parent)
        if container.pointee.filter & bit != 0 { return find(key, in: parent) }
        container.pointee.filter |= bit
        return nil
    }

    @inline(never)
    private func find(_ key: ByteRange, in parent: UInt32) -> UInt32? {
        let nodes = state.pointee.arena.nodes
        let name = state.pointee.arena.buffer(key)
        if nodes[Int(parent)].count > KeyIndex.threshold {
            return state.pointee.keys.find(
                name, in: Int(parent), nodes: nodes, bytes: state.pointee.arena.bytes
            ).map(UInt32.init)
        }
        var child = nodes[Int(parent)].high
        for position in 0..<nodes[Int(parent)].count {
            if position > 0 { child = nodes[Int(child)].link }
            let range = nodes[Int(child)].key
            if isEqual(state.pointee.arena.bytes + Int(range.offset), Int(range.length), name) { return child }
        }
        return nil
    }

    /// The member `name`; `nil` if there is none.
    func member(_ name: String, of parent: UInt32) -> UInt32? { find(copy(name).range, in: parent) }

    @inline(never)
    private func index(_ child: UInt32, of parent: UInt32) {
        let nodes = state.pointee.arena.nodes
        guard nodes[Int(parent)].count == KeyIndex.threshold + 1 else {
            return state.pointee.keys.insert(
                Int(child), called: state.pointee.arena.buffer(nodes[Int(child)].key), in: Int(parent))
        }
        // The object has just become large: its earlier members are not indexed yet.
        var member = nodes[Int(parent)].high
        for position in 0..<nodes[Int(parent)].count {
            if position > 0 { member = nodes[Int(member)].link }
            state.pointee.keys.insert(
                Int(member), called: state.pointee.arena.buffer(nodes[Int(member)].key), in: Int(parent))
        }
    }

    /// Replaces `old` by `new` among the members of `parent`.
    @inline(never)
    private func replace(_ old: UInt32, by new: UInt32, in parent: UInt32) {
        let nodes = state.pointee.arena.nodes
        let container = nodes + Int(parent)
        nodes[Int(new)].link = nodes[Int(old)].link
        if container.pointee.high == old {
            container.pointee.high = new
        } else {
            var before = container.pointee.high
            while nodes[Int(before)].link != old { before = nodes[Int(before)].link }
            nodes[Int(before)].link = new
        }
        if container.pointee.low == old { container.pointee.low = new }
        if container.pointee.count > KeyIndex.threshold {
            state.pointee.keys.replace(
                Int(old), by: Int(new), called: state.pointee.arena.buffer(nodes[Int(new)].key), in: Int(parent))
        }
    }

    @inline(__always)
    func copy(_ text: String) -> (range: ByteRange, isPlain: Bool) {
        withBytes(of: text) { source in
            let range = state.pointee.arena.append(source)
            return (range, isPlainText(state.pointee.arena.bytes + Int(range.offset), source.count))
        }
    }
}
