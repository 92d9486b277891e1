#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Texts: Pango breaks them into lines, as for a picture, and the page's fonts draw each line at the width that Pango found.

extension WebPainter {
    func draw(_ text: TextNode, _ node: LaidOutNode) {
        guard let measured = node.text, !node.frame.isEmpty, !text.runs.isEmpty else { return }
        // Emoji have their own colors, which need a filter.
        let filter = text.hasEmoji(at: now) ? recoloring(node) : nil
        markup.group([("filter", filter), ("lang", text.locale == language ? nil : text.locale)]) {
            forEachLine(of: text, measured, node) { broken, set, baseline, height in
                let line = WebLine(broken, of: set, text, scale: measured.scale, baseline: baseline, in: node)
                if isRedacted { drawBlock(line, height, text.runs[0]) } else { draw(line, node) }
            }
        }
    }

    private func drawBlock(_ line: WebLine, _ height: Double, _ run: TextRun) {
        let block = CGRect(x: line.left, y: line.baseline - height * 0.68, width: line.width, height: height * 0.78)
        drawBlock(run.paint, block, radius: min(4, block.height * 0.25))
    }

    private func draw(_ line: WebLine, _ node: LaidOutNode) {
        for part in line.images {
            let side = part.image.naturalSize.height * line.scale
            let middle = line.baseline - part.image.font.safeSize * line.scale * 0.355
            drawSystemImage(
                part.image,
                in: CGRect(x: line.left + part.x, y: middle - side / 2, width: part.width, height: side),
                isRightToLeft: node.isRightToLeft)
        }
        for segment in line.segments where segment.pieces.contains(where: { !$0.string.isEmpty }) { draw(segment, line, node) }
    }

    private func draw(_ segment: WebLine.Segment, _ line: WebLine, _ node: LaidOutNode) {
        let moves = segment.pieces.contains { !$0.rule.isEmpty }
        let left = line.left + segment.x
        // The edge that stays fixed when the text changes.
        let (anchor, x): (Double, Double) =
            switch line.alignment {
            case .leading where !line.layoutIsRightToLeft, .trailing where line.layoutIsRightToLeft: (0, left)
            case .center: (0.5, left + segment.width / 2)
            default: (1, left + segment.width)
            }
        let start = line.isRightToLeft ? 1 - anchor : anchor
        var attributes: [SVGMarkup.Attribute] = [
            ("x", SVGMarkup.number(x)), ("y", SVGMarkup.number(line.baseline)),
            ("text-anchor", start == 0 ? nil : start == 1 ? "end" : "middle"),
            ("direction", line.isRightToLeft ? "rtl" : nil),
        ]
        if !moves, segment.width > 0 {
            attributes += [("textLength", SVGMarkup.number(segment.width)), ("lengthAdjust", "spacingAndGlyphs")]
        }
        let looks = segment.pieces.map { look($0, line, node) }
        if segment.pieces.count == 1 {
            markup.element("text", attributes + looks[0]) { markup.write(segment.pieces[0].string) }
        } else {
            markup.element("text", attributes + [("xml:space", "preserve")]) {
                for (piece, look) in zip(segment.pieces, looks) { markup.element("tspan", look) { markup.write(piece.string) } }
            }
        }
    }

    /// Font, paint and rule of a piece.
    private func look(_ piece: WebLine.Piece, _ line: WebLine, _ node: LaidOutNode) -> [SVGMarkup.Attribute] {
        let (run, font) = (piece.run, piece.run.font)
        let size = font.safeSize * line.scale
        let ink = ink(run.paint, in: node.frame, isRightToLeft: node.isRightToLeft)
        let pen = font.design == .rounded ? size * ResolvedFont.pen : 0
        let weight = min(max(font.design == .rounded ? font.weight - 150 : font.weight, 100), 900)
        let decoration = [run.underline ? "underline" : nil, run.strikethrough ? "line-through" : nil].compactMap { $0 }
        let variants = [font.hasMonospacedDigits ? "tabular-nums" : nil, font.isSmallCaps ? "all-small-caps" : nil]
            .compactMap { $0 }
        let rise = run.baselineOffset.isFinite ? min(max(run.baselineOffset, -500), 500) * line.scale : 0
        // Space between letters would cut the joined letters of Arabic.
        let tracking = piece.string.isJoined ? 0 : FontMap.tracking(of: run, size: size, scale: line.scale)
        return [
            ("font-size", SVGMarkup.number(size)), ("font-family", FontMap.webFamilies(of: font, size: size)),
            ("font-weight", weight == 400 ? nil : "\(weight)"), ("font-style", font.isItalic ? "italic" : nil),
            ("font-variant", variants.isEmpty ? nil : variants.joined(separator: " ")),
            ("letter-spacing", SVGMarkup.number(tracking, unless: 0)),
            ("text-decoration", decoration.isEmpty ? nil : decoration.joined(separator: " ")),
            ("dy", SVGMarkup.number(-rise, unless: 0)),
        ] + ink.filled(pen: pen) + piece.rule
    }
}

extension String {
    /// Whether the text is in a cursive script, whose letters join, such as Arabic.
    fileprivate var isJoined: Bool {
        unicodeScalars.contains { (0x600...0x8FF).contains($0.value) || (0xFB50...0xFEFC).contains($0.value) }
    }
}

extension FontMap {
    /// The families as CSS names them. A page without Inter uses the system's font.
    static func webFamilies(of font: ResolvedFont, size: Double) -> String {
        let families =
            switch font.design {
            case .monospaced: "Noto Sans Mono, ui-monospace, monospace"
            case .serif: "Noto Serif, ui-serif, serif"
            case .default, .rounded:
                (size < displaySize ? "Inter" : "Inter Display, Inter") + ", Noto Sans, Noto Sans Arabic, system-ui, sans-serif"
            }
        let own = font.family.map { "'\($0.filter { $0 != "'" && $0 != "\\" && $0 != "\n" })', " } ?? ""
        return own + families
    }
}
#endif
