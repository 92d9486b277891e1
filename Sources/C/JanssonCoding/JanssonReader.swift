internal import CJansson
internal import LiveActivityJSON

/// Copies a `json_t` into flat nodes.
///
/// The input may be invalid or hostile: a container that contains itself, a million levels of nesting, bytes that are not
/// UTF-8. Depth and total size are limited, so reading always terminates.
struct JanssonReader {
    private var arena: Arena
    private let limits: JSONLimits
    /// The number of bytes that the limits still allow.
    private var budget: Int

    /// The reason why a value was refused, and the path to it from the inside out.
    private struct Refusal: Error {
        var text: String
        var reversedPath: [any CodingKey] = []

        func inside(_ key: JSONKey) -> Refusal {
            var copy = self
            copy.reversedPath.append(key)
            return copy
        }
    }

    /// Replaces the arena's contents with a copy of `value`; the root is node 0.
    static func read(
        _ value: UnsafeMutablePointer<json_t>, limits: JSONLimits, into arena: inout Arena
    ) throws(DecodingError) {
        arena.reset()
        var reader = JanssonReader(arena: arena, limits: limits, budget: limits.maximumBytes)
        defer { arena = reader.arena }
        do throws(Refusal) {
            _ = try reader.read(value, depth: 0)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: error.reversedPath.reversed(), debugDescription: error.text))
        }
    }

    private mutating func read(_ value: UnsafeMutablePointer<json_t>, depth: Int) throws(Refusal) -> Int {
        switch value.pointee.type {
        case JSON_OBJECT:
            return try readObject(value, depth: depth)
        case JSON_ARRAY:
            return try readArray(value, depth: depth)
        case JSON_STRING:
            let (range, isPlain) = try copy(json_string_value(value), json_string_length(value))
            var node = Node(.string, range: range)
            node.isPlain = isPlain
            return arena.append(node)
        case JSON_INTEGER:
            try spend(2)
            return arena.append(Node(.int, payload: UInt64(bitPattern: Int64(json_integer_value(value)))))
        case JSON_REAL:
            try spend(2)
            let number = json_real_value(value)
            guard number.isFinite else { throw Refusal(text: "JSON has no number for \(number).") }
            return arena.append(Node(.double, payload: number.bitPattern))
        case JSON_TRUE:
            try spend(4)
            return arena.append(Node(.true))
        case JSON_FALSE:
            try spend(5)
            return arena.append(Node(.false))
        case JSON_NULL:
            try spend(4)
            return arena.append(Node(.null))
        default:
            throw Refusal(text: "A json_t of the unknown type \(value.pointee.type.rawValue).")
        }
    }

    private mutating func readObject(
        _ value: UnsafeMutablePointer<json_t>, depth: Int
    ) throws(Refusal) -> Int {
        let place = try open(.object, depth)
        var count: UInt32 = 0
        var entry = json_object_iter(value)
        while let member = entry, let key = json_object_iter_key(member), let child = json_object_iter_value(member) {
            let length = json_object_iter_key_len(member)
            do throws(Refusal) {
                let (range, isPlain) = try copy(key, length)
                if !isPlain, arena.buffer(range).contains(0) { throw Refusal(text: nulInKey) }
                let index = try read(child, depth: depth + 1)
                arena.nodes[index].key = range
                arena.nodes[index].isKeyPlain = isPlain
            } catch {
                let name = String(decoding: UnsafeRawBufferPointer(start: key, count: length), as: UTF8.self)
                throw error.inside(JSONKey(stringValue: name))
            }
            count += 1
            entry = json_object_iter_next(value, member)
        }
        close(place, count)
        return place
    }

    private mutating func readArray(
        _ value: UnsafeMutablePointer<json_t>, depth: Int
    ) throws(Refusal) -> Int {
        let place = try open(.array, depth)
        var count = 0
        while count < json_array_size(value), let child = json_array_get(value, count) {
            do throws(Refusal) {
                _ = try read(child, depth: depth + 1)
            } catch {
                throw error.inside(JSONKey(index: count))
            }
            count += 1
        }
        close(place, UInt32(truncatingIfNeeded: count))
        return place
    }

    private mutating func open(_ kind: Node.Kind, _ depth: Int) throws(Refusal) -> Int {
        guard depth < limits.maximumDepth else {
            throw Refusal(
                text: """
                    More than \(limits.maximumDepth) arrays and objects inside each other, or one that contains itself.
                    """)
        }
        try spend(2)
        return arena.append(Node(kind))
    }

    private mutating func close(_ place: Int, _ count: UInt32) {
        arena.nodes[place].count = count
        arena.nodes[place].link = UInt32(truncatingIfNeeded: arena.nodeCount - place)
    }

    private mutating func copy(
        _ text: UnsafePointer<CChar>?, _ count: Int
    ) throws(Refusal) -> (range: ByteRange, isPlain: Bool) {
        try spend(count + 3)
        let source = UnsafeRawBufferPointer(start: text, count: count).assumingMemoryBound(to: UInt8.self)
        let range = arena.append(source)
        let copy = arena.buffer(range)
        // Jansson's "nocheck" functions accept any bytes.
        guard isValidUTF8(copy) else { throw Refusal(text: "A string whose bytes are not UTF-8.") }
        return (range, isPlainText(arena.bytes + Int(range.offset), count))
    }

    @inline(__always)
    private mutating func spend(_ bytes: Int) throws(Refusal) {
        budget &-= bytes
        if budget < 0 { throw tooLarge }
    }

    private var tooLarge: Refusal { Refusal(text: "The value would need more than \(limits.maximumBytes) bytes of text.") }
}

/// The message for a key that C code would truncate. Text with such a key is refused too.
let nulInKey = "A key with a NUL character."
