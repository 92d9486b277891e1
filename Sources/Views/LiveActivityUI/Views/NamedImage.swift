/// An image of an asset catalog.
public struct NamedImage: Hashable, Sendable {
    /// The bytes of a PNG.
    public var png: [UInt8]
    /// The bytes of the PNG for dark mode; `nil` for the same one.
    public var darkPNG: [UInt8]?
    /// The pixels of ``png`` that are one point: 3 for a file `…@3x.png`.
    public var pixelsPerPoint: Double
    /// Whether the catalog says that it is drawn in one color.
    public var isTemplate: Bool

    /// An image.
    public init(png: [UInt8], darkPNG: [UInt8]? = nil, pixelsPerPoint: Double = 1, isTemplate: Bool = false) {
        self.png = png
        self.darkPNG = darkPNG
        self.pixelsPerPoint = pixelsPerPoint
        self.isTemplate = isTemplate
    }
}
