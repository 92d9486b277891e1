public import Foundation

// The named shapes. Their outline is stored by name, so a renderer can draw it exactly at any size.

/// A rectangle that fills its frame.
public struct Rectangle: InsettableShape {
    public init() {}

    public func path(in rect: CGRect) -> Path { Path(rect) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline { .rectangle }
}

/// A rectangle with rounded corners.
public struct RoundedRectangle: InsettableShape {
    /// The size of the corners in points.
    public var cornerSize: CGSize
    /// The shape of the corners.
    public var style: RoundedCornerStyle

    /// A rectangle with elliptical corners.
    public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerSize: cornerSize, style: style) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        .roundedRectangle(
            width: Double(shape.cornerSize.width), height: Double(shape.cornerSize.height),
            isContinuous: shape.style == .continuous)
    }
}

/// The radii of the corners of a rectangle in points.
public struct RectangleCornerRadii: Hashable, Sendable {
    /// The radius at the top leading corner.
    public var topLeading: CGFloat
    /// The radius at the bottom leading corner.
    public var bottomLeading: CGFloat
    /// The radius at the bottom trailing corner.
    public var bottomTrailing: CGFloat
    /// The radius at the top trailing corner.
    public var topTrailing: CGFloat

    /// Radii in points, by default 0.
    public init(
        topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0
    ) {
        (self.topLeading, self.bottomLeading, self.bottomTrailing) = (topLeading, bottomLeading, bottomTrailing)
        self.topTrailing = topTrailing
    }
}

/// A rectangle with a radius for each corner.
public struct UnevenRoundedRectangle: InsettableShape {
    /// The radii in points.
    public var cornerRadii: RectangleCornerRadii
    /// The shape of the corners.
    public var style: RoundedCornerStyle

    /// A rectangle with given radii.
    public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self.cornerRadii = cornerRadii
        self.style = style
    }
    /// A rectangle with given radii, by default 0.
    public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            cornerRadii: RectangleCornerRadii(
                topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius, bottomTrailing: bottomTrailingRadius,
                topTrailing: topTrailingRadius), style: style)
    }

    /// The path for a left-to-right layout. The renderer mirrors the outline in a right-to-left layout.
    public func path(in rect: CGRect) -> Path {
        let most = min(rect.width, rect.height) / 2
        func radius(_ radius: CGFloat) -> CGFloat { min(max(radius, 0), most) }
        let (topLeft, topRight) = (radius(cornerRadii.topLeading), radius(cornerRadii.topTrailing))
        let (bottomLeft, bottomRight) = (radius(cornerRadii.bottomLeading), radius(cornerRadii.bottomTrailing))
        return Path { path in
            func corner(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, from degrees: Double) {
                path.addRelativeArc(
                    center: CGPoint(x: x, y: y), radius: radius, startAngle: .degrees(degrees), delta: .degrees(90))
            }
            corner(rect.maxX - topRight, rect.minY + topRight, topRight, from: -90)
            corner(rect.maxX - bottomRight, rect.maxY - bottomRight, bottomRight, from: 0)
            corner(rect.minX + bottomLeft, rect.maxY - bottomLeft, bottomLeft, from: 90)
            corner(rect.minX + topLeft, rect.minY + topLeft, topLeft, from: 180)
            path.closeSubpath()
        }
    }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        .unevenRoundedRectangle(
            topLeading: Double(shape.cornerRadii.topLeading), bottomLeading: Double(shape.cornerRadii.bottomLeading),
            bottomTrailing: Double(shape.cornerRadii.bottomTrailing), topTrailing: Double(shape.cornerRadii.topTrailing))
    }
}

/// The largest circle in its frame, centered.
public struct Circle: InsettableShape {
    public init() {}

    public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
    }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline { .circle }
}

/// An ellipse that fills its frame.
public struct Ellipse: InsettableShape {
    public init() {}

    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline { .ellipse }
}

/// A rectangle whose shorter sides are half circles.
public struct Capsule: InsettableShape {
    /// The shape of the corners. Not used.
    public var style: RoundedCornerStyle

    public init(style: RoundedCornerStyle = .continuous) { self.style = style }

    public func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style)
    }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline { .capsule }
}

/// The outline of the surface, inset by the distance of the view from its edge.
public struct ContainerRelativeShape: InsettableShape {
    public init() {}

    /// A rectangle, because the surface is not known here.
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline { .containerRelative }
}

extension Path: Shape {
    public func path(in rect: CGRect) -> Path { self }
}

/// A shape of any type.
public struct AnyShape: Shape {
    private let pathMaker: @Sendable (CGRect) -> Path
    private let outlineMaker: @Sendable (Resolution) -> ShapeNode.Outline

    /// Hides the type of a shape.
    public init<Figure: Shape>(_ shape: Figure) {
        pathMaker = { shape.path(in: $0) }
        outlineMaker = { Figure._outline(shape, in: $0) }
    }

    public func path(in rect: CGRect) -> Path { pathMaker(rect) }
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        shape.outlineMaker(resolution)
    }
}

extension Shape where Self == Rectangle { public static var rect: Self { Self() } }
extension Shape where Self == Circle { public static var circle: Self { Self() } }
extension Shape where Self == Ellipse { public static var ellipse: Self { Self() } }
extension Shape where Self == Capsule {
    public static var capsule: Self { Self() }
    public static func capsule(style: RoundedCornerStyle) -> Self { Self(style: style) }
}
extension Shape where Self == ContainerRelativeShape { public static var containerRelative: Self { Self() } }
extension Shape where Self == RoundedRectangle {
    /// A rectangle with rounded corners.
    public static func rect(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) -> Self {
        Self(cornerSize: cornerSize, style: style)
    }
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> Self {
        Self(cornerRadius: cornerRadius, style: style)
    }
}
extension Shape where Self == UnevenRoundedRectangle {
    public static func rect(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) -> Self {
        Self(cornerRadii: cornerRadii, style: style)
    }
    /// A rectangle with rounded corners.
    public static func rect(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) -> Self {
        Self(
            topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius,
            bottomTrailingRadius: bottomTrailingRadius, topTrailingRadius: topTrailingRadius, style: style)
    }
}
