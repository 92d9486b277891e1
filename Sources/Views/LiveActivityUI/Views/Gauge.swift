/// A value within a range. As in SwiftUI, except that marked values are not supported.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: View {
    let fraction: Double
    let label: Label
    let currentValueLabel: CurrentValueLabel?
    let minimumValueLabel: BoundsLabel?
    let maximumValueLabel: BoundsLabel?

    init<Value: BinaryFloatingPoint>(
        _ value: Value, _ bounds: ClosedRange<Value>, _ label: Label, _ current: CurrentValueLabel?, _ minimum: BoundsLabel?,
        _ maximum: BoundsLabel?
    ) {
        let length = Double(bounds.upperBound - bounds.lowerBound)
        fraction = length > 0 ? (Double(value - bounds.lowerBound) / length).clamped : 0
        self.label = label
        currentValueLabel = current
        minimumValueLabel = minimum
        maximumValueLabel = maximum
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        let configuration = GaugeStyleConfiguration(
            value: view.fraction, label: .init(content: AnyView(view.label)),
            currentValueLabel: view.currentValueLabel.map { .init(content: AnyView($0)) },
            minimumValueLabel: view.minimumValueLabel.map { .init(content: AnyView($0)) },
            maximumValueLabel: view.maximumValueLabel.map { .init(content: AnyView($0)) })
        resolution.append(configuration, style: resolution.environment.styles.gauge, to: &nodes)
    }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    /// A gauge with a label. Values outside the range are clamped.
    public init<Value: BinaryFloatingPoint>(
        value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label
    ) where CurrentValueLabel == EmptyView { self.init(value, bounds, label(), nil, nil, nil) }

    /// A gauge with labels for itself and its value. Values outside the range are clamped.
    public init<Value: BinaryFloatingPoint>(
        value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), nil, nil) }
}

extension Gauge where MarkedValueLabels == EmptyView {
    /// A gauge with labels for itself, its value and its bounds. Values outside the range are clamped.
    public init<Value: BinaryFloatingPoint>(
        value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), minimumValueLabel(), maximumValueLabel()) }
}

/// The properties of a gauge that a style receives.
public struct GaugeStyleConfiguration {
    public typealias Label = _ConfigurationPart
    public typealias CurrentValueLabel = _ConfigurationPart
    public typealias MinimumValueLabel = _ConfigurationPart
    public typealias MaximumValueLabel = _ConfigurationPart

    /// The value as a fraction from 0 to 1.
    public var value: Double
    /// The name of the measured quantity.
    public var label: Label
    public var currentValueLabel: CurrentValueLabel?
    public var minimumValueLabel: MinimumValueLabel?
    public var maximumValueLabel: MaximumValueLabel?
}

/// The appearance of gauges.
public protocol GaugeStyle {
    associatedtype Body: View
    /// The properties of the gauge.
    typealias Configuration = GaugeStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// A gauge style that the renderer implements.
public protocol _SystemGaugeStyle: GaugeStyle, Sendable {
    static var _node: GaugeNode.Style { get }
}

extension _SystemGaugeStyle {
    public func makeBody(configuration: Configuration) -> some View { Gauge(configuration) }
}

extension Gauge
where
    Label == _ConfigurationPart, CurrentValueLabel == _ConfigurationPart, BoundsLabel == _ConfigurationPart,
    MarkedValueLabels == EmptyView
{
    init(_ configuration: GaugeStyleConfiguration) {
        self.init(
            configuration.value, 0...1, configuration.label, configuration.currentValueLabel, configuration.minimumValueLabel,
            configuration.maximumValueLabel)
    }
}

/// The default style, a bar.
public struct DefaultGaugeStyle: _SystemGaugeStyle {
    public static var _node: GaugeNode.Style { .linearCapacity }
    public init() {}
}
/// A bar that is filled up to the value.
public struct LinearCapacityGaugeStyle: _SystemGaugeStyle {
    public static var _node: GaugeNode.Style { .linearCapacity }
    public init() {}
}
/// A bar with a marker at the value.
public struct AccessoryLinearGaugeStyle: _SystemGaugeStyle {
    public static var _node: GaugeNode.Style { .accessoryLinear }
    public init() {}
}
/// A bar for accessory widgets that is filled up to the value.
public struct AccessoryLinearCapacityGaugeStyle: _SystemGaugeStyle {
    public static var _node: GaugeNode.Style { .accessoryLinearCapacity }
    public init() {}
}
/// An open ring with a marker at the value.
public struct AccessoryCircularGaugeStyle: _SystemGaugeStyle {
    public static var _node: GaugeNode.Style { .accessoryCircular }
    public init() {}
}
/// A closed ring that is filled up to the value.
public struct AccessoryCircularCapacityGaugeStyle: _SystemGaugeStyle {
    public static var _node: GaugeNode.Style { .accessoryCircularCapacity }
    public init() {}
}
extension GaugeStyle where Self == DefaultGaugeStyle { public static var automatic: Self { Self() } }
extension GaugeStyle where Self == LinearCapacityGaugeStyle { public static var linearCapacity: Self { Self() } }
extension GaugeStyle where Self == AccessoryLinearGaugeStyle { public static var accessoryLinear: Self { Self() } }
extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
    public static var accessoryLinearCapacity: Self { Self() }
}
extension GaugeStyle where Self == AccessoryCircularGaugeStyle { public static var accessoryCircular: Self { Self() } }
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    public static var accessoryCircularCapacity: Self { Self() }
}

extension View {
    /// Sets the style of gauges.
    public func gaugeStyle<Style: GaugeStyle>(_ style: Style) -> _WithValue<any GaugeStyle> {
        environment(\.styles.gauge, style)
    }
}

extension Resolution {
    func append(_ gauge: GaugeStyleConfiguration, style: any GaugeStyle, to nodes: inout [ViewNode]) {
        guard let system = style as? any _SystemGaugeStyle else {
            // A gauge inside the body of a style gets the default style, so that the style does not apply to itself.
            let outer = environment.styles.gauge
            environment.styles.gauge = DefaultGaugeStyle()
            descend { append(AnyView(style.makeBody(configuration: gauge)), to: &nodes) }
            environment.styles.gauge = outer
            return
        }
        guard count() else { return }
        let form = type(of: system)._node
        // The label and the limits of an open ring are between its ends.
        let isOpen = form == .accessoryCircular
        func label(_ part: _ConfigurationPart?, isSmall: Bool = false) -> ViewNode? {
            form.isCircular ? ringLabel(part, isSmall: isSmall) : self.label(part)
        }
        let node = GaugeNode(
            style: form, fraction: gauge.value, tint: tintPaint, track: trackPaint, label: label(gauge.label, isSmall: isOpen),
            currentValueLabel: label(gauge.currentValueLabel),
            minimumValueLabel: label(gauge.minimumValueLabel, isSmall: isOpen),
            maximumValueLabel: label(gauge.maximumValueLabel, isSmall: isOpen))
        nodes.append(ViewNode(.gauge(node)))
    }

    /// A label inside a ring: a line that shrinks to its space.
    private func ringLabel(_ part: _ConfigurationPart?, isSmall: Bool) -> ViewNode? {
        let (font, lines, least) = (environment.font, environment.lineLimit, environment.minimumScaleFactor)
        if isSmall, font == nil { environment.font = .system(size: GaugeNode.limitFontSize) }
        (environment.lineLimit, environment.minimumScaleFactor) = (1, min(least, 0.5))
        defer { (environment.font, environment.lineLimit, environment.minimumScaleFactor) = (font, lines, least) }
        return label(part)
    }
}
