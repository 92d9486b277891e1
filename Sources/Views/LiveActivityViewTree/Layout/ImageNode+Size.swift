extension ImageNode {
    /// The height of a capital letter as a fraction of the font size.
    static let capHeight = 0.71

    /// The size of the image in points, before it is resized.
    ///
    /// A symbol is 1.2 times its font size. A PNG has one point per pixel. Every other picture counts as a symbol,
    /// because its size in pixels is not known.
    public var naturalSize: (width: Double, height: Double) {
        if case .data(let bytes) = source, let header = PNGHeader(bytes) {
            return (bounded(Double(header.width)), bounded(Double(header.height)))
        }
        let side = bounded(font.size * scale) * 1.2
        return (side, side)
    }
}
