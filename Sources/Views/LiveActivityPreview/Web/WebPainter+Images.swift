#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Images and icons.

extension WebPainter {
    func draw(_ image: ImageNode, _ node: LaidOutNode) {
        guard !node.frame.isEmpty else { return }
        if isRedacted { return drawBlock(image.paint, node.frame, radius: RedactionLengths.radius(of: node.frame)) }
        switch image.source {
        case .system: drawSystemImage(image, in: node.frame, isRightToLeft: node.isRightToLeft)
        case .asset: drawPlaceholder(in: node.frame, image.paint, symbol: "photo")
        case .data(let bytes): drawPixels(bytes, image, node)
        }
    }

    /// Draws a block in place of redacted content.
    func drawBlock(_ paint: Paint, _ rect: CGRect, radius: Double) {
        var color = paint.solid
        color.opacity *= RedactionLengths.opacity
        let data = scratch.pathData { $0.traceRounded(rect, radius: radius) }
        markup.element("path", [("d", data)] + Self.text(colors(color).bounded).fill())
    }

    func drawSystemImage(_ image: ImageNode, in rect: CGRect, isRightToLeft: Bool) {
        guard case .system(let name) = image.source, !name.isEmpty else { return }
        guard let drawing = SystemImages.drawing(of: name, isLayered: !image.secondaryPaints.isEmpty) else {
            return drawPlaceholder(in: rect, image.paint, symbol: "questionmark")
        }
        let mirror =
            drawing.isMirrored && isRightToLeft ? "translate(\(SVGMarkup.number(2 * rect.midX)) 0) scale(-1 1)" : nil
        let lengths = SymbolLengths(drawing, weight: image.font.weight, in: rect)
        func symbol(_ paints: [Paint]) { drawSymbol(drawing, in: rect, lengths, paints, isRightToLeft && mirror == nil) }
        markup.group([("transform", mirror)]) {
            guard let value = image.variableValue, value.isFinite else { return symbol([image.paint] + image.secondaryPaints) }
            // The part up to the value is opaque, the rest translucent.
            markup.element("g", [("opacity", "0.3")]) { symbol([image.paint]) }
            var shown = rect
            shown.size.width *= min(max(value, 0), 1)
            let clip = markup.define("clipPath") {
                markup.element("path", [("d", scratch.pathData { $0.traceRounded(shown, radius: 0) })])
            }
            markup.element("g", [("clip-path", clip)]) { symbol([image.paint]) }
        }
    }

    private func drawSymbol(
        _ drawing: SystemImages.Drawing, in rect: CGRect, _ lengths: SymbolLengths, _ paints: [Paint], _ isRightToLeft: Bool
    ) {
        let (square, inner) = (lengths.square, lengths.inner)
        guard let glyph = fonts.symbol(drawing.icon) else { return drawPlaceholder(in: rect, paints[0], symbol: nil) }
        func outline(in rect: CGRect) -> String {
            scratch.pathData { $0.trace(glyph, at: rect.origin, scaleX: rect.width, scaleY: rect.height) }
        }
        func enclosure(in rect: CGRect) -> String {
            scratch.pathData {
                if drawing.enclosure == .circle {
                    $0.trace(.circle, in: rect, container: container, isRightToLeft: false)
                } else {
                    $0.traceContinuous(rect, radius: SymbolLengths.corner(of: rect))
                }
            }
        }
        func paint(_ paint: Paint, _ element: (Ink) -> Void) {
            draw(with: paint, in: rect, isRightToLeft: isRightToLeft, element)
        }
        func drawGlyph(in rect: CGRect) {
            paint(paints[0]) { ink in
                markup.element("path", [("d", outline(in: rect)), ("fill-rule", "evenodd")] + ink.filled(pen: lengths.pen))
            }
        }
        switch (drawing.enclosure, drawing.isFilled) {
        case (nil, _): drawGlyph(in: square)
        case (_?, true) where paints.count > 1:
            paint(paints[1]) { ink in markup.element("path", [("d", enclosure(in: square))] + ink.fill()) }
            drawGlyph(in: inner)
        case (_?, true):
            // The glyph is cut out of the filled shape.
            let mask = markup.define("mask", Self.everywhere) {
                markup.element("path", [("d", enclosure(in: square))] + Ink.white.fill())
                markup.element("path", [("d", outline(in: inner)), ("fill-rule", "evenodd")] + Ink.black.fill())
            }
            paint(paints[0]) { ink in markup.element("path", [("d", enclosure(in: square)), ("mask", mask)] + ink.fill()) }
        case (_?, false):
            paint(paints[min(1, paints.count - 1)]) { ink in
                markup.element(
                    "path",
                    [("d", enclosure(in: lengths.ring))] + ink.stroke(StrokeStyleNode(), width: lengths.ringWidth))
            }
            drawGlyph(in: inner)
        }
        if drawing.isSlashed {
            let slash = lengths.slash
            let ends = [slash.minX, slash.minY, slash.maxX, slash.maxY].map { SVGMarkup.number($0) }
            let data = "M\(ends[0]) \(ends[1])L\(ends[2]) \(ends[3])"
            paint(paints[0]) { ink in
                markup.element(
                    "path", [("d", data)] + ink.stroke(StrokeStyleNode(cap: .round), width: lengths.slashWidth))
            }
        }
    }

    /// Draws a distinctive placeholder for a missing image.
    private func drawPlaceholder(in rect: CGRect, _ paint: Paint, symbol: String?) {
        let lengths = PlaceholderLengths(in: rect)
        let frame = scratch.pathData { $0.traceRounded(lengths.frame, radius: lengths.radius) }
        var ink = ink(paint, in: rect, isRightToLeft: false)
        ink.opacity *= lengths.opacity
        markup.element("path", [("d", frame)] + ink.stroke(lengths.stroke, width: lengths.stroke.lineWidth))
        guard let symbol, let drawing = SystemImages.drawing(of: symbol), let glyph = fonts.symbol(drawing.icon) else { return }
        let data = scratch.pathData {
            $0.trace(glyph, at: lengths.symbol.origin, scaleX: lengths.symbol.width, scaleY: lengths.symbol.height)
        }
        ink.opacity /= lengths.opacity
        markup.element("path", [("d", data), ("fill-rule", "evenodd")] + ink.fill())
    }

    private func drawPixels(_ bytes: [UInt8], _ image: ImageNode, _ node: LaidOutNode) {
        guard PNG.decode(bytes) != nil else { return drawPlaceholder(in: node.frame, image.paint, symbol: "photo") }
        let frame = node.frame
        let picture =
            SVGMarkup.frame(frame) + [
                ("preserveAspectRatio", "none"), ("href", "data:image/png;base64," + Data(bytes).base64EncodedString()),
            ]
        if image.isTemplate {
            let mask = markup.define("mask", Self.everywhere + [("mask-type", "alpha")]) { markup.element("image", picture) }
            draw(with: image.paint, in: frame, isRightToLeft: node.isRightToLeft) { ink in
                markup.element("path", [("d", data(of: .rectangle, node)), ("mask", mask)] + ink.fill())
            }
        } else {
            markup.element("image", picture + [("filter", recoloring(node))])
        }
    }

    /// The filter that changes colors that are not paints: those of photographs and emoji. `nil` if nothing changes.
    func recoloring(_ node: LaidOutNode) -> String? {
        guard colors != .identity else { return nil }
        let rows = colors.rows.map { row in
            (row[0..<3] + [0, row[3]]).map { SVGMarkup.number($0) }.joined(separator: " ")
        }
        return filter(node) {
            markup.element(
                "feColorMatrix", [("type", "matrix"), ("values", (rows + ["0 0 0 1 0"]).joined(separator: " "))])
        }
    }
}
#endif
