/// What a button's style is given. Nothing is pressed in a snapshot.
public struct ButtonStyleConfiguration {
    public typealias Label = _ConfigurationPart

    public let role: ButtonRole?
    public let label: Label
    public let isPressed: Bool
}

/// What a style that also says how a button is used is given.
public struct PrimitiveButtonStyleConfiguration {
    public typealias Label = _ConfigurationPart

    public let role: ButtonRole?
    public let label: Label
    let kind: ControlNode.Kind

    /// Nothing: a snapshot is not used.
    public func trigger() {}
}

/// How a button looks.
public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// How a button looks and how it is used.
public protocol PrimitiveButtonStyle {
    associatedtype Body: View
    typealias Configuration = PrimitiveButtonStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// A style that whoever draws knows itself.
public struct _SystemButtonStyle: PrimitiveButtonStyle, Sendable {
    let node: ControlNode.Style

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

// SwiftUI's names for them, as types to be made.
public struct DefaultButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}
public struct PlainButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}
public struct BorderlessButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}
public struct BorderedButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle { public static var automatic: Self { Self() } }
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: Self { Self() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: Self { Self() }
}

/// The button style in effect.
enum ButtonLook {
    case system(ControlNode.Style)
    case custom(any ButtonStyle)
    case primitive(any PrimitiveButtonStyle)

    init<Style: PrimitiveButtonStyle>(_ style: Style) {
        switch style {
        case is DefaultButtonStyle: self = .system(.automatic)
        case is PlainButtonStyle: self = .system(.plain)
        case is BorderlessButtonStyle: self = .system(.borderless)
        case is BorderedButtonStyle: self = .system(.bordered)
        case is BorderedProminentButtonStyle: self = .system(.borderedProminent)
        case let system as _SystemButtonStyle: self = .system(system.node)
        default: self = .primitive(style)
        }
    }
}

/// Sets the style of the buttons inside.
public struct _ButtonStyleModifier: ViewModifier {
    public typealias Body = Never
    let look: ButtonLook

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let outer = resolution.environment.styles.button
        resolution.environment.styles.button = modifier.look
        Modified._resolve(view, in: resolution, into: &nodes)
        resolution.environment.styles.button = outer
    }
}

extension View {
    public func buttonStyle<Style: ButtonStyle>(_ style: Style) -> ModifiedContent<Self, _ButtonStyleModifier> {
        modifier(_ButtonStyleModifier(look: .custom(style)))
    }
    public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> ModifiedContent<Self, _ButtonStyleModifier> {
        modifier(_ButtonStyleModifier(look: ButtonLook(style)))
    }
}

extension Resolution {
    /// A button in the style in effect. A style of an app's own draws all of it: what remains is a plain button around that.
    func append(_ button: PrimitiveButtonStyleConfiguration, to nodes: inout [ViewNode]) {
        let look = environment.styles.button
        switch look {
        case .system(let style):
            append(button.kind, style: style, role: button.role, label: button.label, to: &nodes)
        case .custom(let style):
            let configuration = ButtonStyleConfiguration(role: button.role, label: button.label, isPressed: false)
            environment.styles.button = .system(.automatic)
            descend { append(button.kind, style: .plain, role: button.role, label: body(of: configuration, style), to: &nodes) }
        case .primitive(let style):
            environment.styles.button = .system(.automatic)
            descend { append(body(of: button, style), to: &nodes) }
        }
        environment.styles.button = look
    }

    func append<Label: View>(
        _ kind: ControlNode.Kind, style: ControlNode.Style, role: ButtonRole?, label: Label, to nodes: inout [ViewNode]
    ) {
        guard count() else { return }
        let control = ControlNode(
            kind: kind, style: style, borderShape: environment.buttonBorderShape.node, role: role?.node,
            isEnabled: environment.isEnabled, tint: tintPaint, label: node(of: label, stacked: .horizontal))
        nodes.append(ViewNode(.control(control)))
    }

    private func body<Style: ButtonStyle>(of button: ButtonStyleConfiguration, _ style: Style) -> AnyView {
        AnyView(
            style.makeBody(configuration: button))
    }

    private func body<Style: PrimitiveButtonStyle>(of button: PrimitiveButtonStyleConfiguration, _ style: Style) -> AnyView {
        AnyView(
            style.makeBody(configuration: button))
    }
}
