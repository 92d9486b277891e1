/// State that all containers of one encoding share: the tree being built and the path to its current position.
///
/// The containers hold it strongly, so a container that outlives the call still has memory to write to; the encoder detects
/// this and continues with another core.
final class EncoderCore {
    /// The mutable parts, behind a pointer: stored properties of a class are checked for exclusive access at every use, which
    /// here costs more than the use.
    struct State {
        var arena = Arena()
        /// The output text.
        var output = Arena(nodes: 1)
        /// The names of members that ``DirectText`` has written.
        var names = MemberNames()
        var path = PathStack()
        var keys = KeyIndex()
        var embedded: [JSONValue] = []
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        /// The first invalid use of the containers; thrown when the encoding ends.
        var misuse: EncodingError?
        /// Whether `misuse` or `embedded` is not empty.
        var hasExtras = false
        // Classes are excluded, as they may have subclasses that write more.
        fileprivate var writable = TypeMemory { $0 is AnyClass ? nil : $0 as? any JSONWritable.Type }
    }

    let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.pointee.arena.free()
        state.pointee.output.free()
        state.pointee.names.free()
        state.pointee.path.free()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    @inline(__always)
    func node(_ index: UInt32) -> UnsafeMutablePointer<Node> { state.pointee.arena.nodes + Int(index) }

    func path(_ frame: UInt32, _ trail: PathTrail?, _ last: (any CodingKey)? = nil) -> [any CodingKey] {
        state.pointee.path.path(to: frame, trail, last, bytes: state.pointee.arena.bytes)
    }

    /// Encodes `value` as the root, node 0.
    func encodeRoot<T: Encodable>(_ value: T) throws {
        if let writable = state.pointee.writable[T.self] {
            if write(value, as: writable) { return }
            reset()
        }
        let root = newNode(Node(.unset))
        try write(value, to: EncodingTarget(core: self, node: root, frame: 0, trail: nil))
        if state.pointee.hasExtras, let misuse = state.pointee.misuse { throw misuse }
        if node(root).pointee.kind == .unset {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "\(T.self) did not encode anything."))
        }
    }

    /// Lets the value write itself; returns `false` if it could not.
    private func write<T, Writable: JSONWritable>(_ value: T, as type: Writable.Type) -> Bool {
        let root = newNode(Node(.unset))
        var writer = JSONWriter(self, at: root)
        withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee.write(to: &writer) }
        return !writer.gaveUp && node(root).pointee.kind != .unset
    }

    /// The text that the value writes itself; `nil` if that needs a tree. Valid until the next call or ``reset()``.
    func directText<T: Encodable>(of value: T) -> UnsafeBufferPointer<UInt8>? {
        guard let writable = state.pointee.writable[T.self] else { return nil }
        return directText(of: value, as: writable)
    }

    private func directText<T, Writable: JSONWritable>(of value: T, as type: Writable.Type) -> UnsafeBufferPointer<UInt8>? {
        state.pointee.output.reset()
        state.pointee.names.reset()
        var writer = JSONWriter(self, DirectText(into: state.pointee.output, state.pointee.names))
        withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee.write(to: &writer) }
        let isComplete = writer.endText() && !writer.gaveUp
        // Stored even if the text is discarded, because its memory may have been reallocated.
        if let text = writer.text { (state.pointee.output, state.pointee.names) = (text.out, text.names) }
        let output = state.pointee.output
        return isComplete ? UnsafeBufferPointer(start: output.bytes, count: output.byteCount) : nil
    }

    /// Drops the last encoding and keeps the memory.
    func reset() {
        state.pointee.arena.reset()
        state.pointee.output.reset()
        state.pointee.path.reset()
        state.pointee.keys.removeAll()
        guard state.pointee.hasExtras else { return }
        state.pointee.embedded.removeAll()
        state.pointee.misuse = nil
        state.pointee.hasExtras = false
    }

    /// The tree as text, valid until the next call or ``reset()``.
    ///
    /// - Throws: when the tree is too deep.
    func text(sortedKeys: Bool, pretty: Bool) throws(NestedTooDeep) -> UnsafeBufferPointer<UInt8> {
        state.pointee.output.reset()
        var writer = TextWriter(
            into: state.pointee.output, sortedKeys: sortedKeys, pretty: pretty, maximumDepth: JSONLimits.deepest)
        writer.write(tree, at: 0)
        state.pointee.output = writer.out
        if writer.isTooDeep { throw NestedTooDeep() }
        return UnsafeBufferPointer(start: writer.out.bytes, count: writer.out.byteCount)
    }

    var tree: TreeNodes {
        TreeNodes(
            nodes: UnsafePointer(state.pointee.arena.nodes), bytes: UnsafePointer(state.pointee.arena.bytes),
            embedded: state.pointee.embedded)
    }
}
