extension ImageNode {
    /// The height of a capital letter as a fraction of the font size.
    static let capHeight = 0.71

    /// The size of the image in points, before it is resized.
    ///
    /// A symbol is 1.2 times its font size; an image without a name is empty. A PNG has ``pixelsPerPoint`` pixels per point.
    /// Every other image is sized like a symbol, because its size in pixels is unknown.
    public var naturalSize: (width: Double, height: Double) {
        if case .data(let bytes) = source, let header = PNGHeader(bytes) {
            let scale = pixelsPerPoint > 0 ? pixelsPerPoint : 1
            return (bounded(Double(header.width) / scale), bounded(Double(header.height) / scale))
        }
        if case .system("") = source { return (0, 0) }
        let side = bounded(font.size * scale) * 1.2
        return (side, side)
    }
}
