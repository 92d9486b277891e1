#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Draws shapes, progress views and gauges.

extension Painter {
    func draw(_ shape: ShapeNode, _ node: LaidOutNode) {
        guard let stroke = shape.stroke else {
            return fill(shape.paint, node) {
                canvas.trace(shape.outline, in: node.frame, container: container, isRightToLeft: node.isRightToLeft)
            }
        }
        let width = stroke.lineWidth.isNaN ? 0 : min(max(stroke.lineWidth, 0), 1_000)
        let outline: ShapeNode.Outline = shape.isInside ? .inset(shape.outline, by: width / 2) : shape.outline
        canvas.saved {
            cairo_new_path(canvas.cairo)
            canvas.trace(outline, in: node.frame, container: container, isRightToLeft: node.isRightToLeft)
            let spread = node.frame.insetBy(dx: shape.isInside ? 0 : -width / 2, dy: shape.isInside ? 0 : -width / 2)
            canvas.setSource(shape.paint, in: spread, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
            canvas.stroke(stroke, width: width)
        }
    }

    func draw(_ progress: ProgressNode, _ node: LaidOutNode) {
        let fraction = progress.value.fraction(at: now)
        switch progress.style {
        case .linear: drawBar(fraction ?? 0.3, tint: progress.tint, track: progress.track, node)
        case .circular:
            guard let fraction else { return drawSpokes(progress.tint, node) }
            drawRing(fraction, from: 0, turn: 1, width: 0.12, tint: progress.tint, track: progress.track, node)
        }
    }

    func draw(_ gauge: GaugeNode, _ node: LaidOutNode) {
        let fraction = gauge.fraction.isNaN ? 0 : min(max(gauge.fraction, 0), 1)
        switch gauge.style {
        case .linearCapacity, .accessoryLinearCapacity: drawBar(fraction, tint: gauge.tint, track: gauge.track, node)
        case .accessoryLinear:
            fill(gauge.tint, node) { canvas.traceRounded(node.frame, radius: node.frame.height / 2) }
            let x = node.frame.minX + (node.isRightToLeft ? 1 - fraction : fraction) * (node.frame.width - node.frame.height)
            drawKnob(at: CGPoint(x: x + node.frame.height / 2, y: node.frame.midY), radius: node.frame.height / 2, node)
        case .accessoryCircularCapacity:
            drawRing(fraction, from: 0, turn: 1, width: 0.1, tint: gauge.tint, track: gauge.track, node)
        case .accessoryCircular:
            // Open at the bottom: three quarters of a turn from the lower left.
            drawRing(1, from: -0.375, turn: 0.75, width: 0.1, tint: gauge.tint, track: gauge.track, node)
            let side = min(node.frame.width, node.frame.height)
            let angle = (-0.375 + 0.75 * fraction) * 2 * .pi - .pi / 2
            let radius = side * 0.45
            let center = CGPoint(x: node.frame.midX + cos(angle) * radius, y: node.frame.midY + sin(angle) * radius)
            drawKnob(at: center, radius: side * 0.07, node)
        }
    }

    private func drawBar(_ fraction: Double, tint: Paint, track: Paint, _ node: LaidOutNode) {
        let radius = node.frame.height / 2
        fill(track, node) { canvas.traceRounded(node.frame, radius: radius) }
        guard fraction > 0 else { return }
        canvas.saved {
            // Clipped by the track, so that a small value is part of its round end and not a dot beside it.
            canvas.traceRounded(node.frame, radius: radius)
            cairo_clip(canvas.cairo)
            let length = max(node.frame.width * fraction, radius)
            let x = node.isRightToLeft ? node.frame.maxX - length : node.frame.minX
            fill(tint, node) {
                canvas.traceRounded(CGRect(x: x, y: node.frame.minY, width: length, height: node.frame.height), radius: radius)
            }
        }
    }

    /// - Parameters:
    ///   - from: The start of the ring, in turns from the top.
    ///   - turn: The length of the whole ring, in turns.
    ///   - width: The width of the line as a fraction of the diameter.
    private func drawRing(
        _ fraction: Double, from: Double, turn: Double, width: Double, tint: Paint, track: Paint, _ node: LaidOutNode
    ) {
        let side = min(node.frame.width, node.frame.height)
        guard side > 0 else { return }
        let line = min(max(side * width, 1.5), 10, side / 2)
        func arc(_ share: Double, _ paint: Paint) {
            cairo_new_path(canvas.cairo)
            let start = from * 2 * .pi - .pi / 2
            cairo_arc(canvas.cairo, node.frame.midX, node.frame.midY, (side - line) / 2, start, start + turn * share * 2 * .pi)
            canvas.setSource(paint, in: node.frame, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
            canvas.stroke(StrokeStyleNode(lineWidth: line, cap: share == 1 && turn == 1 ? .butt : .round), width: line)
        }
        canvas.saved {
            arc(1, track)
            if fraction > 0 { arc(max(fraction, 0.004), tint) }
        }
    }

    /// Draws the spokes of an unknown progress.
    private func drawSpokes(_ tint: Paint, _ node: LaidOutNode) {
        let side = min(node.frame.width, node.frame.height)
        for spoke in 0..<8 {
            let angle = Double(spoke) * .pi / 4 - .pi / 2
            cairo_new_path(canvas.cairo)
            cairo_move_to(canvas.cairo, node.frame.midX + cos(angle) * side * 0.24, node.frame.midY + sin(angle) * side * 0.24)
            cairo_line_to(canvas.cairo, node.frame.midX + cos(angle) * side * 0.44, node.frame.midY + sin(angle) * side * 0.44)
            canvas.setSource(
                tint, in: node.frame, isRightToLeft: false, opacity: opacity * (1 - Double(spoke) * 0.1), colors: colors)
            canvas.stroke(StrokeStyleNode(lineWidth: side * 0.1, cap: .round), width: side * 0.1)
        }
    }

    private func drawKnob(at center: CGPoint, radius: Double, _ node: LaidOutNode) {
        let white = Paint.color(ResolvedColor(red: 1, green: 1, blue: 1))
        let gap = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))
        for (paint, radius) in [(gap, radius + 1.5), (white, radius)] {
            fill(paint, node) { cairo_arc(canvas.cairo, center.x, center.y, radius, 0, 2 * .pi) }
        }
    }
}

extension Canvas {
    func stroke(_ style: StrokeStyleNode, width: Double) {
        cairo_set_line_width(cairo, width)
        cairo_set_line_cap(
            cairo, style.cap == .butt ? CAIRO_LINE_CAP_BUTT : style.cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE
        )
        cairo_set_line_join(
            cairo,
            style.join == .miter ? CAIRO_LINE_JOIN_MITER : style.join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
        // Cairo rejects negative dashes and patterns of zeros only.
        let dash = style.dash.prefix(32).map { $0.isFinite ? min(max($0, 0), 10_000) : 0 }
        let isDashed = dash.contains { $0 > 0 }
        cairo_set_dash(cairo, dash, isDashed ? Int32(dash.count) : 0, style.dashPhase.isFinite ? style.dashPhase : 0)
        cairo_stroke(cairo)
    }
}
#endif
