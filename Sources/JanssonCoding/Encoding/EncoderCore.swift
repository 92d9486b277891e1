#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all containers of one encoding share: the tree being built and the path to where it grows.
///
/// The containers hold it strongly, so one that outlives the call still has memory to write to; the encoder notices
/// and goes on with another core.
final class EncoderCore {
    /// The parts that change, behind a pointer: stored properties of a class are checked for exclusive access at every
    /// use, which here costs more than the use.
    struct State {
        var arena = Arena()
        var path = PathStack()
        var keys = KeyIndex()
        var embedded: [JSONValue] = []
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        /// The first use of the containers that makes no sense; reported when the encoding ends.
        var misuse: EncodingError?
    }

    let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.pointee.arena.free()
        state.pointee.path.free()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    @inline(__always)
    func node(_ index: UInt32) -> UnsafeMutablePointer<Node> { state.pointee.arena.nodes + Int(index) }

    func path(_ frame: UInt32, _ trail: PathTrail?, _ last: (any CodingKey)? = nil) -> [any CodingKey] {
        state.pointee.path.path(to: frame, trail, last)
    }

    /// Encodes `value` as the root, node 0.
    func encodeRoot<T: Encodable>(_ value: T, userInfo: [CodingUserInfoKey: any Sendable]) throws {
        state.pointee.userInfo = userInfo
        let root = newNode(Node(.unset))
        try write(value, to: EncodingTarget(core: self, node: root, frame: 0, trail: nil))
        if let misuse = state.pointee.misuse { throw misuse }
        if node(root).pointee.kind == .unset {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "\(T.self) did not encode anything."))
        }
    }

    /// Forgets the last encoding and keeps the memory.
    func reset() {
        state.pointee.arena.reset()
        state.pointee.path.reset()
        state.pointee.keys.removeAll()
        if !state.pointee.embedded.isEmpty { state.pointee.embedded.removeAll() }
        if state.pointee.misuse != nil { state.pointee.misuse = nil }
    }

    var tree: TreeNodes {
        TreeNodes(
            nodes: UnsafePointer(state.pointee.arena.nodes), bytes: UnsafePointer(state.pointee.arena.bytes),
            embedded: state.pointee.embedded)
    }

    // MARK: Values

    /// Encodes `value` into the node of `target`. A value that encodes nothing leaves it `unset`.
    @inline(__always)
    func write<T: Encodable>(_ value: T, to target: EncodingTarget) throws {
        guard let special = SpecialType(T.self) else { return try value.encode(to: target) }
        put(try scalar(special, value, target.frame, target.trail), into: target)
    }

    /// Encodes `value` as a node of its own, which is not part of the tree yet.
    ///
    /// - Parameter key: where it will be, for the path of an error.
    @inline(__always)
    func detached<T: Encodable, Key: CodingKey>(
        _ value: T, _ key: Key, under frame: UInt32, _ trail: PathTrail?
    ) throws -> UInt32 {
        if let special = SpecialType(T.self) {
            return newNode(try scalar(special, value, frame, trail, key))
        }
        let child = newNode(Node(.unset))
        try withUnsafePointer(to: key) { key in
            let inner = state.pointee.path.push(key, under: frame, trail)
            defer { state.pointee.path.pop() }
            try encode(value, into: child, inner)
        }
        return child
    }

    /// As ``detached(_:_:under:_:)`` for the element `index` of an array.
    @inline(__always)
    func detached<T: Encodable>(_ value: T, index: Int, under frame: UInt32, _ trail: PathTrail?) throws -> UInt32 {
        if let special = SpecialType(T.self) {
            return newNode(try scalar(special, value, frame, trail, JSONKey(index: index)))
        }
        let child = newNode(Node(.unset))
        let inner = state.pointee.path.push(index: index, under: frame, trail)
        defer { state.pointee.path.pop() }
        try encode(value, into: child, inner)
        return child
    }

    @inline(__always)
    private func encode<T: Encodable>(_ value: T, into child: UInt32, _ frame: UInt32) throws {
        if state.pointee.path.level(of: frame) > JSONLimits.deepest { throw tooDeep(value, frame) }
        try value.encode(to: EncodingTarget(core: self, node: child, frame: frame, trail: nil))
        if node(child).pointee.kind == .unset { node(child).pointee.kind = .object }
    }

    @inline(never)
    private func tooDeep(_ value: some Encodable, _ frame: UInt32) -> EncodingError {
        .invalidValue(value, .init(
            codingPath: path(frame, nil),
            debugDescription: "Nested deeper than \(JSONLimits.deepest) levels; no device could decode it."))
    }

    @inline(__always)
    private func scalar<T>(
        _ special: SpecialType, _ value: T, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil
    ) throws -> Node {
        if special == .date {
            let seconds = same(value, as: Date.self).timeIntervalSinceReferenceDate
            guard seconds.isFinite else { throw notANumber(seconds, frame, trail, key) }
            return Node(.double, payload: seconds.bitPattern)
        }
        return try rareScalar(special, value, frame, trail, key)
    }

    @inline(never)
    private func rareScalar<T>(
        _ special: SpecialType, _ value: T, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)?
    ) throws -> Node {
        switch special {
        case .date: return try number(same(value, as: Date.self).timeIntervalSinceReferenceDate, frame, trail, key)
        case .json: return embed(same(value, as: JSONValue.self))
        case .text: return raw(same(value, as: JSONText.self))
        case .url: return string(same(value, as: URL.self).absoluteString)
        case .data: return string(same(value, as: Data.self).base64EncodedString())
        case .decimal:
            let decimal = same(value, as: Decimal.self)
            guard !decimal.isNaN else { throw notANumber(decimal, frame, trail, key) }
            return number(text: decimal.description)
        }
    }

    func raw(_ text: JSONText) -> Node {
        Node(.raw, range: text.bytes.withUnsafeBufferPointer { state.pointee.arena.append($0) })
    }

    func embed(_ value: JSONValue) -> Node {
        state.pointee.embedded.append(value)
        return Node(.embedded, payload: UInt64(state.pointee.embedded.count - 1))
    }

    @inline(__always)
    func string(_ value: String) -> Node {
        let (range, isPlain) = copy(value)
        var node = Node(.string, range: range)
        node.isPlain = isPlain
        return node
    }

    func number(text: String) -> Node { Node(.number, range: copy(text).range) }

    @inline(__always)
    func number(_ value: Double, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil) throws -> Node {
        guard value.isFinite else { throw notANumber(value, frame, trail, key) }
        return Node(.double, payload: value.bitPattern)
    }

    @inline(__always)
    func number(_ value: Float, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil) throws -> Node {
        guard value.isFinite else { throw notANumber(value, frame, trail, key) }
        return Node(.float, payload: Double(value).bitPattern)
    }

    @inline(__always)
    func integer<T: FixedWidthInteger>(_ value: T) -> Node {
        if T.isSigned || T.bitWidth < 64, T.bitWidth <= 64 {
            return Node(.int, payload: UInt64(bitPattern: Int64(truncatingIfNeeded: value)))
        }
        if let small = Int64(exactly: value) { return Node(.int, payload: UInt64(bitPattern: small)) }
        if let large = UInt64(exactly: value) { return Node(.uint, payload: large) }
        return number(text: "\(value)")
    }

    @inline(never)
    func notANumber(
        _ value: any Sendable, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil
    ) -> EncodingError {
        .invalidValue(value, .init(
            codingPath: path(frame, trail, key),
            debugDescription: "JSON has no number for \(value); encode null or leave the value out."))
    }

    // MARK: Nodes

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

    /// Remembers a mistake of the type being encoded, to be thrown at the end: container methods cannot throw.
    func report(_ text: String, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil) {
        guard state.pointee.misuse == nil else { return }
        let path = path(frame, trail, key)
        state.pointee.misuse = .invalidValue(
            path.last?.stringValue ?? "root", .init(codingPath: path, debugDescription: text))
    }

    /// Makes the node a container of this kind, or explains why it cannot be one.
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
            report("An \(kind) was asked for where a \(node(target.node).pointee.kindName) already is.", target.frame, target.trail)
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
                    link(new, to: index, named: String(decoding: source.buffer(source.nodes[child].key), as: UTF8.self))
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

    /// Makes a node the member called `name`; a member that was called so before is replaced.
    @inline(__always)
    func link(_ child: UInt32, to parent: UInt32, named name: String) {
        let (key, isPlain) = copy(name)
        node(child).pointee.key = key
        node(child).pointee.isKeyPlain = isPlain
        if let earlier = admit(key, to: parent) {
            replace(earlier, by: child, in: parent)
        } else {
            append(child, to: parent)
            if node(parent).pointee.count > KeyIndex.threshold { index(child, of: parent) }
        }
    }

    /// The member of `parent` that already has this key, and notes that the key is there now.
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

    /// The member called `name`, if there is one.
    func member(_ name: String, of parent: UInt32) -> UInt32? { find(copy(name).range, in: parent) }

    @inline(never)
    private func index(_ child: UInt32, of parent: UInt32) {
        let nodes = state.pointee.arena.nodes
        guard nodes[Int(parent)].count == KeyIndex.threshold + 1 else {
            return state.pointee.keys.insert(
                Int(child), called: state.pointee.arena.buffer(nodes[Int(child)].key), in: Int(parent))
        }
        // The object has just become large: its earlier members are not in the index yet.
        var member = nodes[Int(parent)].high
        for position in 0..<nodes[Int(parent)].count {
            if position > 0 { member = nodes[Int(member)].link }
            state.pointee.keys.insert(
                Int(member), called: state.pointee.arena.buffer(nodes[Int(member)].key), in: Int(parent))
        }
    }

    /// Puts `new` in the place of `old` among the members of `parent`.
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
    private func copy(_ text: String) -> (range: ByteRange, isPlain: Bool) {
        withBytes(of: text) { source in
            let range = state.pointee.arena.append(source)
            return (range, isPlainText(state.pointee.arena.bytes + Int(range.offset), source.count))
        }
    }
}
