public import Foundation

/// A shape that fills its frame.
///
/// An app's own shape implements ``path(in:)``, which is called once its frame is known.
public protocol Shape: View, Sendable {
    /// The path of the shape in a rectangle, in points.
    func path(in rect: CGRect) -> Path

    /// The outline for the resolved tree. An app's own shapes get it from their path.
    static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline
}

/// A shape that can be inset on all sides.
public protocol InsettableShape: Shape {
    associatedtype InsetShape: InsettableShape = _InsetShape<Self>

    /// The shape inset by points.
    func inset(by amount: CGFloat) -> InsetShape
}

extension InsettableShape where InsetShape == _InsetShape<Self> {
    public func inset(by amount: CGFloat) -> _InsetShape<Self> { _InsetShape(shape: self, amount: amount) }
}

extension Shape {
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        resolution.outlineOnceLaidOut { size in shape.path(in: CGRect(origin: .zero, size: size)).nodes }
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(shape: view, paint: resolution.foregroundPaint, stroke: nil, to: &nodes)
    }

    /// A shape used as a view is filled with the foreground style.
    public var body: _ShapeView<Self, ForegroundStyle> { _ShapeView(shape: self, style: ForegroundStyle()) }
}

extension Resolution {
    func append<Figure: Shape>(
        shape: Figure, paint: Paint, stroke: StrokeStyleNode?, isInside: Bool = false, to nodes: inout [ViewNode]
    ) {
        guard count() else { return }
        nodes.append(
            ViewNode(.shape(ShapeNode(Figure._outline(shape, in: self), paint: paint, stroke: stroke, isInside: isInside))))
    }
}

/// The width, ends, joins and dashes of a line.
public struct StrokeStyle: Hashable, Sendable {
    /// The width in points.
    public var lineWidth: CGFloat
    /// The ends of the line.
    public var lineCap: CGLineCap
    /// The corners of the line.
    public var lineJoin: CGLineJoin
    /// The limit of mitered corners. Not used.
    public var miterLimit: CGFloat
    /// The lengths of dashes and gaps in points; empty for a solid line.
    public var dash: [CGFloat]
    /// How far into the dash pattern the line begins, in points.
    public var dashPhase: CGFloat

    /// A line, by default solid and one point wide.
    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {
        (self.lineWidth, self.lineCap, self.lineJoin, self.miterLimit) = (lineWidth, lineCap, lineJoin, miterLimit)
        (self.dash, self.dashPhase) = (dash, dashPhase)
    }

    var node: StrokeStyleNode {
        StrokeStyleNode(
            lineWidth: Double(lineWidth), cap: lineCap.node, join: lineJoin.node, dash: dash.map { Double($0) },
            dashPhase: Double(dashPhase))
    }
}

#if !canImport(CoreGraphics)
/// The ends of a line, as in Core Graphics.
public enum CGLineCap: Int32, Hashable, Sendable {
    case butt, round, square
}

/// The corners of a line, as in Core Graphics.
public enum CGLineJoin: Int32, Hashable, Sendable {
    case miter, round, bevel
}
#endif

extension CGLineCap {
    var node: StrokeStyleNode.Cap {
        switch self {
        case .round: .round
        case .square: .square
        default: .butt
        }
    }
}

extension CGLineJoin {
    var node: StrokeStyleNode.Join {
        switch self {
        case .round: .round
        case .bevel: .bevel
        default: .miter
        }
    }
}

/// The fill rule of a shape. Accepted and not used.
public struct FillStyle: Hashable, Sendable {
    /// Whether the even-odd rule applies. Not used.
    public var isEOFilled: Bool
    /// Whether edges are smoothed. Not used.
    public var isAntialiased: Bool

    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}

/// The shape of corners.
public enum RoundedCornerStyle: Hashable, Sendable {
    /// A quarter circle, or a smoother curve.
    case circular, continuous
}
