/// What a progress view's style is given.
public struct ProgressViewStyleConfiguration {
    public typealias Label = _ConfigurationPart
    public typealias CurrentValueLabel = _ConfigurationPart

    /// 0 to 1; `nil` for a time that runs by itself, and where it is not known.
    public let fractionCompleted: Double?
    public var label: Label?
    public var currentValueLabel: CurrentValueLabel?
    let value: ProgressNode.Value
}

/// How a progress view looks.
public protocol ProgressViewStyle {
    associatedtype Body: View
    typealias Configuration = ProgressViewStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body

    /// What whoever draws knows itself; `nil` for a style of an app's own.
    var _system: _SystemProgressStyle? { get }
}

/// A progress style of the system's.
public struct _SystemProgressStyle {
    /// `nil` for what suits the value: a bar, or a ring where it is not known.
    var node: ProgressNode.Style?
    var tint: Color?
}

extension ProgressViewStyle {
    public var _system: _SystemProgressStyle? { nil }
}

public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
    public var _system: _SystemProgressStyle? { _SystemProgressStyle() }

    public init() {}
    public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}

public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
    public var _system: _SystemProgressStyle? { _SystemProgressStyle(node: .linear, tint: tint) }
    let tint: Color?

    public init() { tint = nil }
    public init(tint: Color) { self.tint = tint }
    public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}

public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
    public var _system: _SystemProgressStyle? { _SystemProgressStyle(node: .circular, tint: tint) }
    let tint: Color?

    public init() { tint = nil }
    public init(tint: Color) { self.tint = tint }
    public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle { public static var automatic: Self { Self() } }
extension ProgressViewStyle where Self == LinearProgressViewStyle { public static var linear: Self { Self() } }
extension ProgressViewStyle where Self == CircularProgressViewStyle { public static var circular: Self { Self() } }

extension View {
    public func progressViewStyle<Style: ProgressViewStyle>(_ style: Style)
        -> ModifiedContent<Self, _EnvironmentModifier<any ProgressViewStyle>>
    { environment(\.styles.progressView, style) }
}

extension Resolution {
    func append(_ progress: ProgressViewStyleConfiguration, style: any ProgressViewStyle, to nodes: inout [ViewNode]) {
        guard let system = style._system else {
            // A style whose body is a progress view again gets it in the default style.
            let outer = environment.styles.progressView
            environment.styles.progressView = DefaultProgressViewStyle()
            descend { append(body(of: progress, style), to: &nodes) }
            environment.styles.progressView = outer
            return
        }
        guard count() else { return }
        let standard: ProgressNode.Style = progress.value == .indeterminate ? .circular : .linear
        let node = ProgressNode(
            style: system.node ?? standard, value: progress.value, tint: system.tint.map { paint($0) } ?? tintPaint,
            track: trackPaint, label: label(progress.label), currentValueLabel: label(progress.currentValueLabel))
        nodes.append(ViewNode(.progress(node)))
    }

    /// The part of a bar, ring or gauge that is not filled.
    var trackPaint: Paint { .color(SystemColor.fill.resolved(in: environment.appearance)) }

    /// A label as one node; `nil` where there is nothing to see.
    func label(_ part: _ConfigurationPart?) -> ViewNode? {
        guard let part, !environment.areLabelsHidden else { return nil }
        let nodes = nodes(of: part)
        if nodes.isEmpty { return nil }
        return nodes.count == 1 ? nodes[0] : ViewNode(.stack(StackNode(axis: .horizontal, children: nodes)))
    }

    func append(_ view: AnyView, to nodes: inout [ViewNode]) { AnyView._resolve(view, in: self, into: &nodes) }

    private func body<Style: ProgressViewStyle>(of progress: ProgressViewStyleConfiguration, _ style: Style) -> AnyView {
        AnyView(
            style.makeBody(configuration: progress))
    }
}
