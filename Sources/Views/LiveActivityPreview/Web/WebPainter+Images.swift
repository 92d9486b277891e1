#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Images; the lengths are those of `Painter+Images.swift`.

extension WebPainter {
    func draw(_ image: ImageNode, _ node: LaidOutNode) {
        guard !node.frame.isEmpty else { return }
        if isRedacted { return drawBlock(image.paint, node.frame, radius: min(4, node.frame.height * 0.2)) }
        switch image.source {
        case .system: drawSystemImage(image, in: node.frame, isRightToLeft: node.isRightToLeft)
        case .asset: drawPlaceholder(in: node.frame, image.paint, symbol: "photo")
        case .data(let bytes): drawPixels(bytes, image, node)
        }
    }

    /// A block in place of redacted content.
    func drawBlock(_ paint: Paint, _ rect: CGRect, radius: Double) {
        var color = paint.solid
        color.opacity *= 0.2
        let data = scratch.pathData { $0.traceRounded(rect, radius: radius) }
        markup.element("path", [("d", data)] + Self.text(colors(color).bounded).fill())
    }

    func drawSystemImage(_ image: ImageNode, in rect: CGRect, isRightToLeft: Bool) {
        guard case .system(let name) = image.source else { return }
        guard let drawing = SystemImages.drawing(of: name) else {
            return drawPlaceholder(in: rect, image.paint, symbol: "questionmark")
        }
        let mirror =
            drawing.isMirrored && isRightToLeft ? "translate(\(SVGMarkup.number(2 * rect.midX)) 0) scale(-1 1)" : nil
        let pen = Painter.pen(of: image.font.weight) * (drawing.isFilled ? 0.4 : 1)
        func symbol(_ paints: [Paint]) { drawSymbol(drawing, in: rect, paints, pen: pen, isRightToLeft && mirror == nil) }
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
        _ drawing: SystemImages.Drawing, in rect: CGRect, _ paints: [Paint], pen: Double, _ isRightToLeft: Bool
    ) {
        let width = rect.width / max(drawing.width, 0.2)
        let square = CGRect(x: rect.midX - width / 2, y: rect.minY, width: width, height: rect.height)
        let inner = square.insetBy(dx: square.width * 0.24, dy: square.height * 0.24)
        guard let glyph = fonts.symbol(drawing.icon) else { return drawPlaceholder(in: rect, paints[0], symbol: nil) }
        let pen = pen * square.height
        func outline(in rect: CGRect) -> String {
            scratch.pathData { $0.trace(glyph, at: rect.origin, scaleX: rect.width, scaleY: rect.height) }
        }
        func enclosure(in rect: CGRect) -> String {
            scratch.pathData {
                if drawing.enclosure == .circle {
                    $0.trace(.circle, in: rect, container: container, isRightToLeft: false)
                } else {
                    $0.traceContinuous(rect, radius: rect.width * 0.22)
                }
            }
        }
        func paint(_ paint: Paint, _ element: (Ink) -> Void) {
            draw(with: paint, in: rect, isRightToLeft: isRightToLeft, element)
        }
        func drawGlyph(in rect: CGRect) {
            paint(paints[0]) { ink in
                markup.element("path", [("d", outline(in: rect)), ("fill-rule", "evenodd")] + ink.filled(pen: pen))
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
            let ring = square.insetBy(dx: square.width * 0.035, dy: square.height * 0.035)
            paint(paints[0]) { ink in
                markup.element(
                    "path",
                    [("d", enclosure(in: ring))] + ink.stroke(StrokeStyleNode(), width: square.height * 0.065 + pen))
            }
            drawGlyph(in: inner)
        }
        if drawing.isSlashed {
            let rect = square.insetBy(dx: square.width * 0.1, dy: square.height * 0.1)
            let ends = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { SVGMarkup.number($0) }
            let data = "M\(ends[0]) \(ends[1])L\(ends[2]) \(ends[3])"
            paint(paints[0]) { ink in
                markup.element(
                    "path", [("d", data)] + ink.stroke(StrokeStyleNode(cap: .round), width: square.height * 0.075 + pen))
            }
        }
    }

    /// A placeholder for an image that is not available, which cannot be mistaken for anything else.
    private func drawPlaceholder(in rect: CGRect, _ paint: Paint, symbol: String?) {
        let line = max(0.75, rect.height * 0.05)
        let style = StrokeStyleNode(lineWidth: line, dash: [rect.height * 0.12, rect.height * 0.09])
        let frame = scratch.pathData {
            $0.traceRounded(rect.insetBy(dx: line, dy: line), radius: min(rect.width, rect.height) * 0.2)
        }
        var ink = ink(paint, in: rect, isRightToLeft: false)
        ink.opacity *= 0.6
        markup.element("path", [("d", frame)] + ink.stroke(style, width: line))
        guard let symbol, let drawing = SystemImages.drawing(of: symbol), let glyph = fonts.symbol(drawing.icon) else { return }
        let side = min(rect.width, rect.height) * 0.5
        let data = scratch.pathData {
            $0.trace(glyph, at: CGPoint(x: rect.midX - side / 2, y: rect.midY - side / 2), scaleX: side, scaleY: side)
        }
        ink.opacity /= 0.6
        markup.element("path", [("d", data), ("fill-rule", "evenodd")] + ink.fill())
    }

    private func drawPixels(_ bytes: [UInt8], _ image: ImageNode, _ node: LaidOutNode) {
        guard PNG.decode(bytes) != nil else { return drawPlaceholder(in: node.frame, image.paint, symbol: "photo") }
        let frame = node.frame
        let picture: [SVGMarkup.Attribute] = [
            ("x", SVGMarkup.number(frame.minX)), ("y", SVGMarkup.number(frame.minY)),
            ("width", SVGMarkup.number(frame.width)), ("height", SVGMarkup.number(frame.height)),
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
