#if Preview
import CZlib
import Foundation

/// Compression with zlib (RFC 1950), which a page decompresses with `DecompressionStream("deflate")`.
enum Deflated {
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        let output = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            let status = CZlib.compress(buffer.baseAddress, &count, bytes, uLong(bytes.count))
            precondition(status == Z_OK, "zlib answers \(status) with room for every result")
            written = Int(count)
        }
        return output
    }

    /// - Returns: `nil` for bytes that are not zlib's, and for more than `limit` bytes.
    static func decompress(_ bytes: [UInt8], limit: Int = 256 << 20) -> [UInt8]? {
        var stream = z_stream()
        guard czlib_inflate_init(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        return input.withUnsafeMutableBufferPointer { input in
            block.withUnsafeMutableBufferPointer { block in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                while true {
                    stream.next_out = block.baseAddress
                    stream.avail_out = uInt(block.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    guard status == Z_OK || status == Z_STREAM_END else { return nil }
                    output += block.prefix(block.count - Int(stream.avail_out))
                    guard output.count <= limit else { return nil }
                    if status == Z_STREAM_END { return output }
                }
            }
        }
    }
}
#endif
