#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Shapes, progress views and gauges.

extension WebPainter {
    func data(of outline: ShapeNode.Outline, _ node: LaidOutNode) -> String {
        scratch.pathData {
            $0.trace(outline, in: node.frame, container: container, isRightToLeft: node.isRightToLeft)
        }
    }

    func fill(_ outline: ShapeNode.Outline, _ paint: Paint, _ node: LaidOutNode) {
        guard !node.frame.isEmpty else { return }
        draw(with: paint, in: node.frame, isRightToLeft: node.isRightToLeft) { ink in
            markup.element("path", [("d", data(of: outline, node))] + ink.fill())
        }
    }

    func draw(_ shape: ShapeNode, _ node: LaidOutNode) {
        guard let stroke = shape.stroke else { return fill(shape.outline, shape.paint, node) }
        let width = stroke.lineWidth.isNaN ? 0 : min(max(stroke.lineWidth, 0), 1_000)
        let outline: ShapeNode.Outline = shape.isInside ? .inset(shape.outline, by: width / 2) : shape.outline
        let spread = node.frame.insetBy(dx: shape.isInside ? 0 : -width / 2, dy: shape.isInside ? 0 : -width / 2)
        draw(with: shape.paint, in: spread, isRightToLeft: node.isRightToLeft) { ink in
            markup.element("path", [("d", data(of: outline, node))] + ink.stroke(stroke, width: width))
        }
    }

    func fillBar(_ paint: Paint, _ node: LaidOutNode) { fill(.capsule, paint, node) }

    /// The rule by which a bar or ring fills on its own; empty if it does not.
    private func rule(_ value: ProgressNode.Value?) -> [SVGMarkup.Attribute] {
        guard case .interval(let interval, let countsDown) = value else { return [] }
        return [
            ("data-from", interval.lowerBound.webTime), ("data-to", interval.upperBound.webTime),
            ("data-down", countsDown ? "" : nil),
        ]
    }

    func drawBar(_ fraction: Double, tint: Paint, track: Paint, _ value: ProgressNode.Value?, _ node: LaidOutNode) {
        let (frame, lengths, rule) = (node.frame, GaugeLengths(node), rule(value))
        guard !frame.isEmpty else { return }
        fill(.capsule, track, node)
        guard fraction > 0 || !rule.isEmpty else { return }
        let clip = markup.define("clipPath") { markup.element("path", [("d", data(of: .capsule, node))]) }
        let filled = lengths.filled(fraction)
        draw(with: tint, in: frame, isRightToLeft: node.isRightToLeft) { ink in
            let attributes: [SVGMarkup.Attribute] = [
                ("clip-path", clip), ("x", SVGMarkup.number(filled.minX)),
                ("y", SVGMarkup.number(frame.minY)), ("width", SVGMarkup.number(filled.width)),
                ("height", SVGMarkup.number(frame.height)), ("rx", SVGMarkup.number(min(lengths.barRadius, filled.width / 2))),
            ]
            let moving: [SVGMarkup.Attribute] =
                rule.isEmpty
                ? []
                : rule + [
                    ("data-bar", SVGMarkup.number(frame.width)),
                    ("data-end", node.isRightToLeft ? SVGMarkup.number(frame.maxX) : nil),
                ]
            markup.element("rect", attributes + ink.fill() + moving)
        }
    }

    func drawRing(
        _ ring: GaugeLengths.Ring, _ fraction: Double, tint: Paint, track: Paint, _ value: ProgressNode.Value?,
        _ node: LaidOutNode
    ) {
        guard let line = GaugeLengths(node).line(of: ring) else { return }
        let rule = rule(value)
        func arc(_ share: Double, _ paint: Paint, _ rule: [SVGMarkup.Attribute]) {
            draw(with: paint, in: node.frame, isRightToLeft: node.isRightToLeft) { ink in
                let isWhole = share == 1 && ring.turn == 1 && rule.isEmpty
                let (x, y) = (SVGMarkup.number(node.frame.midX), SVGMarkup.number(node.frame.midY))
                let arc: [SVGMarkup.Attribute] = [
                    ("cx", x), ("cy", y), ("r", SVGMarkup.number(line.radius)), ("pathLength", "1"),
                    ("transform", "rotate(\(SVGMarkup.number(ring.from * 360 - 90)) \(x) \(y))"),
                ]
                let style = StrokeStyleNode(lineWidth: line.width, cap: isWhole ? .butt : .round)
                let dash: [SVGMarkup.Attribute] =
                    isWhole ? [] : [("stroke-dasharray", "\(SVGMarkup.number(ring.turn * share)) 2")]
                markup.element("circle", arc + ink.stroke(style, width: line.width) + dash + rule)
            }
        }
        arc(1, track, [])
        if fraction > 0 || !rule.isEmpty {
            arc(max(fraction, GaugeLengths.leastShare), tint, rule.isEmpty ? [] : rule + [("data-ring", "")])
        }
    }

    func drawSpokes(_ tint: Paint, _ node: LaidOutNode) {
        let lengths = GaugeLengths(node)
        let ink = ink(tint, in: node.frame, isRightToLeft: false)
        func at(_ point: CGPoint) -> String { "\(SVGMarkup.number(point.x)) \(SVGMarkup.number(point.y))" }
        for spoke in lengths.spokes {
            var faint = ink
            faint.opacity *= spoke.opacity
            markup.element(
                "path",
                [("d", "M\(at(spoke.from))L\(at(spoke.to))")]
                    + faint.stroke(StrokeStyleNode(cap: .round), width: lengths.spokeWidth))
        }
    }

    func drawKnob(_ knob: (center: CGPoint, radius: Double), _ node: LaidOutNode) {
        for (ink, radius) in [(Ink.black, knob.radius + GaugeLengths.knobGap), (.white, knob.radius)] {
            markup.element(
                "circle",
                [
                    ("cx", SVGMarkup.number(knob.center.x)), ("cy", SVGMarkup.number(knob.center.y)),
                    ("r", SVGMarkup.number(radius)),
                ] + ink.fill())
        }
    }
}

extension Date {
    /// The date as a page's script reads it: seconds since 1970.
    var webTime: String {
        let seconds = timeIntervalSince1970
        return seconds == seconds.rounded() && abs(seconds) < 1e15 ? "\(Int(seconds))" : "\(seconds)"
    }
}
#endif
