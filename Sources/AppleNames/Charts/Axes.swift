public import SwiftUI

struct ChartAxis {
    enum Edge { case leading, trailing, top, bottom }

    var visibility = Visibility.automatic
    var position: Edge
    /// The values that the author has specified; `nil` if the chart chooses them.
    var places: [PlotPlace]?
    /// Creates the marks for a value; `nil` for the default lines and labels.
    var marks: ((AxisValue) -> [_AxisPart])?

    init(position: Edge) { self.position = position }

    func ticks(of scale: ChartScale, calendar: Calendar, locale: Locale) -> [ChartTick] {
        let places = places ?? scale.ticks
        return places.enumerated().compactMap { index, place in
            guard let position = scale.position(of: place), (-0.001...1.001).contains(position) else { return nil }
            let name = scale.label(place, calendar: calendar, locale: locale)
            var tick = ChartTick(position: CGFloat(position))
            guard let marks else {
                (tick.label, tick.line) = (name, StrokeStyle(lineWidth: 0.5))
                return tick
            }
            for part in marks(AxisValue(place: place, index: index, count: places.count)) {
                switch part.kind {
                case .line(let stroke):
                    tick.line = stroke
                    tick.lineStyle = part.style ?? tick.lineStyle
                case .label(let text):
                    tick.label = text ?? name
                    tick.view = nil
                    tick.style = part.style ?? tick.style
                case .view(let view):
                    // The width of the view is unknown before it is drawn, so space for four digits is reserved.
                    (tick.label, tick.view) = ("0000", view)
                    tick.style = part.style ?? tick.style
                case .tick: break
                }
            }
            return tick
        }
    }
}

/// A value on an axis, with its label and its grid line.
struct ChartTick {
    let position: CGFloat
    var label: String?
    /// The author's own label.
    var view: AnyView?
    var line: StrokeStyle?
    var style = AnyShapeStyle(.secondary)
    var lineStyle = AnyShapeStyle(.quaternary)
}

public protocol AxisContent {
    /// Applies the content to an axis.
    func _apply(to axis: inout _Axis)
}

public typealias _Axis = _AxisBox

public struct _AxisBox { var axis: ChartAxis }

extension AxisContent {
    func _apply(to axis: inout ChartAxis) {
        var box = _AxisBox(axis: axis)
        _apply(to: &box)
        axis = box.axis
    }
}

@resultBuilder
public enum AxisContentBuilder {
    public static func buildExpression<Content: AxisContent>(_ content: Content) -> Content { content }
    public static func buildBlock(_ content: any AxisContent...) -> _AxisGroup { _AxisGroup(content: content) }
    public static func buildIf(_ content: _AxisGroup?) -> _AxisGroup { content ?? _AxisGroup(content: []) }
    public static func buildEither(first: _AxisGroup) -> _AxisGroup { first }
    public static func buildEither(second: _AxisGroup) -> _AxisGroup { second }
}

/// Several contents of an axis. If several have marks, only the last one's are drawn.
public struct _AxisGroup: AxisContent {
    let content: [any AxisContent]
    public func _apply(to axis: inout _Axis) { for part in content { part._apply(to: &axis) } }
}

/// The marks of an axis: lines and labels at values.
public struct AxisMarks: AxisContent {
    private let position: AxisMarkPosition
    private let places: [PlotPlace]?
    private let marks: ((AxisValue) -> [_AxisPart])?

    /// Lines and labels at values that the chart chooses. The desired count has no effect.
    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic
    ) { (self.position, places, marks) = (position, nil, nil) }
    /// Marks at values that the chart chooses. The desired count has no effect.
    public init<Content: AxisMark>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) { (self.position, places, marks) = (position, nil, { content($0)._parts }) }
    /// Marks at values that the chart chooses.
    public init<Content: AxisMark>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: @escaping () -> Content
    ) { (self.position, places, marks) = (position, nil, { _ in content()._parts }) }
    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value]
    ) { (self.position, places, marks) = (position, values.map { PlotPlace($0) }, nil) }
    public init<Value: Plottable, Content: AxisMark>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) { (self.position, places, marks) = (position, values.map { PlotPlace($0) }, { content($0)._parts }) }

    public func _apply(to axis: inout _Axis) {
        axis.axis.places = places
        axis.axis.marks = marks
        switch position {
        case .leading: axis.axis.position = .leading
        case .trailing: axis.axis.position = .trailing
        case .automatic, .top, .bottom: break
        }
    }
}

/// The values at which an axis has marks. It has no effect: the chart chooses them.
public struct AxisMarkValues: Sendable {
    public static var automatic: Self { Self() }
    public static func automatic(
        desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> Self { Self() }
    public static func stride(by step: Double, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil) -> Self { Self() }
    public static func stride(
        by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
        calendar: Calendar? = nil
    ) -> Self { Self() }
}

public struct AxisValue {
    let place: PlotPlace
    public let index: Int
    /// The number of values on the axis.
    public let count: Int

    /// The value; `nil` if it is of another type.
    public func `as`<Value: Plottable>(_ type: Value.Type) -> Value? {
        let primitive: Any?
        switch (place, Value.PrimitivePlottable.self) {
        case (.date(let seconds), is Date.Type): primitive = Date(timeIntervalSinceReferenceDate: seconds)
        case (.category(let name), is String.Type): primitive = name
        case (.number(let number), is Double.Type): primitive = number
        case (.number(let number), is Float.Type): primitive = Float(number)
        case (.number(let number), is CGFloat.Type): primitive = CGFloat(number)
        case (.number(let number), is Int.Type): primitive = Int(exactly: number.rounded())
        case (.number(let number), is Decimal.Type): primitive = Decimal(number)
        default: primitive = nil
        }
        return (primitive as? Value.PrimitivePlottable).flatMap { Value(primitivePlottable: $0) }
    }
}

/// The content of an axis at one value: a line, tick or label.
public protocol AxisMark {
    var _parts: [_AxisPart] { get }
}

/// A line, a tick or a label.
public struct _AxisPart: AxisMark {
    enum Kind { case line(StrokeStyle), tick, label(String?), view(AnyView) }
    let kind: Kind
    var style: AnyShapeStyle?

    public var _parts: [_AxisPart] { [self] }
}

@resultBuilder
public enum AxisMarkBuilder {
    public static func buildExpression<Content: AxisMark>(_ content: Content) -> [_AxisPart] { content._parts }
    public static func buildBlock(_ parts: [_AxisPart]...) -> [_AxisPart] { parts.flatMap { $0 } }
    public static func buildIf(_ parts: [_AxisPart]?) -> [_AxisPart] { parts ?? [] }
    public static func buildEither(first: [_AxisPart]) -> [_AxisPart] { first }
    public static func buildEither(second: [_AxisPart]) -> [_AxisPart] { second }
}

extension Array: AxisMark where Element == _AxisPart { public var _parts: [_AxisPart] { self } }

extension AxisMark {
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some AxisMark {
        _parts.map { part in
            var part = part
            part.style = part.style ?? AnyShapeStyle(style)
            return part
        }
    }
    /// Does nothing: labels are always small captions.
    public func font(_ font: Font?) -> some AxisMark { _parts }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark { _parts }
}

/// A line across the plot.
public struct AxisGridLine: AxisMark {
    public let _parts: [_AxisPart]
    /// A line, by default a hairline.
    public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {
        _parts = [_AxisPart(kind: .line(stroke ?? StrokeStyle(lineWidth: 0.5)))]
    }
}

/// A tick of an axis. Not drawn.
public struct AxisTick: AxisMark {
    public let _parts = [_AxisPart(kind: .tick)]
    public init(centered: Bool? = nil, length: CGFloat = 4, stroke: StrokeStyle? = nil) {}
}

public struct AxisValueLabel: AxisMark {
    public let _parts: [_AxisPart]

    public init(centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil) {
        _parts = [_AxisPart(kind: .label(nil))]
    }
    public init(_ text: some StringProtocol, centered: Bool? = nil) { _parts = [_AxisPart(kind: .label(String(text)))] }
    /// The value itself; the format has no effect.
    public init(format: Date.FormatStyle, centered: Bool? = nil, anchor: UnitPoint? = nil) { self.init() }
    @_disfavoredOverload
    public init<Format: FormatStyle>(format: Format, centered: Bool? = nil, anchor: UnitPoint? = nil) { self.init() }
    public init<Content: View>(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        @ViewBuilder content: () -> Content
    ) { _parts = [_AxisPart(kind: .view(AnyView(content())))] }
}

/// The side of an axis. A horizontal axis is always below.
public enum AxisMarkPosition: Hashable, Sendable {
    case automatic, leading, trailing, top, bottom
}

/// Arrangements of an axis's marks. They have no effect.
public enum AxisMarkPreset: Hashable, Sendable {
    case automatic, aligned, extended, inset
}
