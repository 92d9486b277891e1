extension ImageNode {
    /// The height of a capital letter as a fraction of the font size.
    static let capHeight = 0.71

    /// The size of the image in points, before it is resized.
    ///
    /// A symbol is 1.2 times its font size. A PNG has one point per pixel. Every other picture counts as a symbol,
    /// because its size in pixels is not known.
    public var naturalSize: (width: Double, height: Double) {
        if case .data(let bytes) = source, let size = Self.pngSize(bytes) { return size }
        let side = bounded(font.size * scale) * 1.2
        return (side, side)
    }

    /// The size in the header of a PNG; `nil` for other data.
    private static func pngSize(_ bytes: [UInt8]) -> (width: Double, height: Double)? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        func number(at start: Int) -> Double { Double(bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) }
        return (bounded(number(at: 16)), bounded(number(at: 20)))
    }
}
