public import Foundation

// Shapes that change another shape.

/// A shape inset from its frame.
public struct _InsetShape<Figure: InsettableShape>: InsettableShape {
    let shape: Figure
    let amount: CGFloat

    public func path(in rect: CGRect) -> Path { shape.path(in: rect.insetBy(dx: amount, dy: amount)) }
    public func inset(by amount: CGFloat) -> Self { Self(shape: shape, amount: self.amount + amount) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        .inset(Figure._outline(shape.shape, in: resolution), by: Double(shape.amount))
    }
}

/// Part of the outline of a shape.
public struct _TrimmedShape<Figure: Shape>: Shape {
    let shape: Figure
    let start: CGFloat
    let end: CGFloat

    /// The whole path: the renderer trims it.
    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        .trimmed(Figure._outline(shape.shape, in: resolution), from: Double(shape.start).clamped, to: Double(shape.end).clamped)
    }
}

public struct RotatedShape<Content: Shape>: Shape {
    public var shape: Content
    /// The angle, clockwise.
    public var angle: Angle
    /// The center of rotation. Not used: shapes rotate around their center.
    public var anchor: UnitPoint

    public init(shape: Content, angle: Angle, anchor: UnitPoint = .center) {
        (self.shape, self.angle, self.anchor) = (shape, angle, anchor)
    }

    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
    /// Rotates around the center; the anchor is ignored.
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        .rotated(Content._outline(shape.shape, in: resolution), degrees: shape.angle.degrees)
    }
}

/// A displaced shape.
public struct OffsetShape<Content: Shape>: Shape {
    public var shape: Content
    /// The displacement in points.
    public var offset: CGSize

    /// A displaced shape.
    public init(shape: Content, offset: CGSize) {
        self.shape = shape
        self.offset = offset
    }

    public func path(in rect: CGRect) -> Path { shape.path(in: rect).offsetBy(dx: offset.width, dy: offset.height) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        .offset(
            Content._outline(shape.shape, in: resolution), x: Double(shape.offset.width), y: Double(shape.offset.height))
    }
}

public struct ScaledShape<Content: Shape>: Shape {
    public var shape: Content
    /// The factors for both directions.
    public var scale: CGSize
    /// The fixed point. Not used: shapes are scaled around their center.
    public var anchor: UnitPoint

    public init(shape: Content, scale: CGSize, anchor: UnitPoint = .center) {
        (self.shape, self.scale, self.anchor) = (shape, scale, anchor)
    }

    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
    /// Scales around the center; the anchor is ignored.
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        .scaled(Content._outline(shape.shape, in: resolution), x: Double(shape.scale.width), y: Double(shape.scale.height))
    }
}

extension Shape {
    /// The part of the outline between two fractions of its length, clamped to 0…1.
    public func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> _TrimmedShape<Self> {
        _TrimmedShape(shape: self, start: start, end: end)
    }
    /// The shape rotated around its center. The anchor has no effect.
    public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> RotatedShape<Self> {
        RotatedShape(shape: self, angle: angle, anchor: anchor)
    }
    /// The shape scaled around its center. The anchor has no effect.
    public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> ScaledShape<Self> {
        self.scale(x: scale, y: scale, anchor: anchor)
    }
    public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> ScaledShape<Self> {
        ScaledShape(shape: self, scale: CGSize(width: x, height: y), anchor: anchor)
    }
    /// The shape displaced by points.
    public func offset(_ offset: CGSize) -> OffsetShape<Self> { OffsetShape(shape: self, offset: offset) }
    public func offset(_ offset: CGPoint) -> OffsetShape<Self> {
        OffsetShape(shape: self, offset: CGSize(width: offset.x, height: offset.y))
    }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetShape<Self> {
        OffsetShape(shape: self, offset: CGSize(width: x, height: y))
    }
}
