#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

extension Canvas {
    /// Sets the paint as Cairo's source.
    ///
    /// - Parameters:
    ///   - rect: The frame of the view, to which the points of a gradient are relative.
    ///   - opacity: The opacity of the surrounding views.
    func setSource(_ paint: Paint, in rect: CGRect, isRightToLeft: Bool, opacity: Double, colors: ColorMatrix) {
        func at(_ point: UnitPointNode) -> CGPoint {
            let (x, y) = (point.x.isFinite ? point.x : 0, point.y.isFinite ? point.y : 0)
            return CGPoint(x: rect.minX + (isRightToLeft ? 1 - x : x) * rect.width, y: rect.minY + y * rect.height)
        }
        func use(_ pattern: OpaquePointer?, _ stops: [GradientStop]) {
            for stop in stops {
                let color = colors(stop.color).bounded
                cairo_pattern_add_color_stop_rgba(
                    pattern, stop.location.isFinite ? stop.location : 0, color.red, color.green, color.blue,
                    color.opacity * opacity)
            }
            cairo_set_source(cairo, pattern)
            cairo_pattern_destroy(pattern)
        }
        switch paint {
        case .color(let color), .material(let color):
            let color = colors(color).bounded
            cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.opacity * opacity)
        case .linear(let stops, let start, let end):
            let (a, b) = (at(start), at(end))
            use(cairo_pattern_create_linear(a.x, a.y, b.x, b.y), stops)
        case .radial(let stops, let center, let startRadius, let endRadius):
            let middle = at(center)
            use(cairo_pattern_create_radial(middle.x, middle.y, safe(startRadius), middle.x, middle.y, safe(endRadius)), stops)
        case .elliptical(let stops, let center, let start, let end):
            // A circle in the unit square, stretched to the frame.
            let pattern = cairo_pattern_create_radial(center.x, center.y, safe(start), center.x, center.y, safe(end))
            var matrix = cairo_matrix_t()
            cairo_matrix_init_scale(&matrix, 1 / max(rect.width, 0.001), 1 / max(rect.height, 0.001))
            cairo_matrix_translate(&matrix, -rect.minX, -rect.minY)
            cairo_pattern_set_matrix(pattern, &matrix)
            use(pattern, stops)
        case .angular(let stops, let center, let start, let end):
            setAngular(stops, around: at(center), from: start, to: end, reach: hypot(rect.width, rect.height), opacity, colors)
        }
    }

    private func safe(_ length: Double) -> Double { length.isNaN ? 0 : min(max(length, 0), 10_000) }

    /// Approximates the gradient by 90 wedges with the gradient's colors at their edges.
    private func setAngular(
        _ stops: [GradientStop], around center: CGPoint, from start: Double, to end: Double, reach: Double, _ opacity: Double,
        _ colors: ColorMatrix
    ) {
        let pattern = cairo_pattern_create_mesh()
        let (start, end) = (start.isFinite ? start : 0, end.isFinite ? end : 360)
        let turn = min(max(end - start, -360), 360)
        let wedges = 90
        func corner(_ share: Double) -> CGPoint {
            let angle = (start + turn * share) * .pi / 180
            return CGPoint(x: center.x + cos(angle) * reach * 1.5, y: center.y + sin(angle) * reach * 1.5)
        }
        for wedge in 0..<wedges {
            let (from, to) = (Double(wedge) / Double(wedges), Double(wedge + 1) / Double(wedges))
            let (a, b) = (corner(from), corner(to))
            let ends = [colors(stops.color(at: from)).bounded, colors(stops.color(at: to)).bounded]
            cairo_mesh_pattern_begin_patch(pattern)
            cairo_mesh_pattern_move_to(pattern, center.x, center.y)
            cairo_mesh_pattern_line_to(pattern, a.x, a.y)
            cairo_mesh_pattern_line_to(pattern, b.x, b.y)
            for (corner, color) in [(0, ends[0]), (1, ends[0]), (2, ends[1]), (3, ends[1])] {
                cairo_mesh_pattern_set_corner_color_rgba(
                    pattern, guint(corner), color.red, color.green, color.blue, color.opacity * opacity)
            }
            cairo_mesh_pattern_end_patch(pattern)
        }
        cairo_set_source(cairo, pattern)
        cairo_pattern_destroy(pattern)
    }
}

extension [GradientStop] {
    func color(at location: Double) -> ResolvedColor {
        guard let next = firstIndex(where: { $0.location >= location }) else {
            return last?.color ?? ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)
        }
        guard next > 0 else { return self[next].color }
        let (a, b) = (self[next - 1], self[next])
        let share = b.location > a.location ? (location - a.location) / (b.location - a.location) : 1
        func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        return ResolvedColor(
            red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green), blue: mix(a.color.blue, b.color.blue),
            opacity: mix(a.color.opacity, b.color.opacity))
    }
}

extension ResolvedColor {
    /// The color with each component clamped to 0…1; NaN becomes 0.
    var bounded: ResolvedColor {
        func part(_ value: Double) -> Double { value.isNaN ? 0 : Swift.min(Swift.max(value, 0), 1) }
        return ResolvedColor(red: part(red), green: part(green), blue: part(blue), opacity: part(opacity))
    }
}

extension Paint {
    /// A single color that represents the paint.
    var solid: ResolvedColor {
        switch self {
        case .color(let color), .material(let color): color
        case .linear(let stops, _, _), .radial(let stops, _, _, _), .angular(let stops, _, _, _),
            .elliptical(let stops, _, _, _):
            stops.first?.color ?? ResolvedColor(red: 0, green: 0, blue: 0)
        }
    }
}
#endif
