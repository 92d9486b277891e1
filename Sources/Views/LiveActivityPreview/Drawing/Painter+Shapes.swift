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

    func fillBar(_ paint: Paint, _ node: LaidOutNode) {
        fill(paint, node) { canvas.traceRounded(node.frame, radius: node.frame.height / 2) }
    }

    func drawBar(_ fraction: Double, tint: Paint, track: Paint, _ value: ProgressNode.Value?, _ node: LaidOutNode) {
        let lengths = GaugeLengths(node)
        fill(track, node) { canvas.traceRounded(node.frame, radius: lengths.barRadius) }
        guard fraction > 0 else { return }
        canvas.saved {
            // Clipped to the track, so that a small value fills part of the track's round end instead of being drawn as a dot.
            canvas.traceRounded(node.frame, radius: lengths.barRadius)
            cairo_clip(canvas.cairo)
            fill(tint, node) { canvas.traceRounded(lengths.filled(fraction), radius: lengths.barRadius) }
        }
    }

    func drawRing(
        _ ring: GaugeLengths.Ring, _ fraction: Double, tint: Paint, track: Paint, _ value: ProgressNode.Value?,
        _ node: LaidOutNode
    ) {
        guard let line = GaugeLengths(node).line(of: ring) else { return }
        func arc(_ share: Double, _ paint: Paint) {
            cairo_new_path(canvas.cairo)
            let start = ring.from * 2 * .pi - .pi / 2
            cairo_arc(
                canvas.cairo, node.frame.midX, node.frame.midY, line.radius, start, start + ring.turn * share * 2 * .pi)
            canvas.setSource(paint, in: node.frame, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
            let isWhole = share == 1 && ring.turn == 1
            canvas.stroke(StrokeStyleNode(lineWidth: line.width, cap: isWhole ? .butt : .round), width: line.width)
        }
        canvas.saved {
            arc(1, track)
            if fraction > 0 { arc(max(fraction, GaugeLengths.leastShare), tint) }
        }
    }

    func drawSpokes(_ tint: Paint, _ node: LaidOutNode) {
        let lengths = GaugeLengths(node)
        for spoke in lengths.spokes {
            cairo_new_path(canvas.cairo)
            cairo_move_to(canvas.cairo, spoke.from.x, spoke.from.y)
            cairo_line_to(canvas.cairo, spoke.to.x, spoke.to.y)
            canvas.setSource(tint, in: node.frame, isRightToLeft: false, opacity: opacity * spoke.opacity, colors: colors)
            canvas.stroke(StrokeStyleNode(lineWidth: lengths.spokeWidth, cap: .round), width: lengths.spokeWidth)
        }
    }

    func drawKnob(_ knob: (center: CGPoint, radius: Double), _ node: LaidOutNode) {
        let white = Paint.color(ResolvedColor(red: 1, green: 1, blue: 1))
        let gap = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))
        for (paint, radius) in [(gap, knob.radius + GaugeLengths.knobGap), (white, knob.radius)] {
            fill(paint, node) { cairo_arc(canvas.cairo, knob.center.x, knob.center.y, radius, 0, 2 * .pi) }
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
        // Cairo rejects negative dashes and patterns of zeros only, and draws every dash of a pattern that is too fine to see.
        let dash = style.dash.prefix(32).map { $0.isFinite ? min(max($0, 0), 10_000) : 0 }
        let isDashed = dash.reduce(0, +) > 0.05
        cairo_set_dash(cairo, dash, isDashed ? Int32(dash.count) : 0, style.dashPhase.isFinite ? style.dashPhase : 0)
        cairo_stroke(cairo)
    }
}
#endif
