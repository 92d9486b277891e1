#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Shadows and blur. In SVG, only these are bitmaps.

extension Painter {
    func drawShadow(of node: LaidOutNode, _ color: ResolvedColor, radius: Double, x: Double, y: Double) {
        let radius = safe(radius)
        guard let picture = raster(node, margin: radius * 2 + 2, radius: radius) else { return }
        let color = colors(color).bounded
        canvas.saved {
            cairo_set_source_rgba(canvas.cairo, color.red, color.green, color.blue, color.opacity * opacity)
            cairo_translate(canvas.cairo, picture.origin.x + (x.isFinite ? x : 0), picture.origin.y + (y.isFinite ? y : 0))
            cairo_scale(canvas.cairo, 1 / picture.canvas.scale, 1 / picture.canvas.scale)
            cairo_mask_surface(canvas.cairo, picture.canvas.surface, 0, 0)
        }
    }

    func drawBlurred(_ node: LaidOutNode, radius: Double) {
        let radius = safe(radius)
        guard radius > 0, let picture = raster(node, margin: radius * 2 + 2, radius: radius) else { return draw(node) }
        place(picture)
    }

    /// Draws a bitmap at its position in points.
    func place(_ picture: (canvas: Canvas, origin: CGPoint), alpha: Double = 1) {
        canvas.saved {
            cairo_translate(canvas.cairo, picture.origin.x, picture.origin.y)
            cairo_scale(canvas.cairo, 1 / picture.canvas.scale, 1 / picture.canvas.scale)
            cairo_set_source_surface(canvas.cairo, picture.canvas.surface, 0, 0)
            cairo_paint_with_alpha(canvas.cairo, alpha)
        }
    }

    private func safe(_ radius: Double) -> Double { radius.isNaN ? 0 : min(max(radius, 0), 100) }

    /// Draws the node into a separate bitmap and blurs it.
    func raster(_ node: LaidOutNode, margin: Double, radius: Double) -> (canvas: Canvas, origin: CGPoint)? {
        let visible = CGRect(origin: .zero, size: canvas.size).insetBy(dx: -margin, dy: -margin)
        let bounds = node.drawnBounds.insetBy(dx: -margin, dy: -margin).intersection(visible)
        guard !bounds.isNull, !bounds.isEmpty else { return nil }
        let scale = max(canvas.scale, 2)
        let picture = Canvas(size: bounds.size, scale: scale)
        cairo_translate(picture.cairo, -bounds.minX, -bounds.minY)
        var painter = Painter(canvas: picture, fonts: fonts, now: now, container: container)
        painter.colors = colors
        painter.opacity = opacity
        painter.isRedacted = isRedacted
        painter.draw(node)
        if radius > 0 {
            _ = picture.withPixels { pixels, width, height, stride in
                Self.blur(pixels, width: width, height: height, stride: stride, radius: radius * scale)
            }
        }
        return (picture, bounds.origin)
    }

    /// Three box blurs, which approximate a Gaussian blur with half the radius.
    private static func blur(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, radius: Double) {
        let reach = max(1, Int((radius / 2 * 0.94).rounded()))
        var line = [UInt8](repeating: 0, count: max(width, height) * 4)
        func average(_ start: UnsafeMutablePointer<UInt8>, count: Int, step: Int) {
            for index in 0..<count { for channel in 0..<4 { line[index * 4 + channel] = start[index * step + channel] } }
            let span = 2 * reach + 1
            for channel in 0..<4 {
                var sum = 0
                for index in -reach...reach where index >= 0 && index < count { sum += Int(line[index * 4 + channel]) }
                for index in 0..<count {
                    start[index * step + channel] = UInt8((sum + span / 2) / span)
                    if index - reach >= 0 { sum -= Int(line[(index - reach) * 4 + channel]) }
                    if index + reach + 1 < count { sum += Int(line[(index + reach + 1) * 4 + channel]) }
                }
            }
        }
        for _ in 0..<3 {
            for row in 0..<height { average(pixels + row * stride, count: width, step: 4) }
            for column in 0..<width { average(pixels + column * 4, count: height, step: stride) }
        }
    }
}

extension LaidOutNode {
    /// The approximate area that the node and its content cover. Rotated and enlarged views extend beyond their frames.
    var drawnBounds: CGRect {
        var bounds = frame
        for child in children { bounds = bounds.union(child.drawnBounds) }
        switch kind {
        case .effect(.shadow(_, let radius, let x, let y)):
            let reach =
                (radius.isFinite ? min(max(radius, 0), 100) : 0) * 2 + max(abs(x.isFinite ? x : 0), abs(y.isFinite ? y : 0))
            bounds = bounds.insetBy(dx: -reach, dy: -reach)
        case .effect(.rotation), .effect(.scale):
            bounds = bounds.insetBy(dx: -bounds.height / 2 - bounds.width / 2, dy: -bounds.width / 2 - bounds.height / 2)
        default: break
        }
        return bounds
    }
}
#endif
