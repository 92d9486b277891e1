/// Writes nodes as JSON text, byte for byte as Foundation does without escaped slashes, but with members in the order
/// in which they were encoded.
struct TextWriter {
    private(set) var out: Arena
    private let sortedKeys: Bool
    private let pretty: Bool
    private var indent = 0
    private var maximumDepth: Int
    /// Whether the value nests too deep; the written text is then incomplete.
    private(set) var isTooDeep = false

    /// Appends to the bytes that `out` already has.
    ///
    /// - Parameter maximumDepth: The maximum nesting of a value. A ``JSONText`` in it was checked when it was created, and may
    ///   nest deeper.
    init(
        into out: Arena, sortedKeys: Bool = false, pretty: Bool = false, maximumDepth: Int = JSONLimits.deepestStored
    ) {
        self.out = out
        self.maximumDepth = maximumDepth
        self.sortedKeys = sortedKeys
        self.pretty = pretty
    }

    mutating func write<S: NodeSource>(_ source: S, at index: Int) {
        let node = source.nodes + index
        switch node.pointee.kind {
        case .int:
            out.commit(NumberText.write(Int64(bitPattern: node.pointee.payload), to: out.reserve(NumberText.longest)))
        case .string: writeString(source.buffer(node.pointee.range), node.pointee.isPlain)
        case .object: writeObject(source, node, at: index)
        case .array: writeArray(source, node, at: index)
        case .double:
            out.commit(NumberText.write(node.pointee.double, to: out.reserve(NumberText.longest)))
        case .true: put("true")
        case .false: put("false")
        case .null: put("null")
        case .number: _ = out.append(source.buffer(node.pointee.range))
        case .uint: out.commit(NumberText.write(node.pointee.payload, to: out.reserve(NumberText.longest)))
        case .float:
            out.commit(NumberText.write(Float(node.pointee.double), to: out.reserve(NumberText.longest)))
        case .embedded:
            let value = source.embedded(node.pointee)
            write(value.flat, at: value.index)
        case .raw:
            // Sorting and indenting need the parsed value; otherwise the text is copied.
            guard sortedKeys || pretty else { return _ = out.append(source.buffer(node.pointee.range)) }
            let value = source.embedded(node.pointee)
            let outer = maximumDepth
            maximumDepth += JSONLimits.deepestStored
            write(value.flat, at: value.index)
            maximumDepth = outer
        case .unset: writeEmpty("{", "}")
        }
    }

    // MARK: Containers

    private mutating func writeObject<S: NodeSource>(_ source: S, _ node: UnsafePointer<Node>, at index: Int) {
        if refuseDepth() { return }
        if copyText(source, node) { return }
        let count = Int(node.pointee.count)
        guard count > 0 else { return writeEmpty("{", "}") }
        if sortedKeys { return writeSorted(source, index, count) }
        put(UInt8(ascii: "{"))
        indent += 1
        var child = source.firstChild(of: index)
        for position in 0..<count {
            if position > 0 {
                child = source.next(after: child)
                put(UInt8(ascii: ","))
            }
            writeMember(source, child)
        }
        close(UInt8(ascii: "}"))
    }

    private mutating func writeArray<S: NodeSource>(_ source: S, _ node: UnsafePointer<Node>, at index: Int) {
        if refuseDepth() { return }
        if copyText(source, node) { return }
        let count = Int(node.pointee.count)
        guard count > 0 else { return writeEmpty("[", "]") }
        put(UInt8(ascii: "["))
        indent += 1
        var child = source.firstChild(of: index)
        for position in 0..<count {
            if position > 0 {
                child = source.next(after: child)
                put(UInt8(ascii: ","))
            }
            if pretty { newLine() }
            write(source, at: child)
        }
        close(UInt8(ascii: "]"))
    }

    /// Writing takes one stack frame per level, so the depth must be limited.
    @inline(__always)
    private mutating func refuseDepth() -> Bool {
        if indent < maximumDepth { return false }
        isTooDeep = true
        return true
    }

    /// A value read from text without spaces and escapes is copied as that text.
    @inline(__always)
    private mutating func copyText<S: NodeSource>(_ source: S, _ node: UnsafePointer<Node>) -> Bool {
        guard S.hasText, node.pointee.isCompact, !sortedKeys, !pretty else { return false }
        _ = out.append(source.buffer(node.pointee.range))
        return true
    }

    @inline(__always)
    private mutating func writeMember<S: NodeSource>(_ source: S, _ child: Int) {
        if pretty { newLine() }
        writeString(source.buffer(source.nodes[child].key), source.nodes[child].isKeyPlain)
        if pretty { put(" : ") } else { put(UInt8(ascii: ":")) }
        write(source, at: child)
    }

    /// Writes members in the order of their keys' bytes, which is also the order of Unicode scalars and of Foundation's
    /// `.sortedKeys`.
    private mutating func writeSorted<S: NodeSource>(_ source: S, _ index: Int, _ count: Int) {
        var children: [Int] = []
        children.reserveCapacity(count)
        var child = source.firstChild(of: index)
        for position in 0..<count {
            if position > 0 { child = source.next(after: child) }
            children.append(child)
        }
        children.sort {
            source.buffer(source.nodes[$0].key).lexicographicallyPrecedes(source.buffer(source.nodes[$1].key))
        }
        put(UInt8(ascii: "{"))
        indent += 1
        for (position, child) in children.enumerated() {
            if position > 0 { put(UInt8(ascii: ",")) }
            writeMember(source, child)
        }
        close(UInt8(ascii: "}"))
    }

    private mutating func writeEmpty(_ open: StaticString, _ close: StaticString) {
        put(open)
        if pretty {
            put("\n")
            newLine()
        }
        put(close)
    }

    @inline(__always)
    private mutating func close(_ bracket: UInt8) {
        indent -= 1
        if pretty { newLine() }
        put(bracket)
    }

    private mutating func newLine() {
        put("\n")
        for _ in 0..<indent { put("  ") }
    }

    // MARK: Strings

    @inline(__always)
    private mutating func writeString(_ text: UnsafeBufferPointer<UInt8>, _ isPlain: Bool) {
        if isPlain { out.putPlain(text) } else { out.putEscaped(text) }
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) { out.put(byte) }

    @inline(__always)
    private mutating func put(_ text: StaticString) { out.put(text) }
}
