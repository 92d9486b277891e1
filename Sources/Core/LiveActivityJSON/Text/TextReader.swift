/// Reads JSON text into flat nodes, in one pass and without recursion.
///
/// The text is copied to the front of the arena first. That costs a fraction of reading it; then nothing borrows the caller's
/// memory, zero bytes after the end terminate every loop, and one base address serves all ranges. Strings with escapes are
/// unescaped to the space after the text.
struct TextReader {
    var arena: Arena
    let text: UnsafePointer<UInt8>
    let end: Int
    private let limits: JSONLimits
    var at = 0
    /// The last position with a space or an escape; a container that starts after it is compact.
    var loose = -1

    /// Replaces the arena's content by the document in `text`; the root is node 0.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits, into arena: inout Arena
    ) throws(JSONParseError) {
        guard text.count <= limits.maximumBytes else {
            throw JSONParseError(.tooLarge(bytes: text.count, limit: limits.maximumBytes), at: 0, in: text)
        }
        arena.reset()
        // Unescaped strings are never longer than their text, so nothing is reallocated while the reader holds addresses.
        let target = arena.reserve(text.count * 2 + Arena.slack)
        if let base = text.baseAddress { target.update(from: base, count: text.count) }
        (target + text.count).update(repeating: 0, count: Arena.slack)
        arena.commit(text.count + Arena.slack)
        var reader = TextReader(arena: arena, end: text.count, limits: limits)
        defer { arena = reader.arena }
        try reader.readDocument()
    }

    private init(arena: Arena, end: Int, limits: JSONLimits) {
        self.arena = arena
        self.text = UnsafePointer(arena.bytes)
        self.end = end
        self.limits = limits
    }

    // MARK: Structure

    private mutating func readDocument() throws(JSONParseError) {
        try refuseByteOrderMark()
        skipSpace()
        if at == end { throw error(.empty) }
        var parent = -1
        var depth = 0
        let depthLimit = limits.maximumDepth
        var key = ByteRange.empty
        var isKeyPlain = true
        while true {
            let byte = text[at]
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard depth < depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
                let isObject = byte == UInt8(ascii: "{")
                var node = Node(isObject ? .object : .array)
                // While it is open, a container stores its start and its parent here.
                node.high = UInt32(truncatingIfNeeded: at)
                node.low = UInt32(truncatingIfNeeded: parent)
                node.key = key
                node.isKeyPlain = isKeyPlain
                parent = arena.append(node)
                depth &+= 1
                at &+= 1
                skipSpace()
                if text[at] != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if isObject {
                        (key, isKeyPlain) = try readKey()
                    } else {
                        key = .empty
                    }
                    continue
                }
                // Empty: the loop below closes it.
            } else {
                var node = try readScalar(byte)
                node.key = key
                node.isKeyPlain = isKeyPlain
                _ = arena.append(node)
                if parent < 0 { return try finish() }
                arena.nodes[parent].count &+= 1
                skipSpace()
            }

            // After a value: close the containers that end here, then continue with the next value.
            while true {
                let next = text[at]
                let isObject = arena.nodes[parent].kind == .object
                if next == UInt8(ascii: ",") {
                    at &+= 1
                    skipSpace()
                    if isObject {
                        (key, isKeyPlain) = try readKey()
                    } else if text[at] == UInt8(ascii: "]") {
                        throw error(.trailingComma)
                    }
                    break
                }
                guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw unexpected() }
                at &+= 1
                parent = try close(parent)
                depth &-= 1
                if parent < 0 { return try finish() }
                arena.nodes[parent].count &+= 1
                skipSpace()
            }
        }
    }

    /// Completes the container whose closing bracket was just read; returns its parent.
    private mutating func close(_ index: Int) throws(JSONParseError) -> Int {
        let container = arena.nodes + index
        if container.pointee.kind == .object, container.pointee.count > 1 { try refuseDuplicateKeys(of: index) }
        let start = Int(container.pointee.high)
        let parent = Int(Int32(bitPattern: container.pointee.low))
        container.pointee.low = UInt32(truncatingIfNeeded: at &- start)
        container.pointee.isCompact = loose < start
        container.pointee.link = UInt32(truncatingIfNeeded: arena.nodeCount &- index)
        return parent
    }

    private mutating func finish() throws(JSONParseError) {
        skipSpace()
        if at != end { throw error(.trailingText) }
    }

    private mutating func readKey() throws(JSONParseError) -> (ByteRange, Bool) {
        guard text[at] == UInt8(ascii: "\"") else {
            if text[at] == UInt8(ascii: "}") { throw error(.trailingComma) }
            throw unexpected()
        }
        let start = at
        let (range, isPlain) = try readString()
        if !isPlain, !limits.acceptsNULInKeys, arena.buffer(range).contains(0) { throw error(.nulInKey, at: start) }
        skipSpace()
        guard text[at] == UInt8(ascii: ":") else { throw unexpected() }
        at &+= 1
        skipSpace()
        return (range, isPlain)
    }

    @inline(__always)
    private mutating func skipSpace() {
        while text[at] <= 0x20 {
            guard text[at] == 0x20 || text[at] == 0x0A || text[at] == 0x0D || text[at] == 0x09 else { return }
            loose = at
            at &+= 1
        }
    }

    // MARK: Scalars

    @inline(__always)
    private mutating func readScalar(_ first: UInt8) throws(JSONParseError) -> Node {
        switch first {
        case UInt8(ascii: "\""):
            let (range, isPlain) = try readString()
            var node = Node(.string, range: range)
            node.isPlain = isPlain
            return node
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            return try readNumber()
        case UInt8(ascii: "t"):
            try skip("true")
            return Node(.true)
        case UInt8(ascii: "f"):
            try skip("false")
            return Node(.false)
        case UInt8(ascii: "n"):
            try skip("null")
            return Node(.null)
        default:
            throw unexpected()
        }
    }

    private mutating func skip(_ word: StaticString) throws(JSONParseError) {
        for position in 0..<word.utf8CodeUnitCount {
            guard text[at] == word.utf8Start[position] else { throw unexpected() }
            at &+= 1
        }
    }

    private mutating func readNumber() throws(JSONParseError) -> Node {
        let start = at
        let isNegative = text[at] == UInt8(ascii: "-")
        if isNegative { at &+= 1 }
        let firstDigit = at
        var magnitude: UInt64 = 0
        var overflows = false
        while true {
            let digit = text[at] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            if at &- firstDigit < 18 {
                magnitude = magnitude &* 10 &+ UInt64(digit)
            } else {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
                overflows = overflows || overflow || carry
                magnitude = sum
            }
            at &+= 1
        }
        let digits = at &- firstDigit
        if digits == 0 { throw numberError(at: start) }
        if digits > 1, text[firstDigit] == UInt8(ascii: "0") { throw error(.invalidNumber, at: start) }
        var isInteger = true
        if text[at] == UInt8(ascii: ".") {
            isInteger = false
            at &+= 1
            try skipDigits(of: start)
        }
        if text[at] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            at &+= 1
            if text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") { at &+= 1 }
            try skipDigits(of: start)
        }
        if isInteger, !overflows {
            if !isNegative {
                if magnitude <= UInt64(Int64.max) { return Node(.int, payload: magnitude) }
                try refuseBeyondDouble(start)
                return Node(.uint, payload: magnitude)
            }
            // Minus zero keeps its text: as a Double it is not zero.
            if magnitude != 0, magnitude <= UInt64(Int64.max) + 1 { return Node(.int, payload: 0 &- magnitude) }
        }
        try refuseBeyondDouble(start)
        return Node(.number, range: ByteRange(offset: start, length: at &- start))
    }

    @inline(__always)
    private func refuseBeyondDouble(_ start: Int) throws(JSONParseError) {
        guard limits.refusesNumbersBeyondDouble else { return }
        switch NumberText.meaning(UnsafeBufferPointer(start: text + start, count: at &- start)) {
        case .integer, .double: return
        case .wideInteger, .outOfRange: throw error(.numberBeyondDouble, at: start)
        }
    }

    private mutating func skipDigits(of start: Int) throws(JSONParseError) {
        let first = at
        while text[at] &- UInt8(ascii: "0") <= 9 { at &+= 1 }
        if at == first { throw numberError(at: start) }
    }

    // MARK: Rare cases

    private func refuseByteOrderMark() throws(JSONParseError) {
        guard end > 1, text[0] >= 0xEF || text[0] == 0 else { return }
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE], [0, 0, 0xFE, 0xFF]]
        let start = UnsafeBufferPointer(start: text, count: end)
        if marks.contains(where: { start.starts(with: $0) }) { throw error(.byteOrderMark, at: 0) }
    }

    // MARK: Errors

    private func unexpected() -> JSONParseError {
        at >= end ? error(.unexpectedEnd, at: end) : error(.unexpectedByte(text[at]))
    }

    private func numberError(at start: Int) -> JSONParseError {
        at >= end ? error(.unexpectedEnd, at: end) : error(.invalidNumber, at: start)
    }

    @inline(never)
    func error(_ reason: JSONParseError.Reason, at place: Int? = nil) -> JSONParseError {
        JSONParseError(reason, at: place ?? at, in: UnsafeBufferPointer(start: text, count: end))
    }
}
