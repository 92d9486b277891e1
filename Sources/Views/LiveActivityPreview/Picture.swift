#if Preview
public import Foundation
public import LiveActivitySurfaces
import CPangoCairo

/// A view, laid out and ready to be drawn as PNG or SVG.
///
/// The same tree at the same time gives the same bytes on one machine. A value, to be used on any thread; drawing on several at once
/// takes turns, as the fonts are shared.
public struct Picture: Sendable {
    /// Points.
    public var size: CGSize
    /// What is drawn, from back to front: each with its place on the picture.
    public var layers: [Layer]
    public var now: Date

    /// A laid-out view and the outline that it stands in.
    public struct Layer: Sendable {
        public var node: LaidOutNode
        /// Where the node's own 0, 0 comes to stand.
        public var origin: CGPoint
        /// Points that the node is made larger by: 2 in StandBy.
        public var scale: Double
        /// Nothing is drawn beyond; `nil` for the picture's own edge. In the node's coordinates.
        public var clip: ShapeNode.Outline?
        /// The rectangle of ``clip`` and of `ContainerRelativeShape`, in the node's coordinates.
        public var bounds: CGRect
        /// Of the surface's corners.
        public var cornerRadius: Double

        public init(
            _ node: LaidOutNode, bounds: CGRect, at origin: CGPoint = .zero, scale: Double = 1, clip: ShapeNode.Outline? = nil,
            cornerRadius: Double = 0
        ) {
            self.node = node
            self.bounds = bounds
            self.origin = origin
            self.scale = scale
            self.clip = clip
            self.cornerRadius = cornerRadius
        }
    }

    public init(size: CGSize, layers: [Layer], at now: Date) {
        self.size = CGSize(width: Self.side(size.width), height: Self.side(size.height))
        self.layers = layers
        self.now = now
    }

    /// One view on nothing, in its own size.
    public init(_ node: ViewNode, size: CGSize, at now: Date) {
        let laidOut = layout(node, in: size, measuring: PangoTextMeasuring(), at: now)
        self.init(
            size: size, layers: [Layer(laidOut, bounds: CGRect(origin: .zero, size: size), clip: .rectangle)], at: now)
    }

    /// Points; the longest side of a picture: a wall of contact sheets.
    private static let longest = 8_000.0

    private static func side(_ length: CGFloat) -> CGFloat { length.isNaN ? 1 : min(max(length, 1), longest) }

    // MARK: Drawing

    /// The bytes of a PNG.
    ///
    /// - Parameter scale: Pixels a point: 1 to 4. Less where the picture would have more than 64 million pixels.
    public func png(scale: Double = 3) -> [UInt8] {
        pngAndTimes(scale: scale).bytes
    }

    /// The same, and how long its two halves took: which one to look at when a picture takes too long.
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

    /// Straight pixels, four bytes each (red, green, blue, opacity), row after row.
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

    /// A text of SVG 1.1 with the letters as outlines, so that it looks the same where the fonts are missing.
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
