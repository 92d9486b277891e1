#if Preview
import Foundation
import LiveActivitySurfaces

/// A paint in SVG: the value of `fill` or `stroke`, and the corresponding opacity.
struct Ink {
    var value: String
    var opacity = 1.0

    static let white = Ink(value: "#fff")
    static let black = Ink(value: "#000")

    func fill() -> [SVGMarkup.Attribute] { [("fill", value), ("fill-opacity", SVGMarkup.number(opacity, unless: 1))] }

    /// Fill and a pen around it as one layer: with a translucent color both would overlap.
    func filled(pen: Double) -> [SVGMarkup.Attribute] {
        guard pen > 0 else { return fill() }
        return [
            ("fill", value), ("stroke", value), ("stroke-width", SVGMarkup.number(pen)), ("stroke-linejoin", "round"),
            ("opacity", SVGMarkup.number(opacity, unless: 1)),
        ]
    }

    func stroke(_ style: StrokeStyleNode, width: Double) -> [SVGMarkup.Attribute] {
        let dash = style.dash.prefix(32).map { $0.isFinite ? min(max($0, 0), 10_000) : 0 }
        let isDashed = dash.contains { $0 > 0 }
        return [
            ("fill", "none"), ("stroke", value), ("stroke-opacity", SVGMarkup.number(opacity, unless: 1)),
            ("stroke-width", SVGMarkup.number(width)),
            ("stroke-linecap", style.cap == .butt ? nil : style.cap == .round ? "round" : "square"),
            ("stroke-linejoin", style.join == .miter ? nil : style.join == .round ? "round" : "bevel"),
            ("stroke-dasharray", isDashed ? dash.map { SVGMarkup.number($0) }.joined(separator: " ") : nil),
            ("stroke-dashoffset", isDashed && style.dashPhase.isFinite ? SVGMarkup.number(style.dashPhase) : nil),
        ]
    }
}

extension WebPainter {
    /// Draws with a paint that covers `rect`. SVG has no angular gradient, so it is drawn as wedges, masked by the drawing.
    func draw(with paint: Paint, in rect: CGRect, isRightToLeft: Bool, _ draw: (Ink) -> Void) {
        guard case .angular(let stops, let center, let start, let end) = paint else {
            return draw(ink(paint, in: rect, isRightToLeft: isRightToLeft))
        }
        let reach = hypot(rect.width, rect.height) + 20
        let mask = markup.define("mask", Self.everywhere + [("mask-type", "alpha")]) { draw(.white) }
        let middle = point(center, in: rect, isRightToLeft)
        let (from, turn) = (start.isFinite ? start : 0, min(max((end - start).isFinite ? end - start : 360, -360), 360))
        markup.element("g", [("mask", mask)]) {
            let wedges = 60
            for wedge in 0..<wedges {
                func corner(_ index: Int) -> String {
                    // Wedges overlap slightly, so that no gaps are visible.
                    let angle = (from + turn * (Double(index) + (index > wedge ? 0.1 : 0)) / Double(wedges)) * .pi / 180
                    return
                        "\(SVGMarkup.number(middle.x + cos(angle) * reach)) \(SVGMarkup.number(middle.y + sin(angle) * reach))"
                }
                let color = Self.text(colors(stops.color(at: (Double(wedge) + 0.5) / Double(wedges))).bounded)
                let path = "M\(SVGMarkup.number(middle.x)) \(SVGMarkup.number(middle.y))L\(corner(wedge))L\(corner(wedge + 1))Z"
                markup.element("path", [("d", path)] + color.fill())
            }
        }
    }

    func ink(_ paint: Paint, in rect: CGRect, isRightToLeft: Bool) -> Ink {
        switch paint {
        case .color(let color), .material(let color): return Self.text(colors(color).bounded)
        case .linear(let stops, let start, let end):
            let (a, b) = (point(start, in: rect, isRightToLeft), point(end, in: rect, isRightToLeft))
            let ends = [("x1", a.x), ("y1", a.y), ("x2", b.x), ("y2", b.y)].map { ($0.0, Optional(SVGMarkup.number($0.1))) }
            return gradient("linearGradient", ends, stops)
        case .radial(let stops, let center, let start, let end):
            return radial(stops, at: point(center, in: rect, isRightToLeft), start, end, nil)
        case .elliptical(let stops, let center, let start, let end):
            let matrix = [rect.width, 0, 0, rect.height, rect.minX, rect.minY].map { SVGMarkup.number(Double($0)) }
            return radial(stops, at: CGPoint(x: center.x, y: center.y), start, end, "matrix(\(matrix.joined(separator: " ")))")
        case .angular: return Self.text(colors(paint.solid).bounded)
        }
    }

    private func radial(_ stops: [GradientStop], at center: CGPoint, _ start: Double, _ end: Double, _ transform: String?)
        -> Ink
    {
        let end = end.isFinite ? min(max(end, 0.001), 10_000) : 1
        let start = start.isFinite ? min(max(start, 0), end) : 0
        // Converts the inner radius to offsets of the stops, because not all renderers support SVG 2's `fr`.
        let moved = stops.map { GradientStop($0.color, at: (start + $0.location * (end - start)) / end) }
        return gradient(
            "radialGradient",
            [
                ("cx", SVGMarkup.number(center.x)), ("cy", SVGMarkup.number(center.y)), ("r", SVGMarkup.number(end)),
                ("gradientTransform", transform),
            ], moved)
    }

    private func gradient(_ name: String, _ attributes: [SVGMarkup.Attribute], _ stops: [GradientStop]) -> Ink {
        Ink(
            value: markup.define(name, [("gradientUnits", "userSpaceOnUse")] + attributes) {
                for stop in stops {
                    let ink = Self.text(colors(stop.color).bounded)
                    markup.element(
                        "stop",
                        [
                            ("offset", SVGMarkup.number(stop.location)), ("stop-color", ink.value),
                            ("stop-opacity", SVGMarkup.number(ink.opacity, unless: 1)),
                        ])
                }
            })
    }

    private func point(_ point: UnitPointNode, in rect: CGRect, _ isRightToLeft: Bool) -> CGPoint {
        let (x, y) = (point.x.isFinite ? point.x : 0, point.y.isFinite ? point.y : 0)
        return CGPoint(x: rect.minX + (isRightToLeft ? 1 - x : x) * rect.width, y: rect.minY + y * rect.height)
    }

    /// A color as `#rrggbb` and its opacity.
    static func text(_ color: ResolvedColor) -> Ink {
        let digits = [color.red, color.green, color.blue].map { part in
            let text = String(Int((part * 255).rounded()), radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return Ink(value: "#" + digits.joined(), opacity: color.opacity)
    }

    /// A region that contains every picture.
    static let everywhere: [SVGMarkup.Attribute] = [
        ("maskUnits", "userSpaceOnUse"), ("x", "-9000"), ("y", "-9000"), ("width", "18000"), ("height", "18000"),
    ]
}
#endif
