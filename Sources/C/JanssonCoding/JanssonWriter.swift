internal import CJansson
internal import LiveActivityJSON

/// Converts nodes to a `json_t`.
///
/// If a part is refused, all references created before are released.
enum JanssonWriter {
    /// The reason why a value cannot be a `json_t`, and the path to it from the inside out.
    private struct Refusal: Error {
        var text: String
        var value: any Sendable
        var reversedPath: [any CodingKey] = []

        func inside(_ key: JSONKey) -> Refusal {
            var copy = self
            copy.reversedPath.append(key)
            return copy
        }
    }

    /// - Parameter maximumDepth: The maximum depth of nesting. A ``JSONText`` in the value was checked when it was created, and
    ///   may nest deeper.
    static func write<S: NodeSource>(
        _ source: S, at index: Int, maximumDepth: Int = JSONLimits.deepestStored
    ) throws(EncodingError) -> JanssonValue {
        do throws(Refusal) {
            return JanssonValue(adopting: try make(source, index, room: maximumDepth))
        } catch {
            throw EncodingError.invalidValue(
                error.value, .init(codingPath: error.reversedPath.reversed(), debugDescription: error.text))
        }
    }

    /// A new reference.
    ///
    /// - Parameter room: The number of levels that the value may still have.
    private static func make<S: NodeSource>(
        _ source: S, _ index: Int, room: Int
    ) throws(Refusal) -> UnsafeMutablePointer<json_t> {
        let node = source.nodes + index
        let made: UnsafeMutablePointer<json_t>?
        switch node.pointee.kind {
        case .null: made = json_null()
        case .true: made = json_true()
        case .false: made = json_false()
        case .int: made = json_integer(json_int_t(Int64(bitPattern: node.pointee.payload)))
        case .double, .float: made = json_real(node.pointee.double)
        case .uint: made = json_real(try exactDouble(node.pointee.payload))
        case .number: made = try number(source.buffer(node.pointee.range), isExact: node.pointee.isPlain)
        case .string:
            let text = source.buffer(node.pointee.range)
            made = text.withMemoryRebound(to: CChar.self) { json_stringn_nocheck($0.baseAddress, $0.count) }
        case .embedded:
            let value = source.embedded(node.pointee)
            made = try make(value.flat, value.index, room: room)
        case .raw:
            let value = source.embedded(node.pointee)
            made = try make(value.flat, value.index, room: room + JSONLimits.deepestStored)
        case .array: made = try array(source, index, room)
        case .object, .unset: made = try object(source, index, room)
        }
        guard let made else { throw Refusal(text: "Out of memory.", value: "json_t") }
        return made
    }

    private static func array<S: NodeSource>(
        _ source: S, _ index: Int, _ room: Int
    ) throws(Refusal) -> UnsafeMutablePointer<json_t>? {
        try check(room)
        guard let array = json_array() else { return nil }
        var child = 0
        for position in 0..<Int(source.nodes[index].count) {
            child = position == 0 ? source.firstChild(of: index) : source.next(after: child)
            do throws(Refusal) {
                let value = try make(source, child, room: room - 1)
                if json_array_append_new(array, value) != 0 { throw Refusal(text: "Out of memory.", value: "json_t") }
            } catch {
                json_decref(array)
                throw error.inside(JSONKey(index: position))
            }
        }
        return array
    }

    private static func object<S: NodeSource>(
        _ source: S, _ index: Int, _ room: Int
    ) throws(Refusal) -> UnsafeMutablePointer<json_t>? {
        try check(room)
        guard let object = json_object() else { return nil }
        var child = 0
        for position in 0..<Int(source.nodes[index].count) {
            child = position == 0 ? source.firstChild(of: index) : source.next(after: child)
            let key = source.buffer(source.nodes[child].key)
            do throws(Refusal) {
                if !source.nodes[child].isKeyPlain, key.contains(0) {
                    throw Refusal(text: "A key with a NUL character would be cut short in C.", value: "key")
                }
                let value = try make(source, child, room: room - 1)
                let status = key.withMemoryRebound(to: CChar.self) {
                    json_object_setn_new_nocheck(object, $0.baseAddress, $0.count, value)
                }
                if status != 0 { throw Refusal(text: "Out of memory.", value: "json_t") }
            } catch {
                json_decref(object)
                throw error.inside(JSONKey(stringValue: String(decoding: key, as: UTF8.self)))
            }
        }
        return object
    }

    private static func check(_ room: Int) throws(Refusal) {
        guard room > 0 else {
            throw Refusal(
                text: "Nested deeper than \(JSONLimits.deepest) levels; no device could decode it.", value: JSONLimits.deepest)
        }
    }

    private static func exactDouble(_ value: UInt64) throws(Refusal) -> Double {
        guard let double = Double(exactly: value) else {
            throw Refusal(
                text: "\(value) is neither a 64-bit signed integer nor exactly a double, which is all a json_t can hold.",
                value: value)
        }
        return double
    }

    /// Integers, and numbers encoded from a `Decimal`, are converted exactly or refused. A fraction that was read from text
    /// becomes the nearest double, as everywhere in JSON.
    private static func number(
        _ text: UnsafeBufferPointer<UInt8>, isExact: Bool
    ) throws(Refusal) -> UnsafeMutablePointer<json_t>? {
        let name = String(decoding: text, as: UTF8.self)
        switch NumberText.meaning(text) {
        case .integer(let value): return json_integer(json_int_t(value))
        case .wideInteger:
            throw Refusal(
                text:
                    "\(name.abridged) is neither a 64-bit signed integer nor exactly a double, which is all a json_t can hold.",
                value: name)
        case .outOfRange:
            throw Refusal(text: "\(name.abridged) is out of range for a double, which is all a json_t can hold.", value: name)
        case .double(let value):
            if isExact {
                var shortest = value.description
                guard shortest.withUTF8({ DecimalText($0) }) == DecimalText(text) else {
                    throw Refusal(
                        text: "\(name.abridged) has more digits than a double, which is all a json_t can hold.", value: name)
                }
            }
            return json_real(value)
        }
    }
}
