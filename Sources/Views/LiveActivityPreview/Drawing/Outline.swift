#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// Adds outlines to the path of a canvas.

extension Canvas {
    /// Adds an outline to Cairo's path.
    ///
    /// - Parameter container: The outline of the surface, for `ContainerRelativeShape`.
    func trace(_ outline: ShapeNode.Outline, in rect: CGRect, container: ContainerOutline, isRightToLeft: Bool) {
        switch outline {
        case .rectangle: cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height)
        case .circle:
            let radius = min(rect.width, rect.height) / 2
            traceEllipse(in: CGRect(x: rect.midX - radius, y: rect.midY - radius, width: 2 * radius, height: 2 * radius))
        case .ellipse: traceEllipse(in: rect)
        case .capsule: traceRounded(rect, radius: min(rect.width, rect.height) / 2)
        case .roundedRectangle(let width, let height, let isContinuous):
            let radius = (safe(width) + safe(height)) / 2
            if isContinuous { traceContinuous(rect, radius: radius) } else { traceRounded(rect, radius: radius) }
        case .unevenRoundedRectangle(let topLeading, let bottomLeading, let bottomTrailing, let topTrailing):
            let most = min(rect.width, rect.height) / 2
            let corners = [topLeading, topTrailing, bottomTrailing, bottomLeading].map { min(safe($0), most) }
            let mirrored = [corners[1], corners[0], corners[3], corners[2]]
            traceRounded(rect, corners: isRightToLeft ? mirrored : corners)
        case .containerRelative: traceContinuous(rect, radius: container.radius(of: rect))
        case .inset(let inner, let by):
            let distance = min(boundedOffset(by), min(rect.width, rect.height) / 2)
            // The radii of the corners shrink with the edges.
            let moved: ShapeNode.Outline =
                if case .roundedRectangle(let width, let height, let isContinuous) = inner {
                    .roundedRectangle(
                        width: max(0, width - distance), height: max(0, height - distance), isContinuous: isContinuous)
                } else { inner }
            trace(moved, in: rect.insetBy(dx: distance, dy: distance), container: container, isRightToLeft: isRightToLeft)
        case .trimmed(let inner, let from, let to):
            traceTrimmed(from: from, to: to) { $0.trace(inner, in: rect, container: container, isRightToLeft: isRightToLeft) }
        case .rotated(let inner, let degrees):
            traceMoved(around: CGPoint(x: rect.midX, y: rect.midY)) {
                cairo_rotate(cairo, (degrees.isFinite ? degrees : 0) * .pi / 180)
            } path: {
                $0.trace(inner, in: rect, container: container, isRightToLeft: isRightToLeft)
            }
        case .offset(let inner, let x, let y):
            trace(
                inner, in: rect.offsetBy(dx: boundedOffset(x), dy: boundedOffset(y)), container: container,
                isRightToLeft: isRightToLeft)
        case .scaled(let inner, let x, let y):
            traceMoved(around: CGPoint(x: rect.midX, y: rect.midY)) {
                scaleWithinLimits(x: x, y: y)
            } path: {
                $0.trace(inner, in: rect, container: container, isRightToLeft: isRightToLeft)
            }
        case .path(let elements, let width, let height):
            let (x, y) = (width > 0 ? rect.width / width : 1, height > 0 ? rect.height / height : 1)
            trace(elements, at: rect.origin, scaleX: x.isFinite ? x : 1, scaleY: y.isFinite ? y : 1)
        }
    }

    func trace(_ elements: [ShapeNode.PathElement], at origin: CGPoint, scaleX: Double, scaleY: Double) {
        func point(_ x: Double, _ y: Double) -> (Double, Double) {
            (origin.x + boundedOffset(x * scaleX), origin.y + boundedOffset(y * scaleY))
        }
        for element in elements {
            switch element {
            case .move(let x, let y):
                let point = point(x, y)
                cairo_move_to(cairo, point.0, point.1)
            case .line(let x, let y):
                let point = point(x, y)
                cairo_line_to(cairo, point.0, point.1)
            case .quadCurve(let x, let y, let controlX, let controlY):
                var (startX, startY) = (0.0, 0.0)
                cairo_get_current_point(cairo, &startX, &startY)
                let (end, control) = (point(x, y), point(controlX, controlY))
                cairo_curve_to(
                    cairo, startX + (control.0 - startX) * 2 / 3, startY + (control.1 - startY) * 2 / 3,
                    end.0 + (control.0 - end.0) * 2 / 3, end.1 + (control.1 - end.1) * 2 / 3, end.0, end.1)
            case .curve(let x, let y, let x1, let y1, let x2, let y2):
                let (end, first, second) = (point(x, y), point(x1, y1), point(x2, y2))
                cairo_curve_to(cairo, first.0, first.1, second.0, second.1, end.0, end.1)
            case .close: cairo_close_path(cairo)
            }
        }
    }

    private func safe(_ length: Double) -> Double { length.isNaN ? 0 : min(max(length, 0), 10_000) }

    private func traceEllipse(in rect: CGRect) {
        guard rect.width > 0, rect.height > 0 else { return }
        traceMoved(around: CGPoint(x: rect.midX, y: rect.midY)) {
            scaleWithinLimits(x: rect.width / 2, y: rect.height / 2)
        } path: { canvas in
            cairo_new_sub_path(canvas.cairo)
            // A trimmed ring starts at the right and runs clockwise, as in SwiftUI.
            cairo_arc(canvas.cairo, rect.midX, rect.midY, 1, 0, 2 * .pi)
            cairo_close_path(canvas.cairo)
        }
    }

    func traceRounded(_ rect: CGRect, radius: Double) {
        traceRounded(rect, corners: Array(repeating: min(radius, min(rect.width, rect.height) / 2), count: 4))
    }

    /// Adds a rectangle with circular corners. The radii are clockwise from the top left.
    private func traceRounded(_ rect: CGRect, corners: [Double]) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, rect.maxX - corners[1], rect.minY + corners[1], corners[1], -.pi / 2, 0)
        cairo_arc(cairo, rect.maxX - corners[2], rect.maxY - corners[2], corners[2], 0, .pi / 2)
        cairo_arc(cairo, rect.minX + corners[3], rect.maxY - corners[3], corners[3], .pi / 2, .pi)
        cairo_arc(cairo, rect.minX + corners[0], rect.minY + corners[0], corners[0], .pi, .pi * 3 / 2)
        cairo_close_path(cairo)
    }

    /// Adds a rectangle with Apple's continuous corners, which extend 1.53 radii along each edge. If an edge is too
    /// short, the corners become more circular.
    func traceContinuous(_ rect: CGRect, radius: Double) {
        let shortest = min(rect.width, rect.height)
        let radius = min(radius, shortest / 2)
        guard radius > 0, radius * 1.2 < shortest / 2 else { return traceRounded(rect, radius: radius) }
        let reach = min(1.52866, shortest / 2 / radius)
        let first = min(1.08849, reach)
        // Control points from the edge before a corner to the edge after it: x along the first edge, y along the
        // second.
        let curves: [[(Double, Double)]] = [
            [(first, 0), (0.86841, 0), (0.63149, 0.07491)],
            [(0.37282, 0.16906), (0.16906, 0.37282), (0.07491, 0.63149)],
            [(0, 0.86841), (0, first), (0, reach)],
        ]
        let corners: [(x: Double, y: Double, flips: Bool, signX: Double, signY: Double)] = [
            (rect.maxX, rect.minY, false, -1, 1), (rect.maxX, rect.maxY, true, -1, -1), (rect.minX, rect.maxY, false, 1, -1),
            (rect.minX, rect.minY, true, 1, 1),
        ]
        cairo_new_sub_path(cairo)
        cairo_move_to(cairo, rect.minX + reach * radius, rect.minY)
        for corner in corners {
            func point(_ along: (Double, Double)) -> (Double, Double) {
                let (x, y) = corner.flips ? (along.1, along.0) : along
                return (corner.x + corner.signX * x * radius, corner.y + corner.signY * y * radius)
            }
            let start = point((reach, 0))
            cairo_line_to(cairo, start.0, start.1)
            for curve in curves {
                let (a, b, c) = (point(curve[0]), point(curve[1]), point(curve[2]))
                cairo_curve_to(cairo, a.0, a.1, b.0, b.1, c.0, c.1)
            }
        }
        cairo_close_path(cairo)
    }

    private func traceMoved(around center: CGPoint, _ transform: () -> Void, path: (Canvas) -> Void) {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        cairo_translate(cairo, center.x, center.y)
        transform()
        cairo_translate(cairo, -center.x, -center.y)
        path(self)
        cairo_set_matrix(cairo, &matrix)
    }

    /// Adds the part of a path between two fractions of its length.
    private func traceTrimmed(from: Double, to: Double, path: (Canvas) -> Void) {
        let (from, to) = (min(max(from.isNaN ? 0 : from, 0), 1), min(max(to.isNaN ? 1 : to, 0), 1))
        guard from < to else { return }
        // The path is flattened separately from the paths traced before.
        let before = cairo_copy_path(cairo)
        cairo_new_path(cairo)
        path(self)
        let flat = cairo_copy_path_flat(cairo)
        cairo_new_path(cairo)
        cairo_append_path(cairo, before)
        cairo_path_destroy(before)
        defer { cairo_path_destroy(flat) }
        guard let flat else { return }

        let pieces = Self.segments(of: flat.pointee)
        let whole = pieces.reduce(0) { $0 + $1.length }
        var (walked, isDrawing) = (0.0, false)
        for piece in pieces {
            let (start, end) = (max(walked, from * whole), min(walked + piece.length, to * whole))
            if start < end, piece.length > 0 {
                let (a, b) = (piece.at((start - walked) / piece.length), piece.at((end - walked) / piece.length))
                if !isDrawing || piece.begins { cairo_move_to(cairo, a.x, a.y) }
                cairo_line_to(cairo, b.x, b.y)
                isDrawing = true
            } else {
                isDrawing = false
            }
            walked += piece.length
        }
    }

    private struct Segment {
        var start: CGPoint
        var end: CGPoint
        /// Whether the segment is the first one of a subpath.
        var begins: Bool
        var length: Double { hypot(end.x - start.x, end.y - start.y) }
        func at(_ share: Double) -> CGPoint {
            CGPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
        }
    }

    private static func segments(of path: cairo_path_t) -> [Segment] {
        var segments: [Segment] = []
        var (start, current, begins) = (CGPoint.zero, CGPoint.zero, true)
        var index = 0
        while index < Int(path.num_data), let data = path.data {
            let header = data[index].header
            let point = header.length > 1 ? CGPoint(x: data[index + 1].point.x, y: data[index + 1].point.y) : start
            switch header.type {
            case CAIRO_PATH_MOVE_TO: (start, current, begins) = (point, point, true)
            default:
                segments.append(Segment(start: current, end: point, begins: begins))
                (current, begins) = (point, false)
            }
            index += max(1, Int(header.length))
        }
        return segments
    }
}

/// The outline of the surface.
struct ContainerOutline {
    var frame: CGRect
    var radius: Double

    /// The radius of a corner that is concentric with the surface's corner.
    func radius(of rect: CGRect) -> Double {
        let distance = min(rect.minX - frame.minX, rect.minY - frame.minY, frame.maxX - rect.maxX, frame.maxY - rect.maxY)
        return max(0, radius - max(0, distance))
    }
}
#endif
