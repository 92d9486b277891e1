public import Foundation
public import LiveActivityUI

extension Shape {
    /// The shape at a size, at the top leading corner of its frame.
    public func size(_ size: CGSize) -> some Shape { SizedShape(shape: self, size: size, anchor: .topLeading) }
    public func size(width: CGFloat, height: CGFloat) -> some Shape { size(CGSize(width: width, height: height)) }
    /// The shape at a size, aligned in its frame.
    public func size(_ size: CGSize, anchor: UnitPoint) -> some Shape { SizedShape(shape: self, size: size, anchor: anchor) }
    public func size(width: CGFloat, height: CGFloat, anchor: UnitPoint) -> some Shape {
        size(CGSize(width: width, height: height), anchor: anchor)
    }

    /// Both shapes. Where they overlap, the fill rule decides.
    public func union(_ other: some Shape, eoFill: Bool = false) -> some Shape { CombinedShape(first: self, second: other) }
    // The areas of two shapes are not computed here: these are the shape itself.
    public func subtracting(_ other: some Shape, eoFill: Bool = false) -> some Shape { self }
    public func intersection(_ other: some Shape, eoFill: Bool = false) -> some Shape { self }
    public func symmetricDifference(_ other: some Shape, eoFill: Bool = false) -> some Shape { self }
    public func lineSubtraction(_ other: some Shape, eoFill: Bool = false) -> some Shape { self }
    public func lineIntersection(_ other: some Shape, eoFill: Bool = false) -> some Shape { self }
}

private struct SizedShape<Content: Shape>: Shape {
    let shape: Content
    let size: CGSize
    let anchor: UnitPoint

    func path(in rect: CGRect) -> Path {
        shape.path(
            in: CGRect(
                x: rect.minX + (rect.width - size.width) * anchor.x, y: rect.minY + (rect.height - size.height) * anchor.y,
                width: size.width, height: size.height))
    }
}

private struct CombinedShape<First: Shape, Second: Shape>: Shape {
    let first: First
    let second: Second

    func path(in rect: CGRect) -> Path {
        var path = first.path(in: rect)
        path.addPath(second.path(in: rect))
        return path
    }
}

/// A rectangle whose corners fit those around it. Drawn with the corners of the surface.
public struct ConcentricRectangle: Shape {
    public init() {}
    public init(corners: Edge.Corner.Style, isUniform: Bool = false) {}
    public func path(in rect: CGRect) -> Path { ContainerRelativeShape().path(in: rect) }
}

extension Shape where Self == ConcentricRectangle {
    public static func rect(corners: Edge.Corner.Style, isUniform: Bool = false) -> Self { Self() }
}

extension Edge {
    public enum Corner { public enum Style: Sendable { case concentric, fixed(CGFloat) } }
}

extension Path {
    /// The part of the path between two fractions of its length, made of straight lines.
    public func trimmedPath(from start: CGFloat, to end: CGFloat) -> Path {
        let lines = straightLines
        let total = lines.reduce(0.0) { $0 + $1.length }
        let (from, to) = (Double(start) * total, Double(end) * total)
        var (path, place, last) = (Path(), 0.0, nil as CGPoint?)
        for line in lines {
            defer { place += line.length }
            guard line.length > 0, place + line.length > from, place < to else { continue }
            let first = line.point(at: max(0, from - place) / line.length)
            if first != last { path.move(to: first) }
            last = line.point(at: min(line.length, to - place) / line.length)
            path.addLine(to: last ?? first)
        }
        return path
    }

    private struct Line {
        let start: CGPoint
        let end: CGPoint
        var length: Double { hypot(Double(end.x - start.x), Double(end.y - start.y)) }

        func point(at part: Double) -> CGPoint {
            let part = CGFloat(part)
            return CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
        }
    }

    private var straightLines: [Line] {
        var (lines, current, first): ([Line], CGPoint, CGPoint) = ([], .zero, .zero)
        func add(_ end: CGPoint) {
            lines.append(Line(start: current, end: end))
            current = end
        }
        let steps = (1...16).map { CGFloat($0) / 16 }
        forEach { element in
            switch element {
            case .move(let end): (current, first) = (end, end)
            case .line(let end): add(end)
            case .quadCurve(let end, let control):
                let start = current
                for t in steps {
                    let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
                    add(CGPoint(x: a * start.x + b * control.x + c * end.x, y: a * start.y + b * control.y + c * end.y))
                }
            case .curve(let end, let one, let two):
                let start = current
                for t in steps {
                    let u = 1 - t
                    let (a, b, c, d) = (u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t)
                    add(
                        CGPoint(
                            x: a * start.x + b * one.x + c * two.x + d * end.x,
                            y: a * start.y + b * one.y + c * two.y + d * end.y))
                }
            case .closeSubpath: add(first)
            }
        }
        return lines
    }

    /// The path itself: the outline of a line is not computed here.
    public func strokedPath(_ style: StrokeStyle) -> Path { self }

    /// A corner that is rounded by a circle.
    public mutating func addArc(tangent1End corner: CGPoint, tangent2End end: CGPoint, radius: CGFloat) {
        guard let start = currentPoint else { return move(to: corner) }
        func toward(_ point: CGPoint, _ length: Double) -> CGPoint {
            let distance = hypot(Double(point.x - corner.x), Double(point.y - corner.y))
            guard distance > 0 else { return corner }
            let part = CGFloat(length / distance)
            return CGPoint(x: corner.x + (point.x - corner.x) * part, y: corner.y + (point.y - corner.y) * part)
        }
        let (one, two) = (
            atan2(Double(start.y - corner.y), Double(start.x - corner.x)),
            atan2(Double(end.y - corner.y), Double(end.x - corner.x))
        )
        let half = abs(tan((one - two) / 2))
        guard half > 1e-6, half.isFinite else { return addLine(to: corner) }
        addLine(to: toward(start, Double(radius) / half))
        addQuadCurve(to: toward(end, Double(radius) / half), control: corner)
    }
    public mutating func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }
    public mutating func addRoundedRect(
        in rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
    ) { addPath(UnevenRoundedRectangle(cornerRadii: cornerRadii, style: style).path(in: rect)) }
    public init(roundedRect rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self = UnevenRoundedRectangle(cornerRadii: cornerRadii, style: style).path(in: rect)
    }
}

/// A style that repeats an image. Images do not fill shapes here: it is a gray.
public struct ImagePaint: ShapeStyle {
    public var image: Image
    public var sourceRect: CGRect
    public var scale: CGFloat

    public init(image: Image, sourceRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), scale: CGFloat = 1) {
        (self.image, self.sourceRect, self.scale) = (image, sourceRect, scale)
    }
    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        Color._paint(.gray, over: foreground, in: resolution)
    }
}

extension ShapeStyle where Self == ImagePaint {
    public static func image(
        _ image: Image, sourceRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), scale: CGFloat = 1
    ) -> Self { Self(image: image, sourceRect: sourceRect, scale: scale) }
}
