public import SwiftUI

/// Content with a modifier applied to its marks.
public struct _ChangedMarks<Content: ChartContent>: ChartContent {
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

    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some ChartContent {
        changed { if $0.style == nil, $0.group == nil { $0.style = AnyShapeStyle(style) } }
    }
    /// Assigns colors to marks by a value. A legend names them.
    public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
        changed { if $0.style == nil, $0.group == nil { $0.group = value.range.from.name } }
    }
    public func opacity(_ opacity: Double) -> some ChartContent { changed { $0.opacity *= opacity } }
    public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent {
        changed { $0.cornerRadius = radius }
    }
    /// Sets the stroke style of lines and rules.
    public func lineStyle(_ style: StrokeStyle) -> some ChartContent { changed { $0.stroke = $0.stroke ?? style } }
    public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent {
        changed { $0.interpolation = method }
    }
    public func symbolSize(_ size: CGFloat) -> some ChartContent { changed { $0.symbolSize = size } }
    public func symbolSize(_ size: CGSize) -> some ChartContent { symbolSize(size.width * size.height) }
    /// Sets the size of points by a value. Has no effect.
    public func symbolSize<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent { self }
    public func symbol<Symbol: ChartSymbolShape>(_ symbol: Symbol) -> some ChartContent { changed { $0.hasSymbol = true } }
    public func symbol<Value: Plottable>(by value: PlottableValue<Value>) -> some ChartContent {
        changed { $0.hasSymbol = true }
    }
    public func symbol<Symbol: View>(@ViewBuilder symbol: () -> Symbol) -> some ChartContent {
        let view = AnyView(symbol())
        return changed {
            $0.symbolSize = 0
            $0.annotations.append(ChartAnnotation(position: .overlay, spacing: 0, content: view))
        }
    }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent {
        changed { $0.offset = CGSize(width: $0.offset.width + x, height: $0.offset.height + y) }
    }
    public func offset(_ offset: CGSize) -> some ChartContent { self.offset(x: offset.width, y: offset.height) }
    /// Places marks side by side by a value on iOS. Here they are drawn unstacked, each from zero.
    public func position<Value: Plottable>(
        by value: PlottableValue<Value>, axis: Axis? = nil, span: MarkDimension = .automatic
    ) -> some ChartContent { changed { $0.stacking = .unstacked } }
    public func annotation<Content: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) -> some ChartContent {
        let view = AnyView(content())
        return changed { $0.annotations.append(ChartAnnotation(position: position, spacing: spacing ?? 2, content: view)) }
    }
    /// Adds a view to each mark. It may overflow the chart.
    public func annotation<Content: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        overflowResolution: AnnotationOverflowResolution, @ViewBuilder content: () -> Content
    ) -> some ChartContent { annotation(position: position, alignment: alignment, spacing: spacing, content: content) }

    public func shadow(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent { self }
    public func blur(radius: CGFloat) -> some ChartContent { self }
    /// Does nothing: marks are drawn in their order.
    public func zIndex(_ value: Double) -> some ChartContent { self }
    public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent { self }
    public func compositingLayer() -> some ChartContent { self }
    public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some ChartContent { self }
    /// Does nothing: a chart is one picture for assistive technology.
    public func accessibilityLabel(_ label: some StringProtocol) -> some ChartContent { self }
    public func accessibilityValue(_ value: some StringProtocol) -> some ChartContent { self }
    public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { self }
}

/// The treatment of an annotation that overflows the chart. It has no effect.
public struct AnnotationOverflowResolution: Sendable {
    public struct Strategy: Sendable {
        /// Moves the annotation or reserves space for it. Has no effect.
        public static var automatic: Self { Self() }
        public static var disabled: Self { Self() }
        public static var fit: Self { Self() }
        public static var padScale: Self { Self() }
        public static func fit(to boundary: Boundary) -> Self { Self() }
    }
    /// The boundary within which an annotation must fit. It has no effect.
    public struct Boundary: Sendable {
        public static var automatic: Self { Self() }
        public static var chart: Self { Self() }
        public static var plot: Self { Self() }
    }

    public init(x: Strategy = .automatic, y: Strategy = .automatic) {}
    public static var automatic: Self { Self() }
}
