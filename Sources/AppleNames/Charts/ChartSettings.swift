public import SwiftUI

/// The settings of a chart's modifiers.
struct ChartSettings {
    var xDomain: [PlotPlace]?
    var yDomain: [PlotPlace]?
    var xAxis = ChartAxis(position: .bottom)
    var yAxis = ChartAxis(position: .trailing)
    var legend = Visibility.automatic
    /// The colors that the author assigned to values.
    var colors: [(name: String, style: AnyShapeStyle)] = []
    /// The colors to assign to values in order of appearance.
    var palette: [AnyShapeStyle] = []
    var plotStyle: (AnyView) -> AnyView = { $0 }
}

private struct ChartSettingsKey: EnvironmentKey { static var defaultValue: ChartSettings { ChartSettings() } }

extension EnvironmentValues {
    var chartSettings: ChartSettings {
        get { self[ChartSettingsKey.self] }
        set { self[ChartSettingsKey.self] = newValue }
    }
}

/// The domain of an axis: a range of numbers or dates, or an array of categories.
public protocol ScaleDomain {
    /// The values; `nil` if the chart chooses them.
    var _domain: _ScaleDomain? { get }
}

public struct _ScaleDomain { let places: [PlotPlace] }

extension ClosedRange: ScaleDomain where Bound: Plottable {
    public var _domain: _ScaleDomain? { _ScaleDomain(places: [PlotPlace(lowerBound), PlotPlace(upperBound)]) }
}
extension Range: ScaleDomain where Bound: Plottable {
    public var _domain: _ScaleDomain? { _ScaleDomain(places: [PlotPlace(lowerBound), PlotPlace(upperBound)]) }
}
extension Array: ScaleDomain where Element: Plottable {
    public var _domain: _ScaleDomain? { _ScaleDomain(places: map { PlotPlace($0) }) }
}

/// A domain that the chart chooses.
public struct AutomaticScaleDomain: ScaleDomain { public var _domain: _ScaleDomain? { nil } }
extension ScaleDomain where Self == AutomaticScaleDomain {
    /// A domain that the chart chooses. The parameters have no effect.
    public static var automatic: Self { Self() }
    public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> Self { Self() }
}

extension View {
    private func chart(_ change: @escaping (inout ChartSettings) -> Void) -> some View {
        transformEnvironment(\.chartSettings, transform: change)
    }

    /// The values from left to right. The range and type have no effect.
    public func chartXScale(domain: some ScaleDomain, range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil)
        -> some View
    { chart { $0.xDomain = domain._domain?.places } }
    /// The values from below to above. The range and type have no effect.
    public func chartYScale(domain: some ScaleDomain, range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil)
        -> some View
    { chart { $0.yDomain = domain._domain?.places } }
    public func chartXScale(range: PlotDimensionScaleRange, type: ScaleType? = nil) -> some View { self }
    public func chartYScale(range: PlotDimensionScaleRange, type: ScaleType? = nil) -> some View { self }

    public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.xAxis.visibility = visibility } }
    public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.yAxis.visibility = visibility } }
    public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
        let content = content()
        return chart { content._apply(to: &$0.xAxis) }
    }
    public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
        let content = content()
        return chart { content._apply(to: &$0.yAxis) }
    }

    public func chartLegend(_ visibility: Visibility) -> some View { chart { $0.legend = visibility } }
    /// Shows the legend. It is always below the chart.
    public func chartLegend(position: AnnotationPosition, alignment: Alignment? = nil, spacing: CGFloat? = nil) -> some View {
        chartLegend(.visible)
    }
    public func chartForegroundStyleScale<Value: Plottable, Style: ShapeStyle>(_ mapping: KeyValuePairs<Value, Style>)
        -> some View
    { chart { $0.colors = mapping.map { (PlotPlace($0.key).name, AnyShapeStyle($0.value)) } } }
    public func chartForegroundStyleScale<Value: Plottable, Style: ShapeStyle>(domain: [Value], range: [Style]) -> some View {
        chart { $0.colors = zip(domain, range).map { (PlotPlace($0).name, AnyShapeStyle($1)) } }
    }
    /// The colors to assign to values in order of appearance.
    public func chartForegroundStyleScale<Style: ShapeStyle>(range: [Style]) -> some View {
        chart { $0.palette = range.map { AnyShapeStyle($0) } }
    }

    /// Changes the plot: its background, its frame, its clip shape.
    public func chartPlotStyle<Content: View>(@ViewBuilder content: @escaping (ChartPlotContent) -> Content) -> some View {
        chart { $0.plotStyle = { plot in AnyView(content(ChartPlotContent(size: nil, content: plot))) } }
    }
    /// Does nothing: an image has no gestures, and positions in the plot are not available to the author's code.
    public func chartOverlay<Content: View>(
        alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> Content
    )
        -> some View
    { self }
    /// Does nothing: positions in the plot are not available to the author's code.
    public func chartBackground<Content: View>(
        alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> Content
    ) -> some View { self }
    public func chartXSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
    public func chartYSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
    public func chartAngleSelection<Value: Plottable>(value: Binding<Value?>) -> some View { self }
    public func chartScrollableAxes(_ axes: Axis.Set) -> some View { self }
    public func chartScrollPosition<Value: Plottable>(x: Binding<Value>) -> some View { self }
    public func chartXVisibleDomain<Length: Plottable>(length: Length) -> some View { self }
    public func chartYVisibleDomain<Length: Plottable>(length: Length) -> some View { self }
}

/// The plot of a chart, without its axes.
public struct ChartPlotContent: View {
    let size: CGSize?
    let content: AnyView

    public var body: some View { content.frame(width: size?.width, height: size?.height) }
}

/// The range of a plot that a scale uses. It has no effect.
public struct PlotDimensionScaleRange: Sendable {
    public static var plotDimension: Self { Self() }
    /// The whole plot. The padding has no effect.
    public static func plotDimension(padding: CGFloat) -> Self { Self() }
    /// The whole plot. The paddings have no effect.
    public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> Self { Self() }
}

/// The kind of a scale. All are drawn linear.
public enum ScaleType: Hashable, Sendable {
    case linear, category, date, log, squareRoot, symmetricLog
}
