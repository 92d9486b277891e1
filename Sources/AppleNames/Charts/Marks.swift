public import SwiftUI

struct ChartMark {
    enum Kind { case line, area, bar, point, rule, rectangle, sector }

    let kind: Kind
    /// The horizontal extent; `nil` for a rule or rectangle that spans the plot.
    var x: PlotRange?
    var y: PlotRange?
    /// Whether the mark specifies both its ends on the value axis, instead of a height above zero.
    var hasOwnEnds = false
    var series: String?
    var stacking = MarkStackingMethod.standard
    var style: AnyShapeStyle?
    /// The series that determines the color.
    var group: String?
    var stroke: StrokeStyle?
    var symbolSize: CGFloat?
    var dimension = MarkDimension.automatic
    var interpolation = InterpolationMethod.linear
    var cornerRadius: CGFloat = 0
    var opacity = 1.0
    var offset = CGSize.zero
    /// The inner and outer radius of a sector.
    var radii = (inner: MarkDimension.automatic, outer: MarkDimension.automatic)
    var annotations: [ChartAnnotation] = []
    /// Whether the points of a line have symbols.
    var hasSymbol = false
}

/// A view attached to a mark.
struct ChartAnnotation {
    let position: AnnotationPosition
    let spacing: CGFloat
    let content: AnyView
}

/// A single mark, possibly with modifiers.
public protocol _OneMark: ChartContent where Body == Never {
    var _mark: _Mark { get }
}

public struct _Mark {
    let mark: ChartMark

    init(_ mark: ChartMark) { self.mark = mark }
    init(
        _ kind: ChartMark.Kind, x: PlotRange? = nil, y: PlotRange? = nil, hasOwnEnds: Bool = false, series: String? = nil,
        stacking: MarkStackingMethod = .standard, dimension: MarkDimension = .automatic
    ) {
        mark = ChartMark(
            kind: kind, x: x, y: y, hasOwnEnds: hasOwnEnds, series: series, stacking: stacking, dimension: dimension)
    }
}

extension PlottableValue {
    /// The range from the start of this value to the end of another.
    fileprivate func to(_ end: Self) -> PlotRange { PlotRange(from: range.from, to: end.range.to) }
}

extension _OneMark {
    public static func _append(_ content: Self, to marks: inout _ChartMarks) { marks.all.append(content._mark.mark) }
}

/// A line through points.
public struct LineMark: _OneMark {
    public let _mark: _Mark

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        _mark = _Mark(.line, x: x.range, y: y.range)
    }
    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
    ) { _mark = _Mark(.line, x: x.range, y: y.range, series: series.range.from.name) }
}

/// The area below a line, or between two.
public struct AreaMark: _OneMark {
    public let _mark: _Mark

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
    ) { _mark = _Mark(.area, x: x.range, y: y.range, stacking: stacking) }
    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
    ) { _mark = _Mark(.area, x: x.range, y: y.range, series: series.range.from.name, stacking: stacking) }
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        _mark = _Mark(.area, x: x.range, y: yStart.to(yEnd), hasOwnEnds: true)
    }
}

public struct BarMark: _OneMark {
    public let _mark: _Mark

    /// Creates a bar from zero to a value. It is vertical, unless `y` is a category and `x` is not.
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        var mark = ChartMark(kind: .bar, x: x.range, y: y.range, stacking: stacking)
        mark.dimension = mark.liesDown ? height : width
        _mark = _Mark(mark)
    }
    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) { _mark = _Mark(.bar, x: x.range, y: yStart.to(yEnd), hasOwnEnds: true, dimension: width) }
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) { _mark = _Mark(.bar, x: xStart.to(xEnd), y: y.range, hasOwnEnds: true, dimension: height) }
    /// Creates a segment of a single horizontal bar that fills the chart's height.
    public init<X: Plottable>(
        x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil, width: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        let y = PlotRange(from: .category(""), to: .category(""))
        _mark = _Mark(.bar, x: x.range, y: y, stacking: stacking)
    }
}

public struct PointMark: _OneMark {
    public let _mark: _Mark

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        _mark = _Mark(.point, x: x.range, y: y.range)
    }
}

/// A straight line along an axis.
public struct RuleMark: _OneMark {
    public let _mark: _Mark

    public init<X: Plottable>(x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        _mark = _Mark(.rule, x: x.range)
    }
    /// Creates a horizontal line across the plot.
    public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>) {
        _mark = _Mark(.rule, y: y.range)
    }
    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
        _mark = _Mark(.rule, x: x.range, y: yStart.to(yEnd), hasOwnEnds: true)
    }
    public init<X: Plottable, Y: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>) {
        _mark = _Mark(.rule, x: xStart.to(xEnd), y: y.range, hasOwnEnds: true)
    }
}

public struct RectangleMark: _OneMark {
    public let _mark: _Mark

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic
    ) { _mark = _Mark(.rectangle, x: x.range, y: y.range, dimension: width) }
    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) { _mark = _Mark(.rectangle, x: xStart.to(xEnd), y: yStart.to(yEnd), hasOwnEnds: true) }
    /// Creates a horizontal band across the plot.
    public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) { _mark = _Mark(.rectangle, y: yStart.to(yEnd), hasOwnEnds: true) }
    public init<X: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil
    ) { _mark = _Mark(.rectangle, x: xStart.to(xEnd), hasOwnEnds: true) }
}

public struct SectorMark: _OneMark {
    public let _mark: _Mark

    public init<Value: Plottable>(
        angle: PlottableValue<Value>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
        angularInset: CGFloat? = nil
    ) { _mark = _Mark(ChartMark(kind: .sector, y: angle.range, radii: (innerRadius, outerRadius))) }
}

extension ChartMark {
    /// Whether the mark is a horizontal bar.
    var liesDown: Bool {
        guard kind == .bar, let x, let y else { return false }
        if hasOwnEnds { return x.from != x.to && y.from == y.to }
        guard case .category = y.from else { return false }
        if case .category = x.from { return false }
        return true
    }
}

extension PlotPlace {
    /// The value as a string, for series and legends.
    var name: String {
        switch self {
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds).formatted(date: .abbreviated, time: .omitted)
        case .category(let name): name
        }
    }
}

/// The width or height of a mark.
public struct MarkDimension {
    enum Size { case automatic, fixed(CGFloat), ratio(CGFloat), inset(CGFloat) }
    let size: Size

    public static var automatic: Self { Self(size: .automatic) }
    public static func fixed(_ value: CGFloat) -> Self { Self(size: .fixed(value)) }
    /// A fraction of the available space.
    public static func ratio(_ value: CGFloat) -> Self { Self(size: .ratio(value)) }
    /// The available space minus an inset in points on each side.
    public static func inset(_ value: CGFloat) -> Self { Self(size: .inset(value)) }

    func length(of space: CGFloat, automatic: CGFloat) -> CGFloat {
        switch size {
        case .automatic: space * automatic
        case .fixed(let points): points
        case .ratio(let part): space * part
        case .inset(let points): max(0, space - 2 * points)
        }
    }
}

extension MarkDimension: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(floatLiteral value: Double) { self = .fixed(CGFloat(value)) }
    public init(integerLiteral value: Int) { self = .fixed(CGFloat(value)) }
}

public enum MarkStackingMethod: Hashable, Sendable {
    /// `normalized` and `center` are drawn like `standard`; `unstacked` draws each mark from zero.
    case standard, normalized, center, unstacked
}

/// Interpolations of a line between points.
public enum InterpolationMethod: Hashable, Sendable {
    case linear
    /// Curves. All three are drawn in the same way.
    case catmullRom, cardinal, monotone
    case stepStart, stepCenter, stepEnd

    /// A curve; `alpha` has no effect.
    public static func catmullRom(alpha: CGFloat) -> Self { .catmullRom }
    /// A curve; `tension` has no effect.
    public static func cardinal(tension: CGFloat) -> Self { .cardinal }
}

/// The position of an annotation relative to its mark.
public enum AnnotationPosition: Hashable, Sendable {
    case automatic, overlay, top, bottom, leading, trailing, topLeading, topTrailing, bottomLeading, bottomTrailing
}
