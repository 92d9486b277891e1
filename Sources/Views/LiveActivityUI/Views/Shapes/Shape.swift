public import Foundation

/// A figure that takes the place that it is given.
///
/// A shape of an app's own says its ``path(in:)``, which is asked for once its place is known.
public protocol Shape: View, Sendable {
    func path(in rect: CGRect) -> Path

    /// What is drawn; shapes of an app's own have it from their path.
    static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline
}

/// A shape that can be made smaller on all sides.
public protocol InsettableShape: Shape {
    associatedtype InsetShape: InsettableShape

    func inset(by amount: CGFloat) -> InsetShape
}

extension Shape {
    public static func _outline(_ shape: Self, in resolution: Resolution) -> ShapeNode.Outline {
        resolution.outlineOnceLaidOut { size in shape.path(in: CGRect(origin: .zero, size: size)).nodes }
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(shape: view, paint: resolution.foregroundPaint, stroke: nil, to: &nodes)
    }

    /// A shape is a view by itself, filled with the foreground style.
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

/// How a line is drawn.
public struct StrokeStyle: Hashable, Sendable {
    public var lineWidth: CGFloat
    public var lineCap: CGLineCap
    public var lineJoin: CGLineJoin
    public var miterLimit: CGFloat
    public var dash: [CGFloat]
    public var dashPhase: CGFloat

    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }

    var node: StrokeStyleNode {
        StrokeStyleNode(
            lineWidth: Double(lineWidth), cap: lineCap.node, join: lineJoin.node, dash: dash.map { Double($0) },
            dashPhase: Double(dashPhase))
    }
}

#if !canImport(CoreGraphics)
/// How a line ends.
public enum CGLineCap: Int32, Hashable, Sendable {
    case butt, round, square
}

/// How two lines meet.
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

public struct FillStyle: Hashable, Sendable {
    public var isEOFilled: Bool
    public var isAntialiased: Bool

    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}

/// The shape of a corner.
public enum RoundedCornerStyle: Hashable, Sendable {
    case circular, continuous
}
