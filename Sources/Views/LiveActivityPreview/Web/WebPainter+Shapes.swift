#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Shapes, progress views and gauges; the lengths are those of `Painter+Shapes.swift`.

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

    func draw(_ progress: ProgressNode, _ node: LaidOutNode) {
        let fraction = progress.value.fraction(at: now)
        var rule: [SVGMarkup.Attribute] = []
        if case .interval(let interval, let countsDown) = progress.value {
            rule = [
                ("data-from", interval.lowerBound.webTime), ("data-to", interval.upperBound.webTime),
                ("data-down", countsDown ? "" : nil),
            ]
        }
        switch progress.style {
        case .linear: drawBar(fraction ?? 0.3, tint: progress.tint, track: progress.track, rule, node)
        case .circular:
            guard let fraction else { return drawSpokes(progress.tint, node) }
            drawRing(fraction, from: 0, turn: 1, width: 0.12, tint: progress.tint, track: progress.track, rule, node)
        }
    }

    func draw(_ gauge: GaugeNode, _ node: LaidOutNode) {
        let fraction = gauge.fraction.isNaN ? 0 : min(max(gauge.fraction, 0), 1)
        switch gauge.style {
        case .linearCapacity, .accessoryLinearCapacity:
            drawBar(fraction, tint: gauge.tint, track: gauge.track, [], node)
        case .accessoryLinear:
            fill(.capsule, gauge.tint, node)
            let x = node.frame.minX + (node.isRightToLeft ? 1 - fraction : fraction) * (node.frame.width - node.frame.height)
            drawKnob(at: CGPoint(x: x + node.frame.height / 2, y: node.frame.midY), radius: node.frame.height / 2)
        case .accessoryCircularCapacity:
            drawRing(fraction, from: 0, turn: 1, width: 0.1, tint: gauge.tint, track: gauge.track, [], node)
        case .accessoryCircular:
            drawRing(1, from: -0.375, turn: 0.75, width: 0.1, tint: gauge.tint, track: gauge.track, [], node)
            let side = min(node.frame.width, node.frame.height)
            let angle = (-0.375 + 0.75 * fraction) * 2 * .pi - .pi / 2
            let center = CGPoint(x: node.frame.midX + cos(angle) * side * 0.45, y: node.frame.midY + sin(angle) * side * 0.45)
            drawKnob(at: center, radius: side * 0.07)
        }
    }

    /// - Parameter rule: How the bar fills by itself; empty if it does not.
    private func drawBar(_ fraction: Double, tint: Paint, track: Paint, _ rule: [SVGMarkup.Attribute], _ node: LaidOutNode) {
        let (frame, radius) = (node.frame, node.frame.height / 2)
        guard !frame.isEmpty else { return }
        fill(.capsule, track, node)
        guard fraction > 0 || !rule.isEmpty else { return }
        let clip = markup.define("clipPath") { markup.element("path", [("d", data(of: .capsule, node))]) }
        let length = fraction > 0 ? max(frame.width * fraction, radius) : 0
        draw(with: tint, in: frame, isRightToLeft: node.isRightToLeft) { ink in
            let attributes: [SVGMarkup.Attribute] = [
                ("clip-path", clip), ("x", SVGMarkup.number(node.isRightToLeft ? frame.maxX - length : frame.minX)),
                ("y", SVGMarkup.number(frame.minY)), ("width", SVGMarkup.number(length)),
                ("height", SVGMarkup.number(frame.height)), ("rx", SVGMarkup.number(min(radius, length / 2))),
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

    /// - Parameters:
    ///   - from: The start of the ring, in turns from the top.
    ///   - turn: The length of the whole ring, in turns.
    ///   - width: The width of the line as a fraction of the diameter.
    private func drawRing(
        _ fraction: Double, from: Double, turn: Double, width: Double, tint: Paint, track: Paint,
        _ rule: [SVGMarkup.Attribute], _ node: LaidOutNode
    ) {
        let side = min(node.frame.width, node.frame.height)
        guard side > 0 else { return }
        let line = min(max(side * width, 1.5), 10, side / 2)
        func arc(_ share: Double, _ paint: Paint, _ rule: [SVGMarkup.Attribute]) {
            draw(with: paint, in: node.frame, isRightToLeft: node.isRightToLeft) { ink in
                let isWhole = share == 1 && turn == 1 && rule.isEmpty
                let (x, y) = (SVGMarkup.number(node.frame.midX), SVGMarkup.number(node.frame.midY))
                let arc: [SVGMarkup.Attribute] = [
                    ("cx", x), ("cy", y), ("r", SVGMarkup.number((side - line) / 2)), ("pathLength", "1"),
                    ("transform", "rotate(\(SVGMarkup.number(from * 360 - 90)) \(x) \(y))"),
                ]
                let stroke = ink.stroke(StrokeStyleNode(lineWidth: line, cap: isWhole ? .butt : .round), width: line)
                let dash: [SVGMarkup.Attribute] = isWhole ? [] : [("stroke-dasharray", "\(SVGMarkup.number(turn * share)) 2")]
                markup.element("circle", arc + stroke + dash + rule)
            }
        }
        arc(1, track, [])
        if fraction > 0 || !rule.isEmpty {
            arc(max(fraction, 0.004), tint, rule.isEmpty ? [] : rule + [("data-ring", "")])
        }
    }

    private func drawSpokes(_ tint: Paint, _ node: LaidOutNode) {
        let side = min(node.frame.width, node.frame.height)
        let ink = ink(tint, in: node.frame, isRightToLeft: false)
        for spoke in 0..<8 {
            let angle = Double(spoke) * .pi / 4 - .pi / 2
            func at(_ distance: Double) -> String {
                "\(SVGMarkup.number(node.frame.midX + cos(angle) * side * distance)) "
                    + SVGMarkup.number(node.frame.midY + sin(angle) * side * distance)
            }
            var faint = ink
            faint.opacity *= 1 - Double(spoke) * 0.1
            markup.element(
                "path", [("d", "M\(at(0.24))L\(at(0.44))")] + faint.stroke(StrokeStyleNode(cap: .round), width: side * 0.1))
        }
    }

    private func drawKnob(at center: CGPoint, radius: Double) {
        for (ink, radius) in [(Ink.black, radius + 1.5), (.white, radius)] {
            markup.element(
                "circle",
                [("cx", SVGMarkup.number(center.x)), ("cy", SVGMarkup.number(center.y)), ("r", SVGMarkup.number(radius))]
                    + ink.fill())
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
