#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

extension Painter {
    func draw(_ text: TextNode, _ node: LaidOutNode) {
        guard let measured = node.text, !node.frame.isEmpty, !text.runs.isEmpty else { return }
        if colors != .identity, text.hasEmoji(at: now) { return drawRecolored(node) }
        forEachLine(of: text, measured, node) { line, set, baseline, height in
            let width = set.width(of: line)
            let leading =
                switch text.alignment {
                case .leading: 0.0
                case .center: (node.frame.width - width) / 2
                case .trailing: node.frame.width - width
                }
            let start = CGPoint(
                x: text.isRightToLeft ? node.frame.maxX - leading - width : node.frame.minX + leading, y: baseline)
            if isRedacted {
                drawBlock(at: start, width: width, height: height, text.runs[0], node)
            } else {
                draw(line, of: set, text, at: start, width: width, scale: measured.scale, node)
            }
        }
    }

    /// Draws each run in its own paint. A line with several paints is drawn once for each, clipped to the area of the
    /// run.
    private func draw(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, of set: SetText, _ text: TextNode, at start: CGPoint, width: Double,
        scale: Double, _ node: LaidOutNode
    ) {
        let isUniform = text.runs.dropFirst().allSatisfy {
            $0.paint == text.runs[0].paint && $0.font.design == text.runs[0].font.design && !$0.isImage
        }
        if isUniform, !text.runs[0].isImage { return draw(line, text.runs[0], at: start, scale: scale, node) }
        for (run, range) in zip(text.runs, set.runs) {
            for part in set.ranges(of: range, in: line) {
                let rect = CGRect(
                    x: start.x + part.lowerBound, y: node.frame.minY - 1_000, width: part.upperBound - part.lowerBound,
                    height: 3_000)
                if case .image(let image) = run.content {
                    let side = image.naturalSize.height * scale
                    let middle = start.y - image.font.safeSize * scale * 0.355
                    drawSystemImage(
                        image, in: CGRect(x: rect.minX, y: middle - side / 2, width: rect.width, height: side), node)
                    continue
                }
                canvas.saved {
                    cairo_rectangle(canvas.cairo, rect.minX, rect.minY, rect.width, rect.height)
                    cairo_clip(canvas.cairo)
                    draw(line, run, at: start, scale: scale, node)
                }
            }
        }
    }

    private func draw(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ run: TextRun, at start: CGPoint, scale: Double, _ node: LaidOutNode
    ) {
        let cairo = canvas.cairo
        let hasEmoji = (opacity < 1 || run.font.design == .rounded) && run.hasEmoji(at: now, locale: "en")
        if hasEmoji, opacity < 1 {
            // Emoji have their own colors, to which the opacity of a paint does not apply.
            var opaque = self
            opaque.opacity = 1
            cairo_push_group(cairo)
            opaque.draw(line, run, at: start, scale: scale, node)
            cairo_pop_group_to_source(cairo)
            return cairo_paint_with_alpha(cairo, opacity)
        }
        let pen = run.font.design == .rounded && !hasEmoji ? run.font.safeSize * scale * ResolvedFont.pen : 0
        guard pen > 0 else {
            canvas.setSource(run.paint, in: node.frame, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
            cairo_move_to(cairo, start.x, start.y)
            return pango_cairo_show_layout_line(cairo, line)
        }
        // A round pen around the letters rounds their corners. Fill and stroke form one mask, so that translucent
        // paints do not overlap.
        cairo_push_group_with_content(cairo, CAIRO_CONTENT_ALPHA)
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        cairo_new_path(cairo)
        cairo_move_to(cairo, start.x, start.y)
        pango_cairo_layout_line_path(cairo, line)
        cairo_fill_preserve(cairo)
        canvas.stroke(StrokeStyleNode(lineWidth: pen, cap: .round, join: .round), width: pen)
        let mask = cairo_pop_group(cairo)
        canvas.setSource(run.paint, in: node.frame, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
        cairo_mask(cairo, mask)
        cairo_pattern_destroy(mask)
    }

    private func drawBlock(at start: CGPoint, width: Double, height: Double, _ run: TextRun, _ node: LaidOutNode) {
        var color = run.paint.solid
        color.opacity *= 0.2
        let block = CGRect(x: start.x, y: start.y - height * 0.68, width: width, height: height * 0.78)
        fill(.color(color), node) { canvas.traceRounded(block, radius: min(4, block.height * 0.25)) }
    }

    /// Emoji have their own colors, which can only be changed in a bitmap.
    private func drawRecolored(_ node: LaidOutNode) {
        var plain = self
        plain.colors = .identity
        guard let picture = plain.raster(node, margin: node.frame.height / 2, radius: 0) else { return }
        _ = picture.canvas.withPixels { pixels, width, height, stride in
            colors.apply(to: pixels, count: height * stride / 4)
        }
        place(picture)
    }
}

extension TextRun {
    fileprivate var isImage: Bool { if case .image = content { true } else { false } }

    fileprivate func hasEmoji(at now: Date, locale: String) -> Bool {
        content.string(at: now, locale: locale).unicodeScalars.contains {
            $0.properties.isEmojiPresentation || $0.value == 0xFE0F
        }
    }
}

extension TextNode {
    func hasEmoji(at now: Date) -> Bool { runs.contains { $0.hasEmoji(at: now, locale: locale) } }
}
#endif
