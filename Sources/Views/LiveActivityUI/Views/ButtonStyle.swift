/// The properties of a button that a style receives.
public struct ButtonStyleConfiguration {
    public typealias Label = _ConfigurationPart

    /// The purpose of the button.
    public let role: ButtonRole?
    /// The button's label.
    public let label: Label
    /// Always `false`: a resolved button is not pressed.
    public let isPressed: Bool
}

/// The properties of a button that a style with its own interaction receives.
public struct PrimitiveButtonStyleConfiguration {
    public typealias Label = _ConfigurationPart

    /// The purpose of the button.
    public let role: ButtonRole?
    /// The button's label.
    public let label: Label
    let kind: ControlNode.Kind

    /// Does nothing: a resolved button is not pressed.
    public func trigger() {}
}

/// The appearance of buttons.
public protocol ButtonStyle {
    associatedtype Body: View
    /// The properties of the button.
    typealias Configuration = ButtonStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The appearance and interaction of buttons.
public protocol PrimitiveButtonStyle {
    associatedtype Body: View
    /// The properties of the button.
    typealias Configuration = PrimitiveButtonStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// A button style that the renderer implements.
public protocol _SystemButtonStyle: PrimitiveButtonStyle, Sendable {
    static var _node: ControlNode.Style { get }
}

extension _SystemButtonStyle {
    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

public struct DefaultButtonStyle: _SystemButtonStyle {
    public static var _node: ControlNode.Style { .automatic }
    public init() {}
}
/// A button without decoration.
public struct PlainButtonStyle: _SystemButtonStyle {
    public static var _node: ControlNode.Style { .plain }
    public init() {}
}
/// A button without a border.
public struct BorderlessButtonStyle: _SystemButtonStyle {
    public static var _node: ControlNode.Style { .borderless }
    public init() {}
}
/// A button with a light background.
public struct BorderedButtonStyle: _SystemButtonStyle {
    public static var _node: ControlNode.Style { .bordered }
    public init() {}
}
/// A button with a background in the tint.
public struct BorderedProminentButtonStyle: _SystemButtonStyle {
    public static var _node: ControlNode.Style { .borderedProminent }
    public init() {}
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle { public static var automatic: Self { Self() } }
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// A button without decoration.
    public static var plain: Self { Self() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle { public static var borderless: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// A button with a light background.
    public static var bordered: Self { Self() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// A button with a background in the tint.
    public static var borderedProminent: Self { Self() }
}

/// The button style of the environment.
enum ButtonLook {
    case system(ControlNode.Style)
    case custom(any ButtonStyle)
    case primitive(any PrimitiveButtonStyle)

    init<Style: PrimitiveButtonStyle>(_ style: Style) {
        self = if let system = style as? any _SystemButtonStyle { .system(type(of: system)._node) } else { .primitive(style) }
    }
}

/// The modifier of `buttonStyle(_:)`.
public struct _ButtonStyleModifier: ViewModifier {
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
    /// Sets the style of buttons.
    public func buttonStyle<Style: ButtonStyle>(_ style: Style) -> ModifiedContent<Self, _ButtonStyleModifier> {
        modifier(_ButtonStyleModifier(look: .custom(style)))
    }
    public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> ModifiedContent<Self, _ButtonStyleModifier> {
        modifier(_ButtonStyleModifier(look: ButtonLook(style)))
    }
}

extension Resolution {
    /// Resolves a button in the style of the environment. An app's own style draws everything; the control around it is
    /// plain.
    func append(_ button: PrimitiveButtonStyleConfiguration, to nodes: inout [ViewNode]) {
        let look = environment.styles.button
        switch look {
        case .system(let style): append(button.kind, style: style, role: button.role, label: button.label, to: &nodes)
        case .custom(let style):
            let configuration = ButtonStyleConfiguration(role: button.role, label: button.label, isPressed: false)
            environment.styles.button = .system(.automatic)
            descend {
                let label = AnyView(style.makeBody(configuration: configuration))
                append(button.kind, style: .plain, role: button.role, label: label, to: &nodes)
            }
        case .primitive(let style):
            environment.styles.button = .system(.automatic)
            descend { append(AnyView(style.makeBody(configuration: button)), to: &nodes) }
        }
        environment.styles.button = look
    }

    func append<Label: View>(
        _ kind: ControlNode.Kind, style: ControlNode.Style, role: ButtonRole?, label: Label, to nodes: inout [ViewNode]
    ) {
        guard count() else { return }
        // A destructive button without a tint of its own is red.
        let own: any ShapeStyle = environment.tint ?? (role == .destructive ? Color.red : Color.accentColor)
        let (tint, outer) = (paint(own, over: environment.foreground), environment.foreground)
        if outer == nil, let color = labelStyle(of: kind, style, tint: own) {
            environment.foreground = Foreground([color], over: nil)
        }
        let control = ControlNode(
            kind: kind, style: style, borderShape: environment.buttonBorderShape.node, role: role?.node,
            isEnabled: environment.isEnabled, tint: tint, label: node(of: label, stacked: .horizontal))
        environment.foreground = outer
        nodes.append(ViewNode(.control(control)))
    }

    /// The default foreground style of a control's label; `nil` for the style of other texts.
    private func labelStyle(of kind: ControlNode.Kind, _ style: ControlNode.Style, tint: any ShapeStyle) -> (any ShapeStyle)? {
        switch (kind, style) {
        case (.link, _), (_, .plain), (.toggle, .automatic), (_, .switch_): nil
        // The label is white, because these controls are filled with the tint.
        case (.button, .borderedProminent), (.toggle(isOn: true, _), _): Color.white
        default: tint
        }
    }
}
