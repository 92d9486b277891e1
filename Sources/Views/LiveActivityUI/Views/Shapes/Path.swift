public import Foundation

/// Lines and curves. Coordinates are in points.
public struct Path: Hashable, Sendable {
    /// A part of a path.
    public enum Element: Hashable, Sendable {
        /// Starts a new subpath.
        case move(to: CGPoint)
        case line(to: CGPoint)
        /// A quadratic Bézier curve.
        case quadCurve(to: CGPoint, control: CGPoint)
        /// A cubic Bézier curve.
        case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
        /// A line to the start of the subpath.
        case closeSubpath
    }

    private(set) var elements: [Element] = []
    private var start = CGPoint.zero

    /// An empty path.
    public init() {}
    /// A path built by a closure.
    public init(_ callback: (inout Path) -> Void) { callback(&self) }
    /// A rectangle.
    public init(_ rect: CGRect) { addRect(rect) }
    /// An ellipse in a rectangle.
    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }
    /// A rectangle with rounded corners.
    public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: cornerSize, style: style)
    }
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public var isEmpty: Bool { elements.isEmpty }
    /// The end of the last element; `nil` for an empty path.
    public private(set) var currentPoint: CGPoint?

    /// Calls `body` for every element in order.
    public func forEach(_ body: (Element) -> Void) { for element in elements { body(element) } }

    // MARK: Lines and curves

    /// Starts a new subpath at a point.
    public mutating func move(to end: CGPoint) {
        elements.append(.move(to: end))
        (start, currentPoint) = (end, end)
    }
    public mutating func addLine(to end: CGPoint) {
        elements.append(.line(to: end))
        currentPoint = end
    }
    /// Adds a quadratic Bézier curve to a point.
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
        elements.append(.quadCurve(to: end, control: control))
        currentPoint = end
    }
    /// Adds a cubic Bézier curve to a point.
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        elements.append(.curve(to: end, control1: control1, control2: control2))
        currentPoint = end
    }
    /// Adds a line to the start of the subpath.
    public mutating func closeSubpath() {
        guard currentPoint != nil else { return }
        elements.append(.closeSubpath)
        currentPoint = start
    }

    /// Adds a new subpath of lines between points.
    public mutating func addLines(_ lines: [CGPoint]) {
        guard let first = lines.first else { return }
        move(to: first)
        for point in lines.dropFirst() { addLine(to: point) }
    }
    /// Adds the elements of another path.
    public mutating func addPath(_ path: Path) {
        elements += path.elements
        (start, currentPoint) = (path.start, path.currentPoint ?? currentPoint)
    }

    // MARK: Figures

    /// Adds a rectangle.
    public mutating func addRect(_ rect: CGRect) {
        addLines([
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
            CGPoint(x: rect.minX, y: rect.maxY),
        ])
        closeSubpath()
    }

    /// Adds an ellipse in a rectangle.
    public mutating func addEllipse(in rect: CGRect) {
        let (x, y) = (rect.width / 2, rect.height / 2)
        addRoundedRect(in: rect, cornerSize: CGSize(width: x, height: y), style: .circular)
    }

    /// Adds a rectangle with rounded corners. Continuous corners are drawn circular; at the radii of a card the
    /// difference is less than a point.
    public mutating func addRoundedRect(
        in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous
    ) {
        let x = min(max(cornerSize.width, 0), rect.width / 2)
        let y = min(max(cornerSize.height, 0), rect.height / 2)
        guard x > 0, y > 0 else { return addRect(rect) }
        // The distance of the control points of a quarter circle from its corner, as a fraction of the radius.
        let near = 1 - 0.552_284_749_8
        func corner(_ cornerX: CGFloat, _ cornerY: CGFloat, from: CGPoint, to: CGPoint) {
            addLine(to: from)
            let control1 = CGPoint(x: cornerX + (from.x - cornerX) * near, y: cornerY + (from.y - cornerY) * near)
            let control2 = CGPoint(x: cornerX + (to.x - cornerX) * near, y: cornerY + (to.y - cornerY) * near)
            addCurve(to: to, control1: control1, control2: control2)
        }
        let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
        move(to: CGPoint(x: left + x, y: top))
        corner(right, top, from: CGPoint(x: right - x, y: top), to: CGPoint(x: right, y: top + y))
        corner(right, bottom, from: CGPoint(x: right, y: bottom - y), to: CGPoint(x: right - x, y: bottom))
        corner(left, bottom, from: CGPoint(x: left + x, y: bottom), to: CGPoint(x: left, y: bottom - y))
        corner(left, top, from: CGPoint(x: left, y: top + y), to: CGPoint(x: left + x, y: top))
        closeSubpath()
    }

    /// Adds an arc of a circle. A line connects the current point with its start.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) {
        // As in Core Graphics, whose y axis points up, `clockwise` is counterclockwise on the screen.
        var sweep = endAngle.radians - startAngle.radians
        guard sweep.isFinite else { return }
        if clockwise {
            if sweep > 0 { sweep = sweep.truncatingRemainder(dividingBy: 2 * .pi) - 2 * .pi }
            sweep = max(sweep, -2 * .pi)
        } else {
            if sweep < 0 { sweep = sweep.truncatingRemainder(dividingBy: 2 * .pi) + 2 * .pi }
            sweep = min(sweep, 2 * .pi)
        }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: .radians(sweep))
    }

    /// Adds an arc of a circle by its start and extent. A line connects the current point with its start.
    public mutating func addRelativeArc(center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle) {
        guard startAngle.radians.isFinite, delta.radians.isFinite else { return }
        let count = max(1, Int(min((abs(delta.radians) / (.pi / 2)).rounded(.up), 64)))
        let step = delta.radians / Double(count)
        // The length of the tangents of one piece of the arc.
        let tangent = 4 / 3 * tan(step / 4) * Double(radius)
        func point(_ angle: Double) -> CGPoint {
            CGPoint(x: center.x + radius * CGFloat(cos(angle)), y: center.y + radius * CGFloat(sin(angle)))
        }
        func moved(_ point: CGPoint, along angle: Double, by length: Double) -> CGPoint {
            CGPoint(x: point.x - CGFloat(sin(angle) * length), y: point.y + CGFloat(cos(angle) * length))
        }
        var angle = startAngle.radians
        if currentPoint == nil { move(to: point(angle)) } else { addLine(to: point(angle)) }
        for _ in 0..<count {
            let next = angle + step
            addCurve(
                to: point(next), control1: moved(point(angle), along: angle, by: tangent),
                control2: moved(point(next), along: next, by: -tangent))
            angle = next
        }
    }

    // MARK: Bounds

    /// The smallest rectangle around all points, including the control points of curves.
    public var boundingRect: CGRect {
        var points: [CGPoint] = []
        for element in elements {
            switch element {
            case .move(let end), .line(let end): points.append(end)
            case .quadCurve(let end, let control): points += [end, control]
            case .curve(let end, let control1, let control2): points += [end, control1, control2]
            case .closeSubpath: break
            }
        }
        guard let first = points.first else { return .zero }
        let (left, right) = points.reduce(into: (first.x, first.x)) { $0 = (min($0.0, $1.x), max($0.1, $1.x)) }
        let (top, bottom) = points.reduce(into: (first.y, first.y)) { $0 = (min($0.0, $1.y), max($0.1, $1.y)) }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The path displaced by points.
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path { movingPoints { CGPoint(x: $0.x + dx, y: $0.y + dy) } }

    package func movingPoints(_ moved: (CGPoint) -> CGPoint) -> Path {
        var path = self
        path.elements = elements.map { element in
            switch element {
            case .move(let end): .move(to: moved(end))
            case .line(let end): .line(to: moved(end))
            case .quadCurve(let end, let control): .quadCurve(to: moved(end), control: moved(control))
            case .curve(let end, let control1, let control2):
                .curve(to: moved(end), control1: moved(control1), control2: moved(control2))
            case .closeSubpath: .closeSubpath
            }
        }
        path.start = moved(start)
        path.currentPoint = currentPoint.map(moved)
        return path
    }

    var nodes: [ShapeNode.PathElement] {
        elements.map { element in
            switch element {
            case .move(let end): .move(x: Double(end.x), y: Double(end.y))
            case .line(let end): .line(x: Double(end.x), y: Double(end.y))
            case .quadCurve(let end, let control):
                .quadCurve(x: Double(end.x), y: Double(end.y), controlX: Double(control.x), controlY: Double(control.y))
            case .curve(let end, let control1, let control2):
                .curve(
                    x: Double(end.x), y: Double(end.y), control1X: Double(control1.x), control1Y: Double(control1.y),
                    control2X: Double(control2.x), control2Y: Double(control2.y))
            case .closeSubpath: .close
            }
        }
    }
}
