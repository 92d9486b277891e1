// Members that a decoded type did not read.
//
// `Codable` ignores members that a type does not have. A misspelt optional member is then missing without an error, so a
// decoder can report such members. Refusing them would refuse the events of an app that is newer than the host.
//
// Where all members are known this costs one addition for each: a `JSONReadable` type has entered as many nodes as there are.
// Only where some are left is the value decoded a second time, by its `init(from:)`, and the requests for members are recorded.

/// A member of a document that the decoded type did not read.
package struct UnreadMember: Hashable, Sendable {
    /// The path of the member, such as `delayed.minuts`.
    package var path: String
    /// The name that was probably meant: one that the type requested and the object does not have; `nil` if none is similar.
    package var suggestion: String?

    /// The maximum number of members to report for one value.
    static let limit = 8
}

/// The members that a `Codable` type has read of one value.
struct ReadMembers {
    private var root = 0
    private var bits: [UInt64] = []
    /// The names that were requested and are missing, by object; `nil` while only reads are recorded.
    private var missing: [UInt32: [String]]?

    /// Begins with no member read.
    ///
    /// - Parameter count: The number of nodes of the value at `root`.
    mutating func begin(at root: Int, count: Int, recordsMissing: Bool) {
        self.root = root
        missing = recordsMissing ? [:] : nil
        let words = (count + 63) / 64
        for place in 0..<min(words, bits.count) { bits[place] = 0 }
        while bits.count < words { bits.append(0) }
    }

    mutating func read(_ index: Int) {
        let place = index - root
        guard place >= 0, place / 64 < bits.count else { return }
        bits[place / 64] |= 1 << UInt64(place % 64)
    }

    mutating func request(_ name: UnsafeBufferPointer<UInt8>, missingIn object: UInt32) {
        missing?[object, default: []].append(String(decoding: name, as: UTF8.self))
    }

    /// The first members that were not read, without members inside other unread ones.
    func unread(in flat: FlatNodes) -> [Int] {
        var found: [Int] = []
        var outer: [(end: Int, isObject: Bool)] = []
        let end = root + Int(flat.nodes[root].link)
        var index = root
        while index < end, found.count < UnreadMember.limit {
            while let last = outer.last, index >= last.end { outer.removeLast() }
            let (kind, next) = (flat.nodes[index].kind, index + Int(flat.nodes[index].link))
            // An array's elements have no keys.
            if outer.last?.isObject == true, bits[(index - root) / 64] & 1 << UInt64((index - root) % 64) == 0 {
                found.append(index)
                index = next
                continue
            }
            if kind == .object || kind == .array { outer.append((next, kind == .object)) }
            index += 1
        }
        return found
    }

    /// Describes one of ``unread(in:)``.
    func describe(_ index: Int, in flat: FlatNodes) -> UnreadMember {
        func name(_ member: Int) -> String { String(decoding: flat.buffer(flat.nodes[member].key), as: UTF8.self) }
        var path: [any CodingKey] = []
        var parent = root
        while true {
            var child = parent + 1
            var position = 0
            while child + Int(flat.nodes[child].link) <= index {
                child += Int(flat.nodes[child].link)
                position += 1
            }
            path.append(flat.nodes[parent].kind == .array ? JSONKey(index: position) : JSONKey(stringValue: name(child)))
            if child == index { break }
            parent = child
        }
        let requested = missing?[UInt32(parent)] ?? []
        return UnreadMember(path: path.pathText, suggestion: CaseNames.nearest(to: name(index), among: requested))
    }
}

extension DecoderCore {
    /// Decodes with `init(from:)`, and notes the members that it leaves unread.
    @inline(never)
    func notingUnread<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        let value: T = try recordingReads(type, at: index, recordsMissing: false)
        if !state.pointee.reads.unread(in: flat).isEmpty { noteUnread(type, at: index) }
        return value
    }

    /// Decodes a value that was decoded with success once more, to describe the members that its type does not read.
    @inline(never)
    func noteUnread<T: Decodable>(_ type: T.Type, at index: Int) {
        guard (try? recordingReads(type, at: index, recordsMissing: true)) != nil else { return }
        let reads = state.pointee.reads
        state.pointee.unread = reads.unread(in: flat).map { reads.describe($0, in: flat) }
    }

    private func recordingReads<T: Decodable>(_ type: T.Type, at index: Int, recordsMissing: Bool) throws -> T {
        state.pointee.reads.begin(at: index, count: Int(flat.nodes[index].link), recordsMissing: recordsMissing)
        state.pointee.recordsReads = true
        defer { state.pointee.recordsReads = false }
        return try value(type, from: DecodingSource(core: self, node: UInt32(index), frame: 0, trail: nil))
    }

    @inline(never)
    func record(_ name: UnsafeBufferPointer<UInt8>, _ found: UInt32, in object: UInt32) {
        if found == 0 { state.pointee.reads.request(name, missingIn: object) } else { state.pointee.reads.read(Int(found)) }
    }

    /// Records a value that was taken as a whole.
    @inline(never)
    func recordAll(of node: UnsafePointer<Node>) {
        let first = node - state.pointee.nodes
        for index in first..<first + Int(node.pointee.link) { state.pointee.reads.read(index) }
    }
}
