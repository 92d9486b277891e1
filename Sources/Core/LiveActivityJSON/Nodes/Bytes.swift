/// Loads eight bytes at any address, the first one lowest.
@inlinable @inline(__always)
package func loadWord(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
}

@inlinable @inline(__always)
func loadHalf(_ pointer: UnsafePointer<UInt8>) -> UInt32 { UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self) }

extension StaticString {
    /// The text in UTF-8.
    @inlinable @inline(__always)
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}

/// Whether `count` bytes at `pointer` equal `other`.
///
/// Compared inline, as nearly all keys are short and `memcmp` costs a call. Reads nothing beyond either end.
@inlinable @inline(__always)
package func isEqual(_ pointer: UnsafePointer<UInt8>, _ count: Int, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let base = other.baseAddress else { return count == other.count }
    var position = 0
    while position &+ 8 <= count {
        if loadWord(pointer + position) != loadWord(base + position) { return false }
        position &+= 8
    }
    if position == count { return true }
    if count >= 8 { return loadWord(pointer + (count &- 8)) == loadWord(base + (count &- 8)) }
    if count >= 4 {
        return loadHalf(pointer) == loadHalf(base) && loadHalf(pointer + (count &- 4)) == loadHalf(base + (count &- 4))
    }
    while position < count {
        if pointer[position] != base[position] { return false }
        position &+= 1
    }
    return true
}

/// For each byte of `word` that must be escaped in JSON text (a quote, a backslash, a control character), its highest bit. Only
/// the lowest set bit is certain: a borrow may set bits above it by mistake.
@inlinable @inline(__always)
package func needsEscape(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    return (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & (ones &* 0x80)
}

/// Whether these bytes need no escape in JSON text.
///
/// Needs ``Arena/slack`` readable bytes after them.
@inlinable @inline(__always)
package func isPlainText(_ pointer: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var position = 0
    while position &+ 8 <= count {
        if needsEscape(loadWord(pointer + position)) != 0 { return false }
        position &+= 8
    }
    let rest = count &- position
    if rest == 0 { return true }
    // Bytes after the end are replaced by spaces, which need no escape.
    let mask = ~UInt64(0) << UInt64(truncatingIfNeeded: rest &* 8)
    return needsEscape((loadWord(pointer + position) & ~mask) | (0x2020_2020_2020_2020 & mask)) == 0
}

/// Lends a string's bytes, whatever its storage.
@inlinable @inline(__always)
package func withBytes<R>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    // Avoids the copy that `withUTF8` may make to change the string's storage.
    if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = string
    return copy.withUTF8(body)
}

/// Copies bytes that do not overlap; short runs without a call, because most keys and strings are short.
@inlinable @inline(__always)
package func copyBytes(_ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
    if count > 16 {
        target.update(from: source, count: count)
    } else if count >= 8 {
        let head = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
        let tail = UnsafeRawPointer(source + (count &- 8)).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(target).storeBytes(of: head, as: UInt64.self)
        UnsafeMutableRawPointer(target + (count &- 8)).storeBytes(of: tail, as: UInt64.self)
    } else if count >= 4 {
        let head = UnsafeRawPointer(source).loadUnaligned(as: UInt32.self)
        let tail = UnsafeRawPointer(source + (count &- 4)).loadUnaligned(as: UInt32.self)
        UnsafeMutableRawPointer(target).storeBytes(of: head, as: UInt32.self)
        UnsafeMutableRawPointer(target + (count &- 4)).storeBytes(of: tail, as: UInt32.self)
    } else {
        var position = 0
        while position < count {
            target[position] = source[position]
            position &+= 1
        }
    }
}

/// A hash of a key in an arena, sufficient to distinguish a few keys, with well-distributed low bits.
///
/// Needs ``Arena/slack`` readable bytes after the key.
@inlinable @inline(__always)
package func hashOfKey(_ key: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var word = loadWord(key)
    if count < 8 {
        word &= ~(~UInt64(0) << UInt64(truncatingIfNeeded: count &* 8))
    } else {
        let tail = loadWord(key + (count &- 8))
        word ^= tail << 23 | tail >> 41
    }
    return ((word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) >> 58
}

/// The length in bytes of the multi-byte UTF-8 sequence at `pointer`, or 0 if it is invalid.
///
/// Needs three readable bytes after the first; they may be zero.
func lengthOfScalar(_ pointer: UnsafePointer<UInt8>) -> Int {
    @inline(__always)
    func isContinuation(_ offset: Int) -> Bool { pointer[offset] & 0xC0 == 0x80 }
    let second = pointer[1]
    switch pointer[0] {
    case 0xC2...0xDF: return isContinuation(1) ? 2 : 0
    case 0xE0: return second >= 0xA0 && second <= 0xBF && isContinuation(2) ? 3 : 0
    case 0xED: return second >= 0x80 && second <= 0x9F && isContinuation(2) ? 3 : 0
    case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : 0
    case 0xF0: return second >= 0x90 && second <= 0xBF && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF1...0xF3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF4: return second >= 0x80 && second <= 0x8F && isContinuation(2) && isContinuation(3) ? 4 : 0
    default: return 0
    }
}

/// Whether the bytes are UTF-8. Reads up to three bytes after them, the first of which must not continue a character.
@inlinable @inline(__always)
package func isValidUTF8(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = text.baseAddress else { return true }
    var position = 0
    while position &+ 8 <= text.count {
        if loadWord(base + position) & 0x8080_8080_8080_8080 != 0 { return isValidUTF8(text, from: position) }
        position &+= 8
    }
    // Loads the last eight bytes again, rather than the remaining ones one by one.
    if position > 0, loadWord(base + (text.count &- 8)) & 0x8080_8080_8080_8080 == 0 { return true }
    return isValidUTF8(text, from: position)
}

@usableFromInline @inline(never)
func isValidUTF8(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    guard let base = text.baseAddress else { return true }
    var position = start
    while position < text.count {
        if base[position] < 0x80 {
            position += 1
            continue
        }
        let length = lengthOfScalar(base + position)
        position += length
        if length == 0 || position > text.count { return false }
    }
    return true
}
