#if Preview
import Foundation

/// Text in which what was there before is not repeated, for files that a page reads without a server's compression.
///
/// The pictures of a state have almost everything in common. A page that is opened from a file can only run scripts, so the bytes are
/// Base64 in one; `storybook.js` has the other half.
///
/// The format: again and again a number of bytes and these bytes, then a number of bytes that are repeated (0 at the end) and how far back
/// they are. Numbers have seven bits a byte, the lowest first.
enum PackedText {
    /// A repetition that is shorter costs as much as its bytes.
    private static let shortest = 8
    private static let hashBits: UInt64 = 17

    static func pack(_ input: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(input.count / 8)
        var newest = [Int](repeating: -1, count: 1 << Int(hashBits))
        var (begin, position) = (0, 0)
        while position + shortest <= input.count {
            let hash = Self.hash(of: input, at: position)
            let earlier = newest[hash]
            newest[hash] = position
            let length = earlier < 0 ? 0 : common(input, earlier, position)
            if length < shortest {
                position += 1
                continue
            }
            put(position - begin, into: &output)
            output += input[begin..<position]
            put(length, into: &output)
            put(position - earlier, into: &output)
            position += length
            begin = position
        }
        put(input.count - begin, into: &output)
        output += input[begin...]
        put(0, into: &output)
        return output
    }

    /// - Returns: `nil` for bytes that ``pack(_:)`` has not made, and for more than `limit` bytes.
    static func unpack(_ bytes: [UInt8], limit: Int = 256 << 20) -> [UInt8]? {
        var output: [UInt8] = []
        var rest = bytes[...]
        while true {
            guard let literals = number(&rest), literals <= rest.count else { return nil }
            output += rest.prefix(literals)
            rest.removeFirst(literals)
            guard let length = number(&rest), length <= limit - output.count else { return nil }
            if length == 0 { return output }
            guard let distance = number(&rest), distance >= 1, distance <= output.count else { return nil }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private static func hash(of input: [UInt8], at position: Int) -> Int {
        let word = input.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
        return Int((word &* 0x9E37_79B9_7F4A_7C15) >> (64 - hashBits))
    }

    private static func common(_ input: [UInt8], _ earlier: Int, _ position: Int) -> Int {
        var length = 0
        while position + length < input.count, input[earlier + length] == input[position + length] { length += 1 }
        return length
    }

    private static func put(_ number: Int, into output: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        output.append(UInt8(rest))
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        var (value, shift) = (0, 0)
        while let byte = bytes.popFirst(), shift < 56 {
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}
#endif
