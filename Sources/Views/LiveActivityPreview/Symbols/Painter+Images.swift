#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

extension Painter {
    func draw(_ image: ImageNode, _ node: LaidOutNode) {
        guard !node.frame.isEmpty else { return }
        if isRedacted {
            var color = image.paint.solid
            color.opacity *= 0.2
            return fill(.color(color), node) { canvas.traceRounded(node.frame, radius: min(4, node.frame.height * 0.2)) }
        }
        switch image.source {
        case .system: drawSystemImage(image, in: node.frame, node)
        case .asset: drawPlaceholder(in: node.frame, node, image.paint, symbol: "photo")
        case .data(let bytes): drawPixels(bytes, image, node)
        }
    }

    func drawSystemImage(_ image: ImageNode, in rect: CGRect, _ node: LaidOutNode) {
        guard case .system(let name) = image.source else { return }
        guard let drawing = SystemImages.drawing(of: name) else {
            return drawPlaceholder(in: rect, node, image.paint, symbol: "questionmark")
        }
        if drawing.isMirrored, node.isRightToLeft {
            var plain = node
            plain.isRightToLeft = false
            return canvas.saved {
                cairo_translate(canvas.cairo, 2 * rect.midX, 0)
                cairo_scale(canvas.cairo, -1, 1)
                drawSystemImage(image, in: rect, plain)
            }
        }
        var node = node
        node.frame = rect
        let pen = Self.pen(of: image.font.weight) * (drawing.isFilled ? 0.4 : 1)
        guard let value = image.variableValue, value.isFinite else {
            return drawSymbol(drawing, in: rect, paints: [image.paint] + image.secondaryPaints, pen: pen, node)
        }
        // The part up to the value is opaque, the rest translucent.
        var faint = self
        faint.opacity *= 0.3
        faint.drawSymbol(drawing, in: rect, paints: [image.paint], pen: pen, node)
        canvas.saved {
            cairo_rectangle(canvas.cairo, rect.minX, rect.minY, rect.width * min(max(value, 0), 1), rect.height)
            cairo_clip(canvas.cairo)
            drawSymbol(drawing, in: rect, paints: [image.paint], pen: pen, node)
        }
    }

    /// The additional thickness of lines as a fraction of the height: SF Symbols are as bold as the text beside them.
    static func pen(of weight: Int) -> Double {
        max(0, 0.012 + Double(min(max(weight, 100), 900) - 400) / 300 * 0.026)
    }

    private func drawSymbol(_ drawing: SystemImages.Drawing, in rect: CGRect, paints: [Paint], pen: Double, _ node: LaidOutNode)
    {
        let side = (x: rect.width / max(drawing.width, 0.2), y: rect.height)
        let square = CGRect(x: rect.midX - side.x / 2, y: rect.minY, width: side.x, height: side.y)
        func trace(_ elements: [ShapeNode.PathElement], _ rect: CGRect) {
            canvas.trace(elements, at: rect.origin, scaleX: rect.width, scaleY: rect.height)
        }
        func paintAll(_ paint: Paint, pen: Double, _ path: () -> Void) {
            // Fill and stroke form one mask, so that translucent paints do not overlap.
            cairo_push_group_with_content(canvas.cairo, CAIRO_CONTENT_ALPHA)
            cairo_set_source_rgba(canvas.cairo, 0, 0, 0, 1)
            cairo_new_path(canvas.cairo)
            path()
            cairo_set_fill_rule(canvas.cairo, CAIRO_FILL_RULE_EVEN_ODD)
            cairo_fill_preserve(canvas.cairo)
            if pen > 0 { canvas.stroke(StrokeStyleNode(join: .round), width: pen * square.height) }
            cairo_new_path(canvas.cairo)
            let mask = cairo_pop_group(canvas.cairo)
            canvas.setSource(paint, in: rect, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
            cairo_mask(canvas.cairo, mask)
            cairo_pattern_destroy(mask)
        }
        guard let glyph = fonts.symbol(drawing.icon) else {
            return drawPlaceholder(in: rect, node, paints[0], symbol: nil)
        }
        let inner = square.insetBy(dx: square.width * 0.24, dy: square.height * 0.24)
        let ring = square.insetBy(dx: square.width * 0.035, dy: square.height * 0.035)
        func traceEnclosure(_ rect: CGRect) {
            if drawing.enclosure == .circle {
                canvas.trace(.circle, in: rect, container: container, isRightToLeft: false)
            } else {
                canvas.traceContinuous(rect, radius: rect.width * 0.22)
            }
        }
        switch (drawing.enclosure, drawing.isFilled) {
        case (nil, _): paintAll(paints[0], pen: pen) { trace(glyph, square) }
        case (_?, true) where paints.count > 1:
            fill(paints[1], node) { traceEnclosure(square) }
            paintAll(paints[0], pen: pen) { trace(glyph, inner) }
        case (_?, true):
            // The glyph is cut out of the filled shape.
            cairo_push_group_with_content(canvas.cairo, CAIRO_CONTENT_ALPHA)
            cairo_set_source_rgba(canvas.cairo, 0, 0, 0, 1)
            cairo_new_path(canvas.cairo)
            traceEnclosure(square)
            cairo_fill(canvas.cairo)
            cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_CLEAR)
            trace(glyph, inner)
            cairo_set_fill_rule(canvas.cairo, CAIRO_FILL_RULE_EVEN_ODD)
            cairo_fill(canvas.cairo)
            let mask = cairo_pop_group(canvas.cairo)
            canvas.setSource(paints[0], in: rect, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
            cairo_mask(canvas.cairo, mask)
            cairo_pattern_destroy(mask)
        case (_?, false):
            canvas.saved {
                cairo_new_path(canvas.cairo)
                traceEnclosure(ring)
                canvas.setSource(paints[0], in: rect, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
                canvas.stroke(StrokeStyleNode(), width: square.height * (0.065 + pen))
            }
            paintAll(paints[0], pen: pen) { trace(glyph, inner) }
        }
        if drawing.isSlashed { drawSlash(across: square, paints[0], pen: pen, node) }
    }

    private func drawSlash(across square: CGRect, _ paint: Paint, pen: Double, _ node: LaidOutNode) {
        canvas.saved {
            cairo_new_path(canvas.cairo)
            cairo_move_to(canvas.cairo, square.minX + square.width * 0.1, square.minY + square.height * 0.1)
            cairo_line_to(canvas.cairo, square.maxX - square.width * 0.1, square.maxY - square.height * 0.1)
            canvas.setSource(paint, in: square, isRightToLeft: false, opacity: opacity, colors: colors)
            canvas.stroke(StrokeStyleNode(cap: .round), width: square.height * (0.075 + pen))
        }
    }

    /// Draws a placeholder for an image that is not available, which cannot be mistaken for anything else.
    private func drawPlaceholder(in rect: CGRect, _ node: LaidOutNode, _ paint: Paint, symbol: String?) {
        var node = node
        node.frame = rect
        let line = max(0.75, rect.height * 0.05)
        canvas.saved {
            cairo_new_path(canvas.cairo)
            canvas.traceRounded(rect.insetBy(dx: line, dy: line), radius: min(rect.width, rect.height) * 0.2)
            canvas.setSource(paint, in: rect, isRightToLeft: false, opacity: opacity * 0.6, colors: colors)
            canvas.stroke(StrokeStyleNode(lineWidth: line, dash: [rect.height * 0.12, rect.height * 0.09]), width: line)
        }
        guard let symbol, let drawing = SystemImages.drawing(of: symbol), let glyph = fonts.symbol(drawing.icon) else { return }
        let side = min(rect.width, rect.height) * 0.5
        fill(paint, node, evenOdd: true) {
            canvas.trace(glyph, at: CGPoint(x: rect.midX - side / 2, y: rect.midY - side / 2), scaleX: side, scaleY: side)
        }
    }

    private func drawPixels(_ bytes: [UInt8], _ image: ImageNode, _ node: LaidOutNode) {
        guard let (decoded, width, height) = PNG.decode(bytes) else {
            return drawPlaceholder(in: node.frame, node, image.paint, symbol: "photo")
        }
        var pixels = decoded
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            if colors != .identity { colors.apply(to: start, count: width * height) }
            let surface = cairo_image_surface_create_for_data(
                start, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
            canvas.saved {
                cairo_translate(canvas.cairo, node.frame.minX, node.frame.minY)
                cairo_scale(canvas.cairo, node.frame.width / Double(width), node.frame.height / Double(height))
                if image.isTemplate {
                    let rect = CGRect(x: 0, y: 0, width: Double(width), height: Double(height))
                    canvas.setSource(image.paint, in: rect, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
                    cairo_mask_surface(canvas.cairo, surface, 0, 0)
                } else {
                    cairo_set_source_surface(canvas.cairo, surface, 0, 0)
                    cairo_paint_with_alpha(canvas.cairo, opacity)
                }
            }
            // SVG copies the surface when it is finished, which is before these bytes are freed.
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }
}
#endif
