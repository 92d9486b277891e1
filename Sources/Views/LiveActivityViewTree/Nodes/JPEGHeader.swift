/// The size of a JPEG image in pixels, read from its frame header.
package struct JPEGHeader {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    /// The frame header of a JPEG; `nil` for other data. A JPEG is a sequence of segments, each with its length. A frame header
    /// (0xC0 to 0xCF with three exceptions) contains the height and the width, two bytes each.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        func number(at start: Int) -> Int { Int(bytes[start]) << 8 | Int(bytes[start + 1]) }
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                (width, height) = (number(at: index + 7), number(at: index + 5))
                return
            }
            // Fill bytes may precede a marker.
            index += marker == 0xFF ? 1 : 2 + number(at: index + 2)
        }
        return nil
    }
}
