extension TextReader {
    /// The range of a string: in place if it has no escapes, otherwise of its unescaped copy after the text.
    @inline(__always)
    mutating func readString() throws(JSONParseError) -> (ByteRange, isPlain: Bool) {
        at &+= 1
        let start = at
        while true {
            let word = loadWord(text + at)
            let stop = needsEscape(word) | (word & 0x8080_8080_8080_8080)
            if stop == 0 {
                at &+= 8
                continue
            }
            at &+= stop.trailingZeroBitCount >> 3
            let byte = text[at]
            if byte == UInt8(ascii: "\"") {
                at &+= 1
                return (ByteRange(offset: start, length: at &- 1 &- start), true)
            }
            if byte >= 0x80 {
                try skipScalar()
            } else if byte == UInt8(ascii: "\\") {
                return (try readEscapedString(from: start), false)
            } else {
                throw at >= end ? error(.unexpectedEnd, at: end) : error(.controlCharacter(byte))
            }
        }
    }

    // MARK: Escapes

    @inline(never)
    private mutating func readEscapedString(from start: Int) throws(JSONParseError) -> ByteRange {
        let offset = arena.byteCount
        loose = at
        append(from: start)
        while true {
            let byte = text[at]
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                return ByteRange(offset: offset, length: arena.byteCount - offset)
            case UInt8(ascii: "\\"):
                loose = at
                try readEscape()
            case 0..<0x20:
                throw at >= end ? error(.unexpectedEnd, at: end) : error(.controlCharacter(byte))
            default:
                let first = at
                if byte < 0x80 { at += 1 } else { try skipScalar() }
                append(from: first)
            }
        }
    }

    /// Appends the text from `first` up to here to the unescaped copy.
    private mutating func append(from first: Int) {
        (arena.bytes + arena.byteCount).update(from: text + first, count: at - first)
        arena.commit(at - first)
    }

    private mutating func readEscape() throws(JSONParseError) {
        let start = at
        at += 2
        let scalar: Unicode.Scalar
        switch text[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(text[start + 1])
        case UInt8(ascii: "b"): scalar = "\u{08}"
        case UInt8(ascii: "f"): scalar = "\u{0C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): scalar = try readSurrogates(from: start)
        default: throw start + 1 >= end ? error(.unexpectedEnd, at: end) : error(.invalidEscape, at: start)
        }
        for byte in scalar.utf8 {
            arena.bytes[arena.byteCount] = byte
            arena.commit(1)
        }
    }

    private mutating func readSurrogates(from start: Int) throws(JSONParseError) -> Unicode.Scalar {
        let first = try readHexadecimal(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u") else {
            throw error(.loneSurrogate, at: start)
        }
        at += 2
        let second = try readHexadecimal(from: at - 2)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func readHexadecimal(from start: Int) throws(JSONParseError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch text[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[at] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = text[at] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = text[at] - UInt8(ascii: "A") + 10
            default: throw at >= end ? error(.unexpectedEnd, at: end) : error(.invalidEscape, at: start)
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }

    private mutating func skipScalar() throws(JSONParseError) {
        let length = lengthOfScalar(text + at)
        if length == 0 { throw error(.invalidUTF8) }
        at &+= length
    }
}
