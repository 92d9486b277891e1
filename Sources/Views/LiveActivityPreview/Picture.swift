#if Preview
public import Foundation
public import LiveActivitySurfaces
import CPangoCairo

/// A laid-out view that can be drawn as PNG or SVG.
///
/// Equal trees at equal times give equal bytes on one machine. A picture is a value and can be used on any thread.
/// Drawing on several threads is serialized, because the fonts are shared.
public struct Picture: Sendable {
    /// The size in points.
    public var size: CGSize
    /// The layers from back to front.
    public var layers: [Layer]
    /// The time that self-updating texts show.
    public var now: Date

    /// A laid-out view at a position, with the outline to which it is clipped.
    public struct Layer: Sendable {
        /// The view.
        public var node: LaidOutNode
        /// The position of the node's origin on the picture.
        public var origin: CGPoint
        /// The factor by which the node is enlarged: 2 in StandBy.
        public var scale: Double
        /// The outline to which the node is clipped, in the node's coordinates; `nil` is the edge of the picture.
        public var clip: ShapeNode.Outline?
        /// The rectangle of ``clip`` and of `ContainerRelativeShape`, in the node's coordinates.
        public var bounds: CGRect
        /// The radius of the surface's corners in points.
        public var cornerRadius: Double

        public init(
            _ node: LaidOutNode, bounds: CGRect, at origin: CGPoint = .zero, scale: Double = 1, clip: ShapeNode.Outline? = nil,
            cornerRadius: Double = 0
        ) {
            (self.node, self.bounds, self.origin, self.scale, self.clip) = (node, bounds, origin, scale, clip)
            self.cornerRadius = cornerRadius
        }
    }

    /// A picture of layers. Each side is clamped to 1…8,000 points.
    public init(size: CGSize, layers: [Layer], at now: Date) {
        self.size = CGSize(width: Self.side(size.width), height: Self.side(size.height))
        self.layers = layers
        self.now = now
    }

    /// A picture of one view on a transparent background.
    public init(_ node: ViewNode, size: CGSize, at now: Date) {
        let laidOut = layout(node, in: size, measuring: PangoTextMeasuring(), at: now)
        self.init(
            size: size, layers: [Layer(laidOut, bounds: CGRect(origin: .zero, size: size), clip: .rectangle)], at: now)
    }

    /// The maximum side of a picture in points, enough for a large contact sheet.
    private static let longest = 8_000.0

    private static func side(_ length: CGFloat) -> CGFloat { length.isNaN ? 1 : min(max(length, 1), longest) }

    // MARK: Drawing

    /// Draws the picture as PNG.
    ///
    /// - Parameter scale: Pixels per point, clamped to 0.25…4. Reduced if the picture would exceed 64 million pixels.
    /// - Returns: The bytes of the file.
    public func png(scale: Double = 3) -> [UInt8] { pngAndTimes(scale: scale).bytes }

    /// Draws the picture as PNG and measures drawing and encoding separately.
    package func pngAndTimes(scale: Double = 3) -> (bytes: [UInt8], drawing: Duration, encoding: Duration) {
        FontMap.use { fonts in
            let clock = ContinuousClock()
            let start = clock.now
            let canvas = Canvas(size: size, scale: Self.fitting(scale, size))
            draw(on: canvas, fonts)
            let drawn = clock.now
            let bytes = canvas.withPixels { PNG.encode($0, width: $1, height: $2, stride: $3) } ?? []
            return (bytes, drawn - start, clock.now - drawn)
        }
    }

    /// Draws the picture as pixels that are not premultiplied: four bytes each (red, green, blue, opacity), row by row.
    ///
    /// - Parameter scale: Pixels per point, as for ``png(scale:)``.
    public func pixels(scale: Double = 1) -> (bytes: [UInt8], width: Int, height: Int) {
        FontMap.use { fonts in
            let canvas = Canvas(size: size, scale: Self.fitting(scale, size))
            draw(on: canvas, fonts)
            return canvas.withPixels { pixels, width, height, stride in
                var bytes = [UInt8](repeating: 0, count: width * height * 4)
                for row in 0..<height {
                    for column in 0..<width {
                        let (from, to) = (pixels + row * stride + column * 4, (row * width + column) * 4)
                        let alpha = Int(from[3])
                        if alpha == 0 { continue }
                        for channel in 0..<3 { bytes[to + channel] = UInt8(min(255, Int(from[2 - channel]) * 255 / alpha)) }
                        bytes[to + 3] = from[3]
                    }
                }
                return (bytes, width, height)
            } ?? ([], 0, 0)
        }
    }

    /// Draws the picture as SVG 1.1. Letters are outlines, so it looks the same where the fonts are missing.
    public func svg() -> String {
        FontMap.use { fonts in
            let text = SVGText()
            let canvas = Canvas(svg: size, into: text)
            draw(on: canvas, fonts)
            canvas.finish()
            return text.string
        }
    }

    private static func fitting(_ scale: Double, _ size: CGSize) -> Double {
        let scale = scale.isNaN ? 1 : min(max(scale, 0.25), 4)
        return min(scale, (64_000_000 / (size.width * size.height)).squareRoot())
    }

    private func draw(on canvas: Canvas, _ fonts: FontMap) {
        for layer in layers {
            let container = ContainerOutline(frame: layer.bounds, radius: layer.cornerRadius)
            let painter = Painter(canvas: canvas, fonts: fonts, now: now, container: container)
            canvas.saved {
                cairo_translate(canvas.cairo, layer.origin.x, layer.origin.y)
                cairo_scale(canvas.cairo, layer.scale, layer.scale)
                if let clip = layer.clip {
                    cairo_new_path(canvas.cairo)
                    canvas.trace(clip, in: layer.bounds, container: container, isRightToLeft: false)
                    cairo_clip(canvas.cairo)
                }
                painter.draw(layer.node)
            }
        }
    }
}
#endif
