import LiveActivityFoundation

/// State that all containers of one decoding share: the flat document being read and the path to the current position in it.
///
/// The containers hold it strongly, and it owns or retains everything it points at, so a container that outlives the call still
/// reads valid memory; the decoder detects this and continues with another core.
final class DecoderCore {
    /// The position of the last member found in an object, because the next request is usually for the following member.
    fileprivate struct Hint {
        var object: UInt32
        var child: UInt32
    }

    /// The mutable parts, behind a pointer: stored properties of a class are checked for exclusive access at every use, which
    /// here costs more than the use.
    struct State {
        var arena = Arena()
        /// The document, if it is not the one in `arena`.
        var document: JSONDocument?
        var nodes: UnsafePointer<Node>
        var bytes: UnsafePointer<UInt8>
        var path = PathStack()
        var acceptsISO8601Dates = false
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        /// The keys of the last object that did not have exactly one of them, for the error of an enumeration.
        var caseKeys: (any CodingKey.Type)?
        /// Whether members that the decoded type does not read are noted in ``unread``.
        var notesUnread = false
        /// The unread members of the last value, until the decoder takes them.
        var unread: [UnreadMember] = []
        /// Whether ``reads`` records the requests for members.
        var recordsReads = false
        var reads = ReadMembers()
        fileprivate var hints: UnsafeMutablePointer<Hint>
        fileprivate var keys = KeyIndex()
        fileprivate var indexed: Set<UInt32> = []
        // Classes are excluded, as they may have subclasses that read more.
        fileprivate var readable = TypeMemory { $0 is AnyClass ? nil : $0 as? any JSONReadable.Type }

        fileprivate init(hints: UnsafeMutablePointer<Hint>) {
            self.hints = hints
            nodes = UnsafePointer(arena.nodes)
            bytes = UnsafePointer(arena.bytes)
        }

        mutating func useArena() {
            nodes = UnsafePointer(arena.nodes)
            bytes = UnsafePointer(arena.bytes)
        }
    }

    let state: UnsafeMutablePointer<State>
    private let null: UnsafeMutablePointer<Node>

    private static let hintCount = 16
    /// Represents a missing value in a `superDecoder`.
    static let missing = UInt32.max

    init() {
        let hints = UnsafeMutablePointer<Hint>.allocate(capacity: Self.hintCount)
        hints.initialize(repeating: Hint(object: .max, child: 0), count: Self.hintCount)
        state = .allocate(capacity: 1)
        state.initialize(to: State(hints: hints))
        null = .allocate(capacity: 1)
        null.initialize(to: Node(.null))
    }

    deinit {
        state.pointee.arena.free()
        state.pointee.path.free()
        state.pointee.hints.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
        null.deallocate()
    }

    // MARK: A decoding

    /// Reads from the arena's current content.
    func useArena() { state.pointee.useArena() }

    func use(_ document: JSONDocument) {
        state.pointee.document = document
        state.pointee.nodes = document.flat.nodes
        state.pointee.bytes = document.flat.bytes
    }

    func decodeRoot<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        if let readable = state.pointee.readable[type] {
            do throws(JSONReader.GaveUp) { return try read(readable, at: index) } catch {}
        }
        if state.pointee.notesUnread { return try notingUnread(type, at: index) }
        return try value(type, from: DecodingSource(core: self, node: UInt32(index), frame: 0, trail: nil))
    }

    /// Decodes the value with its own JSON code.
    private func read<Readable: JSONReadable, T>(_: Readable.Type, at index: Int) throws(JSONReader.GaveUp) -> T {
        var reader = JSONReader(flat, at: index)
        let value: T = same(try Readable(reading: &reader), as: T.self)
        let isRead = reader.entered == Int(state.pointee.nodes[index].link) &- 1
        if !isRead, state.pointee.notesUnread { noteUnread(Readable.self, at: index) }
        return value
    }

    /// Drops the document and keeps the memory.
    func reset() {
        state.pointee.arena.reset()
        if state.pointee.document != nil { state.pointee.document = nil }
        useArena()
        state.pointee.path.reset()
        for place in 0..<Self.hintCount { state.pointee.hints[place].object = .max }
        if !state.pointee.indexed.isEmpty {
            state.pointee.indexed.removeAll()
            state.pointee.keys.removeAll()
        }
    }

    // MARK: Looking at nodes

    @inline(__always)
    func node(_ index: UInt32) -> UnsafePointer<Node> {
        index == Self.missing ? UnsafePointer(null) : state.pointee.nodes + Int(index)
    }

    @inline(__always)
    var flat: FlatNodes { FlatNodes(nodes: state.pointee.nodes, bytes: state.pointee.bytes) }

    func path(_ frame: UInt32, _ trail: PathTrail?, _ last: (any CodingKey)? = nil) -> [any CodingKey] {
        state.pointee.path.path(to: frame, trail, last, bytes: state.pointee.bytes)
    }

    @inline(__always)
    func key(of child: UInt32) -> UnsafeBufferPointer<UInt8> { flat.buffer(state.pointee.nodes[Int(child)].key) }

    /// The node of the member `name` of `object`, or 0 if it is missing: the root is never a member.
    @inline(__always)
    func member(_ name: String, of object: UInt32) -> UInt32 {
        withBytes(of: name) { name in
            let hint = state.pointee.hints + Int(object & UInt32(Self.hintCount - 1))
            let nodes = state.pointee.nodes
            let end = object &+ nodes[Int(object)].link
            var next = object &+ 1
            if hint.pointee.object == object {
                next = hint.pointee.child &+ nodes[Int(hint.pointee.child)].link
            }
            if next < end, has(name, next) {
                hint.pointee = Hint(object: object, child: next)
                if state.pointee.recordsReads { record(name, next, in: object) }
                return next
            }
            let found = search(name, of: object)
            if found != 0 { hint.pointee = Hint(object: object, child: found) }
            if state.pointee.recordsReads { record(name, found, in: object) }
            return found
        }
    }

    @inline(__always)
    private func has(_ name: UnsafeBufferPointer<UInt8>, _ child: UInt32) -> Bool {
        let key = state.pointee.nodes[Int(child)].key
        return isEqual(state.pointee.bytes + Int(key.offset), Int(key.length), name)
    }

    @inline(never)
    private func search(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32) -> UInt32 {
        let nodes = state.pointee.nodes
        if nodes[Int(object)].count > KeyIndex.threshold * 2 {
            if state.pointee.indexed.insert(object).inserted { index(object) }
            let found = state.pointee.keys.find(name, in: Int(object), nodes: nodes, bytes: state.pointee.bytes)
            return found.map(UInt32.init) ?? 0
        }
        var child = object + 1
        for _ in 0..<nodes[Int(object)].count {
            if has(name, child) { return child }
            child += nodes[Int(child)].link
        }
        return 0
    }

    private func index(_ object: UInt32) {
        var child = object + 1
        for _ in 0..<state.pointee.nodes[Int(object)].count {
            state.pointee.keys.insert(Int(child), called: key(of: child), in: Int(object))
            child += state.pointee.nodes[Int(child)].link
        }
    }

    // MARK: Composed values

    /// Decodes the value at a position whose frame has been pushed already.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, from source: DecodingSource) throws -> T {
        guard let special = SpecialType(type), special != .dates else { return try made(type, source) }
        if special == .date, let seconds = double(node(source.node)) {
            return same(Date(timeIntervalSinceReferenceDate: seconds), as: type)
        }
        return try scalar(special, type, node(source.node)) { path(source.frame, source.trail) }
    }

    /// Decodes types without a faster way, and explains an error that the synthesized code leaves unclear. Uses the dynamic
    /// metatype, because a class may be a subclass of the static one.
    @inline(__always)
    private func made<T: Decodable>(_ type: T.Type, _ source: DecodingSource) throws -> T {
        do {
            return try type.init(from: source)
        } catch {
            throw explained(error, type, source)
        }
    }

    /// Decodes the member `index` of an object.
    @inline(__always)
    func value<T: Decodable, Key: CodingKey>(
        _ type: T.Type, at index: UInt32, _ key: Key, under frame: UInt32, _ trail: PathTrail?
    ) throws -> T {
        if let special = SpecialType(type) {
            if special == .date, let seconds = double(node(index)) {
                return same(Date(timeIntervalSinceReferenceDate: seconds), as: type)
            }
            if special != .dates { return try scalar(special, type, node(index)) { path(frame, trail, key) } }
            if let dates = flat.dates(node(index)) { return same(dates, as: type) }
        }
        let inner = state.pointee.path.push(Key.self, state.pointee.nodes[Int(index)].key, under: frame, trail)
        defer { state.pointee.path.pop() }
        return try made(type, DecodingSource(core: self, node: index, frame: inner, trail: nil))
    }

    /// Decodes the node `index` of an array, its element number `position`.
    @inline(__always)
    func value<T: Decodable>(
        _ type: T.Type, at index: UInt32, position: UInt32, under frame: UInt32, _ trail: PathTrail?
    ) throws -> T {
        if let special = SpecialType(type) {
            if special == .date, let seconds = double(node(index)) {
                return same(Date(timeIntervalSinceReferenceDate: seconds), as: type)
            }
            if special != .dates {
                return try scalar(special, type, node(index)) { path(frame, trail, JSONKey(index: Int(position))) }
            }
            if let dates = flat.dates(node(index)) { return same(dates, as: type) }
        }
        let inner = state.pointee.path.push(index: position, under: frame, trail)
        defer { state.pointee.path.pop() }
        return try made(type, DecodingSource(core: self, node: index, frame: inner, trail: nil))
    }
}
