extension ImageNode {
    /// How high a capital letter is, of its font's size.
    static let capHeight = 0.71

    /// The size of the image where nothing stretches it, in points.
    ///
    /// A symbol is as large as its font says; a picture has a point for each pixel. One whose pixels are not known is as large as a symbol.
    public var naturalSize: (width: Double, height: Double) {
        if case .data(let bytes) = source, let size = Self.pngSize(bytes) { return size }
        let side = bounded(font.size * scale) * 1.2
        return (side, side)
    }

    /// What the header of a PNG says.
    private static func pngSize(_ bytes: [UInt8]) -> (width: Double, height: Double)? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        func number(at start: Int) -> Double { Double(bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) }
        return (bounded(number(at: 16)), bounded(number(at: 20)))
    }
}
