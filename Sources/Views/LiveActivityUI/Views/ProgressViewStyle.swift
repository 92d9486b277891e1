/// The properties of a progress view that a style receives.
public struct ProgressViewStyleConfiguration {
    public typealias Label = _ConfigurationPart
    public typealias CurrentValueLabel = _ConfigurationPart

    /// The fraction from 0 to 1; `nil` for an interval or an unknown progress.
    public let fractionCompleted: Double?
    public var label: Label?
    public var currentValueLabel: CurrentValueLabel?
    let value: ProgressNode.Value
}

/// The appearance of progress views.
public protocol ProgressViewStyle {
    associatedtype Body: View
    /// The properties of the progress view.
    typealias Configuration = ProgressViewStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body

    /// The style for the renderer; `nil` for an app's own styles.
    var _system: _SystemProgressStyle? { get }
}

/// A progress style that the renderer implements.
public struct _SystemProgressStyle {
    /// The form; `nil` is a bar, or a ring for an unknown progress.
    var node: ProgressNode.Style?
    var tint: Color?
}

extension ProgressViewStyle { public var _system: _SystemProgressStyle? { nil } }

/// The default style: a bar, or a ring for an unknown progress.
public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
    public var _system: _SystemProgressStyle? { _SystemProgressStyle() }

    public init() {}
    public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}

/// A bar.
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
    public var _system: _SystemProgressStyle? { _SystemProgressStyle(node: .linear, tint: tint) }
    let tint: Color?

    public init() { tint = nil }
    public init(tint: Color) { self.tint = tint }
    public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}

/// A ring.
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
    /// Sets the style of progress views.
    public func progressViewStyle<Style: ProgressViewStyle>(_ style: Style) -> _WithValue<any ProgressViewStyle> {
        environment(\.styles.progressView, style)
    }
}

extension Resolution {
    func append(_ progress: ProgressViewStyleConfiguration, style: any ProgressViewStyle, to nodes: inout [ViewNode]) {
        guard let system = style._system else {
            // A progress view inside the body of a style gets the default style, so that the style does not apply to
            // itself.
            let outer = environment.styles.progressView
            environment.styles.progressView = DefaultProgressViewStyle()
            descend { append(AnyView(style.makeBody(configuration: progress)), to: &nodes) }
            environment.styles.progressView = outer
            return
        }
        guard count() else { return }
        let standard: ProgressNode.Style = progress.value == .indeterminate ? .circular : .linear
        let style = system.node ?? standard
        // An indeterminate ring is gray unless it has an explicit tint.
        let isGray = progress.value == .indeterminate && style == .circular && environment.tint == nil
        let tint = system.tint.map { paint($0) } ?? (isGray ? paint(Color.gray) : tintPaint)
        let node = ProgressNode(
            style: style, value: progress.value, tint: tint,
            track: trackPaint, label: label(progress.label), currentValueLabel: label(progress.currentValueLabel))
        nodes.append(ViewNode(.progress(node)))
    }

    /// The paint of the part of a bar, ring or gauge that is not filled.
    var trackPaint: Paint { .color(SystemColor.fill.resolved(in: environment.appearance)) }

    /// A label as one node; `nil` if it shows nothing.
    func label(_ part: _ConfigurationPart?) -> ViewNode? {
        guard let part, !environment.areLabelsHidden else { return nil }
        let nodes = nodes(of: part)
        if nodes.isEmpty { return nil }
        return nodes.count == 1 ? nodes[0] : ViewNode(.stack(StackNode(axis: .horizontal, children: nodes)))
    }

    func append(_ view: AnyView, to nodes: inout [ViewNode]) { AnyView._resolve(view, in: self, into: &nodes) }
}
