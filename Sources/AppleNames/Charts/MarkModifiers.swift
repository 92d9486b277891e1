public import SwiftUI

/// Content whose marks are changed.
public struct _ChangedMarks<Content: ChartContent>: ChartContent {
    public typealias Body = Never
    let content: Content
    let change: (inout ChartMark) -> Void

    public static func _append(_ changed: Self, to marks: inout _ChartMarks) {
        var inner = _ChartMarks()
        Content._append(changed.content, to: &inner)
        for index in inner.all.indices { changed.change(&inner.all[index]) }
        marks.all += inner.all
    }
}

extension ChartContent {
    private func changed(_ change: @escaping (inout ChartMark) -> Void) -> _ChangedMarks<Self> {
        _ChangedMarks(content: self, change: change)
    }

    /// The color of marks. The innermost one counts, as in SwiftUI.
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some ChartContent {
        changed { if $0.style == nil, $0.group == nil { $0.style = AnyShapeStyle(style) } }
    }
    /// The color of marks by a value; a legend says which is which.
    public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
        changed { if $0.style == nil, $0.group == nil { $0.group = value.range.from.name } }
    }
    /// How transparent marks are.
    public func opacity(_ opacity: Double) -> some ChartContent { changed { $0.opacity *= opacity } }
    /// The corners of bars and rectangles.
    public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent {
        changed { $0.cornerRadius = radius }
    }
    /// How lines and rules are drawn.
    public func lineStyle(_ style: StrokeStyle) -> some ChartContent { changed { $0.stroke = $0.stroke ?? style } }
    /// How lines and areas go from point to point.
    public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent {
        changed { $0.interpolation = method }
    }
    /// The area of a point, in square points.
    public func symbolSize(_ size: CGFloat) -> some ChartContent { changed { $0.symbolSize = size } }
    /// The size of a point.
    public func symbolSize(_ size: CGSize) -> some ChartContent { symbolSize(size.width * size.height) }
    /// The size of a point by a value. Without effect.
    public func symbolSize<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent { self }
    /// Marks the points of a line, or draws points; every shape is a circle.
    public func symbol<Symbol: ChartSymbolShape>(_ symbol: Symbol) -> some ChartContent { changed { $0.hasSymbol = true } }
    /// Marks the points of a line, or draws points; every shape is a circle.
    public func symbol<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
        changed { $0.hasSymbol = true }
    }
    /// A view in place of a point.
    public func symbol<Symbol: View>(@ViewBuilder symbol: () -> Symbol) -> some ChartContent {
        let view = AnyView(symbol())
        return changed {
            $0.symbolSize = 0
            $0.annotations.append(ChartAnnotation(position: .overlay, spacing: 0, content: view))
        }
    }
    /// Moves marks, in points.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent {
        changed { $0.offset = CGSize(width: $0.offset.width + x, height: $0.offset.height + y) }
    }
    /// Moves marks, in points.
    public func offset(_ offset: CGSize) -> some ChartContent { self.offset(x: offset.width, y: offset.height) }
    /// Puts marks beside each other by a value: here they are not put onto each other.
    public func position<Value: Plottable>(
        by value: PlottableValue<Value>, axis: Axis? = nil, span: MarkDimension = .automatic
    ) -> some ChartContent { changed { $0.stacking = .unstacked } }
    /// A view beside each mark.
    public func annotation<Content: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) -> some ChartContent {
        let view = AnyView(content())
        return changed { $0.annotations.append(ChartAnnotation(position: position, spacing: spacing ?? 2, content: view)) }
    }
    /// A view beside each mark. Where it would leave the chart it does.
    public func annotation<Content: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        overflowResolution: AnnotationOverflowResolution, @ViewBuilder content: () -> Content
    ) -> some ChartContent { annotation(position: position, alignment: alignment, spacing: spacing, content: content) }

    /// Without effect.
    public func shadow(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent { self }
    /// Without effect.
    public func blur(radius: CGFloat) -> some ChartContent { self }
    /// Without effect: marks are drawn in their order.
    public func zIndex(_ value: Double) -> some ChartContent { self }
    /// Without effect.
    public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent { self }
    /// Without effect.
    public func compositingLayer() -> some ChartContent { self }
    /// Without effect.
    public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some ChartContent { self }
    /// Without effect: a chart is one picture for assistive technology.
    public func accessibilityLabel(_ label: some StringProtocol) -> some ChartContent { self }
    /// Without effect: a chart is one picture for assistive technology.
    public func accessibilityValue(_ value: some StringProtocol) -> some ChartContent { self }
    /// Without effect: a chart is one picture for assistive technology.
    public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { self }
}

/// The shape of points. All are drawn as circles.
public protocol ChartSymbolShape {}

/// A shape of points. All are drawn as circles.
public struct BasicChartSymbolShape: ChartSymbolShape, Sendable {
    /// A shape.
    public static var circle: Self { Self() }
    /// A shape.
    public static var square: Self { Self() }
    /// A shape.
    public static var triangle: Self { Self() }
    /// A shape.
    public static var diamond: Self { Self() }
    /// A shape.
    public static var pentagon: Self { Self() }
    /// A shape.
    public static var plus: Self { Self() }
    /// A shape.
    public static var cross: Self { Self() }
    /// A shape.
    public static var asterisk: Self { Self() }
}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
    /// A shape.
    public static var circle: Self { .circle }
    /// A shape.
    public static var square: Self { .square }
    /// A shape.
    public static var triangle: Self { .triangle }
    /// A shape.
    public static var diamond: Self { .diamond }
}

extension Circle: ChartSymbolShape {}
extension Rectangle: ChartSymbolShape {}

/// What becomes of an annotation that leaves the chart. Without effect.
public struct AnnotationOverflowResolution: Sendable {
    /// What is done in a direction.
    public struct Strategy: Sendable {
        /// Moves it, or makes room; without effect.
        public static var automatic: Self { Self() }
        /// Moves it, or makes room; without effect.
        public static var disabled: Self { Self() }
        /// Moves it, or makes room; without effect.
        public static var fit: Self { Self() }
        /// Moves it, or makes room; without effect.
        public static var padScale: Self { Self() }
        /// Moves it, or makes room; without effect.
        public static func fit(to boundary: Boundary) -> Self { Self() }
    }
    /// Where an annotation must be.
    public struct Boundary: Sendable {
        /// Everywhere in the chart or its plot.
        public static var automatic: Self { Self() }
        /// Everywhere in the chart or its plot.
        public static var chart: Self { Self() }
        /// Everywhere in the chart or its plot.
        public static var plot: Self { Self() }
    }

    /// What is done in both directions.
    public init(x: Strategy = .automatic, y: Strategy = .automatic) {}
    /// As the chart decides.
    public static var automatic: Self { Self() }
}
