// Pieces of JSON text.
extension Arena {
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        reserve(1).pointee = byte
        commit(1)
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        _ = append(text.bytes)
    }

    /// Appends a string.
    @inline(__always)
    mutating func putString(_ text: UnsafeBufferPointer<UInt8>) {
        // Scanned after copying, as the target has readable bytes after it.
        let target = putUncommitted(text)
        if isPlainText(target + 1, text.count) { commit(text.count &+ 2) } else { putEscaped(text) }
    }

    /// Appends a string that needs no escape.
    @inline(__always)
    mutating func putPlain(_ text: UnsafeBufferPointer<UInt8>) {
        _ = putUncommitted(text)
        commit(text.count &+ 2)
    }

    @inline(__always)
    private mutating func putUncommitted(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let target = reserve(text.count &+ 2)
        target[0] = UInt8(ascii: "\"")
        if let base = text.baseAddress { copyBytes(base, text.count, to: target + 1) }
        target[text.count &+ 1] = UInt8(ascii: "\"")
        return target
    }

    @inline(never)
    mutating func putEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        put(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): put("\\\"")
            case UInt8(ascii: "\\"): put("\\\\")
            case 0x08: put("\\b")
            case 0x09: put("\\t")
            case 0x0A: put("\\n")
            case 0x0C: put("\\f")
            case 0x0D: put("\\r")
            case 0..<0x20:
                put("\\u00")
                put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                let low = byte & 0x0F
                put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
            default: put(byte)
            }
        }
        put(UInt8(ascii: "\""))
    }
}
