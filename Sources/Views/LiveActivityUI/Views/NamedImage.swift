/// An image of an asset catalog.
public struct NamedImage: Hashable, Sendable {
    /// The bytes of a PNG.
    public var png: [UInt8]
    /// The bytes of the PNG for dark mode; `nil` for the same one.
    public var darkPNG: [UInt8]?
    /// The pixels of ``png`` that are one point: 3 for a file `…@3x.png`.
    public var pixelsPerPoint: Double
    /// Whether the catalog marks the image as a template, drawn in one color.
    public var isTemplate: Bool
    /// The size of the font at which ``pixelsPerPoint`` holds, in points, for a symbol: it grows with the font. `nil` for other
    /// images.
    public var symbolFontSize: Double?

    public init(
        png: [UInt8], darkPNG: [UInt8]? = nil, pixelsPerPoint: Double = 1, isTemplate: Bool = false,
        symbolFontSize: Double? = nil
    ) {
        (self.png, self.darkPNG, self.pixelsPerPoint, self.isTemplate) = (png, darkPNG, pixelsPerPoint, isTemplate)
        self.symbolFontSize = symbolFontSize
    }

    /// The number of pixels per point at a font size.
    func pixelsPerPoint(at fontSize: Double, scale: Image.Scale) -> Double {
        guard let symbolFontSize, fontSize > 0 else { return pixelsPerPoint }
        return pixelsPerPoint * symbolFontSize / (fontSize * scale.value)
    }
}
