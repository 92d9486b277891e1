/// The size of a PNG image in pixels, read from its header.
package struct PNGHeader {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    /// The bytes with which every PNG starts.
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Whether data starts as every PNG does.
    package static func isPNG(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: signature) }

    /// The header of a PNG; `nil` for data that does not start with one. The first chunk, IHDR, starts with width and height,
    /// four bytes each.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 24, Self.isPNG(bytes), bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        func number(at start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        width = number(at: 16)
        height = number(at: 20)
    }
}
