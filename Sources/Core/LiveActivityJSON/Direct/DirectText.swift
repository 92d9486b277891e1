/// The text of a value that writes itself (``JSONWritable``), without building a tree, which takes as long as writing the text.
///
/// The result equals the text that ``TextWriter`` writes of the tree. A function returns `false` if it meets something that
/// only the tree supports, such as a member that replaces an earlier one. The text is then discarded, and the encoder builds a
/// tree.
struct DirectText {
    private enum Shape: UInt8 {
        case unset, scalar, object, array
    }

    private(set) var out: Arena
    private(set) var names: MemberNames
    /// The kind of the value that is being written.
    private var shape = Shape.unset
    /// Whether the current object or array has no member or element yet.
    private var isEmpty = true
    private var depth = 0

    init(into out: Arena, _ names: MemberNames) {
        self.out = out
        self.names = names
    }

    /// Ends the root. Call it once.
    ///
    /// - Returns: Whether a value was written.
    mutating func end() -> Bool {
        guard shape != .unset else { return false }
        complete()
        return true
    }

    // MARK: Containers

    @inline(__always)
    mutating func openObject() -> Bool { shape == .object || open(.object, "{") }

    @inline(__always)
    mutating func openArray() -> Bool { shape == .array || open(.array, "[") }

    @inline(__always)
    private mutating func open(_ container: Shape, _ bracket: Unicode.Scalar) -> Bool {
        guard shape == .unset, depth < JSONLimits.deepest else { return false }
        (shape, isEmpty) = (container, true)
        depth &+= 1
        out.put(UInt8(ascii: bracket))
        return true
    }

    /// Moves to a new member of this object.
    ///
    /// - Returns: The argument for ``closeMember(_:)``.
    @inline(__always)
    mutating func openMember(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard openObject(), names.add(name) else { return nil }
        if !isEmpty { out.put(UInt8(ascii: ",")) }
        out.putString(name)
        out.put(UInt8(ascii: ":"))
        shape = .unset
        return names.beginObject()
    }

    /// Completes the member.
    @inline(__always)
    mutating func closeMember(_ outer: UInt32) {
        complete()
        names.endObject(outer)
        (shape, isEmpty) = (.object, false)
    }

    /// Moves to a new element of this array.
    mutating func openElement() {
        if !isEmpty { out.put(UInt8(ascii: ",")) }
        shape = .unset
    }

    mutating func closeElement() {
        complete()
        names.forgetMembers()
        (shape, isEmpty) = (.array, false)
    }

    /// Ends the value that is being written. A value without any write is an empty object.
    @inline(__always)
    private mutating func complete() {
        switch shape {
        case .scalar: break
        case .object: close("}")
        case .array: close("]")
        case .unset:
            out.put(UInt8(ascii: "{"))
            out.put(UInt8(ascii: "}"))
        }
    }

    @inline(__always)
    private mutating func close(_ bracket: Unicode.Scalar) {
        depth &-= 1
        out.put(UInt8(ascii: bracket))
    }

    // MARK: Values

    /// - Returns: Whether no value has been written yet.
    @inline(__always)
    private mutating func beginScalar() -> Bool {
        guard shape == .unset else { return false }
        shape = .scalar
        return true
    }

    mutating func put(_ value: Bool) -> Bool {
        guard beginScalar() else { return false }
        out.put(value ? "true" : "false")
        return true
    }

    mutating func put(_ value: String) -> Bool {
        guard beginScalar() else { return false }
        withBytes(of: value) { out.putString($0) }
        return true
    }

    mutating func putPlain(atMost countMax: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) -> Bool {
        guard beginScalar() else { return false }
        let target = out.reserve(countMax &+ 2)
        target[0] = UInt8(ascii: "\"")
        let count = write(UnsafeMutableBufferPointer(start: target + 1, count: countMax))
        target[count &+ 1] = UInt8(ascii: "\"")
        out.commit(count &+ 2)
        return true
    }

    mutating func put(_ value: JSONText) -> Bool {
        guard beginScalar() else { return false }
        value.bytes.withUnsafeBufferPointer { _ = out.append($0) }
        return true
    }

    mutating func put(_ value: Int64) -> Bool {
        guard beginScalar() else { return false }
        out.commit(NumberText.write(value, to: out.reserve(NumberText.longest)))
        return true
    }

    mutating func put(_ value: UInt64) -> Bool {
        guard beginScalar() else { return false }
        out.commit(NumberText.write(value, to: out.reserve(NumberText.longest)))
        return true
    }

    /// - Precondition: The number is finite.
    mutating func put(_ value: Double) -> Bool {
        guard beginScalar() else { return false }
        out.commit(NumberText.write(value, to: out.reserve(NumberText.longest)))
        return true
    }

    /// Writes an array of two numbers.
    ///
    /// - Precondition: They are finite.
    mutating func put(_ first: Double, _ last: Double) -> Bool {
        guard depth < JSONLimits.deepest, beginScalar() else { return false }
        out.put(UInt8(ascii: "["))
        out.commit(NumberText.write(first, to: out.reserve(NumberText.longest)))
        out.put(UInt8(ascii: ","))
        out.commit(NumberText.write(last, to: out.reserve(NumberText.longest)))
        out.put(UInt8(ascii: "]"))
        return true
    }
}

/// The names of the members already written, for all objects being written, to detect repeated ones.
struct MemberNames {
    /// A hash of each name. Two names with the same hash count as the same.
    private var hashes: UnsafeMutablePointer<UInt64>
    private var capacity = 32
    private var count: UInt32 = 0
    /// The index of the innermost object's first name.
    private var first: UInt32 = 0

    init() { hashes = .allocate(capacity: capacity) }

    func free() { hashes.deallocate() }

    mutating func reset() { (count, first) = (0, 0) }

    /// - Returns: Whether the innermost object has no such member yet.
    @inline(__always)
    mutating func add(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let hash = Self.hash(name)
        var index = Int(first)
        while index < Int(count) {
            if hashes[index] == hash { return false }
            index &+= 1
        }
        if index == capacity { grow() }
        hashes[index] = hash
        count &+= 1
        return true
    }

    /// - Returns: The argument for ``endObject(_:)``.
    @inline(__always)
    mutating func beginObject() -> UInt32 {
        defer { first = count }
        return first
    }

    @inline(__always)
    mutating func endObject(_ outer: UInt32) {
        count = first
        first = outer
    }

    /// Marks the innermost object as complete; another object follows at the same position.
    @inline(__always)
    mutating func forgetMembers() { count = first }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        larger.update(from: hashes, count: capacity)
        hashes.deallocate()
        hashes = larger
        capacity *= 2
    }

    /// Distinct for any two names of up to seven bytes.
    @inline(__always)
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let base = name.baseAddress else { return 0 }
        var hash = UInt64(truncatingIfNeeded: name.count)
        var position = 0
        while position &+ 8 <= name.count {
            hash = (hash ^ loadWord(base + position)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            position &+= 8
        }
        if position == name.count { return hash }
        if position > 0 {
            hash = (hash ^ loadWord(base + (name.count &- 8))) &* 0x9E37_79B9_7F4A_7C15
            return hash ^ hash >> 29
        }
        while position < name.count {
            hash = hash << 8 | UInt64(base[position])
            position &+= 1
        }
        return hash
    }
}
