#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

extension Painter {
    func draw(_ image: ImageNode, _ node: LaidOutNode) {
        guard !node.frame.isEmpty else { return }
        if isRedacted {
            var color = image.paint.solid
            color.opacity *= RedactionLengths.opacity
            return fill(.color(color), node) {
                canvas.traceRounded(node.frame, radius: RedactionLengths.radius(of: node.frame))
            }
        }
        switch image.source {
        case .system: drawSystemImage(image, in: node.frame, node)
        case .asset: drawPlaceholder(in: node.frame, node, image.paint, symbol: "photo")
        case .data(let bytes): drawPixels(bytes, image, node)
        }
    }

    func drawSystemImage(_ image: ImageNode, in rect: CGRect, _ node: LaidOutNode) {
        // As on iOS, an image without a name shows nothing.
        guard case .system(let name) = image.source, !name.isEmpty else { return }
        guard let drawing = SystemImages.drawing(of: name, isLayered: !image.secondaryPaints.isEmpty) else {
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
        let lengths = SymbolLengths(drawing, weight: image.font.weight, in: rect)
        guard let value = image.variableValue, value.isFinite else {
            return drawSymbol(drawing, in: rect, lengths, [image.paint] + image.secondaryPaints, node)
        }
        // The part up to the value is opaque, the rest translucent.
        var faint = self
        faint.opacity *= 0.3
        faint.drawSymbol(drawing, in: rect, lengths, [image.paint], node)
        canvas.saved {
            cairo_rectangle(canvas.cairo, rect.minX, rect.minY, rect.width * min(max(value, 0), 1), rect.height)
            cairo_clip(canvas.cairo)
            drawSymbol(drawing, in: rect, lengths, [image.paint], node)
        }
    }

    private func drawSymbol(
        _ drawing: SystemImages.Drawing, in rect: CGRect, _ lengths: SymbolLengths, _ paints: [Paint], _ node: LaidOutNode
    ) {
        let (square, inner) = (lengths.square, lengths.inner)
        func trace(_ elements: [ShapeNode.PathElement], _ rect: CGRect) {
            canvas.trace(elements, at: rect.origin, scaleX: rect.width, scaleY: rect.height)
        }
        func paintAll(_ paint: Paint, _ path: () -> Void) {
            // Fill and stroke form one mask, so that translucent paints do not overlap.
            cairo_push_group_with_content(canvas.cairo, CAIRO_CONTENT_ALPHA)
            cairo_set_source_rgba(canvas.cairo, 0, 0, 0, 1)
            cairo_new_path(canvas.cairo)
            path()
            cairo_set_fill_rule(canvas.cairo, CAIRO_FILL_RULE_EVEN_ODD)
            cairo_fill_preserve(canvas.cairo)
            if lengths.pen > 0 { canvas.stroke(StrokeStyleNode(join: .round), width: lengths.pen) }
            cairo_new_path(canvas.cairo)
            let mask = cairo_pop_group(canvas.cairo)
            canvas.setSource(paint, in: rect, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
            cairo_mask(canvas.cairo, mask)
            cairo_pattern_destroy(mask)
        }
        guard let glyph = fonts.symbol(drawing.icon) else { return drawPlaceholder(in: rect, node, paints[0], symbol: nil) }
        func traceEnclosure(_ rect: CGRect) {
            if drawing.enclosure == .circle {
                canvas.trace(.circle, in: rect, container: container, isRightToLeft: false)
            } else {
                canvas.traceContinuous(rect, radius: SymbolLengths.corner(of: rect))
            }
        }
        switch (drawing.enclosure, drawing.isFilled) {
        case (nil, _): paintAll(paints[0]) { trace(glyph, square) }
        case (_?, true) where paints.count > 1:
            fill(paints[1], node) { traceEnclosure(square) }
            paintAll(paints[0]) { trace(glyph, inner) }
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
                traceEnclosure(lengths.ring)
                let paint = paints[min(1, paints.count - 1)]
                canvas.setSource(paint, in: rect, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
                canvas.stroke(StrokeStyleNode(), width: lengths.ringWidth)
            }
            paintAll(paints[0]) { trace(glyph, inner) }
        }
        if drawing.isSlashed { drawSlash(lengths, paints[0], node) }
    }

    private func drawSlash(_ lengths: SymbolLengths, _ paint: Paint, _ node: LaidOutNode) {
        let slash = lengths.slash
        canvas.saved {
            cairo_new_path(canvas.cairo)
            cairo_move_to(canvas.cairo, slash.minX, slash.minY)
            cairo_line_to(canvas.cairo, slash.maxX, slash.maxY)
            canvas.setSource(paint, in: lengths.square, isRightToLeft: false, opacity: opacity, colors: colors)
            canvas.stroke(StrokeStyleNode(cap: .round), width: lengths.slashWidth)
        }
    }

    /// Draws a distinctive placeholder for a missing image.
    private func drawPlaceholder(in rect: CGRect, _ node: LaidOutNode, _ paint: Paint, symbol: String?) {
        var node = node
        node.frame = rect
        let lengths = PlaceholderLengths(in: rect)
        canvas.saved {
            cairo_new_path(canvas.cairo)
            canvas.traceRounded(lengths.frame, radius: lengths.radius)
            canvas.setSource(paint, in: rect, isRightToLeft: false, opacity: opacity * lengths.opacity, colors: colors)
            canvas.stroke(lengths.stroke, width: lengths.stroke.lineWidth)
        }
        guard let symbol, let drawing = SystemImages.drawing(of: symbol), let glyph = fonts.symbol(drawing.icon) else { return }
        fill(paint, node, evenOdd: true) {
            canvas.trace(
                glyph, at: lengths.symbol.origin, scaleX: lengths.symbol.width, scaleY: lengths.symbol.height)
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
                canvas.scaleWithinLimits(x: node.frame.width / Double(width), y: node.frame.height / Double(height))
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
