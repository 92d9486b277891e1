extension Change {
    /// Appends the change as one JSON object: the same bytes that a ``/LiveActivityJSON/WireEncoder`` writes.
    ///
    /// Nearly all changes of a busy engine are updates. These are written directly, in a tenth of the time.
    ///
    /// - Parameter encoder: Used for all other changes.
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` for a date or number that is not finite, which no engine
    ///   produces; `bytes` has then not changed.
    public func write(into bytes: inout [UInt8], with encoder: WireEncoder) throws(EngineError) {
        if case .updated = what, start == nil, trace == nil, let content {
            let update = UpdateText(
                sequence: sequence, at: at, activity: activity, kind: kind.rawValue, owner: owner.rawValue, revision: revision,
                state: state, staleDate: content.staleDate, relevance: content.relevanceScore)
            if update.write(content.state.bytes[...], into: &bytes) { return }
        }
        let start = bytes.count
        do { try encoder.encode(self, into: &bytes) } catch {
            bytes.removeSubrange(start...)
            throw EngineError(error, writing: "change")
        }
    }
}

/// Writes an update with new content, the most frequent change.
struct UpdateText {
    var sequence: UInt64
    var at: Date
    var activity: ActivityID
    var kind: String
    var owner: String
    var revision: UInt32
    var state: ActivityState
    var staleDate: Date?
    var relevance: Double

    /// - Parameter content: The content's state as JSON.
    /// - Returns: `false`, and nothing is written, if the general encoder is needed.
    func write(_ content: ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool {
        guard state.acceptsContent, let relevance = Self.wholeNumber(relevance),
            kind.utf8.count + owner.utf8.count <= TextBuffer.namesMax
        else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: TextBuffer.capacity) { memory in
            var text = TextBuffer(memory)
            text.put(#"{"sequence":"#)
            text.put(sequence)
            text.put(#","at":""#)
            text.put(at)
            text.put(#"","change":"updated","activity":""#)
            text.put(hexadecimal: activity.bits)
            text.put(#"","kind":""#)
            guard text.put(plain: kind) else { return false }
            text.put(#"","owner":""#)
            guard text.put(plain: owner) else { return false }
            text.put(#"","revision":"#)
            text.put(UInt64(revision))
            text.put(#","state":""#)
            text.put(state == .stale ? "stale" : state == .active ? "active" : "pending")
            text.put(#"","content":{"state":"#)
            bytes.append(contentsOf: text.written)
            bytes.append(contentsOf: content)

            text.clear()
            if let staleDate {
                text.put(#","staleDate":""#)
                text.put(staleDate)
                text.put("\"")
            }
            text.put(#","relevanceScore":"#)
            text.put(relevance)
            text.put("}}")
            bytes.append(contentsOf: text.written)
            return true
        }
    }

    /// The number, if its text has no fraction, exponent or sign.
    private static func wholeNumber(_ value: Double) -> UInt64? {
        guard value.sign == .plus, value < 1e15 else { return nil }
        return UInt64(exactly: value)
    }
}

/// A fixed buffer for text. Unlike a `JSONWriter` it needs no check for each piece, because the length is known in advance.
private struct TextBuffer {
    /// The largest size of kind and owner together, in bytes of UTF-8.
    static let namesMax = 512
    /// The names, plus constant text, three numbers and two dates.
    static let capacity = namesMax + 512

    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    var written: UnsafeMutableBufferPointer<UInt8>.SubSequence { memory[..<count] }

    mutating func clear() { count = 0 }

    mutating func put(_ text: StaticString) {
        UnsafeMutableRawBufferPointer(memory).baseAddress?.advanced(by: count)
            .copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    mutating func put(_ number: UInt64) {
        var rest = number
        var digits = 1
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        rest = number
        for index in stride(from: count + digits - 1, through: count, by: -1) {
            memory[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    mutating func put(hexadecimal bits: UInt64) {
        for index in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: bits >> UInt64(60 - index * 4)) & 0xF
            memory[count + index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
        count += 16
    }

    mutating func put(_ date: Date) {
        count += date.writeISO8601(into: UnsafeMutableBufferPointer(rebasing: memory[count...]))
    }

    /// - Returns: Whether the string needs no escaping in JSON.
    mutating func put(plain text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            for byte in bytes {
                guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7F else { return false }
                memory[count] = byte
                count += 1
            }
            return true
        }
    }
}
